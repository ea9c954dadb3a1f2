/**
 * Bytes on the wire, one element of RESP a row: its bytes with character and hexadecimal digits, coloured by role, and
 * beside them (narrow: below) their meaning. A reply stands beside its form in the other protocol.
 */
import type { RespRole } from '../../../protocol/resp-spans.ts';
import type { WireBytes, WireReply, WireView } from '../../../protocol/views.ts';
import { cutToWidth, linesOf, SheetPen } from '../stage/pen.ts';
import type { Box, BoxMark, Layout, Sheet, TextMark, Tone } from '../stage/sheet.ts';
import {
  characterOf,
  commandsOf,
  elementText,
  hexOf,
  isWrong,
  replyElements,
  requestElements,
  type WireElement,
} from './elements.ts';
import { type WireWords, wireWords } from './words.ts';

const cellWidth = 22;
/** Two letters find room in it. */
const narrowCell = 18;
const cellHeight = 34;
const cellGap = 2;
const rowGap = 6;
const lineHeight = 17;
const indent = 14;
const maxIndent = 6;
/** Two protocols stand side by side from this width on. */
const besideFrom = 860;
/** Elements and bytes drawn of each direction, unless the reader wants all. */
const fewElements = 24;
const fewBytes = 360;
const manyElements = 400;

interface Room {
  readonly x: number;
  readonly width: number;
}

export function wireLayout(showsAll: boolean): Layout<WireView> {
  return (scene, size, language): Sheet => {
    const words = wireWords[language];
    const { view } = scene;
    const pen = new SheetPen(size.width);
    const all: Room = { x: pen.left, width: pen.width };
    if (view.request !== null) drawRequest(pen, view, all, showsAll, words);
    if (view.request !== null && !view.answered) pen.note('running', words.running);
    const repliesFrom = pen.y;
    if (view.answered && view.replies.length === 0) pen.note('silent', words.silent);
    for (const reply of view.replies) drawReply(pen, view, reply, showsAll, words);
    if (view.moreReplies > 0) pen.note('more-replies', words.moreReplies(view.moreReplies));
    // A reader who wants all of them decides where to scroll.
    if (showsAll) return pen.sheet(size.width);
    const top = view.answered ? repliesFrom : 0;
    const focus: Box = {
      ...{ x: 0, y: top, width: size.width },
      height: Math.min(pen.y - top - 14, Math.max(0, size.height - 16)),
    };
    return pen.sheet(size.width, focus);
  };
}

function drawRequest(pen: SheetPen, view: WireView, room: Room, showsAll: boolean, words: WireWords): void {
  const elements = requestElements(view);
  const { count, inline } = commandsOf(elements);
  const facts = [
    words.bytes(view.request?.totalBytes ?? 0),
    ...(count > 0 ? [words.commands(count)] : []),
    ...(inline ? [words.inline] : []),
  ];
  pen.title('request', words.request(view.client), facts.join(' · '));
  if (view.pending.totalBytes > 0) pen.note('pending', words.pending(view.pending.totalBytes));
  const total = (view.request?.totalBytes ?? 0) + view.pending.totalBytes;
  drawElements(pen, `in:${view.frame}`, elements, total, room, showsAll, words);
  if (view.leftBytes > 0) pen.note('left', words.left(view.leftBytes));
  pen.y += 14;
}

function drawReply(
  pen: SheetPen,
  view: WireView,
  reply: WireReply,
  showsAll: boolean,
  words: WireWords,
): void {
  const { client, protocol, other } = reply;
  const otherProtocol = protocol === 2 ? 3 : 2;
  pen.title(`reply:${client}`, words.reply(client), words.bytes(reply.totalBytes));
  const id = `out:${view.frame}:${client}`;
  const differs = other !== null && !areSame(reply, other);
  if (!differs || other === null) {
    drawElements(
      pen,
      id,
      replyElements(reply),
      reply.totalBytes,
      { x: pen.left, width: pen.width },
      showsAll,
      words,
    );
    if (other !== null) pen.note(`same:${client}`, words.same(otherProtocol));
  } else if (pen.width >= besideFrom) {
    const width = (pen.width - 24) / 2;
    const top = pen.y;
    drawVersion(pen, id, reply, words.own(protocol), { x: pen.left, width }, showsAll, words);
    const bottom = pen.y;
    pen.y = top;
    const right: Room = { x: pen.left + width + 24, width };
    drawVersion(pen, `${id}:other`, other, words.other(otherProtocol), right, showsAll, words);
    pen.y = Math.max(pen.y, bottom);
  } else {
    const room: Room = { x: pen.left, width: pen.width };
    drawVersion(pen, id, reply, words.own(protocol), room, showsAll, words);
    pen.y += 6;
    drawVersion(pen, `${id}:other`, other, words.other(otherProtocol), room, showsAll, words);
  }
  pen.y += 14;
}

