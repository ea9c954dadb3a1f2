import { describe, expect, it } from 'vitest';
import { readBackup, writeBackup } from './backup.ts';

const session = { id: 'a', name: '分布式锁', savedAtMs: 17, bytes: Uint8Array.of(0, 200, 255, 10) };

describe('a backup', () => {
  it('is read back as it was written', () => {
    const progress = { lesson: { steps: {}, lastStep: null } };
    const drills = { 'a/b/c': { dueMs: 1 } };
    expect(readBackup(writeBackup({ progress, drills, sessions: [session] }))).toEqual({
      progress,
      drills,
      sessions: [session],
    });
  });

  it('from before there were drills has none', () => {
    const text = '{"format":"rediscope-backup-1","progress":{"a":1},"sessions":[]}';
    expect(readBackup(new TextEncoder().encode(text))).toEqual({
      progress: { a: 1 },
      drills: {},
      sessions: [],
    });
  });

  it.each([
    ['no JSON', '{'],
    ['another file', '{"name":"x"}'],
    ['a newer one', '{"format":"rediscope-backup-2","sessions":[]}'],
    ['a list', '[]'],
    ['nothing', 'null'],
  ])('refuses %s', (_name, text) => {
    expect(readBackup(new TextEncoder().encode(text))).toBeNull();
  });

  it('leaves out what does not fit', () => {
    const text = JSON.stringify({
      format: 'rediscope-backup-1',
      progress: {},
      sessions: [{ id: 1 }, { id: 'b', name: 'b', savedAtMs: 1, bytes: 'AQ==' }],
    });
    expect(readBackup(new TextEncoder().encode(text))?.sessions.map(({ id }) => id)).toEqual(['b']);
  });
});
