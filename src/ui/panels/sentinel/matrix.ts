/** Who thinks what: a row for each server, a column for each sentinel. */
import type { Step } from '../../../protocol/steps.ts';
import type { Opinion, SentinelView } from '../../../protocol/views-sentinel.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { BoxMark, TextMark, Tone } from '../stage/sheet.ts';
import { msText, opinionText, stateText } from './describe.ts';
import { addressName, downOf, opinionOf } from './names.ts';
import { sentinelWords } from './words.ts';

const gap = 6;
const rowHeight = 44;
/** Cells of less than this many pixels say only how the server is. */
const roomy = 118;

export interface Columns {
  readonly first: number;
  readonly width: number;
}

/** The width of the names on the left, and of a sentinel's column. */
export function columnsOf(pen: SheetPen, view: SentinelView, names: readonly string[]): Columns {
  const wanted = Math.max(60, ...names.map((name) => textWidth(name, 'note'))) + 10;
  const first = Math.min(wanted, Math.floor(pen.width * 0.34));
  const count = Math.max(1, view.sentinels.length);
  return { first, width: Math.floor((pen.width - first - gap * count) / count) };
}

export const columnX = (pen: SheetPen, { first, width }: Columns, nth: number): number =>
  pen.left + first + gap + nth * (width + gap);

export function drawMatrix(pen: SheetPen, view: SentinelView, step: Step | null, language: Language): void {
  const words = sentinelWords[language];
  pen.title('opinions', words.opinions, words.opinionsNote);
  const names = [words.answer, ...view.watched.map(({ name }) => name)];
  const columns = columnsOf(pen, view, names);
  drawHeads(pen, view, columns, language);
  drawAnswers(pen, view, columns, language);
  for (const watched of view.watched) {
    nameRow(pen, `row:${watched.address}`, watched.name, columns, watched.address);
    for (const [nth, sentinel] of view.sentinels.entries()) {
      const opinion = opinionOf(view, sentinel.node, watched.address);
      const box = {
        id: `opinion:${sentinel.node}:${watched.address}`,
        x: columnX(pen, columns, nth),
        y: pen.y,
        width: columns.width,
        height: rowHeight,
      };
      if (opinion !== null) pen.boxes.push(cellOf(box, opinion, view, step, sentinel.name, language));
      else if (sentinel.id !== '') {
        const isItself = watched.node === sentinel.node;
        pen.boxes.push({
          ...box,
          tone: 'ghost',
          texts: [centred(isItself ? words.itself : words.unknown, box)],
          ...(isItself
            ? {}
            : { says: { head: `${sentinel.name} → ${watched.name}`, detail: words.unknownAbout } }),
        });
      }
    }
    pen.y += rowHeight + 4;
  }
  pen.y += 8;
}

function centred(text: string, { width, height }: { width: number; height: number }): TextMark {
  const shown = cutToWidth(text, width - 8, 'note');
  return { x: width / 2, y: height / 2, text: shown, look: 'note', anchor: 'middle', tone: 'soft' };
}

function nameRow(pen: SheetPen, id: string, name: string, { first }: Columns, note = ''): void {
  const fits = note !== '' && textWidth(note, 'byte') <= first;
  pen.labels.push({
    id,
    x: pen.left,
    y: pen.y + rowHeight / 2 - (fits ? 8 : 0),
    text: cutToWidth(name, first, 'note'),
    look: 'note',
  });
  if (fits) {
    pen.labels.push({
      id: `${id}:note`,
      x: pen.left,
      y: pen.y + rowHeight / 2 + 9,
      text: note,
      look: 'byte',
      tone: 'soft',
    });
  }
}

