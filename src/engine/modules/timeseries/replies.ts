/**
 * How replies have samples, labels and series. In RESP2 a value is a simple string with the fewest digits that give it
 * again, in RESP3 it is a double; labels are pairs or a map.
 */

import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { Samples } from '../../structures/series-chunk.ts';
import type { Sample } from './aggregation.ts';
import type { WantedLabels } from './range-options.ts';
import type { TimeSeries } from './series.ts';

export function writeValue(reply: ReplyBuffer, value: number): void {
  if (reply.protocol === 3) reply.double(value);
  else reply.status(valueText(value));
}

export function valueText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return String(value);
}

export function writeSample(reply: ReplyBuffer, sample: Sample | null): void {
  if (sample === null) {
    reply.array(0);
    return;
  }
  reply.array(2);
  reply.integer(sample.timestamp);
  writeValue(reply, sample.value);
}

export function writeSamples(reply: ReplyBuffer, { timestamps, values }: Samples): void {
  reply.array(timestamps.length);
  for (const [index, timestamp] of timestamps.entries()) {
    reply.array(2);
    reply.integer(timestamp);
    writeValue(reply, values[index]);
  }
}

/** The labels asked for; one that a series lacks is null. */
export function selectLabels(
  series: TimeSeries,
  wanted: WantedLabels,
): { name: Uint8Array; value: Uint8Array | null }[] {
  if (wanted === 'none') return [];
  if (wanted === 'all') return [...series.labels];
  return wanted.map((name) => ({ name, value: series.labelValue(name) }));
}

export function writeLabels(
  reply: ReplyBuffer,
  labels: readonly { readonly name: Uint8Array; readonly value: Uint8Array | null }[],
): void {
  if (reply.protocol === 3) reply.map(labels.length);
  else reply.array(labels.length);
  for (const { name, value } of labels) {
    if (reply.protocol === 2) reply.array(2);
    reply.bulk(name);
    if (value === null) reply.nil();
    else reply.bulk(value);
  }
}
