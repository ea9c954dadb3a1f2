/** Lines between nodes: one for what connects them, and one in each direction where a person has changed the way. */
import type { TopologyPath, TopologyView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { textWidth } from '../stage/pen.ts';
import type { BoxMark, LinkMark, Point, Tone } from '../stage/sheet.ts';
import { describePair, describePath } from './describe.ts';
import { type NodePair, pairKey } from './pairs.ts';
import type { Place } from './ring.ts';
import { nameOf, topologyWords } from './words.ts';

/** One direction between two nodes. */
export interface Lane {
  readonly start: Point;
  readonly end: Point;
}

/** How far a lane lies beside the middle, to the right of its direction. */
const BESIDE = 7;
/** Where on the lane a cut is marked, and where the latency is written. */
const CUT_AT = 0.46;
const SLOW_AT = 0.66;
/** With more pairs the marks to point at would be noise. */
const MOST_HANDLES = 10;

/** The way from the first place to the second. */
export function laneBetween(from: Place, to: Place, areOnOneRing: boolean): Lane {
  const [start, end] = areOnOneRing ? [from.inner, to.inner] : [edgeTowards(from, to), edgeTowards(to, from)];
  const length = Math.max(1, Math.hypot(end.x - start.x, end.y - start.y));
  const aside = { x: (-(end.y - start.y) / length) * BESIDE, y: ((end.x - start.x) / length) * BESIDE };
  return {
    start: { x: start.x + aside.x, y: start.y + aside.y },
    end: { x: end.x + aside.x, y: end.y + aside.y },
  };
}

/** Where the straight line between the middles leaves the card. */
function edgeTowards(from: Place, to: Place): Point {
  const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const dx = to.x + to.width / 2 - middle.x;
  const dy = to.y + to.height / 2 - middle.y;
  const share = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : from.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : from.height / 2 / Math.abs(dy),
  );
  return { x: middle.x + dx * share, y: middle.y + dy * share };
}

interface Lines {
  readonly links: LinkMark[];
  readonly boxes: BoxMark[];
}

export function drawLines(
  view: TopologyView,
  pairs: ReadonlyMap<string, NodePair>,
  laneOf: (from: number, to: number) => Lane | null,
  chosen: string | null,
  language: Language,
): Lines {
  const lines: Lines = { links: [], boxes: [] };
  for (const pair of pairs.values()) {
    const lanes = [laneOf(pair.one, pair.other), laneOf(pair.other, pair.one)];
    const [forth, back] = lanes;
    if (forth === null || back === null) continue;
    if (pair.paths.length === 0) drawWhole(lines, pair, forth, back);
    else {
      drawDirection(lines, view, pair, pair.one, pair.other, forth, language);
      drawDirection(lines, view, pair, pair.other, pair.one, back, language);
    }
    // What is marked otherwise can be pointed at there.
    const isPointedAt = pair.paths.length === 0 && (pairs.size <= MOST_HANDLES || pair.replication !== null);
    if (isPointedAt) lines.boxes.push(handleOf(view, pair, forth, back, chosen, language));
  }
  return lines;
}

/** A line in the middle; the stream of a replication goes from the master to the replica. */
function drawWhole({ links }: Lines, pair: NodePair, forth: Lane, back: Lane): void {
  const one = between(forth.start, back.end);
  const other = between(forth.end, back.start);
  const isForth = pair.replication === null || pair.replication.master === pair.one;
  links.push({
    id: `pair:${pairKey(pair.one, pair.other)}`,
    from: isForth ? one : other,
    to: isForth ? other : one,
    tone: toneOf(pair),
    arrow: pair.replication !== null,
  });
}

function toneOf({ isStanding, replication, uses }: NodePair): Tone {
  if (!isStanding || replication?.isUp === false) return 'ghost';
  if (replication !== null) return 'old';
  return uses.includes('sentinel') ? 'meta' : 'soft';
}

function drawDirection(
  { links, boxes }: Lines,
  view: TopologyView,
  pair: NodePair,
  from: number,
  to: number,
  { start, end }: Lane,
  language: Language,
): void {
  const path = pair.paths.find((each) => each.from === from && each.to === to) ?? null;
  const id = `way:${from}:${to}`;
  if (path?.isCut) {
    const at = along(start, end, CUT_AT);
    links.push({ id, from: start, to: at, tone: 'bad' });
    links.push({ id: `${id}:beyond`, from: at, to: end, tone: 'ghost', arrow: true });
    boxes.push(markOf(view, path, at, '✕', 'bad', `cut:${from}:${to}`, language));
  } else {
    links.push({ id, from: start, to: end, tone: pair.isStanding ? 'plain' : 'ghost', arrow: true });
  }
  if (path?.isSlow) {
    const text = topologyWords[language].slowShort(path.latencyMs);
    boxes.push(
      markOf(view, path, along(start, end, SLOW_AT), `◷ ${text}`, 'meta', `slow:${from}:${to}`, language),
    );
  }
}

function markOf(
  view: TopologyView,
  path: TopologyPath,
  at: Point,
  text: string,
  tone: Tone,
  id: string,
  language: Language,
): BoxMark {
  const width = Math.max(18, textWidth(text, 'note') + 10);
  const about = path.isCut ? { detail: topologyWords[language].cutAbout } : {};
  return {
    id,
    x: at.x - width / 2,
    y: at.y - 9,
    width,
    height: 18,
    shape: 'pill',
    tone,
    texts: [{ x: width / 2, y: 9, text, look: 'note', anchor: 'middle' }],
    says: { head: describePath(view, path, language), ...about },
    part: `paths[from=${path.from}]`,
    picks: `pair:${pairKey(path.from, path.to)}`,
  };
}

/** Something to point at in the middle of a line. */
function handleOf(
  view: TopologyView,
  pair: NodePair,
  forth: Lane,
  back: Lane,
  chosen: string | null,
  language: Language,
): BoxMark {
  const key = `pair:${pairKey(pair.one, pair.other)}`;
  const at = between(along(forth.start, forth.end, 0.5), along(back.start, back.end, 0.5));
  const [one, other] = [pair.one, pair.other].map((node) => nameOf(view.nodes[node]));
  const size = key === chosen ? 14 : 10;
  return {
    id: `handle:${pairKey(pair.one, pair.other)}`,
    x: at.x - size / 2,
    y: at.y - size / 2,
    width: size,
    height: size,
    shape: 'pill',
    tone: key === chosen ? 'plain' : 'soft',
    says: { head: topologyWords[language].pair(one, other), detail: describePair(pair, language) },
    ...(pair.connection === null ? {} : { part: `connections[connection=${pair.connection}]` }),
    picks: key,
  };
}

function along(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function between(a: Point, b: Point): Point {
  return along(a, b, 0.5);
}
