/** Sets in the order of the work, and their members: in regions for two or three sets, in a table for any number. */
import type { Step } from '../../../protocol/steps.ts';
import type { OperandView, SetsView } from '../../../protocol/views.ts';
import { grouped } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, SheetPen, textWidth } from '../stage/pen.ts';
import type { Scene, Sheet, Size } from '../stage/sheet.ts';
import { drawMatrix } from './matrix.ts';
import { drawRegions } from './regions.ts';
import { resultOf } from './result.ts';
import { type SetsWords, setsWords } from './words.ts';

/** The data for a drawing of the members. */
export interface Drawn {
  readonly pen: SheetPen;
  readonly view: SetsView;
  readonly words: SetsWords;
  readonly isInResult: (member: string, mask: number) => boolean;
  /** The member of the step, and the set it is looked up in or comes from. */
  readonly member: string | null;
  readonly operand: number;
}

const most = 1000;

export function layoutSets(shape: 'regions' | 'matrix') {
  return (scene: Scene<SetsView>, size: Size, language: Language): Sheet => {
    const { view, step } = scene;
    const words = setsWords[language];
    const width = Math.min(size.width - 4, most);
    const pen = new SheetPen(width);
    const { member, operand } = touched(step);
    drawWork(pen, view, step, words);
    const drawn: Drawn = { pen, view, words, isInResult: resultOf(scene), member, operand };
    const inAll = view.sets.reduce((sum, set) => sum + set.size, 0);
    if (view.regions.length === 0 && inAll > 0) pen.note('too-many', words.tooMany(inAll));
    else if (shape === 'regions' && view.sets.length <= 3) drawRegions(drawn);
    else drawMatrix(drawn);
    if (view.moreSets > 0) pen.note('more-sets', words.moreSets(view.moreSets));
    const focus = pen.boxes.find(({ id, hot }) => hot === true && id.startsWith('member:')) ?? null;
    return pen.sheet(width, focus);
  };
}

function touched(step: Step | null): { member: string | null; operand: number } {
  if (step?.type === 'sets.probe' || step?.type === 'sets.take' || step?.type === 'sets.drop') {
    return { member: step.member, operand: step.operand };
  }
  return { member: null, operand: -1 };
}

/** The sets in the order of the work, with the work on each, and the result. */
function drawWork(pen: SheetPen, view: SetsView, step: Step | null, words: SetsWords): void {
  const { operation, sets } = view;
  const title = operation === null ? words.noOperation : words.operation[operation.operation];
  pen.title('work', title, operation === null ? '' : operation.command);
  const order =
    operation === null || operation.order.length === 0 ? sets.map((_, at) => at) : operation.order;
  const { operand } = touched(step);
  let x = pen.left;
  for (const [nth, at] of order.entries()) {
    const set = sets[at];
    if (set === undefined) continue;
    const role = roleOf(view, nth, words);
    const note = set.encoding === null ? words.missing : `${grouped.en(set.size)} · ${set.encoding}`;
    const name = cutToWidth(set.key, 130);
    const width = Math.max(textWidth(name), textWidth(note, 'note'), textWidth(role, 'note')) + 20;
    if (x > pen.left && x + width > pen.right) {
      x = pen.left;
      pen.y += 62;
    } else if (x > pen.left && role !== '') {
      pen.links.push({
        id: `then:${nth}`,
        from: { x: x - 18, y: pen.y + 27 },
        to: { x: x - 3, y: pen.y + 27 },
        arrow: true,
      });
    }
    const height = role === '' ? 40 : 54;
    pen.boxes.push({
      id: `operand:${at}`,
      x,
      y: pen.y,
      width,
      height,
      tone: set.encoding === null ? 'ghost' : 'old',
      hot: operand === at || (step?.type === 'sets.plan' && nth === 0),
      texts: [
        { x: 10, y: 13, text: name },
        { x: 10, y: 29, text: note, look: 'note' },
        ...(role === '' ? [] : [{ x: 10, y: 44, text: role, look: 'note' as const, tone: 'meta' as const }]),
      ],
      says: { head: `${set.key} · ${note}`, detail: role },
      part: `sets.${at}.size`,
    });
    x += width + 22;
  }
  pen.y += order.length === 0 ? 0 : 62;
  if (operation === null) return;
  if (operation.lookUpCost + operation.takeAwayCost > 0) {
    pen.note('costs', words.costs(operation.lookUpCost, operation.takeAwayCost));
    pen.y += 4;
  }
  const isEnd = step?.type === 'sets.end';
  pen.pills(
    [
      {
        id: 'probes',
        text: `${words.probes} ${grouped.en(operation.probes)}`,
        look: 'figure',
        tone: 'meta',
        hot: step?.type === 'sets.probe',
        says: { head: `${words.probes}: ${grouped.en(operation.probes)}` },
        part: 'operation.probes',
      },
      {
        id: 'taken',
        text: `${words.result} ${grouped.en(operation.taken)}${operation.limit > 0 ? ` · ${words.limited(operation.limit)}` : ''}`,
        look: 'figure',
        tone: 'new',
        hot: isEnd || step?.type === 'sets.take' || step?.type === 'sets.drop',
        says: { head: `${words.result}: ${operation.taken}` },
        part: 'operation.taken',
      },
      ...(operation.storedAt === null
        ? []
        : [
            {
              id: 'stored',
              text: words.storedAt(operation.storedAt),
              look: 'figure' as const,
              tone: 'new' as const,
              says: { head: words.storedAt(operation.storedAt) },
            },
          ]),
    ],
    pen.left,
    pen.right,
    24,
  );
  pen.y += 14;
}

function roleOf({ operation }: SetsView, nth: number, words: SetsWords): string {
  if (operation === null || operation.way === null) return '';
  switch (operation.way) {
    case 'look-up':
      return nth === 0 ? words.walked : words.probed;
    case 'add':
      return words.added;
    case 'take-away':
      return nth === 0 ? words.first : words.takenAway;
  }
}

/** `a, b`: the names of the sets in a mask. */
export function namesIn(sets: readonly OperandView[], mask: number, and: string): string {
  return sets
    .filter((_, at) => (mask & (1 << at)) !== 0)
    .map(({ key }) => key)
    .join(and);
}
