/** A message on its way: from the card of whoever published to that of a receiver. */
import type { Step } from '../../../protocol/steps.ts';
import type { ClientsView } from '../../../protocol/views.ts';
import { cutToWidth, type SheetPen, textWidth } from '../sheet-pen.ts';
import type { Box, BoxMark, Scene } from '../stage/sheet.ts';
import type { ClientsWords } from './words.ts';

interface Flight {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly says: string;
}

export function drawFlight(
  pen: SheetPen,
  scene: Scene<ClientsView>,
  cards: ReadonlyMap<number, BoxMark>,
  right: number,
  words: ClientsWords,
): Box | null {
  const flight = flightOf(scene, words);
  const to = flight === null ? undefined : cards.get(flight.to);
  if (flight === null || to === undefined) return null;
  const from = cards.get(flight.from);
  const arrives = { x: right - 2, y: to.y + 16 };
  if (from !== undefined && from !== to) {
    pen.links.push({
      id: 'flight',
      from: { x: right, y: from.y + from.height / 2 },
      to: { x: right, y: to.y + to.height / 2 },
      course: 'across',
      hot: true,
      arrow: true,
    });
  }
  const width = Math.min(to.width * 0.6, textWidth(flight.text) + 16);
  pen.boxes.push({
    id: `message:${flight.from}:${flight.to}`,
    x: arrives.x - width - 8,
    y: to.y - 8,
    width,
    height: 22,
    shape: 'pill',
    hot: true,
    texts: [{ x: width / 2, y: 11, text: cutToWidth(flight.text, width - 12), anchor: 'middle' }],
    says: { head: flight.text, detail: flight.says },
    enters: from === undefined ? undefined : { x: from.x + from.width - width - 8, y: from.y },
  });
  return to;
}

function flightOf({ step, steps }: Scene<ClientsView>, words: ClientsWords): Flight | null {
  if (step?.type === 'pubsub.delivered') {
    const published = steps.findLast((earlier) => earlier.type === 'pubsub.published');
    if (published?.type !== 'pubsub.published') return null;
    const { client, channel, message, receivers } = published;
    return { from: client, to: step.client, text: message, says: words.message(client, channel, receivers) };
  }
  if (step?.type === 'tracking.invalidated') {
    const keys = step.keys === null ? '*' : step.keys.join(' ');
    return { from: changedBy(steps), to: step.to, text: `invalidate ${keys}`, says: words.trackingMode.read };
  }
  return null;
}

/** No step tells whose change it was; nobody's card is better than a wrong one. */
function changedBy(steps: readonly Step[]): number {
  const begun = steps.findLast((step) => step.type === 'exec.begin');
  return begun?.type === 'exec.begin' ? begun.client : 0;
}
