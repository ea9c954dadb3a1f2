import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import { laneOf } from './lane.ts';
import { dictAddress as dict, sampleDict, sampleHash, users } from './test-views.ts';

const view = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 0 });
const hash = sampleHash('user:7');
const hashed: Step = { type: 'dict.hash', dict, key: 'user:7', hash };

describe('the hash written out', () => {
  it('shows a mask per allocated table', () => {
    const lane = laneOf(view, hashed, [])!;
    expect(lane).toMatchObject({ kind: 'hash', key: 'user:7', hot: true, digits: `…${hash.slice(-4)}` });
    expect(lane.masks.map(({ table, maskHex, bucket }) => ({ table, maskHex, bucket }))).toEqual([
      { table: 0, maskHex: '0x7', bucket: Number(BigInt(`0x${hash}`) & 7n) },
      { table: 1, maskHex: '0xf', bucket: Number(BigInt(`0x${hash}`) & 15n) },
    ]);
    expect(Number.parseInt(lane.bits, 2)).toBe(Number(BigInt(`0x${hash}`) & 255n));
    expect(laneOf(sampleDict({ keys: users(3), size: 4 }), hashed, [])!.masks).toHaveLength(1);
  });

  it('stays, without highlight, while the lookup goes on', () => {
    const opened: Step = { type: 'dict.bucket', dict, table: 0, bucket: 1 };
    expect(laneOf(view, opened, [hashed])).toMatchObject({ key: 'user:7', hot: false });
    expect(laneOf(view, opened, [])).toBeNull();
    expect(laneOf(view, opened, [{ ...hashed, dict: dict + 1 }])).toBeNull();
  });

  it('writes out the hash of the entry that moves', () => {
    const entry = view.tables[0].buckets.flat()[0];
    const step: Step = {
      type: 'dict.move',
      dict,
      fromBucket: 0,
      toBucket: 0,
      entry: entry.address,
      key: entry.key,
    };
    expect(laneOf(view, step, [])).toMatchObject({ key: entry.key, hot: true });
  });

  it('writes out a cursor under the mask of its table', () => {
    const lane = laneOf(view, { type: 'dict.scan', dict, table: 1, bucket: 13, cursor: 13 }, []);
    expect(lane).toMatchObject({
      kind: 'cursor',
      digits: '13',
      bits: '1101',
      masks: [{ table: 1, bucket: 13 }],
    });
  });

  it('is empty between steps and for other structures', () => {
    expect(laneOf(view, null, [hashed])).toBeNull();
    expect(laneOf(view, { type: 'dict.swap', dict, size: 16 }, [hashed])).toBeNull();
    expect(laneOf(view, { ...hashed, dict: dict + 1 }, [])).toBeNull();
    expect(laneOf(view, { type: 'key.expired', db: 0, key: 'user:7', how: 'active' }, [hashed])).toBeNull();
  });
});
