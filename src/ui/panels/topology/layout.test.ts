import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TopologyView } from '../../../protocol/views.ts';
import { type Recorded, recordedScene } from '../../gallery/story.ts';
import type { Box, Sheet } from '../stage/sheet.ts';
import { accessibleTopology } from './describe.ts';
import { flightsOf } from './flights.ts';
import { orderNodes, topologyLayout } from './layout.ts';
import { narrateTopology } from './narrate.ts';
import { pairsOf } from './pairs.ts';
import { ringPlaces, sidesOf } from './ring.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/topology.json'), 'utf8'),
);
const scene = (story: string) => recordedScene<TopologyView>(recorded[story]);
const drawn = (story: string, width = 900, height = 420): Sheet =>
  topologyLayout(null)(scene(story), { width, height }, 'en');
const box = ({ boxes }: Sheet, id: string) => boxes.find((mark) => mark.id === id);
const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('the ring', () => {
  test.each(Array.from({ length: 12 }, (_, n) => n + 1))(
    '%i nodes lie apart, wide and on a phone',
    (count) => {
      for (const [width, cardWidth, gap] of [
        [860, 184, 26],
        [320, 98, 12],
      ]) {
        const sizes = { width, cardWidth, cardHeight: 80, gap, room: 120, bulge: width > 500 ? 26 : 8 };
        const { places } = ringPlaces(count, 0, sizes);
        expect(places).toHaveLength(count);
        for (const [at, place] of places.entries()) {
          expect(place.x).toBeGreaterThanOrEqual(0);
          expect(place.x + place.width).toBeLessThanOrEqual(width);
          for (const other of places.slice(at + 1)) expect(overlap(place, other)).toBe(false);
        }
      }
    },
  );

  test('no side is left out or counted twice', () => {
    for (let count = 0; count <= 64; count++) {
      const { top, right, bottom, left } = sidesOf(count, 4);
      expect(top + right + bottom + left).toBe(count);
      expect(Math.min(top, right, bottom, left)).toBeGreaterThanOrEqual(0);
    }
  });

  test('a master is followed by its replicas', () => {
    const { nodes } = scene('topology-cluster').view;
    const ordered = orderNodes(nodes);
    expect(ordered.map(({ name }) => name)).toEqual(['ann', 'dan', 'bob', 'eve', 'cat', 'fay']);
  });

  test('nodes that follow each other in a circle are placed, each once', () => {
    const [one, two] = scene('topology-write').view.nodes;
    const circle = [
      { ...one, masterNode: two.node },
      { ...two, masterNode: one.node },
    ];
    expect(orderNodes(circle)).toHaveLength(2);
  });
});

