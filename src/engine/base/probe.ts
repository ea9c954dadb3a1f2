/**
 * What every structure gets: the heap it allocates on, its randomness, the hash with its seed, and the probe that
 * receives its steps while a panel watches.
 *
 * The probe is null without a watcher. A structure tests it where it would emit, and builds nothing before:
 *
 *     const probe = this.env.probe;
 *     if (probe !== null) probe.emit({ type: 'dict.swap', … });
 *
 * A structure emits a step when it is consistent again, because the receiver may read it immediately.
 */
import type { Step } from '../../protocol/steps.ts';
import { Heap } from './heap.ts';
import { Random } from './random.ts';
import { SipHash } from './siphash.ts';

export interface Probe {
  emit(step: Step): void;
}

/** The account of a command that has just run. */
export interface Ran {
  readonly microseconds: number;
  readonly replyBytes: number;
  readonly heapBytes: number;
  readonly keysBefore: number;
}

/** Called where each command begins and ends. Not a step, because no structure does it. Null like the probe. */
export interface Witness {
  /** A command has passed the gates, or was called by EXEC or a script, and is about to run. */
  runs(client: number, name: string, args: readonly Uint8Array[]): void;
  ran(what: Ran): void;
}

export interface Environment {
  readonly heap: Heap;
  readonly random: Random;
  readonly hasher: SipHash;
  probe: Probe | null;
  witness: Witness | null;
  /** False while a child process saves: every page touched would be copied, so dicts hardly resize. */
  dictCanResize: boolean;
}

export function createEnvironment(seed: number): Environment {
  const random = new Random(seed);
  return {
    heap: new Heap(),
    random,
    hasher: new SipHash(random.stream('hash-seed').bytes(16)),
    probe: null,
    witness: null,
    dictCanResize: true,
  };
}
