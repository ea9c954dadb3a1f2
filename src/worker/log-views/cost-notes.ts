/** Notes of what one command cost: taken when it begins, while it runs and when it has run. */
import {
  type Client,
  type CommandCost,
  type CommandEntry,
  keysOf,
  repr,
  type Server,
} from '../../engine/index.ts';
import { sizeOf } from '../../engine/inspect/bigkeys.ts';
import { peek } from '../../engine/inspect/peek.ts';
import { ENCODING_NAMES, typeNameOf } from '../../engine/inspect/values.ts';
import { costRates } from '../../protocol/cost-rates.ts';
import type { Step } from '../../protocol/steps.ts';
import type { CostClass, CostRow } from '../../protocol/views-work.ts';
import { textOf } from '../frames.ts';
import { CostCounts } from './cost-counts.ts';
import { leavesIn } from './reply-leaves.ts';

const MAX_KEYS = 8;

/** A row with its place among the steps of its input. */
export interface NotedRow {
  readonly row: CostRow;
  /** The first step that belongs to it, and the first after it. */
  readonly fromStep: number;
  readonly toStep: number;
}

export class CostNotes {
  readonly #server: Server;
  readonly #client: Client;
  readonly #entry: CommandEntry;
  readonly #fromStep: number;
  readonly #before: Pick<CostRow, 'command' | 'keys' | 'keyCount' | 'keysInDb'>;
  readonly #dirty: number;
  readonly #argumentBytes: number;
  readonly #argumentCount: number;
  readonly #counts = new CostCounts();
  readonly #classes = new Map<number, { taken: number; freed: number }>();
  insideMicroseconds = 0;

  constructor(
    server: Server,
    client: Client,
    entry: CommandEntry,
    args: readonly Uint8Array[],
    atStep: number,
  ) {
    this.#server = server;
    this.#client = client;
    this.#entry = entry;
    this.#fromStep = atStep;
    const uses = keysOf(entry.command, args);
    this.#before = {
      command: textOf([args as Uint8Array[]], args[0]),
      keys: uses.slice(0, MAX_KEYS).map(({ index }) => keyAsItIs(client, args[index])),
      keyCount: uses.length,
      keysInDb: client.db.keys.size,
    };
    this.#dirty = server.keyspace.dirty;
    this.#argumentCount = args.length;
    this.#argumentBytes = args.reduce((sum, { length }) => sum + length, 0);
  }

  add(step: Step): void {
    this.#counts.add(step);
  }

  allocated(slotBytes: number): void {
    this.#class(slotBytes).taken++;
  }

  freed(slotBytes: number): void {
    this.#class(slotBytes).freed++;
  }

  #class(slotBytes: number): { taken: number; freed: number } {
    let known = this.#classes.get(slotBytes);
    if (known === undefined) {
      known = { taken: 0, freed: 0 };
      this.#classes.set(slotBytes, known);
    }
    return known;
  }

  /** Reads the reply, so it must be called before the reply goes out. */
  end(what: CommandCost, id: number, frame: number, toStep: number): NotedRow {
    const { reply } = this.#client;
    const entry = this.#entry;
    const replyBytes = Math.max(0, what.replyBytes);
    const written = reply.since(reply.length - replyBytes);
    const { blockedUntilMs, nowMs, keyspace } = this.#server;
    const row: CostRow = {
      id,
      frame,
      client: this.#client.id,
      atMs: nowMs,
      ...this.#before,
      name: entry.fullName,
      fast: entry.isFast,
      complexity: entry.command.complexity,
      failed: written[0] === 45,
      microseconds: what.microseconds,
      terms: {
        base: entry.isFast ? costRates.fastMicroseconds : costRates.slowMicroseconds,
        messageBytes: this.#argumentBytes + replyBytes,
        heapBytes: Math.abs(what.heapBytes),
        arguments: this.#argumentCount,
        keysVisited: entry.visitsAllKeys ? what.keysBefore : 0,
        heldMicroseconds: blockedUntilMs > nowMs ? Math.round((blockedUntilMs - nowMs) * 1000) : 0,
      },
      counts: this.#counts.list,
      insideMicroseconds: this.insideMicroseconds,
      requestBytes: this.#argumentBytes,
      replyBytes,
      replyElements: leavesIn(written),
      argumentCount: this.#argumentCount,
      changes: Math.max(0, keyspace.dirty - this.#dirty),
      heapBytes: what.heapBytes,
      classes: this.#sortedClasses(),
    };
    return { row, fromStep: this.#fromStep, toStep };
  }

  #sortedClasses(): CostClass[] {
    return Array.from(this.#classes, ([slotBytes, { taken, freed }]) => ({ slotBytes, taken, freed })).sort(
      (a, b) => a.slotBytes - b.slotBytes,
    );
  }
}

function keyAsItIs({ db }: Client, key: Uint8Array): CostRow['keys'][number] {
  const value = peek(db.keys, key)?.value;
  if (value === undefined) return { key: repr(key), type: 'none', encoding: '', size: 0 };
  return {
    key: repr(key),
    type: typeNameOf(value),
    encoding: ENCODING_NAMES[value.encoding],
    size: sizeOf(value),
  };
}
