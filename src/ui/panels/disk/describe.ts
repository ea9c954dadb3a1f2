/** Bytes, files and spans in words. */
import type { DiskBytesView, DiskSpan, DiskView } from '../../../protocol/views-disk.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable, Said } from '../stage/sheet.ts';
import { lossesOf } from './losses.ts';
import { meaningOf } from './meanings.ts';
import type { Segment } from './segments.ts';
import { diskWords } from './words.ts';

const shownHexBytes = 12;

export function summariseDisk(view: DiskView, language: Language): string[] {
  const words = diskWords[language];
  const { aof, shown } = view;
  return [
    // A server that does not run has no policy.
    view.downBecause !== null
      ? words.down(view.downBecause)
      : aof.state === 'off'
        ? words.noAof
        : `appendfsync ${aof.policy}`,
    ...(shown === null ? [] : [`${shown.path} ${formatExactBytes(shown.totalBytes)}`]),
  ];
}

export function characterOf(byte: number): string {
  if (byte === 10) return '\\n';
  if (byte === 13) return '\\r';
  return byte > 32 && byte < 127 ? String.fromCharCode(byte) : '';
}

export function saysOf(shown: DiskBytesView, segment: Segment, isSafe: boolean, language: Language): Said {
  const words = diskWords[language];
  const { from, to, span, around } = segment;
  const hex = [...shown.bytes.slice(Math.max(0, from - shown.from), to - shown.from)]
    .slice(0, shownHexBytes)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(' ');
  const where = `${words.offset(from, to)}: ${hex}${to - from > shownHexBytes ? ' …' : ''}`;
  const what = span === null ? words.unknown : `${words.roles[span.role]} ${textOf(span, language)}`.trim();
  const inside = around === null ? '' : ` ← ${words.roles[around.role]} ${around.text}`;
  const meaning = span === null ? null : meaningOf(around === null ? span : around, language);
  const state = isSafe ? '' : words.notSynced;
  return { head: `${what}${inside}`, detail: [where, meaning, state].filter(Boolean).join(' · ') };
}

/** The meaning of a span; the engine's term for a missing end is worded here. */
export function textOf({ role, text }: DiskSpan, language: Language): string {
  return role === 'damaged' && text === 'cut' ? diskWords[language].cutShort : text;
}

/** The outer spans that begin in the window, for the list beside the bytes. */
export function outerSpans({ spans }: DiskBytesView): readonly DiskSpan[] {
  return spans.filter(({ depth }) => depth === 0);
}

export function accessiblePlaces(view: DiskView, language: Language): AccessibleTable {
  const words = diskWords[language];
  const losses = lossesOf(view);
  const process = view.aof.state === 'on' ? words.buffer(losses.bufferBytes) : words.changes(losses.changes);
  return {
    caption: words.places,
    rows: [
      {
        id: 'process',
        name: words.process,
        text: view.downBecause === null ? process : words.down(view.downBecause),
      },
      { id: 'cache', name: words.cache, text: words.unsynced(losses.unsyncedBytes) },
      { id: 'disk', name: words.disk, text: words.safe(losses.safeBytes, view.files.length) },
    ],
  };
}

export function accessibleBytes({ shown }: DiskView, language: Language): AccessibleTable {
  const words = diskWords[language];
  if (shown === null) return { caption: words.noFile.join(''), rows: [] };
  return {
    caption: `${words.bytes}: ${shown.path}`,
    rows: outerSpans(shown).map((span) => ({
      id: String(span.from),
      name: `${words.offset(span.from, span.to)}, ${words.roles[span.role]}`,
      text: textOf(span, language),
    })),
  };
}
