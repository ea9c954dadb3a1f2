/** The line under the bytes: how the step chose the encoding it wrote, or what a prevlen became. */
import type { Step } from '../../../protocol/steps.ts';
import type { PackedBlockView } from '../../../protocol/views-packed.ts';
import { type BitGroup, encodingBits, hexOf } from './bits.ts';
import { entryName } from './describe.ts';
import { isOwnStep } from './touch.ts';

export type Lane =
  | {
      readonly kind: 'encoding';
      readonly value: string;
      readonly encoding: string;
      readonly hex: readonly string[];
      readonly groups: readonly BitGroup[];
      /** The length of the data, or null if the number lies in the encoding. */
      readonly dataBytes: number | null;
      readonly hot: boolean;
    }
  | {
      readonly kind: 'prevlen';
      readonly entry: number;
      /** Its present value. */
      readonly hex: readonly string[];
      readonly says: number;
      /** Its right value; the same if it is already right. */
      readonly needed: number;
      readonly neededHex: readonly string[];
      readonly hot: boolean;
    }
  | {
      readonly kind: 'search';
      readonly low: number;
      readonly high: number;
      readonly middle: number;
      readonly hot: boolean;
    };

/** `past` are the steps of the frame before this one; the latest of them stays to be read at the end. */
export function laneOf(block: PackedBlockView, step: Step | null, past: readonly Step[]): Lane | null {
  if (step !== null) return laneOfStep(block, step, true);
  const last = past.findLast(
    (earlier) => earlier.type === 'packed.insert' || earlier.type === 'packed.replace',
  );
  return last === undefined ? null : laneOfStep(block, last, false);
}

function laneOfStep(block: PackedBlockView, step: Step, hot: boolean): Lane | null {
  if (!isOwnStep(block, step)) return null;
  switch (step.type) {
    case 'packed.insert':
    case 'packed.replace': {
      const entry = block.entries.find(({ offset }) => offset === step.offset);
      const bits = entry === undefined ? null : encodingBits(block, entry);
      if (entry === undefined || bits === null || entry.encoding !== step.encoding) return null;
      const data = block.spans.find(({ entry: index, role }) => index === entry.index && role === 'data');
      return { kind: 'encoding', value: entryName(entry), ...bits, dataBytes: data?.sizeBytes ?? null, hot };
    }
    case 'packed.cascade': {
      const entry = block.entries.find(({ offset }) => offset === step.offset);
      const span = block.spans.find(({ entry: index, role }) => index === entry?.index && role === 'prevlen');
      if (entry === undefined || span === undefined) return null;
      const from = span.offset - block.from;
      return {
        kind: 'prevlen',
        entry: entry.index,
        hex: [...block.bytes.subarray(from, from + span.sizeBytes)].map(hexOf),
        says: Number(span.value),
        needed: step.prevlen,
        neededHex: prevlenHex(step.prevlen),
        hot,
      };
    }
    case 'intset.search':
      return { kind: 'search', low: step.low, high: step.high, middle: step.index, hot };
    default:
      return null;
  }
}

/** A prevlen as it is written: one byte below 254, otherwise fe and four, low byte first. */
export function prevlenHex(prevlen: number): readonly string[] {
  if (prevlen < 254) return [hexOf(prevlen)];
  return ['fe', ...[0, 8, 16, 24].map((shift) => hexOf((prevlen >>> shift) & 0xff))];
}
