/** The bits of an encoding: which of them name it, and which are the length of the data or the number itself. */
import type { PackedBlockView, PackedEntryView } from '../../../protocol/views-packed.ts';

/** `high`: the high bits of an integer whose others follow; `plus-one`: the number and one. */
export type BitsMeaning = 'name' | 'length' | 'number' | 'high' | 'plus-one';

export interface BitGroup {
  readonly bits: string;
  readonly meaning: BitsMeaning;
}

/** How many leading bits name the encoding; the others of its bytes are a length or a number. */
const listpackNames: Readonly<Record<string, number>> = { uint7: 1, str6: 2, int13: 3, str12: 4 };
const ziplistNames: Readonly<Record<string, number>> = { str6: 2, str14: 2, imm4: 4 };
const numbers: Readonly<Record<string, BitsMeaning>> = { uint7: 'number', int13: 'high', imm4: 'plus-one' };

export interface EncodingBits {
  readonly encoding: string;
  readonly hex: readonly string[];
  readonly groups: readonly BitGroup[];
}

export function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

export function bitsOf(byte: number): string {
  return byte.toString(2).padStart(8, '0');
}

/** The bits of an entry's encoding bytes; null if there are none, or they were not sent. */
export function encodingBits(block: PackedBlockView, entry: PackedEntryView): EncodingBits | null {
  const names =
    block.format === 'listpack' ? listpackNames : block.format === 'ziplist' ? ziplistNames : null;
  const span = block.spans.find(({ entry: index, role }) => index === entry.index && role === 'encoding');
  if (names === null || span === undefined) return null;
  const from = span.offset - block.from;
  const bytes = [...block.bytes.subarray(from, from + span.sizeBytes)];
  if (bytes.length < span.sizeBytes) return null;
  // A long string has its length in four whole bytes behind the first.
  const all = bytes.map(bitsOf).join('');
  const named = names[entry.encoding] ?? 8;
  const rest = all.slice(named);
  const groups: BitGroup[] = [{ bits: all.slice(0, named), meaning: 'name' }];
  if (rest !== '') groups.push({ bits: rest, meaning: numbers[entry.encoding] ?? 'length' });
  return { encoding: entry.encoding, hex: bytes.map(hexOf), groups };
}
