/** The bits of a sample in their parts: codes, the delta of deltas, and the window of the XOR. */
import type { SeriesSampleView, TimeSeriesView } from '../../../protocol/views.ts';
import { bitText } from './format.ts';
import type { SeriesWords } from './words.ts';

export interface BitPart {
  readonly id: string;
  readonly role: 'code' | 'time' | 'value';
  readonly bits: string;
  readonly detail: string;
}

const leadingBits = 5;
const lengthBits = 6;

export function bitParts(sample: SeriesSampleView, view: TimeSeriesView, words: SeriesWords): BitPart[] {
  const { stepFromBit, valueFromBit, untilBit } = sample;
  const read = (from: number, until: number) => bitText(view.bytes, view.bytesFrom, from, until);
  return [
    ...timeParts(sample, read(stepFromBit, valueFromBit), words),
    ...valueParts(sample, read(valueFromBit, untilBit), words),
  ];
}

function timeParts(
  { stepCode, deltaOfDelta }: SeriesSampleView,
  bits: string,
  words: SeriesWords,
): BitPart[] {
  const says = words.bitSays;
  if (stepCode === 'whole') return [{ id: 'time', role: 'time', bits, detail: says.wholeTime }];
  if (stepCode === '0') return [{ id: 'step', role: 'code', bits, detail: says.stepSame }];
  return [
    { id: 'step', role: 'code', bits: bits.slice(0, stepCode.length), detail: says.stepCode(stepCode) },
    { id: 'time', role: 'time', bits: bits.slice(stepCode.length), detail: says.step(deltaOfDelta) },
  ];
}

function valueParts(sample: SeriesSampleView, bits: string, words: SeriesWords): BitPart[] {
  const says = words.bitSays;
  switch (sample.valueCode) {
    case 'whole':
      return [{ id: 'value', role: 'value', bits, detail: says.wholeValue }];
    case '0':
      return [{ id: 'xor', role: 'code', bits, detail: says.valueSame }];
    case '10':
      return [
        { id: 'xor', role: 'code', bits: bits.slice(0, 2), detail: says.valueOld },
        { id: 'value', role: 'value', bits: bits.slice(2), detail: says.window },
      ];
    case '11': {
      const leading = 2 + leadingBits;
      const window = leading + lengthBits;
      return [
        { id: 'xor', role: 'code', bits: bits.slice(0, 2), detail: says.valueNew },
        {
          id: 'leading',
          role: 'code',
          bits: bits.slice(2, leading),
          detail: says.leading(sample.leadingZeros),
        },
        {
          id: 'length',
          role: 'code',
          bits: bits.slice(leading, window),
          detail: says.length(sample.windowBits),
        },
        { id: 'value', role: 'value', bits: bits.slice(window), detail: says.window },
      ];
    }
  }
}
