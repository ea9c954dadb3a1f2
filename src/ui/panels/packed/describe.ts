/**
 * Packed bytes in words: the figures in the panel's header, the purpose of a byte, and the texts for screen readers.
 */
import type { ByteSpan } from '../../../protocol/packed-bytes.ts';
import type {
  PackedBlockView,
  PackedEntryView,
  PackedValueView,
  PackedView,
} from '../../../protocol/views-packed.ts';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { bitsOf, hexOf } from './bits.ts';
import { headerName } from './caption.ts';
import { characterOf, isString } from './layout.ts';
import { packedWords } from './words.ts';

export function formatAddress(address: number): string {
  return `0x${address.toString(16)}`;
}

/** An element quoted as redis-cli would, short enough to stand in a sentence. */
export function quoted(value: string): string {
  const characters = [...value];
  return `"${characters.length > 24 ? `${characters.slice(0, 23).join('')}…` : value}"`;
}

/** An entry's name in sentences: an integer as it is, a string in quotes. */
export function entryName(entry: PackedEntryView): string {
  return isString(entry.encoding) ? quoted(entry.value) : entry.value;
}

/** How many elements, in the words of the type. */
export function elementCount({ type, elements }: PackedValueView, language: Language): string {
  const count = formatCount(elements, language);
  if (language === 'zh') {
    const noun = { hash: '个字段', zset: '个成员', set: '个成员', list: '个元素' }[type] ?? '个元素';
    return `${count} ${noun}`;
  }
  const nouns = { hash: ['field', 'fields'], list: ['element', 'elements'] }[type] ?? ['member', 'members'];
  return `${count} ${nouns[elements === 1 ? 0 : 1]}`;
}

/** The header's figures: `listpack`, `2 fields`, `25 bytes`. */
export function summarisePacked(view: PackedView, language: Language): readonly string[] {
  const { value } = view;
  if (value === null) return [];
  const figures = [value.encoding];
  if (value.packedEncoding === null) return figures;
  figures.push(elementCount(value, language));
  if (value.block !== null && value.nodes === null) {
    const bytes = formatCount(value.block.totalBytes, language);
    figures.push(language === 'zh' ? `${bytes} 字节` : `${bytes} bytes`);
  }
  if (value.nodes !== null) {
    const nodes = formatCount(value.nodes.total, language);
    const word = value.nodes.total === 1 ? 'node' : 'nodes';
    figures.push(language === 'zh' ? `${nodes} 个节点` : `${nodes} ${word}`);
  }
  return figures;
}

/** The caption of the table of entries: the whole in a sentence. */
export function describePacked(view: PackedView, language: Language): string {
  const { value, key } = view;
  if (value === null || key === null) return '';
  const name = keyInSentence(key);
  const figures = summarisePacked(view, language).join(language === 'zh' ? '，' : ', ');
  const { block, nodes } = value;
  if (block === null) return language === 'zh' ? `${name}：${figures}。` : `${name}: ${figures}.`;
  const used = formatCount(block.totalBytes, language);
  const slot = formatCount(block.allocationBytes, language);
  const address = formatAddress(block.address);
  if (language === 'zh') {
    const where = nodes === null ? '' : `节点 ${nodes.chosen}（${block.format}）：`;
    return `${name}：${figures}。${where}位于 ${address}，分到 ${slot} 字节，用了 ${used} 字节，${block.length} 个 entry。`;
  }
  const where = nodes === null ? '' : `Node ${nodes.chosen}, a ${block.format}: `;
  return `${name}: ${figures}. ${where}at ${address}, ${used} bytes used of a slot of ${slot}, ${block.length} ${block.length === 1 ? 'entry' : 'entries'}.`;
}

export interface ByteNote {
  readonly head: string;
  readonly detail: string;
}

export function spanAt(block: PackedBlockView, offset: number): ByteSpan | null {
  return block.spans.find((span) => offset >= span.offset && offset < span.offset + span.sizeBytes) ?? null;
}

/** The purpose of one byte. */
export function noteOnByte(block: PackedBlockView, offset: number, language: Language): ByteNote {
  const zh = language === 'zh';
  if (offset >= block.totalBytes) {
    return {
      head: zh ? `偏移 ${offset}：空闲` : `Byte ${offset}: spare`,
      detail: zh
        ? `分配器只按固定大小分配，这次给了 ${block.allocationBytes} 字节，用了 ${block.totalBytes}。`
        : `The allocator hands out slots of fixed sizes: here ${block.allocationBytes} bytes, of which ${block.totalBytes} are used.`,
    };
  }
  const byte = block.bytes[offset - block.from];
  const bits = bitsOf(byte).replace(/^(.{4})/, '$1 ');
  const head = zh
    ? `偏移 ${offset}：0x${hexOf(byte)} = ${bits}`
    : `Byte ${offset}: 0x${hexOf(byte)} = ${bits}`;
  const span = spanAt(block, offset);
  if (span === null) {
    return {
      head,
      detail: zh ? '压缩过的数据（LZF），看不出结构。' : 'Compressed with LZF: no structure to be seen.',
    };
  }
  return { head, detail: meaningOf(block, span, byte, language) };
}

