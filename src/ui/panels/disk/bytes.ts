/**
 * The bytes of a file, row by row. Bytes that belong together share a frame: violet says how to read, plain is data,
 * dashed is not on the disk yet. Under a frame stands its meaning.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { DiskBytesView, DiskSpanRole, DiskView } from '../../../protocol/views-disk.ts';
import type { Language } from '../../i18n/language.ts';
import { columnsOf } from '../label.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark, LabelMark, Layout, LinkMark, Sheet, TextMark, Tone } from '../stage/sheet.ts';
import { characterOf, saysOf, textOf } from './describe.ts';
import { syncedOf } from './losses.ts';
import { type Piece, piecesOf, type Segment, segmentsOf } from './segments.ts';
import { diskWords } from './words.ts';

const margin = 4;
const narrowest = 24;
const widest = 36;
const boxHeight = 36;
const captionHeight = 18;
const rowPitch = boxHeight + captionHeight + 6;

const kept: ReadonlySet<DiskSpanRole> = new Set(['key', 'value', 'argument', 'command']);

/** What says how to read is violet. */
export function toneOf(role: DiskSpanRole | null): Tone {
  if (role === null) return 'soft';
  if (role === 'damaged') return 'bad';
  return kept.has(role) ? 'plain' : 'meta';
}

/** As many as fit, in eights if there is room. */
export function bytesPerRow(width: number, totalBytes: number): number {
  const fitting = Math.floor((width - 2 * margin - offsetWidth(totalBytes)) / narrowest);
  return fitting >= 8 ? fitting - (fitting % 8) : Math.max(4, fitting);
}

function offsetWidth(totalBytes: number): number {
  return String(Math.max(1, totalBytes)).length * 7 + 12;
}

/** The bytes that a step wrote or saved, from and up to. */
export function touchedBytes(step: Step | null, shown: DiskBytesView): readonly [number, number] | null {
  if (step === null || !('path' in step) || step.path !== shown.path) return null;
  if (step.type === 'disk.append' || step.type === 'disk.fsync') return [step.from, step.to];
  if (step.type === 'disk.snapshot') return [0, step.bytes];
  return null;
}

