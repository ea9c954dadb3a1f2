import { describe, expect, it } from 'vitest';
import { readBackup, writeBackup } from './backup.ts';

const bytes = Uint8Array.of(0, 200, 255, 10);
const session = { id: 'a', name: '分布式锁', savedAtMs: 17, sizeBytes: 4 };
const text = (value: unknown) => new Blob([typeof value === 'string' ? value : JSON.stringify(value)]);

/** The parsed backup, with the bytes as numbers. */
async function reading(file: Blob) {
  const backup = await readBackup(file);
  if (backup === null) return null;
  const sessions = await Promise.all(
    backup.sessions.map(async ({ session: kept, bytes: content }) => ({
      ...kept,
      bytes: [...new Uint8Array(await content.arrayBuffer())],
    })),
  );
  return { ...backup, sessions };
}

describe('a backup', () => {
  it('is read back as it was written', async () => {
    const progress = { lesson: { steps: {}, lastStep: null } };
    const drills = { 'a/b/c': { dueMs: 1 } };
    const scenarios = { 'stock-decrement': { own: { variant: 'get-set', sources: {}, plans: {} } } };
    const sessions = [
      { session, bytes: new Blob([bytes]) },
      {
        session: { ...session, id: 'b', name: '', origin: 'link' as const },
        bytes: new Blob([bytes, bytes]),
      },
    ];
    expect(await reading(writeBackup({ progress, drills, scenarios, sessions }))).toEqual({
      progress,
      drills,
      scenarios,
      sessions: [
        { ...session, bytes: [...bytes] },
        { ...session, id: 'b', name: '', origin: 'link', sizeBytes: 8, bytes: [...bytes, ...bytes] },
      ],
      unreadable: [],
    });
  });

  it('of any size can be read back: large parts are skipped while the rest is read', async () => {
    // As large as two gigabytes, but made of one repeated piece.
    const piece = new Blob([new Uint8Array(1 << 20)]);
    const large = new Blob(Array.from({ length: 70 }, () => piece));
    const sessions = [
      { session: { ...session, sizeBytes: large.size }, bytes: large },
      { session: { ...session, id: 'b' }, bytes: new Blob([bytes]) },
    ];
    const read = await readBackup(writeBackup({ progress: {}, drills: {}, scenarios: {}, sessions }));
    expect(read?.sessions.map(({ bytes: content }) => content.size)).toEqual([70 << 20, 4]);
    expect([...new Uint8Array((await read?.sessions[1].bytes.arrayBuffer()) ?? [])]).toEqual([...bytes]);
  });

  it('has a head of any length', async () => {
    const progress = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`lesson-${n}-课`, n]));
    const file = writeBackup({
      progress,
      drills: {},
      scenarios: {},
      sessions: [{ session, bytes: new Blob([bytes]) }],
    });
    expect(await reading(file)).toMatchObject({ progress, sessions: [{ bytes: [...bytes] }] });
  });

  it('of the first format is read, with drills or without', async () => {
    const first = { format: 'rediscope-backup-1', progress: { a: 1 }, sessions: [] };
    expect(await reading(text(first))).toEqual({
      progress: { a: 1 },
      drills: {},
      scenarios: {},
      sessions: [],
      unreadable: [],
    });
    const written = { ...first, sessions: [{ id: 'a', name: 'n', savedAtMs: 1, bytes: 'AQ==' }] };
    expect(await reading(text(`${JSON.stringify(written, null, 1)}\n`))).toMatchObject({
      sessions: [{ id: 'a', name: 'n', savedAtMs: 1, sizeBytes: 1, bytes: [1] }],
    });
  });

  it('from before there was work on scenarios is read', async () => {
    const before = { format: 'rediscope-backup-2', progress: { a: 1 }, drills: {}, sessions: [] };
    expect(await reading(text(`${JSON.stringify(before)}\n`))).toMatchObject({
      progress: { a: 1 },
      scenarios: {},
      unreadable: [],
    });
  });

  it.each([
    ['no JSON', '{'],
    ['another file', '{"name":"x"}'],
    ['a newer one', '{"format":"rediscope-backup-3","sessions":[]}'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['an empty file', ''],
  ])('refuses %s', async (_name, content) => {
    expect(await readBackup(text(content))).toBeNull();
  });

  it.each([
    ['no entry', null],
    ['a number', 7],
    ['one without a name', { id: 'x', savedAtMs: 1, bytes: 'AQ==' }],
    ['bytes that are no base64', { id: 'x', name: 'x', savedAtMs: 1, bytes: '%%%' }],
  ])('with %s in it loses only that', async (_name, bad) => {
    const good = { id: 'b', name: 'b', savedAtMs: 1, bytes: 'AQ==' };
    const read = await readBackup(
      text({ format: 'rediscope-backup-1', progress: {}, sessions: [bad, good] }),
    );
    expect(read?.sessions.map(({ session: { id } }) => id)).toEqual(['b']);
    expect(read?.unreadable).toHaveLength(1);
  });

  it('that was cut off loses only what is missing', async () => {
    const sessions = [
      { session, bytes: new Blob([bytes]) },
      { session: { ...session, id: 'b', name: 'second' }, bytes: new Blob([bytes]) },
    ];
    const file = writeBackup({ progress: {}, drills: {}, scenarios: {}, sessions });
    const read = await readBackup(file.slice(0, file.size - 2));
    expect(read?.sessions.map(({ session: { id } }) => id)).toEqual(['a']);
    expect(read?.unreadable).toEqual(['second']);
  });
});
