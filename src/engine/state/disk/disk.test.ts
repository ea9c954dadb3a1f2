/** The page cache: what a crash takes and what it leaves. */
import { describe, expect, test } from 'vitest';
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { RandomStream } from '../../base/random.ts';
import { DiskFailure, VirtualDisk, WRITE_BACK_MS } from './disk.ts';

const chance = new RandomStream(1, 2, 3);

function text(disk: VirtualDisk, path: string): string | null {
  const file = disk.find(path);
  return file === null ? null : latin1(file.view());
}

describe('a file', () => {
  test('is read as written, and survives as far as it was synced', () => {
    const disk = new VirtualDisk();
    const file = disk.open('a', 0);
    disk.append(file, bytesOf('safe'), 0);
    file.sync();
    disk.append(file, bytesOf(' and not'), 1);
    expect(text(disk, 'a')).toBe('safe and not');
    expect(file.syncedBytes).toBe(4);
    expect(disk.crash('nothing', 2, chance)).toEqual([]);
    expect(text(disk, 'a')).toBe('safe and not');
    expect(disk.crash('unsynced', 3, chance)).toEqual([{ path: 'a', lostBytes: 8 }]);
    expect(text(disk, 'a')).toBe('safe');
  });

  test('torn by a crash ends anywhere in what was not synced', () => {
    const ends = new Set<number>();
    for (let i = 0; i < 300; i++) {
      const disk = new VirtualDisk();
      const file = disk.open('a', 0);
      disk.append(file, bytesOf('0123'), 0);
      file.sync();
      disk.append(file, bytesOf('456789'), 0);
      disk.crash('torn', 0, chance);
      const left = text(disk, 'a') as string;
      expect('0123456789'.startsWith(left)).toBe(true);
      ends.add(left.length);
    }
    expect([...ends].sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10]);
  });

  test('is written back by the kernel thirty seconds after each write', () => {
    const disk = new VirtualDisk();
    const file = disk.open('a', 0);
    disk.append(file, bytesOf('first'), 1000);
    disk.append(file, bytesOf('second'), 2000);
    file.writeBack(1000 + WRITE_BACK_MS - 1);
    expect(file.syncedBytes).toBe(0);
    file.writeBack(1000 + WRITE_BACK_MS);
    expect(file.syncedBytes).toBe(5);
    disk.crash('unsynced', 1999 + WRITE_BACK_MS, chance);
    expect(text(disk, 'a')).toBe('first');
  });

  test('a cut file has no more than what is left, synced or not', () => {
    const disk = new VirtualDisk();
    const file = disk.open('a', 0);
    disk.append(file, bytesOf('abcdef'), 0);
    file.sync(4);
    file.truncate(5, 1);
    expect([file.length, file.syncedBytes]).toEqual([5, 4]);
    file.truncate(2, 1);
    expect([file.length, file.syncedBytes]).toEqual([2, 2]);
    disk.append(file, bytesOf('XY'), 2);
    expect(text(disk, 'a')).toBe('abXY');
    file.writeBack(2 + WRITE_BACK_MS);
    expect(file.syncedBytes).toBe(4);
  });
});

test('a rename takes the place of the old file at one instant', () => {
  const disk = new VirtualDisk();
  disk.write('old', bytesOf('old'), 0);
  disk.write('temp', bytesOf('new'), 0);
  disk.rename('temp', 'old');
  expect(disk.paths()).toEqual(['old']);
  expect(text(disk, 'old')).toBe('new');
  expect(() => disk.rename('none', 'x')).toThrow();
});

test('a full disk takes nothing, and nothing of what is there is lost', () => {
  const disk = new VirtualDisk();
  const file = disk.write('a', bytesOf('a'), 0);
  disk.isFull = true;
  for (const attempt of [
    () => disk.append(file, bytesOf('b'), 0),
    () => disk.create('b', 0),
    () => disk.open('b', 0),
  ]) {
    try {
      attempt();
      expect.fail('written to a full disk');
    } catch (problem) {
      expect(problem).toBeInstanceOf(DiskFailure);
    }
  }
  expect(disk.contents()).toEqual([{ path: 'a', bytes: bytesOf('a') }]);
});
