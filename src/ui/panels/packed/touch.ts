/** The bytes of a block that a step touches, their signs, and where something was cut out. */
import type { ByteSpan } from '../../../protocol/packed-bytes.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { PackedBlockView } from '../../../protocol/views-packed.ts';

/** The sign that repeats the yellow highlight as a shape: equal or not, added, overwritten, before, after, grown. */
export type Cue = '=' | '≠' | '+' | '✎' | '<' | '>' | '↔' | '';

export interface Touch {
  isHot(span: ByteSpan): boolean;
  readonly cue: Cue;
  /** The touched entry, -1 for none. */
  readonly entry: number;
  /** The slot as a whole changed. */
  readonly slot: boolean;
  readonly cutAt: { readonly offset: number; readonly bytes: number } | null;
}

const untouched: Touch = { isHot: () => false, cue: '', entry: -1, slot: false, cutAt: null };

/** Whether a step happens in this block; its address is the one after the step. */
export function isOwnStep(block: PackedBlockView, step: Step): boolean {
  return 'block' in step && step.block === block.address;
}

export function touchOf(block: PackedBlockView, step: Step | null): Touch {
  if (step === null || !isOwnStep(block, step)) return untouched;
  switch (step.type) {
    case 'packed.walk':
      return entryTouch(block, step.offset, step.match ? '=' : '≠');
    case 'packed.insert':
      return entryTouch(block, step.offset, '+');
    case 'packed.replace':
      return entryTouch(block, step.offset, '✎');
    case 'packed.delete':
      return { ...untouched, cutAt: { offset: step.offset, bytes: step.sizeBytes } };
    case 'packed.realloc':
      return { ...untouched, slot: true };
    case 'packed.cascade': {
      const entry = entryAt(block, step.offset);
      return {
        ...untouched,
        isHot: (span) => span.entry === entry && span.role === 'prevlen',
        cue: step.grown ? '↔' : '≠',
        entry,
      };
    }
    case 'packed.cascaded': {
      const first = entryAt(block, step.offset);
      const isGrown = (index: number) => index >= first && index < first + step.entries;
      return {
        ...untouched,
        isHot: (span) => span.role === 'prevlen' && isGrown(span.entry),
        cue: '↔',
        entry: first,
      };
    }
    case 'intset.search':
      return indexTouch(step.index, step.order === 'match' ? '=' : step.order === 'before' ? '<' : '>');
    case 'intset.insert':
      return indexTouch(step.index, '+');
    case 'intset.upgrade': {
      const touch = indexTouch(step.index, '+');
      return { ...touch, isHot: (span) => span.role === 'width' || touch.isHot(span) };
    }
    default:
      return untouched;
  }
}

function indexTouch(index: number, cue: Cue): Touch {
  return { ...untouched, isHot: (span) => span.entry === index, cue, entry: index };
}

function entryTouch(block: PackedBlockView, offset: number, cue: Cue): Touch {
  const entry = entryAt(block, offset);
  return entry < 0 ? untouched : indexTouch(entry, cue);
}

function entryAt(block: PackedBlockView, offset: number): number {
  return block.entries.find((entry) => entry.offset === offset)?.index ?? -1;
}
