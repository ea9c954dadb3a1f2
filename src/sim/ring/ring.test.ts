import { createHash } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RING_SIZE } from '../../protocol/ring.ts';
import { averageSpread, ringView } from './figures.ts';
import { crc32, fnv1a, hashOfName, md5 } from './hash.ts';
import { HashRing, nodeByRemainder } from './ring.ts';

const settings = { hash: 'md5', points: 100, before: [0, 1, 2], after: [0, 1, 2, 3], keys: 10_000 } as const;

test('MD5 is the digest that everybody else computes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const digest = Buffer.from(md5(bytes).buffer).toString('hex');
      expect(digest).toBe(createHash('md5').update(bytes).digest('hex'));
    }),
  );
});

test('CRC32 is that of zlib where there is one, and both checksums give their published values', () => {
  const digits = new TextEncoder().encode('123456789');
  expect(crc32(digits)).toBe(0xcbf43926);
  expect(fnv1a(new TextEncoder().encode('foobar'))).toBe(0xbf9cf968);
  if (zlibCrc32 === undefined) return;
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
    }),
  );
});

test('a key belongs to the first point clockwise, as a search through all points finds it', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(7), { minLength: 1 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(RING_SIZE - 1),
      (nodes, points, position) => {
        const ring = new HashRing(nodes, points, 'crc32');
        const clockwise = ring.points.find((point) => point.position >= position) ?? ring.points[0];
        expect(ring.nodeAt(position)).toBe(clockwise.node);
        const arcs = nodes.reduce((sum, node) => sum + ring.arcOf(node), 0);
        expect(arcs).toBeCloseTo(1, 12);
      },
    ),
  );
});

test('a new node takes keys from others, and nobody else gets any', () => {
  for (const hash of ['md5', 'crc32', 'fnv1a'] as const) {
    const before = new HashRing([0, 1, 2], 50, hash);
    const after = new HashRing([0, 1, 2, 3], 50, hash);
    for (let key = 0; key < 2000; key++) {
      const position = hashOfName(hash, `user:${key}`);
      const node = after.nodeAt(position);
      if (node !== before.nodeAt(position)) expect(node).toBe(3);
    }
  }
});

test('from three nodes to four the remainder moves about 3/4 of the keys and the ring about 1/4', () => {
  const { moved, nodes } = ringView(settings);
  expect(moved.mod / settings.keys).toBeCloseTo(0.75, 1);
  expect(moved.ring / settings.keys).toBeCloseTo(0.25, 1);
  expect(moved.ring).toBe(nodes[3].keysAfter);
});

test('without the node in the middle only its keys move on the ring', () => {
  const { moved, nodes } = ringView({ ...settings, before: [0, 1, 2], after: [0, 2] });
  expect(moved.ring).toBe(nodes[1].keysBefore);
  expect(nodes[1]).toMatchObject({ keysAfter: 0, arc: 0 });
  expect(moved.mod).toBeGreaterThan(moved.ring);
});

test('more points on the ring make the loads more even', () => {
  const [one, ten, hundred] = [1, 10, 100].map((points) => averageSpread('md5', points, 30, 3000));
  expect(one.deviation).toBeGreaterThan(2 * ten.deviation);
  expect(ten.deviation).toBeGreaterThan(2 * hundred.deviation);
  expect(hundred.worst).toBeLessThan(1.5);
});

test('the remainder depends on the place in the list', () => {
  expect([0, 1, 2, 3].map((position) => nodeByRemainder([4, 7], position))).toEqual([4, 7, 4, 7]);
});
