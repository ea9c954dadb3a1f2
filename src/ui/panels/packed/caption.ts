/** The caption under the bytes of a span: its name and its value, as far as there is room. */
import type { ByteSpan } from '../../../protocol/packed-bytes.ts';
import type { PackedEntryView, PackedFormatName } from '../../../protocol/views-packed.ts';
import { captionColumns, type Grid } from './geometry.ts';

/** The names that the C sources have for header fields. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ziplist: { 'total-bytes': 'zlbytes', 'tail-offset': 'zltail', length: 'zllen' },
  listpack: { 'total-bytes': 'total', length: 'count' },
  intset: { width: 'encoding', length: 'length' },
};

export function headerName(format: PackedFormatName, role: string): string {
  return names[format]?.[role] ?? role;
}

export function captionOf(
  span: ByteSpan,
  entry: PackedEntryView | undefined,
  format: PackedFormatName,
  grid: Grid,
  width: number,
): string {
  const columns = captionColumns(grid, width);
  return wordings(span, entry, format).find((text) => text.length <= columns) ?? '';
}

/** From the longest to the shortest. */
function wordings(
  span: ByteSpan,
  entry: PackedEntryView | undefined,
  format: PackedFormatName,
): readonly string[] {
  const { role, value } = span;
  switch (role) {
    case 'total-bytes':
    case 'tail-offset':
    case 'length':
    case 'width': {
      const name = headerName(format, role);
      return [`${name} ${value}`, name];
    }
    case 'prevlen':
      return [`prevlen ${value}`, `‹${value}`];
    case 'backlen':
      return [`backlen ${value}`, `‹${value}`];
    case 'encoding': {
      // A number may lie in the encoding itself: then it stands after its name.
      const [name, ...number] = value.split(' ');
      const short = `${name[0]}${name.replace(/\D/g, '')}`;
      if (number.length === 0) return [name, short];
      return [`${name} = ${number.join(' ')}`, `=${number.join(' ')}`, name, short];
    }
    case 'data':
      return entry !== undefined && /^(str|raw)/.test(entry.encoding) ? [''] : [`= ${value}`, value];
    case 'end':
      return ['end'];
  }
}
