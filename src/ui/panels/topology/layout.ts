/** Nodes on a ring with sentinels above, lines between them, and the messages under way. */
import type { TopologyNode, TopologyView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { SheetPen } from '../stage/pen.ts';
import type { Layout, Sheet, Size } from '../stage/sheet.ts';
import { cardHeight, cardLines, drawCard } from './cards.ts';
import { drawFlights } from './flights.ts';
import { drawLines, type Lane, laneBetween } from './lines.ts';
import { pairsOf } from './pairs.ts';
import { type Place, type RingSizes, ringPlaces, rowPlaces } from './ring.ts';
import { nameOf, topologyWords } from './words.ts';

const WIDE = 560;
const WIDE_CARD = 184;
const NARROW_CARD = 104;
/** The drawing of a few nodes does not spread over a very wide sheet. */
const WIDEST = 860;
const FEW_NODES = 620;
/** Between the sentinels and the others. */
const ABOVE_RING = 44;
const LEAST_ROOM = 70;
const MOST_ROOM = 150;
/** On a narrow sheet, cards of more nodes are brief. */
const MOST_IN_FULL = 6;
/** What stands below the nodes. */
const LEGEND = 64;

/** A layout that marks what the reader has chosen. */
export function topologyLayout(chosen: string | null): Layout<TopologyView> {
  return ({ view, before, step }, size, language): Sheet => {
    const pen = new SheetPen(size.width);
    const here = view.nodes.filter(({ state }) => state !== 'removed');
    const { places, bottom, isBrief } = placesOf(here, size, pen.y, language);
    const isRing = (node: number) => !view.nodes[node].isSentinel;
    const laneOf = (from: number, to: number): Lane | null => {
      const [one, other] = [places.get(from), places.get(to)];
      if (one === undefined || other === undefined || from === to) return null;
      return laneBetween(one, other, isRing(from) === isRing(to));
    };
    const { links, boxes } = drawLines(view, pairsOf(view), laneOf, chosen, language);
    pen.links.push(...links);
    const touched = step !== null && /^(replica|master|failover|cluster|sentinel)\./.test(step.type);
    for (const node of here) {
      const isHot = touched && view.acting === node.node;
      const isChosen = chosen === `node:${node.node}`;
      pen.boxes.push(drawCard(node, places.get(node.node) as Place, isHot, isChosen, isBrief, language));
    }
    for (const mark of [...boxes, ...drawFlights(view, before, laneOf, language)]) {
      pen.boxes.push({ ...mark, x: Math.max(0, Math.min(size.width - mark.width, mark.x)) });
    }
    pen.y = bottom + 14;
    drawNotes(pen, view, language);
    const acting = touched ? (places.get(view.acting) ?? null) : null;
    return pen.sheet(size.width, acting);
  };
}

/** Every master is followed by its replicas, and those by theirs. */
export function orderNodes(nodes: readonly TopologyNode[]): TopologyNode[] {
  const ordered: TopologyNode[] = [];
  const add = (node: TopologyNode): void => {
    if (ordered.includes(node)) return;
    ordered.push(node);
    for (const each of nodes) if (each.masterNode === node.node) add(each);
  };
  const isBelow = ({ masterNode }: TopologyNode) => nodes.some(({ node }) => node === masterNode);
  for (const node of nodes) if (!isBelow(node)) add(node);
  // Those that follow each other in a circle have no first one.
  for (const node of nodes) add(node);
  return ordered;
}

function placesOf(
  nodes: readonly TopologyNode[],
  { width, height }: Size,
  y: number,
  language: Language,
): { readonly places: ReadonlyMap<number, Place>; readonly bottom: number; readonly isBrief: boolean } {
  const isWide = width >= WIDE;
  const used = Math.min(width - 8, nodes.length <= 3 ? FEW_NODES : WIDEST);
  const gap = isWide ? 26 : 12;
  const cardWidth = isWide ? WIDE_CARD : Math.min(NARROW_CARD, Math.floor((used - 2 * gap) / 3));
  const isBrief = !isWide && nodes.length > MOST_IN_FULL;
  const heightOf = (some: readonly TopologyNode[]) =>
    cardHeight(Math.max(0, ...some.map((node) => cardLines(node, cardWidth, isBrief, language).length)));
  const sentinels = nodes.filter(({ isSentinel }) => isSentinel);
  const others = orderNodes(nodes.filter(({ isSentinel }) => !isSentinel));
  const aboveHeight = sentinels.length === 0 ? 0 : heightOf(sentinels) + ABOVE_RING;
  // All of it is in sight if that leaves the lines long enough to see what is under way on them.
  const forLines = height - aboveHeight - 2 * heightOf(others) - LEGEND;
  const sizes: RingSizes = {
    width: used,
    cardWidth,
    cardHeight: heightOf(others),
    gap,
    room: Math.max(LEAST_ROOM, Math.min(MOST_ROOM, forLines)),
    bulge: isWide ? 26 : 8,
  };
  const above = rowPlaces(sentinels.length, y, { ...sizes, cardHeight: heightOf(sentinels) });
  const ring = ringPlaces(others.length, sentinels.length === 0 ? y : above.bottom + ABOVE_RING, sizes);
  const left = Math.max(4, (width - used) / 2);
  const places = new Map<number, Place>();
  const put = (node: TopologyNode, place: Place) =>
    places.set(node.node, {
      ...place,
      x: place.x + left,
      inner: { x: place.inner.x + left, y: place.inner.y },
    });
  for (const [at, node] of sentinels.entries()) put(node, above.places[at]);
  for (const [at, node] of others.entries()) put(node, ring.places[at]);
  return { places, bottom: Math.max(above.bottom, ring.bottom), isBrief };
}

function drawNotes(pen: SheetPen, view: TopologyView, language: Language): void {
  const words = topologyWords[language];
  if (view.isSingle) {
    pen.note('single', words.only);
    return;
  }
  const has = (role: string) => view.nodes.some((node) => node.role === role);
  pen.legend([
    { id: 'legend:master', tone: 'old', text: words.legend.master },
    ...(has('replica') ? [{ id: 'legend:replica', tone: 'new', text: words.legend.replica } as const] : []),
    ...(has('sentinel')
      ? [{ id: 'legend:sentinel', tone: 'meta', text: words.legend.sentinel } as const]
      : []),
    ...(view.messages.length > 0
      ? [{ id: 'legend:message', tone: 'plain', text: words.legend.message } as const]
      : []),
    ...(view.paths.some(({ isCut }) => isCut)
      ? [{ id: 'legend:cut', tone: 'bad', text: `✕ ${words.legend.cut}` } as const]
      : []),
  ]);
  const removed = view.nodes.filter(({ state }) => state === 'removed').map(nameOf);
  if (removed.length > 0) pen.note('removed', words.removed(removed.join(', ')));
  if (view.moreConnections > 0) pen.note('more', words.more(view.moreConnections));
}