function areSame(a: WireBytes, b: WireBytes): boolean {
  return a.totalBytes === b.totalBytes && a.bytes.every((byte, at) => byte === b.bytes[at]);
}

function drawVersion(
  pen: SheetPen,
  id: string,
  version: WireBytes,
  heading: string,
  room: Room,
  showsAll: boolean,
  words: WireWords,
): void {
  const isOther = id.endsWith(':other');
  const text = version.totalBytes === 0 ? heading : `${heading} · ${words.bytes(version.totalBytes)}`;
  const width = room.width;
  pen.boxes.push({
    id: `version:${id}`,
    x: room.x,
    y: pen.y,
    width,
    height: 22,
    shape: 'bare',
    texts: [
      { x: 0, y: 11, text: cutToWidth(text, width, 'note'), look: 'note', tone: isOther ? 'new' : 'old' },
    ],
    says: isOther ? { head: text, detail: words.otherAbout } : { head: text },
  });
  pen.y += 24;
  if (version.totalBytes === 0) {
    pen.labels.push({ id: `silent:${id}`, x: room.x, y: pen.y + 8, text: words.silent, look: 'note' });
    pen.y += 18;
    return;
  }
  drawElements(pen, id, replyElements(version), version.totalBytes, room, showsAll, words);
}

function drawElements(
  pen: SheetPen,
  id: string,
  elements: readonly WireElement[],
  totalBytes: number,
  room: Room,
  showsAll: boolean,
  words: WireWords,
): void {
  const most = showsAll ? manyElements : fewElements;
  const mostBytes = showsAll ? Number.POSITIVE_INFINITY : fewBytes;
  const ways = waysIn(room, elements.slice(0, most));
  let shownBytes = 0;
  let shown = 0;
  for (const element of elements) {
    if (shown >= most || shownBytes >= mostBytes) break;
    const left = mostBytes - shownBytes;
    drawElement(pen, id, element, room, ways, left, words);
    shownBytes += Math.min(left, element.bytes.length);
    shown++;
  }
  if (totalBytes > shownBytes) {
    const text = words.more(elements.length - shown, totalBytes - shownBytes);
    pen.boxes.push({
      id: `more:${id}`,
      x: room.x,
      y: pen.y,
      width: room.width,
      height: 24,
      tone: 'ghost',
      texts: [{ x: 10, y: 12, text: cutToWidth(text, room.width - 20, 'note'), look: 'note' }],
      says: { head: text },
      picks: 'all',
    });
    pen.y += 24 + rowGap;
  }
}

interface Ways {
  /** Narrow, the meaning of bytes stands below them. */
  readonly isWide: boolean;
  readonly bytesWidth: number;
  readonly meaning: Room;
}

/** The meaning stands beside the longest row of bytes, and has a least width. */
function waysIn(room: Room, elements: readonly WireElement[]): Ways {
  const isWide = room.width >= 420;
  if (!isWide) return { isWide, bytesWidth: room.width, meaning: room };
  const most = room.width - Math.min(240, room.width * 0.3) - 16;
  const longest = Math.max(
    ...elements.map((element) => shiftOf(element) + element.bytes.length * (cellWidth + cellGap)),
  );
  const bytesWidth = Math.min(most, Math.max(160, longest));
  const x = room.x + bytesWidth + 16;
  return { isWide, bytesWidth, meaning: { x, width: room.x + room.width - x } };
}

function shiftOf({ depth }: WireElement): number {
  return Math.min(maxIndent, depth) * indent;
}

