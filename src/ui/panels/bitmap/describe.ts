/** A bitmap in words: figures beside the title, and the accessible table. */
import type { BitmapView } from '../../../protocol/views-bitmap.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { bitmapWords } from './words.ts';

export function summariseBitmap(view: BitmapView, language: Language): string[] {
  const words = bitmapWords[language];
  if (view.encoding === null) return [];
  return [
    view.encoding,
    words.lengthText(view.length),
    words.onesText(view.ones),
    words.bytes(view.memoryBytes),
  ];
}

export function accessibleBitmap(view: BitmapView, language: Language): AccessibleTable {
  const words = bitmapWords[language];
  if (view.key === null) return { caption: '', rows: [] };
  const { from, bytes } = view;
  return {
    caption: words.accessible(keyInSentence(view.key), view.length),
    rows: [
      { id: 'encoding', name: words.encoding, text: view.encoding ?? '' },
      { id: 'length', name: words.length, text: String(view.length) },
      { id: 'ones', name: words.ones, text: view.ones === null ? words.onesText(null) : String(view.ones) },
      { id: 'memory', name: words.memory, text: String(view.memoryBytes) },
      ...accessibleWork(view, language),
      ...[...bytes].map((byte, nth) => ({
        id: `byte:${from + nth}`,
        name: words.byteSays(from + nth, ''),
        text: binary(byte),
      })),
    ],
  };
}

const binary = (byte: number) => byte.toString(2).padStart(8, '0');
const allBits = (bytes: Uint8Array) => [...bytes].map(binary).join(' ');

function accessibleWork({ work, key: target }: BitmapView, language: Language): AccessibleTable['rows'] {
  const words = bitmapWords[language];
  switch (work?.kind) {
    case 'range':
      return [{ id: 'range', name: work.command.toUpperCase(), text: words.range(work) }];
    case 'fields':
      return work.fields.map((field, nth) => ({
        id: `field:${nth}`,
        name: words.fields,
        text: `${words.field(field)}, ${words.fieldSays(field)}`,
      }));
    case 'combine':
      return [
        ...work.sources.map(({ key, bytes }, nth) => ({
          id: `source:${nth}`,
          name: `${words.operations[work.operation]} ${key}`,
          text: allBits(bytes),
        })),
        { id: 'result', name: words.result(target ?? '', work.done, work.length), text: allBits(work.bytes) },
      ];
    default:
      return [];
  }
}
