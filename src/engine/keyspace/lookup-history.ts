/**
 * The hit rate over time, for the eviction panel. The server only keeps the two sums of INFO. Lookups are counted in
 * spans of equal length; when there are 64 spans, neighbours merge and spans are twice as long from then on. So a long
 * history stays as short as a brief one, and nothing is lost.
 *
 * Worked example: spans of one lookup each, hit, miss, miss, hit, are [1 0 0 1]; halved they are [1 1] of two each.
 */
export const MAX_SPANS = 64;

export class LookupHistory {
  /** Lookups in a full span. */
  perSpan = 1;
  readonly #hits: number[] = [];
  #hitsNow = 0;
  #lookupsNow = 0;

  add(hit: 0 | 1): void {
    this.#hitsNow += hit;
    if (++this.#lookupsNow === this.perSpan) this.#close();
  }

  #close(): void {
    this.#hits.push(this.#hitsNow);
    this.#hitsNow = 0;
    this.#lookupsNow = 0;
    if (this.#hits.length < MAX_SPANS) return;
    for (let nth = 0; nth < MAX_SPANS / 2; nth++)
      this.#hits[nth] = this.#hits[2 * nth] + this.#hits[2 * nth + 1];
    this.#hits.length = MAX_SPANS / 2;
    this.perSpan *= 2;
  }

  /** The latest last; it may not be full yet. */
  spans(): { hits: number; lookups: number }[] {
    const spans = this.#hits.map((hits) => ({ hits, lookups: this.perSpan }));
    if (this.#lookupsNow > 0) spans.push({ hits: this.#hitsNow, lookups: this.#lookupsNow });
    return spans;
  }

  reset(): void {
    this.perSpan = 1;
    this.#hits.length = 0;
    this.#hitsNow = 0;
    this.#lookupsNow = 0;
  }
}
