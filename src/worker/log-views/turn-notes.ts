/** Notes of one turn of the event loop: what the thread did, in its order, from the commands and the steps. */
import type { Server } from '../../engine/index.ts';
import type { Step } from '../../protocol/steps.ts';
import type { TurnPart, TurnPartKind } from '../../protocol/views-work.ts';

const MAX_PARTS = 24;
const MAX_LABEL = 80;

type OpenPart = { -readonly [Name in keyof TurnPart]: TurnPart[Name] };

/** Parts of these kinds are joined when they follow each other. */
const GATHERED: ReadonlySet<TurnPartKind> = new Set(['rehash', 'evict', 'timeout', 'script']);

export class TurnNotes {
  readonly #server: Server;
  readonly #parts: OpenPart[] = [];
  #more = 0;
  /** The command that runs, or the script that goes on. */
  #open: OpenPart | null = null;
  busyMicroseconds = 0;

  constructor(server: Server) {
    this.#server = server;
  }

  get parts(): readonly TurnPart[] {
    return this.#parts;
  }

  get moreParts(): number {
    return this.#more;
  }

  beginCommand(client: number, label: string): void {
    this.#open = this.#add('command', client, label, 0);
    this.#open.amount = 1;
  }

  endCommand(microseconds: number, failed: boolean, waits: boolean): void {
    if (this.#open === null) return;
    this.#take(this.#open, microseconds);
    this.#open.failed = failed;
    this.#open.waits = waits;
    this.#open = null;
  }

  /** A command that EXEC or a script has called. */
  called(client: number, label: string, microseconds: number): void {
    const part = this.#open ?? this.#add('script', client, label, 0);
    part.inside++;
    part.insideMicroseconds += microseconds;
    this.#take(part, microseconds);
  }

  /** A long pipeline, of which only the accounts are known. */
  commands(client: number, commands: number, microseconds: number): void {
    const part = this.#add('commands', client, '', commands);
    this.#take(part, microseconds);
  }

  /** Steps that belong to no command. */
  note(step: Step): void {
    if (this.#open !== null) return;
    switch (step.type) {
      case 'expire.end':
        this.#take(this.#add('expire', 0, step.kind, step.expired), this.#cycleMicroseconds());
        break;
      case 'dict.rehash':
        this.#add('rehash', 0, '', 1);
        break;
      case 'key.evicted':
        this.#add('evict', 0, step.policy, 1);
        break;
      case 'disk.fork':
        this.#add('fork', 0, step.job, step.bytes);
        break;
      case 'disk.append':
        this.#add('aof-write', 0, step.path, step.to - step.from);
        break;
      case 'disk.fsync':
        this.#fsync(step.path, step.to - step.from);
        break;
      case 'disk.snapshot':
        this.#add('job-done', 0, step.path, step.bytes);
        break;
      case 'lazyfree.finished':
        this.#add('job-done', 0, step.subject, step.objects);
        break;
      case 'disk.load':
        this.#add('load', 0, step.path, step.bytes);
        break;
      case 'client.unblocked':
        if (step.how === 'timeout') this.#add('timeout', step.client, '', 1);
        break;
      case 'script.end':
        this.#add('script', 0, step.name, 0);
        break;
    }
  }

  /** With `always` the thread waits for the disk; otherwise another thread does, and this is its end. */
  #fsync(path: string, bytes: number): void {
    const { config, disk } = this.#server;
    const isOwn = config.text('appendfsync') === 'always';
    const part = this.#add(isOwn ? 'fsync' : 'job-done', 0, path, bytes);
    // No time means that nobody has set one for this disk.
    if (isOwn && disk.fsyncMs > 0) this.#take(part, Math.round(disk.fsyncMs * 1000));
  }

  #cycleMicroseconds(): number {
    return Math.round(this.#server.activeExpiry.cycles.at(-1)?.costUs ?? 0);
  }

  #take(part: OpenPart, microseconds: number): void {
    part.microseconds = (part.microseconds ?? 0) + microseconds;
    this.busyMicroseconds += microseconds;
  }

  #add(part: TurnPartKind, client: number, label: string, amount: number): OpenPart {
    const last = this.#parts.at(-1);
    if (last !== undefined && last.part === part && GATHERED.has(part)) {
      last.amount += amount;
      return last;
    }
    const added: OpenPart = {
      part,
      client,
      label: label.length <= MAX_LABEL ? label : `${label.slice(0, MAX_LABEL - 1)}…`,
      microseconds: null,
      amount,
      inside: 0,
      insideMicroseconds: 0,
      waits: false,
      failed: false,
    };
    if (this.#parts.length < MAX_PARTS) this.#parts.push(added);
    else this.#more++;
    return added;
  }
}
