import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Step, StepType } from '../../../protocol/steps.ts';
import type { ReplicationView } from '../../../protocol/views.ts';
import { type Recorded, recordedScene } from '../../gallery/story.ts';
import type { Sheet } from '../stage/sheet.ts';
import { accessibleReplication, summariseReplication } from './describe.ts';
import { familiesOf } from './families.ts';
import { layoutReplication } from './layout.ts';
import { narrateReplication } from './narrate.ts';
import { BEADS, beadOf, keptBeads } from './ring.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/replication.json'), 'utf8'),
);
const scene = (story: string, type?: StepType) => recordedScene<ReplicationView>(recorded[story], type);
const drawn = (story: string, type?: StepType): Sheet =>
  layoutReplication(scene(story, type), { width: 900, height: 500 }, 'en');
const box = ({ boxes }: Sheet, id: string) => boxes.find((mark) => mark.id === id);

describe('the ring of the backlog', () => {
  const backlog = (firstOffset: number, lengthBytes: number) => ({
    sizeBytes: 4800,
    firstOffset,
    lengthBytes,
  });

  test('a byte stands at its offset modulo the size', () => {
    expect(beadOf(0, 4800)).toBe(0);
    expect(beadOf(2400, 4800)).toBe(BEADS / 2);
    expect(beadOf(4800 + 100, 4800)).toBe(1);
  });

  test('the beads from the first byte to the last are kept, over the top as well', () => {
    expect([...keptBeads(backlog(1, 0))]).toEqual([]);
    expect([...keptBeads(backlog(1, 250))]).toEqual([0, 1, 2]);
    expect([...keptBeads(backlog(4700, 300))].sort((a, b) => a - b)).toEqual([0, 1, 47]);
    expect(keptBeads(backlog(1, 9000)).size).toBe(BEADS);
  });

  test('every replica stands on it where it has acknowledged', () => {
    const sheet = drawn('replication-behind');
    const { nodes } = scene('replication-behind').view;
    const lagOf = (at: number) => nodes[0].replicas.find(({ node }) => node === at)?.lagBytes ?? 0;
    expect(lagOf(2)).toBeGreaterThan(lagOf(1));
    expect(box(sheet, 'node:0:at:1')?.says?.head).toContain('bob has acknowledged');
    expect(box(sheet, 'node:0:at:2')).toBeDefined();
  });
});

describe('the drawing', () => {
  test('nothing leaves the sheet, from a phone to a wide screen, in both languages', () => {
    for (const story of Object.keys(recorded)) {
      for (const width of [300, 420, 900]) {
        for (const language of ['en', 'zh'] as const) {
          const sheet = layoutReplication(scene(story), { width, height: 500 }, language);
          const ids = sheet.boxes.map(({ id }) => id);
          expect(new Set(ids).size, story).toBe(ids.length);
          for (const mark of sheet.boxes) {
            const where = `${story} ${mark.id} at ${width}`;
            expect(mark.x, where).toBeGreaterThanOrEqual(0);
            expect(mark.x + mark.width, where).toBeLessThanOrEqual(width);
            expect(mark.y + mark.height, where).toBeLessThanOrEqual(sheet.height);
          }
        }
      }
    }
  });

  test('both sides of a handshake have their stage', () => {
    const sheet = drawn('replication-sync', 'master.file');
    expect(box(sheet, 'copy:0:1:master:wait_bgsave_end')?.texts?.[0].text).toBe('▸ file on its way');
    expect(box(sheet, 'copy:0:1:replica:handshake')?.texts?.[0].text).toBe('▸ handshake');
    expect(box(sheet, 'copy:0:1')?.hot).toBe(true);
  });

  test('a partial resync passes no file', () => {
    const sheet = drawn('replication-partial', 'master.partial');
    expect(box(sheet, 'copy:0:1:master:wait_bgsave_end')).toBeUndefined();
    expect(box(sheet, 'copy:0:1:master:online')).toBeDefined();
  });

  test('the reason for everything anew is said', () => {
    const { view } = scene('replication-too-late', 'master.full');
    const row = accessibleReplication(view, 'en').rows.find(({ id }) => id === 'copy:0:1');
    expect(row?.text).toMatch(/last resync: full.*: the backlog did not reach back to 71/);
  });

  test('too few good replicas are marked by a word', () => {
    const sheet = drawn('replication-min');
    const figure = box(sheet, 'figure:node:0:min');
    expect(figure?.tone).toBe('bad');
    expect(figure?.texts?.[0].text).toBe('✕ 1 of 2 good');
    expect(figure?.says?.head).toContain('NOREPLICAS');
  });

  test('a replica of a replica has a section of its own', () => {
    const { families } = familiesOf(scene('replication-chain').view);
    expect(families.map(({ master, copies }) => [master.name, ...copies.map(({ name }) => name)])).toEqual([
      ['ann', 'bob'],
      ['bob', 'cat'],
    ]);
  });

  test('a replica that follows nobody is not left out', () => {
    const { view } = scene('replication-chain');
    const nodes = view.nodes.map((node) => (node.node === 0 ? { ...node, state: 'removed' as const } : node));
    const lost = nodes.map((node) =>
      node.following?.node === 0 ? { ...node, following: { ...node.following, node: null } } : node,
    );
    expect(familiesOf({ ...view, nodes: lost }).orphans.map(({ name }) => name)).toEqual(['bob']);
  });
});

describe('in words', () => {
  test('the summary counts what is behind and what is down', () => {
    expect(summariseReplication(scene('replication-behind').view, 'en').join(' ')).toMatch(
      /1 master 2 replicas up to [\d,]+ B behind/,
    );
  });

  test('every step of the recordings has a sentence in both languages, with names for addresses', () => {
    const names = { who: 'ann', named: (address: string) => (address === '10.0.0.2:6379' ? 'bob' : address) };
    const seen = new Set<string>();
    for (const { moments } of Object.values(recorded)) {
      for (const { step } of moments as readonly { readonly step: Step | null }[]) {
        if (step === null || !/^(replica|master|failover)\./.test(step.type)) continue;
        seen.add(step.type);
        for (const language of ['en', 'zh'] as const) {
          const sentence = narrateReplication(step, names, language);
          expect(sentence, step.type).toMatch(/[.。]$/);
          expect(sentence).not.toMatch(/undefined|10\.0\.0\.2|NaN/);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(10);
  });
});
