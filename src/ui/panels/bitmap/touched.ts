/** The bits that the step looked at touches. */
import type { BitmapView } from '../../../protocol/views-bitmap.ts';
import type { Scene } from '../stage/sheet.ts';

/** Bits from the first to the last, both included; null for none. */
export interface BitSpan {
  readonly first: number;
  readonly last: number;
}

export function touchedBits({ step, view }: Scene<BitmapView>): BitSpan | null {
  if (step === null || !('key' in step) || step.key !== view.key) return null;
  switch (step.type) {
    case 'bits.set':
    case 'bits.get':
      return { first: step.offset, last: step.offset };
    case 'bits.found':
      return step.offset < 0 ? null : { first: step.offset, last: step.offset };
    case 'bits.field':
      return { first: step.offset, last: step.offset + step.bits - 1 };
    case 'bits.grow':
      return { first: step.fromBytes * 8, last: step.toBytes * 8 - 1 };
    case 'bits.count':
    case 'bits.pass': {
      const range = view.work?.kind === 'range' ? view.work : null;
      return {
        first: Math.max(step.from * 8, range?.firstBit ?? 0),
        last: Math.min(step.until * 8 - 1, range?.lastBit ?? Number.POSITIVE_INFINITY),
      };
    }
    case 'bits.combine':
      return { first: step.from * 8, last: step.until * 8 - 1 };
    default:
      return null;
  }
}

export function isWithin(span: BitSpan | null, bit: number): boolean {
  return span !== null && bit >= span.first && bit <= span.last;
}