function meaningOf(block: PackedBlockView, span: ByteSpan, byte: number, language: Language): string {
  const zh = language === 'zh';
  const { value, role } = span;
  const name = headerName(block.format, role);
  const entry = block.entries.find(({ index }) => index === span.entry);
  switch (role) {
    case 'total-bytes':
      return zh
        ? `${name}：总共 ${value} 字节，低位在前。`
        : `${name}: ${value} bytes in all, low byte first.`;
    case 'tail-offset':
      return zh
        ? `${name}：最后一个 entry 从偏移 ${value} 开始，低位在前。`
        : `${name}: the last entry begins at byte ${value}, low byte first.`;
    case 'length':
      if (value === '?') {
        return zh
          ? `${name}：65535 表示数不过来了，要逐个数。`
          : `${name}: 65535 means "too many to say", so they must be counted.`;
      }
      return zh
        ? `${name}：${value} 个 entry，低位在前。`
        : `${name}: ${value} ${value === '1' ? 'entry' : 'entries'}, low byte first.`;
    case 'width':
      return zh ? `${name}：每个整数占 ${value} 字节。` : `${name}: every integer takes ${value} bytes.`;
    case 'prevlen':
      return prevlenMeaning(entry, span, zh);
    case 'backlen':
      return zh
        ? `backlen：这个 entry 的编码和数据共 ${value} 字节，供从右往左走的人读。`
        : `backlen: encoding and data of this entry take ${value} bytes, for reading backwards from the right.`;
    case 'encoding': {
      const data = block.spans.find((other) => other.entry === span.entry && other.role === 'data');
      return encodingMeaning(entry, span, data?.sizeBytes ?? 0, zh);
    }
    case 'data': {
      const owner = entry === undefined ? value : entryName(entry);
      const part = entry === undefined ? '' : packedWords[language].parts[entry.part];
      const shown = entry !== undefined && isString(entry.encoding) ? characterOf(byte) : '';
      const character =
        shown === '' || shown === '·' ? '' : zh ? `，字符 ${shown}` : `, the character ${shown}`;
      return zh ? `${part} ${owner} 的数据${character}。` : `Data of the ${part} ${owner}${character}.`;
    }
    case 'end':
      return zh ? '结束标记：0xff，后面没有 entry 了。' : 'The end: 0xff, no entry follows.';
  }
}

function prevlenMeaning(entry: PackedEntryView | undefined, span: ByteSpan, zh: boolean): string {
  const { value, sizeBytes } = span;
  const stale = entry?.prevlen != null && entry.prevlen.says !== entry.prevlen.is ? entry.prevlen.is : null;
  if (stale !== null) {
    return zh
      ? `prevlen：写着前一个 entry 占 ${value} 字节，实际上已经是 ${stale} 字节，还没来得及改。`
      : `prevlen: it says that the previous entry takes ${value} bytes, but that now takes ${stale}; it has not been updated yet.`;
  }
  if (entry?.index === 0) {
    return zh ? 'prevlen：前面没有 entry，所以是 0。' : 'prevlen: 0, because there is no previous entry.';
  }
  return zh
    ? `prevlen：前一个 entry 占 ${value} 字节${sizeBytes === 5 ? '；不小于 254，所以用 0xfe 加 4 个字节' : ''}。往回走这么多就到它的开头。`
    : `prevlen: the previous entry takes ${value} bytes${sizeBytes === 5 ? '; from 254 on that needs 0xfe and four bytes' : ''}. It starts that far back.`;
}

function encodingMeaning(
  entry: PackedEntryView | undefined,
  span: ByteSpan,
  dataBytes: number,
  zh: boolean,
): string {
  const [name, ...number] = span.value.split(' ');
  if (number.length > 0 && entry !== undefined && !isString(name)) {
    return zh
      ? `编码 ${name}：整数 ${number.join(' ')} 就在这个字节里，不再需要数据。`
      : `encoding ${name}: the integer ${number.join(' ')} is in this very byte, so no data follows.`;
  }
  if (isString(name)) {
    return zh
      ? `编码 ${name}：${dataBytes} 字节的字符串。高位说明是哪种编码，其余各位是长度。`
      : `encoding ${name}: a string of ${dataBytes} ${dataBytes === 1 ? 'byte' : 'bytes'}. The high bits name the encoding, the others are the length.`;
  }
  return zh ? `编码 ${name}：整数，数据跟在后面。` : `encoding ${name}: an integer, whose bytes follow.`;
}

/** An entry in one sentence, announced when the cursor comes to it. */
export function describeEntry(block: PackedBlockView, entry: PackedEntryView, language: Language): string {
  const part = packedWords[language].parts[entry.part];
  const last = entry.offset + entry.sizeBytes - 1;
  return language === 'zh'
    ? `entry ${entry.index}，${part} ${entryName(entry)}，编码 ${entry.encoding}，偏移 ${entry.offset} 到 ${last}，共 ${block.length} 个 entry。`
    : `Entry ${entry.index} of ${block.length}, ${part} ${entryName(entry)}, encoded as ${entry.encoding}, bytes ${entry.offset} to ${last}.`;
}
