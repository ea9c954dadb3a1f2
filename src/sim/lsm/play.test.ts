import { expect, test } from 'vitest';
import type { LsmAction } from '../../protocol/lsm.ts';
import { prepareLoad } from '../load/run.ts';
import { compareLsm, playLsm } from './play.ts';

const write = (count: number): LsmAction => ({ type: 'write', count });

test('writes fill the memtable, and a full one becomes a file of level 0', () => {
  expect(playLsm([]).memtable).toMatchObject({ entries: 0, bytes: 0, firstKey: null });
  const view = playLsm([write(120)]);
  expect(view.levels[0].files.length).toBe(3);
  expect(view.last).toEqual({ type: 'written', writes: 120, flushes: 3 });
  expect(playLsm([write(120)])).toEqual(view);
});

test('a compaction says what it merged, and level 1 then has files with ranges apart', () => {
  const actions: LsmAction[] = [write(150), { type: 'overwrite', count: 100 }, { type: 'delete', count: 30 }];
  const before = playLsm(actions);
  expect(before.due).toBe(0);
  const after = playLsm([...actions, { type: 'compact' }]);
  expect(after.last).toMatchObject({ type: 'compacted', fromLevel: 0 });
  expect(after.levels[0].files).toEqual([]);
  expect(after.levels[1].files.length).toBeGreaterThan(1);
  expect(after.keys).toBe(before.keys);
  expect(after.costs.spaceAmplification).toBeLessThan(before.costs.spaceAmplification);
  expect(after.costs.writeAmplification).toBeGreaterThan(before.costs.writeAmplification);
});

test('a crash loses what was not synced, and the log brings back the rest', () => {
  const view = playLsm([write(27), { type: 'crash' }]);
  expect(view.last).toMatchObject({ type: 'crashed', recovered: 20 });
  expect(view.memtable.entries).toBeLessThanOrEqual(20);
});

test('a read lists every stop', () => {
  const { last } = playLsm([write(150), { type: 'get', key: 500 }]);
  if (last?.type !== 'read') throw new Error('it was no read');
  expect(last.key).toBe('k500');
  expect(last.path[0]).toEqual({ level: -1, file: null, step: 'memtable', outcome: 'missing' });
  expect(last.path.length).toBeGreaterThan(2);
});

test('beside an engine it needs a fraction of the memory, and pays with disk and reads', async () => {
  await prepareLoad();
  const { engineMemoryBytes, costs, blocksPerHit, blocksPerMiss } = compareLsm();
  expect(costs.memoryBytes).toBeLessThan(engineMemoryBytes / 5);
  expect(costs.writeAmplification).toBeGreaterThan(2);
  expect(blocksPerHit).toBeGreaterThan(0.8);
  // The filters spare nearly all of them.
  expect(blocksPerMiss).toBeLessThan(0.1);
});