export const layoutBytes: Layout<DiskView> = (scene, size, language): Sheet => {
  const { shown } = scene.view;
  if (shown === null || shown.bytes.length === 0) return { width: size.width, height: 0, boxes: [] };
  const words = diskWords[language];
  const synced = syncedOf(scene.view);
  const perRow = bytesPerRow(size.width, shown.totalBytes);
  const left = margin + offsetWidth(shown.totalBytes);
  const cellWidth = Math.min(widest, Math.floor((size.width - margin - left) / perRow));
  const hot = touchedBytes(scene.step, shown);
  const place = (offset: number) => {
    const nth = offset - shown.from;
    return {
      x: left + (nth % perRow) * cellWidth,
      y: margin + Math.floor(nth / perRow) * rowPitch,
    };
  };
  const boxes: BoxMark[] = [];
  const labels: LabelMark[] = [];
  const links: LinkMark[] = [];
  let focus: Box | null = null;

  for (let nth = 0; nth < shown.bytes.length; nth += perRow) {
    const { y } = place(shown.from + nth);
    labels.push({
      id: `row:${nth / perRow}`,
      x: left - 8,
      y: y + 12,
      text: String(shown.from + nth),
      look: 'byte',
      anchor: 'end',
      tone: 'soft',
    });
  }
  const pieces = piecesOf(segmentsOf(shown), shown.from, perRow, synced);
  const captioned = widestOf(pieces);
  for (const piece of pieces) {
    const { x, y } = place(piece.from);
    const box = { x, y, width: (piece.to - piece.from) * cellWidth - 2, height: boxHeight };
    const isHot = hot !== null && piece.from < hot[1] && piece.to > hot[0];
    const isSafe = piece.from < synced;
    const tone = toneOf(piece.segment.span?.role ?? null);
    boxes.push({
      ...box,
      id: `bytes:${shown.path}:${piece.from}`,
      tone: isSafe || tone === 'bad' ? tone : 'ghost',
      hot: isHot,
      texts: textsOf(shown, piece, tone, cellWidth),
      says: saysOf(shown, piece.segment, isSafe, language),
      part: `shown.bytes.${piece.from}`,
    });
    if (isHot && focus === null) focus = box;
    const caption = captioned.has(piece) ? captionOf(piece, box.width, language) : null;
    if (caption !== null) {
      labels.push({
        id: `says:${piece.from}`,
        x: x + 2,
        y: y + boxHeight + 10,
        text: caption,
        look: 'note',
        tone,
      });
    }
  }
  if (synced > shown.from && synced < shown.from + shown.bytes.length) {
    const { x, y } = place(synced);
    links.push({
      id: 'cut',
      from: { x: x - 1, y: y - 3 },
      to: { x: x - 1, y: y + boxHeight + captionHeight },
      tone: 'bad',
    });
    const cut = cutLabel(words.cut, x, y + boxHeight + 10, left + perRow * cellWidth);
    // It says more than the captions it replaces.
    const isCovered = (label: LabelMark) =>
      label.y === cut.y && label.x < cut.right && label.x + textWidth(label.text, 'note') > cut.left;
    return sheetOf(boxes, [...labels.filter((label) => !isCovered(label)), cut.label], links);
  }
  return sheetOf(boxes, labels, links);

  function sheetOf(boxes: BoxMark[], labels: LabelMark[], links: LinkMark[]): Sheet {
    const rows = Math.ceil((shown?.bytes.length ?? 0) / perRow);
    return { width: size.width, height: 2 * margin + rows * rowPitch, boxes, labels, links, focus };
  }
};

/** Beside the line, on the side where there is room. */
function cutLabel(text: string, x: number, y: number, end: number) {
  const width = textWidth(text, 'note');
  const isRight = x + 4 + width < end;
  const label: LabelMark = {
    id: 'cut',
    x: isRight ? x + 4 : x - 5,
    y,
    text,
    look: 'note',
    anchor: isRight ? 'start' : 'end',
    tone: 'bad',
  };
  const left = isRight ? x + 4 : x - 5 - width;
  return { label, y, left, right: left + width };
}

function textsOf(shown: DiskBytesView, piece: Piece, tone: Tone, cellWidth: number): TextMark[] {
  const texts: TextMark[] = [];
  for (let at = piece.from; at < piece.to; at++) {
    const byte = shown.bytes[at - shown.from];
    const x = (at - piece.from) * cellWidth + cellWidth / 2 - 1;
    const hex: TextMark = {
      x,
      y: 12,
      text: byte.toString(16).padStart(2, '0'),
      look: 'byte',
      anchor: 'middle',
    };
    texts.push(tone === 'meta' ? { ...hex, tone } : hex);
    const character = characterOf(byte);
    if (character !== '')
      texts.push({ x, y: 26, text: character, look: 'byte', anchor: 'middle', tone: 'soft' });
  }
  return texts;
}

/** The roomiest piece of every segment: a row may end after its first byte. */
function widestOf(pieces: readonly Piece[]): ReadonlySet<Piece> {
  const widest = new Map<Segment, Piece>();
  for (const piece of pieces) {
    const other = widest.get(piece.segment);
    if (other === undefined || piece.to - piece.from > other.to - other.from)
      widest.set(piece.segment, piece);
  }
  return new Set(widest.values());
}

/** The meaning of a segment, if there is room for it. */
function captionOf({ segment }: Piece, width: number, language: Language): string | null {
  if (segment.span === null) return null;
  const text = textOf(segment.span, language);
  const cut = cutToWidth(text, width, 'note');
  return text === '' || (cut !== text && columnsOf(cut) < 6) ? null : cut;
}