describe('the drawing', () => {
  test('nothing leaves the sheet, from a phone to a wide screen, in both languages', () => {
    for (const story of Object.keys(recorded)) {
      for (const width of [300, 420, 900]) {
        for (const language of ['en', 'zh'] as const) {
          const sheet = topologyLayout('node:0')(scene(story), { width, height: 420 }, language);
          const ids = sheet.boxes.map(({ id }) => id);
          expect(new Set(ids).size, story).toBe(ids.length);
          for (const mark of sheet.boxes) {
            expect(mark.x, `${story} ${mark.id}`).toBeGreaterThanOrEqual(0);
            expect(mark.x + mark.width, `${story} ${mark.id}`).toBeLessThanOrEqual(width);
            expect(mark.y + mark.height, `${story} ${mark.id}`).toBeLessThanOrEqual(sheet.height);
          }
        }
      }
    }
  });

  test('a message stands on its lane as far as its time has come', () => {
    const { view } = scene('topology-sentinels');
    const message = { ...view.messages[0], from: 0, to: 1, leftAtMs: 100, arrivesAtMs: 200 };
    const at = (nowMs: number) => {
      const sheet = topologyLayout(null)(
        {
          view: { ...view, nowMs, messages: [message] },
          before: null,
          step: null,
          steps: [],
          phase: 'after',
        },
        { width: 900, height: 420 },
        'en',
      );
      return middle(box(sheet, `message:${message.id}`) as Box);
    };
    const [begin, half, end] = [at(100), at(150), at(200)];
    expect(half.x).toBeCloseTo((begin.x + end.x) / 2, 5);
    expect(half.y).toBeCloseTo((begin.y + end.y) / 2, 5);
    const sheet = drawn('topology-sentinels');
    const [from, to] = ['node:0', 'node:1'].map((id) => middle(box(sheet, id) as Box));
    const away = (point: { x: number; y: number }, other: typeof point) =>
      Math.hypot(point.x - other.x, point.y - other.y);
    expect(away(begin, from)).toBeLessThan(away(end, from));
    expect(away(end, to)).toBeLessThan(away(begin, to));
  });

  test('one that was under way and is due has arrived', () => {
    const { view } = scene('topology-write');
    const [message] = view.messages;
    const later = { ...view, nowMs: message.arrivesAtMs as number, messages: [] };
    const flights = flightsOf(later, view);
    expect(flights.find((flight) => flight.message.id === message.id)).toMatchObject({
      state: 'arrived',
      progress: 1,
    });
    expect(narrateTopology(null, null, later, { ...view, messages: [message] }, 'en')).toMatch(/arrives at/);
  });

  test('a cut is drawn in its direction, and holds what was sent', () => {
    const sheet = drawn('topology-cut');
    const ways = sheet.links?.map(({ id, tone }) => `${id} ${tone}`);
    expect(ways).toContain('way:0:1 bad');
    expect(ways).toContain('way:0:1:beyond ghost');
    expect(ways).toContain('way:1:0 plain');
    const [cut, held] = [
      box(sheet, 'cut:0:1'),
      sheet.boxes.find(({ tone, id }) => tone === 'bad' && id.startsWith('message:')),
    ];
    const ann = middle(box(sheet, 'node:0') as Box);
    // What is held waits between the sender and the cut.
    expect(middle(held as Box).y).toBeGreaterThan(ann.y);
    expect(middle(held as Box).y).toBeLessThan(middle(cut as Box).y);
    expect(box(sheet, 'slow:0:2')?.texts?.[0].text).toContain('400 ms');
  });

  test('states have a word beside their colour', () => {
    const sheet = drawn('topology-faults');
    const words = (id: string) =>
      box(sheet, id)
        ?.texts?.map(({ text }) => text)
        .join(' ');
    expect(words('node:1')).toContain('✕ down');
    expect(words('node:2')).toContain('❄ frozen');
    expect(words('node:3')).toContain('clock +90 s');
    expect(box(sheet, 'node:4')).toBeUndefined();
    expect(sheet.labels?.some(({ text }) => text === 'Removed: eve')).toBe(true);
  });

  test('a pair knows who follows whom, and that its link is down', () => {
    const { view } = scene('topology-write');
    expect(pairsOf(view).get('0:1')).toMatchObject({ replication: { master: 0, replica: 1, isUp: true } });
    const nodes = view.nodes.map((node) => (node.node === 1 ? { ...node, link: 'connect' } : node));
    const broken = { ...view, nodes, connections: [], messages: [] };
    expect(pairsOf(broken).get('0:1')).toMatchObject({ isStanding: false, replication: { isUp: false } });
    const said = accessibleTopology(broken, 'en').rows.find(({ id }) => id === 'pair:0:1');
    expect(said?.text).toBe('replication: the link is down');
  });

  test('the table has a row for every node, way and message', () => {
    const { view } = scene('topology-cut');
    const { caption, rows } = accessibleTopology(view, 'en');
    expect(caption).toContain('1 path cut');
    expect(rows.filter(({ id }) => id.startsWith('node:'))).toHaveLength(view.nodes.length);
    expect(rows.filter(({ id }) => id.startsWith('message:'))).toHaveLength(view.messages.length);
    expect(rows.find(({ id }) => id === 'path:0:1')?.text).toBe('ann → bob is cut');
  });
});
