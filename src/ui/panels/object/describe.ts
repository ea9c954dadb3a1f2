/** The value in words: figures beside the title, and the accessible table. */
import type { ObjectView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { explainEncoding } from './explain.ts';
import { objectWords } from './words.ts';

export function summariseObject(view: ObjectView, language: Language): string[] {
  const { value } = view;
  if (value === null) return [];
  return [value.type, value.encoding, objectWords[language].memory(value.memoryBytes)];
}

export function accessibleObject(view: ObjectView, language: Language): AccessibleTable {
  const words = objectWords[language];
  const { value, key } = view;
  if (value === null || key === null) return { caption: '', rows: [] };
  const rows = [
    { id: 'type', name: words.type, text: value.type },
    { id: 'encoding', name: words.encoding, text: value.encoding },
    { id: 'refcount', name: words.refcount, text: String(value.refcount) },
    { id: 'pointer', name: words.pointer, text: value.integer ?? addressText(value.pointer) },
  ];
  if (value.sds !== null) {
    rows.push(
      { id: 'sds', name: 'sds', text: `sdshdr${value.sds.headerType}` },
      { id: 'length', name: words.length, text: String(value.sds.length) },
      { id: 'alloc', name: words.alloc, text: String(value.sds.alloc) },
      { id: 'characters', name: words.accessibleString, text: characters(value.sds.bytes, value.sds.length) },
    );
  }
  for (const { what, askedBytes, slotBytes } of value.allocations) {
    rows.push({ id: `piece:${what}`, name: words.pieces[what], text: words.slotSays(askedBytes, slotBytes) });
  }
  rows.push({ id: 'why', name: words.why, text: explainEncoding(value, language).join(' ') });
  return {
    caption: words.accessible(keyInSentence(key), value.type, value.encoding, value.memoryBytes),
    rows,
  };
}

export function addressText(address: number | null): string {
  return address === null ? '…' : `0x${address.toString(16)}`;
}

function characters(bytes: Uint8Array, length: number): string {
  return [...bytes.subarray(0, length)].map(characterOf).join('');
}

/** A byte as a visible character. */
export function characterOf(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? ' ' : '·';
}
