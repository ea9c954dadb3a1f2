/** A message on its way: from the publisher's card to a receiver's. */
import type { Step } from '../../../protocol/steps.ts';
import type { ClientsView } from '../../../protocol/views.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Box, BoxMark, Scene } from '../stage/sheet.ts';
import type { ClientsWords } from './words.ts';

export interface Flight {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly says: string;
}

/** How wide a message is drawn on a card. */
export function flightWidth({ text }: Flight, cardWidth: number): number {
  return Math.min(cardWidth * 0.5, textWidth(text) + 16);
}

export function drawFlight(
  pen: SheetPen,
  flight: Flight,
  cards: ReadonlyMap<number, BoxMark>,
  right: number,
): Box | null {
  const to = cards.get(flight.to);
  if (to === undefined) return null;
  const from = cards.get(flight.from);
  if (from !== undefined && from !== to) drawWay(pen, from, to, right);
  const [name] = to.texts ?? [];
  const beside = name === undefined ? 0 : name.x + textWidth(name.text, 'title') + 8;
  const width = flightWidth(flight, to.width - 20);
  pen.boxes.push({
    id: `message:${flight.from}:${flight.to}`,
    x: to.x + beside,
    y: to.y + 5,
    width,
    height: 22,
    shape: 'pill',
    hot: true,
    texts: [{ x: width / 2, y: 11, text: cutToWidth(flight.text, width - 12), anchor: 'middle' }],
    says: { head: flight.text, detail: flight.says },
    enters: from === undefined ? undefined : { x: from.x + beside, y: from.y + 5 },
  });
  return to;
}

/** Out of one card, along the lane, into the other. */
function drawWay(pen: SheetPen, from: Box, to: Box, right: number): void {
  const lane = right + 14;
  const [start, end] = [from, to].map(({ y, height }) => y + height / 2);
  const way = [
    { x: right, y: start },
    { x: lane, y: start },
    { x: lane, y: end },
    { x: right, y: end },
  ];
  for (let nth = 1; nth < way.length; nth++) {
    pen.links.push({
      id: `flight:${nth}`,
      from: way[nth - 1],
      to: way[nth],
      hot: true,
      arrow: nth === way.length - 1,
    });
  }
}

export function flightOf({ step, steps }: Scene<ClientsView>, words: ClientsWords): Flight | null {
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

/** No step says whose change it was; no card is better than a wrong one. */
function changedBy(steps: readonly Step[]): number {
  const begun = steps.findLast((step) => step.type === 'exec.begin');
  return begun?.type === 'exec.begin' ? begun.client : 0;
}
