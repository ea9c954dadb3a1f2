/** The way of a key: its hashed part byte by byte, the sum, the slot, the owner, and what each node would answer. */
import type { Step } from '../../../protocol/steps.ts';
import type { ClusterView, KeyAnswer, KeyHash, KeyWay } from '../../../protocol/views-cluster.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { BoxMark, TextMark, Tone } from '../stage/sheet.ts';
import { letterOf, nameOf, serverName } from './nodes.ts';
import { clusterWords } from './words.ts';

const byteWidth = 36;
const byteHeight = 38;
/** Keys that are worked out in full; of the others only the slot stands there. */
const shownKeys = 3;

export function drawWay(pen: SheetPen, view: ClusterView, step: Step | null, language: Language): void {
  const words = clusterWords[language];
  const { way } = view;
  if (way === null) {
    pen.title('way', words.way);
    pen.note('no-way', words.noWay);
    pen.y += 8;
    return;
  }
  pen.title('way', cutToWidth(words.wayOf(way.keys[0].key), pen.width, 'title'));
  for (const [nth, hash] of way.keys.slice(0, shownKeys).entries()) drawHash(pen, view, hash, nth, language);
  if (way.keys.length > shownKeys) pen.note('more-keys', words.more(way.keys.length - shownKeys));
  drawAnswers(pen, view, way, step, language);
}

function drawHash(pen: SheetPen, view: ClusterView, hash: KeyHash, nth: number, language: Language): void {
  const words = clusterWords[language];
  const hasTag = hash.from > 0 || hash.to < hash.bytes.length;
  if (nth > 0) pen.note(`key:${nth}`, cutToWidth(hash.key, pen.width, 'note'));
  pen.note(`hashed:${nth}`, `${hasTag ? words.tag : words.whole} · ${words.sums}`);
  pen.y += 2;
  const perRow = Math.max(4, Math.floor(pen.width / byteWidth));
  // Two rows are enough to see how it goes.
  const shown = Math.min(hash.bytes.length, perRow * 2);
  for (let at = 0; at < shown; at++) {
    const isHashed = at >= hash.from && at < hash.to;
    const sum = isHashed ? hash.sums[at - hash.from] : undefined;
    pen.boxes.push({
      id: `byte:${nth}:${at}`,
      x: pen.left + (at % perRow) * byteWidth,
      y: pen.y + Math.floor(at / perRow) * (byteHeight + 2),
      width: byteWidth - 2,
      height: byteHeight,
      tone: isHashed ? 'meta' : 'soft',
      texts: byteTexts(hash.bytes[at], sum),
    });
  }
  pen.y += Math.ceil(shown / perRow) * (byteHeight + 2) + 4;
  if (shown < hash.bytes.length) pen.note(`more-bytes:${nth}`, words.moreSums(hash.bytes.length - shown));
  const { owner } = view.way as KeyWay;
  const hex = `0x${hash.crc.toString(16).padStart(4, '0')}`;
  const sum = `CRC16 = ${hex} = ${hash.crc}`;
  const whose = owner === null ? words.notServed : words.owner(letterOf(view, owner), nameOf(view, owner));
  pen.pills(
    [
      { id: `sum:${nth}`, text: sum, look: 'figure', tone: 'soft' },
      { id: `mod:${nth}`, text: words.mod(hash.crc, hash.slot), look: 'figure', tone: 'soft' },
      {
        id: `slot:${nth}`,
        text: nth === 0 ? `${words.slot(hash.slot)} · ${whose}` : words.slot(hash.slot),
        tone: 'old',
        picks: `slot:${hash.slot}`,
        says: { head: words.slot(hash.slot), detail: nth === 0 ? whose : undefined },
        part: `way.keys.${nth}`,
      },
    ],
    pen.left,
    pen.right,
  );
  pen.y += 8;
}

function byteTexts(byte: number, sum: number | undefined): TextMark[] {
  const text =
    byte > 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  const middle = (byteWidth - 2) / 2;
  const texts: TextMark[] = [{ x: middle, y: 12, text, look: 'name', anchor: 'middle' }];
  if (sum !== undefined) {
    const hex = sum.toString(16).padStart(4, '0');
    texts.push({ x: middle, y: 28, text: hex, look: 'byte', anchor: 'middle', tone: 'meta' });
  }
  return texts;
}

function drawAnswers(
  pen: SheetPen,
  view: ClusterView,
  { answers }: KeyWay,
  step: Step | null,
  language: Language,
): void {
  const words = clusterWords[language];
  pen.heading('answers', words.answers);
  const nameWidth =
    Math.max(...answers.map(({ node }) => textWidth(serverName(view, node), 'name')), 40) + 14;
  for (const answer of answers) {
    const lines = answerLines(answer, language);
    const name = serverName(view, answer.node);
    const room = pen.width - nameWidth - 12;
    const height = 8 + lines.length * 16;
    const { id } = view.servers.find(({ node }) => node === answer.node) ?? { id: null };
    const isHot = step?.type === 'cluster.redirected' && step.me === id;
    const box: BoxMark = {
      id: `answer:${answer.node}`,
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height,
      tone: toneOf(answer),
      hot: isHot,
      texts: [
        { x: 8, y: 12, text: name, look: 'name' },
        ...lines.map(
          (text, n): TextMark => ({
            x: nameWidth + 4,
            y: 12 + n * 16,
            text: cutToWidth(text, room, 'byte'),
            look: 'byte',
          }),
        ),
      ],
      says: { head: `${name}: ${lines.join(' · ')}`, detail: words.meaning[answer.read] },
      part: `way.answers[node=${answer.node}]`,
    };
    pen.boxes.push(box);
    pen.y += height + 4;
  }
  pen.note('answers-about', words.answersAbout);
  pen.y += 10;
}

/** The answer to a command that reads, and those that are different. */
export function answerLines(answer: KeyAnswer, language: Language): string[] {
  const words = clusterWords[language];
  const read = answer.readText ?? words.here(answer.hasKey);
  const lines = [read];
  if (answer.writeText !== answer.readText)
    lines.push(words.writes(answer.writeText ?? words.here(answer.hasKey)));
  if (answer.asking === 'here' && answer.read !== 'here') lines.push(words.afterAsking);
  else if (answer.askingText !== null && answer.askingText !== answer.readText) {
    lines.push(`ASKING: ${answer.askingText}`);
  }
  return lines;
}

function toneOf({ read, asking }: KeyAnswer): Tone {
  if (read === 'here') return 'good';
  if (asking === 'here') return 'new';
  return read === 'moved' || read === 'ask' ? 'plain' : 'bad';
}