function drawElement(
  pen: SheetPen,
  id: string,
  element: WireElement,
  room: Room,
  ways: Ways,
  mostBytes: number,
  words: WireWords,
): void {
  const shift = shiftOf(element);
  const x = room.x + shift;
  const bytes = element.bytes.slice(0, mostBytes);
  const { perLine, width } = rowsFor(bytes.length, ways.bytesWidth - shift);
  const meaning = elementText(element, words);
  bytes.forEach((byte, nth) => {
    pen.boxes.push({
      id: `${id}:${byte.at}`,
      x: x + (nth % perLine) * (width + cellGap),
      y: pen.y + Math.floor(nth / perLine) * (cellHeight + cellGap),
      width,
      height: cellHeight,
      tone: byte.earlier ? 'ghost' : toneOf(byte.role, element),
      ...(byte.role === 'type' ? { share: 1 } : {}),
      texts: [
        { x: width / 2, y: 11, text: characterOf(byte.byte), look: 'byte', anchor: 'middle' },
        {
          ...{ x: width / 2, y: 25, text: hexOf(byte.byte), look: 'byte', anchor: 'middle' },
          // Quiet digits would be unreadable on the strong colour of a type.
          tone: byte.role === 'type' ? 'plain' : 'soft',
        },
      ],
      says: {
        head: `0x${hexOf(byte.byte)} ${characterOf(byte.byte)} · ${words.role[byte.role]}`,
        detail: [
          `#${byte.at}`,
          meaning,
          words.roleAbout[byte.role],
          ...(byte.earlier ? [words.earlier] : []),
        ].join(' · '),
      },
    });
  });
  const rows = Math.max(1, Math.ceil(bytes.length / perLine));
  const height = rows * (cellHeight + cellGap);
  const { isWide } = ways;
  const place = isWide ? ways.meaning : { x, width: room.width - shift };
  // Beside several rows of bytes a long value has room for several lines.
  const most = Math.floor((rows * (cellHeight + cellGap) - 19) / lineHeight);
  const meaningHeight = drawMeaning(
    pen,
    id,
    element,
    place,
    isWide ? pen.y : pen.y + height,
    meaning,
    most,
    words,
  );
  pen.y += isWide ? height + rowGap : height + meaningHeight + 4 + rowGap;
}

/** How many cells go into a row, and their width: narrower if CR and LF would stand alone in the last. */
function rowsFor(count: number, room: number): { readonly perLine: number; readonly width: number } {
  const fitting = (width: number): number => Math.max(4, Math.floor((room + cellGap) / (width + cellGap)));
  for (let width = cellWidth; width >= narrowCell; width--) {
    const perLine = fitting(width);
    const rest = count % perLine;
    if (count <= perLine || rest === 0 || rest > 2) return { perLine, width };
  }
  const perLine = fitting(cellWidth);
  return { perLine: perLine - 1, width: cellWidth };
}

function drawMeaning(
  pen: SheetPen,
  id: string,
  element: WireElement,
  { x, width }: Room,
  y: number,
  meaning: string,
  mostLines: number,
  words: WireWords,
): number {
  const value = element.value ?? '';
  const note = element.whole ? meaning : `${meaning} · ${words.cutOff}`;
  const lines = value === '' ? [] : valueLines(value, width, mostLines);
  const height = Math.max(34, lines.length * lineHeight + 17);
  const mark: BoxMark = {
    id: `${id}:element:${element.node}`,
    x,
    y,
    width,
    height,
    shape: 'bare',
    texts: [
      { x: 0, y: value === '' ? 17 : 9, text: cutToWidth(note, width, 'note'), look: 'note' },
      ...lines.map(
        (text, nth): TextMark => ({
          ...{ x: 0, y: 26 + nth * lineHeight, text },
          tone: isWrong(element) ? 'bad' : 'plain',
        }),
      ),
    ],
    says: { head: value === '' ? note : value, detail: value === '' ? undefined : note },
  };
  pen.boxes.push(mark);
  return height;
}

/** A value in as many lines as there is room for; a longer one is cut in its middle. */
function valueLines(value: string, width: number, most: number): string[] {
  const lines = linesOf(value, width, 'name');
  return lines.length <= most ? lines.map((line) => cutToWidth(line, width)) : [cutToWidth(value, width)];
}

function toneOf(role: RespRole, element: WireElement): Tone {
  if (role === 'type' || role === 'length') return 'meta';
  if (role === 'end') return 'soft';
  return role === 'broken' || isWrong(element) ? 'bad' : 'plain';
}
