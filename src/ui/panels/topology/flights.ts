/** Messages under way, each on its lane between two nodes: where it is follows from when it left and when it arrives. */
import type { TopologyMessage, TopologyView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { BoxMark, Point } from '../stage/sheet.ts';
import { describeMessage, messageName, messageTitle } from './describe.ts';
import type { Lane } from './lines.ts';

interface Flight {
  readonly message: TopologyMessage;
  /** From 0 to 1. */
  readonly progress: number;
  readonly state: 'under-way' | 'held' | 'arrived';
}

/** Where a cut holds what is sent: before the mark of the cut. */
const HELD_AT = 0.3;
/** Messages nearer to each other than this are drawn as one. */
const NEAR = 0.12;
/** Between the ends of a lane, so that a message is not drawn on a card. */
const FROM = 0.1;
const TO = 0.9;
const HEIGHT = 20;
const WIDEST = 96;

export function flightsOf(view: TopologyView, before: TopologyView | null): Flight[] {
  const flights = view.messages.map((message): Flight => {
    const { leftAtMs, arrivesAtMs } = message;
    if (arrivesAtMs === null) return { message, progress: HELD_AT, state: 'held' };
    const whole = arrivesAtMs - leftAtMs;
    const progress = whole <= 0 ? 1 : Math.max(0, Math.min(1, (view.nowMs - leftAtMs) / whole));
    return { message, progress, state: 'under-way' };
  });
  const still = new Set(view.messages.map(({ id }) => id));
  for (const message of before?.messages ?? []) {
    const isDue = message.arrivesAtMs !== null && message.arrivesAtMs <= view.nowMs;
    if (isDue && !still.has(message.id)) flights.push({ message, progress: 1, state: 'arrived' });
  }
  return flights;
}

export function drawFlights(
  view: TopologyView,
  before: TopologyView | null,
  laneOf: (from: number, to: number) => Lane | null,
  language: Language,
): BoxMark[] {
  const groups: Flight[][] = [];
  for (const flight of flightsOf(view, before)) {
    const { from, to } = flight.message;
    const near = groups.find(([first]) => {
      const isSameLane = first.message.from === from && first.message.to === to;
      return isSameLane && first.state === flight.state && Math.abs(first.progress - flight.progress) < NEAR;
    });
    if (near === undefined) groups.push([flight]);
    else near.push(flight);
  }
  return groups.flatMap((group) => {
    const [{ message }] = group;
    const lane = laneOf(message.from, message.to);
    return lane === null ? [] : [drawGroup(view, group, lane, language)];
  });
}

const TONES = { 'under-way': 'plain', held: 'bad', arrived: 'good' } as const;
const MARKS = { 'under-way': '', held: '❚❚ ', arrived: '✓ ' } as const;

function drawGroup(view: TopologyView, group: readonly Flight[], lane: Lane, language: Language): BoxMark {
  const [{ message, progress, state }] = group;
  const more = group.length > 1 ? ` +${group.length - 1}` : '';
  const text = cutToWidth(
    `${MARKS[state]}${messageName(message, language)}`,
    WIDEST - textWidth(more, 'byte'),
    'byte',
  );
  const width = textWidth(text + more, 'byte') + 14;
  const centre = pointAt(lane, FROM + (TO - FROM) * progress);
  const detail = group.map((each) => describeMessage(view, each.message, language)).join('\n');
  return {
    id: `message:${message.id}`,
    x: centre.x - width / 2,
    y: centre.y - HEIGHT / 2,
    width,
    height: HEIGHT,
    shape: 'pill',
    tone: TONES[state],
    hot: state === 'arrived',
    texts: [{ x: width / 2, y: HEIGHT / 2, text: text + more, look: 'byte', anchor: 'middle' }],
    says: { head: messageTitle(view, message, language), detail },
  };
}

export function pointAt({ start, end }: Lane, share: number): Point {
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}