function drawHeads(pen: SheetPen, view: SentinelView, columns: Columns, language: Language): void {
  const words = sentinelWords[language];
  for (const [nth, sentinel] of view.sentinels.entries()) {
    const { node, name, state, currentEpoch, isTilted, tiltLeftMs } = sentinel;
    const isGone = state === 'down' || state === 'removed';
    const below = isGone || state === 'frozen' ? words.states[state] : words.currentEpoch(currentEpoch);
    const tilt = words.tilt(msText(tiltLeftMs, language));
    const text = isTilted ? tilt : below;
    pen.boxes.push({
      id: `sentinel:${node}`,
      x: columnX(pen, columns, nth),
      y: pen.y,
      width: columns.width,
      height: rowHeight,
      tone: isGone ? 'ghost' : isTilted || state === 'frozen' ? 'bad' : 'meta',
      texts: [
        { x: 8, y: 14, text: cutToWidth(name, columns.width - 12, 'name'), look: 'name' },
        { x: 8, y: 31, text: cutToWidth(text, columns.width - 12, 'note'), look: 'note' },
      ],
      says: {
        head: name,
        detail: [words.states[state], below, ...(isTilted ? [tilt] : []), sentinel.id].join(' · '),
      },
      part: `sentinels[node=${node}]`,
    });
  }
  pen.y += rowHeight + 4;
}

/** What each answers to who asks for the master. */
function drawAnswers(pen: SheetPen, view: SentinelView, columns: Columns, language: Language): void {
  const words = sentinelWords[language];
  nameRow(pen, 'row:answer', words.answer, columns);
  const isSplit = new Set(view.heads.map(({ answer }) => answer)).size > 1;
  for (const [nth, { node, name }] of view.sentinels.entries()) {
    const head = view.heads.find(({ of }) => of === node);
    if (head === undefined) continue;
    const room = columns.width - 12;
    const where = addressName(view, head.answer);
    pen.boxes.push({
      id: `answer:${node}`,
      x: columnX(pen, columns, nth),
      y: pen.y,
      width: columns.width,
      height: rowHeight,
      tone: isSplit ? 'bad' : 'old',
      texts: [
        { x: 8, y: 14, text: cutToWidth(`→ ${where}`, room, 'name'), look: 'name' },
        { x: 8, y: 31, text: cutToWidth(words.configEpoch(head.configEpoch), room, 'note'), look: 'note' },
      ],
      says: { head: `${name}: ${where} ${head.answer}`, detail: words.answerAbout },
      part: `heads[of=${node}]{answer,configEpoch}`,
    });
  }
  pen.y += rowHeight + 4;
}

function cellOf(
  box: Pick<BoxMark, 'id' | 'x' | 'y' | 'width' | 'height'>,
  opinion: Opinion,
  view: SentinelView,
  step: Step | null,
  sentinel: string,
  language: Language,
): BoxMark {
  const words = sentinelWords[language];
  const room = box.width - 12;
  const kind = words.kinds[opinion.kind];
  const state = stateText(opinion, language);
  const isRoomy = box.width >= roomy;
  const marks = opinion.flags.flatMap((flag) => words.marks[flag] ?? []);
  const age = msText(opinion.okPingAgeMs, language);
  const withAge = [isRoomy ? words.pong(age) : age, ...marks].join(' · ');
  const second = textWidth(withAge, 'note') <= room || marks.length === 0 ? withAge : marks.join(' · ');
  return {
    ...box,
    tone: toneOf(opinion),
    hot: isAbout(step, opinion, view),
    texts: [
      { x: 8, y: 14, text: cutToWidth(isRoomy ? `${kind} · ${state}` : state, room, 'note'), look: 'note' },
      { x: 8, y: 31, text: cutToWidth(second, room, 'note'), look: 'note' },
    ],
    says: {
      head: `${sentinel} → ${addressName(view, opinion.address)}: ${kind}, ${state}`,
      detail: opinionText(opinion, language),
    },
    part: `opinions[of=${opinion.of}]`,
  };
}

function toneOf(opinion: Opinion): Tone {
  if (downOf(opinion) !== 'ok') return 'bad';
  if (opinion.kind === 'sentinel') return 'plain';
  return opinion.kind === 'master' ? 'old' : 'new';
}

/** Whether the step is about what this sentinel believes of this server. */
function isAbout(step: Step | null, { of, address }: Opinion, view: SentinelView): boolean {
  if (step === null || !('me' in step) || isOther(view, of, step.me)) return false;
  if (step.type === 'sentinel.opinion') {
    return view.sentinels.some(({ id, host, port }) => id === step.of && `${host}:${port}` === address);
  }
  if (step.type !== 'sentinel.event' || step.about === null) return false;
  const { host, port } = step.about;
  return `${host}:${port}` === address;
}

function isOther({ sentinels }: SentinelView, node: number, id: string): boolean {
  return sentinels.find((each) => each.node === node)?.id !== id;
}
