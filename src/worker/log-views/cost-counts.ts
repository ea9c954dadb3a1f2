/** What a step adds to the counters of the command it belongs to. */
import type { Step } from '../../protocol/steps.ts';
import type { CostCount, CostCounter } from '../../protocol/views-work.ts';

/** Steps that count one. */
const ONE: Partial<Record<Step['type'], CostCounter>> = {
  'dict.hash': 'hashes',
  'dict.bucket': 'buckets',
  'dict.scan': 'buckets',
  'dict.walk': 'compared',
  'dict.move': 'rehashed',
  'dict.resize': 'tables',
  'skiplist.hop': 'hops',
  'skiplist.down': 'descents',
  'skiplist.visit': 'visits',
  'packed.walk': 'walked',
  'intset.search': 'probes',
  'rax.walk': 'radixNodes',
  'quicklist.link': 'listNodes',
  'quicklist.unlink': 'listNodes',
  'list.link': 'listNodes',
  'list.unlink': 'listNodes',
  'hyperloglog.register': 'registers',
  'bloom.test': 'bits',
  'bloom.set': 'bits',
  'geohash.cell': 'cells',
  'series.sample': 'samples',
  'script.line': 'lines',
  'script.call': 'calls',
  'exec.command': 'calls',
  'pubsub.delivered': 'delivered',
  'key.expired': 'expired',
  'key.evicted': 'evicted',
  'object.encoding': 'conversions',
};

export class CostCounts {
  readonly #counts = new Map<CostCounter, number>();

  add(step: Step): void {
    const one = ONE[step.type];
    if (one !== undefined) this.#more(one, 1);
    if ('moved' in step && typeof step.moved === 'object') this.#more('movedBytes', step.moved.sizeBytes);
    if (step.type === 'packed.realloc') this.#more('copiedBytes', Math.min(step.fromBytes, step.toBytes));
  }

  #more(counter: CostCounter, by: number): void {
    if (by > 0) this.#counts.set(counter, (this.#counts.get(counter) ?? 0) + by);
  }

  /** In the order in which they began to be counted. */
  get list(): CostCount[] {
    return Array.from(this.#counts, ([counter, count]) => ({ counter, count }));
  }
}
