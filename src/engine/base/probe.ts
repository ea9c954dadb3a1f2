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

export interface Environment {
  readonly heap: Heap;
  readonly random: Random;
  readonly hasher: SipHash;
  probe: Probe | null;
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
    dictCanResize: true,
  };
}
