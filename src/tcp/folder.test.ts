/** The server's files in a real folder: they outlive it, and nothing that was there is lost. */
import * as nodeFiles from 'node:fs';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem } from './folder.ts';
import { listen, StartRefused, type TcpServer, wallClockMs } from './server.ts';

let folder: string;
const open: { server: TcpServer; redis: Redis }[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rediscope-folder-'));
});
afterEach(async () => {
  for (const { server, redis } of open.splice(0)) {
    redis.disconnect();
    await server.stop();
  }
  await rm(folder, { recursive: true, force: true });
});

interface Extra {
  readonly files?: FileSystem;
  onEnd?(because: string, reason: string | null): void;
}

async function serve(config: Record<string, string>, extra: Extra = {}) {
  const start = { generation: '7.0', seed: 1, startMs: wallClockMs(), config } as const;
  const server = await listen({ port: 0, host: '127.0.0.1', start, folder, ...extra });
  const running = { server, redis: new Redis(server.port, '127.0.0.1', { retryStrategy: () => null }) };
  running.redis.on('error', () => {});
  open.push(running);
  return running;
}

async function end({ server, redis }: { server: TcpServer; redis: Redis }): Promise<void> {
  redis.disconnect();
  await server.stop();
  open.splice(
    open.findIndex((each) => each.server === server),
    1,
  );
}

/** Every file with its bytes and the time of its last change. */
function photograph(): unknown[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths.map((path) => {
    const { mtimeMs, ino, size } = statSync(join(folder, path));
    return { path, mtimeMs, ino, size };
  });
}

/** The real file system, but for what is given. */
function filesWith(changes: Partial<FileSystem>): FileSystem {
  return { ...nodeFiles, ...changes };
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(code), { code, syscall });
}

const aof = { appendonly: 'yes', save: '' };

test('an append only file is in the folder when the client gets its reply', async () => {
  const first = await serve(aof);
  await first.redis.set('k', 'v');
  const text = await readFile(join(folder, 'appendonlydir', 'appendonly.aof.1.incr.aof'), 'latin1');
  expect(text).toContain('$1\r\nk\r\n$1\r\nv\r\n');
  await end(first);
  const second = await serve(aof);
  expect(await second.redis.get('k')).toBe('v');
});

test('SHUTDOWN saves and ends the server', async () => {
  const ends: unknown[] = [];
  const { redis } = await serve({ save: '3600 1' }, { onEnd: (...why) => ends.push(why) });
  await redis.set('k', 'v');
  await redis.call('SHUTDOWN').catch(() => undefined);
  expect(ends).toEqual([[expect.stringMatching(/bye bye/), 'shutdown']]);
  expect(existsSync(join(folder, 'dump.rdb'))).toBe(true);
  const again = await serve({ save: '3600 1' });
  expect(await again.redis.get('k')).toBe('v');
});

describe('what the configuration names is what is read', () => {
  test('a dump by any name is loaded, and not replaced by an empty one', async () => {
    const first = await serve({ save: '3600 1', dbfilename: 'data.bin' });
    await first.redis.set('k', 'v');
    await end(first);
    expect(readdirSync(folder)).toEqual(['data.bin']);
    const second = await serve({ save: '3600 1', dbfilename: 'data.bin' });
    expect(await second.redis.get('k')).toBe('v');
  });

  test('append only files by any name, in a folder of any name', async () => {
    const config = { ...aof, appenddirname: 'log', appendfilename: 'changes' };
    const first = await serve(config);
    await first.redis.set('k', 'v');
    await end(first);
    expect(readdirSync(folder)).toEqual(['log']);
    const second = await serve(config);
    expect(await second.redis.get('k')).toBe('v');
  });

  test('users in a file of their own', async () => {
    writeFileSync(join(folder, 'people'), 'user default on nopass ~* &* +@all\nuser ann on nopass ~* +get\n');
    const { redis } = await serve({ aclfile: 'people', save: '' });
    expect(await redis.call('ACL', 'USERS')).toEqual(['ann', 'default']);
    await redis.call('ACL', 'SETUSER', 'bob');
    await redis.call('ACL', 'SAVE');
    expect(readFileSync(join(folder, 'people'), 'latin1')).toMatch(/^user bob /m);
    expect(readdirSync(folder)).toEqual(['people']);
  });

  test('names are no paths, at the start and later', async () => {
    for (const [name, problem] of [
      ['dbfilename', "dbfilename can't be a path, just a filename"],
      ['appendfilename', "appendfilename can't be a path, just a filename"],
      ['appenddirname', "appenddirname can't be a path, just a dirname"],
    ]) {
      await expect(serve({ [name]: '../x' }), name).rejects.toMatchObject({ text: problem });
    }
    const { redis } = await serve({ save: '', 'enable-protected-configs': 'yes' });
    const set = (name: string, value: string) => redis.call('CONFIG', 'SET', name, value);
    const failed = (name: string, why: string) =>
      `ERR CONFIG SET failed (possibly related to argument '${name}') - ${why}`;
    await expect(set('dbfilename', 'a/b')).rejects.toThrow(
      failed('dbfilename', "dbfilename can't be a path, just a filename"),
    );
    await expect(set('dir', join(folder, 'none'))).rejects.toThrow(
      failed('dir', 'No such file or directory'),
    );
    writeFileSync(join(folder, 'file'), '');
    await expect(set('dir', 'file')).rejects.toThrow(failed('dir', 'Not a directory'));
    mkdirSync(join(folder, 'below'));
    await set('dir', 'below');
    expect(await redis.call('CONFIG', 'GET', 'dir')).toEqual([
      'dir',
      join(nodeFiles.realpathSync(folder), 'below'),
    ]);
    await redis.set('k', 'v');
    await redis.call('SAVE');
    expect(readdirSync(join(folder, 'below'))).toEqual(['dump.rdb']);
  });
});

describe('a file that is there and cannot be read', () => {
  async function refused(config: Record<string, string>, files?: FileSystem): Promise<string> {
    const before = photograph();
    const problem = await serve(config, { files }).then(
      () => null,
      (error) => error,
    );
    expect(problem).toBeInstanceOf(StartRefused);
    expect(photograph()).toEqual(before);
    return problem.message;
  }

  test('is a reason not to start, and stays as it is', async () => {
    const first = await serve({ save: '3600 1', appendonly: 'yes' });
    await first.redis.set('k', 'v');
    await end(first);

    const failing = filesWith({
      readSync() {
        throw systemError('EIO', 'read');
      },
    });
    const forbidding = filesWith({
      openSync() {
        throw systemError('EACCES', 'open');
      },
    });
    // As long as no array can be.
    const endless = filesWith({
      statSync: ((...args: Parameters<typeof statSync>) =>
        Object.assign(statSync(...args) as object, { size: 2 ** 53 })) as typeof statSync,
    });
    for (const config of [{ save: '3600 1' }, { appendonly: 'yes' }] as Record<string, string>[]) {
      expect(await refused(config, failing)).toMatch(/Input\/output error/);
      expect(await refused(config, forbidding)).toMatch(/Permission denied/);
      expect(await refused(config, endless)).toMatch(/Cannot allocate memory/);
    }
  });

  test('damage too', async () => {
    writeFileSync(join(folder, 'dump.rdb'), 'REDIS0010 and nothing of the kind');
    await refused({ save: '3600 1' });
    mkdirSync(join(folder, 'appendonlydir'));
    writeFileSync(join(folder, 'appendonlydir', 'appendonly.aof.manifest'), 'file a.aof seq 1 type i\n');
    expect(await refused({ appendonly: 'yes' })).toMatch(/can't open the append log file a.aof/);
    writeFileSync(join(folder, 'appendonlydir', 'appendonly.aof.manifest'), 'nonsense\n');
    expect(await refused({ appendonly: 'yes' })).toMatch(/manifest/);
    await rm(join(folder, 'appendonlydir'), { recursive: true });
    mkdirSync(join(folder, 'a-folder'));
    expect(await refused({ save: '', dbfilename: 'a-folder' })).toMatch(/a-folder.*Is a directory/);
  });

  test('no folder, or one that another server has', async () => {
    await serve({ save: '' });
    expect(await refused({ save: '' })).toMatch(/Another server has the folder/);
    folder = join(folder, 'none');
    const problem = await serve({ save: '' }).catch((error) => error);
    expect(problem).toBeInstanceOf(StartRefused);
    expect(problem.message).toMatch(/No such file or directory/);
  });
});

describe('only what changed is written', () => {
  test('a server that only read leaves every file alone', async () => {
    const first = await serve({ save: '3600 1', appendonly: 'yes' });
    await first.redis.set('k', 'v');
    await end(first);
    for (const config of [aof, { save: '' }] as Record<string, string>[]) {
      const before = photograph();
      const second = await serve(config);
      expect(await second.redis.get('k')).toBe('v');
      await second.redis.call('SHUTDOWN').catch(() => undefined);
      expect(photograph()).toEqual(before);
    }
  });
});

describe('what is promised is kept in this order', () => {
  /** Notes what is done to the folder: temp, sync, rename. */
  function noting() {
    const notes: string[] = [];
    const names = new Map<number, string>();
    const nameOf = (path: unknown) => String(path).slice(folder.length + 1) || 'the folder';
    const files = filesWith({
      openSync: (path, flags, mode) => {
        const handle = nodeFiles.openSync(path, flags, mode);
        names.set(handle, nameOf(path));
        return handle;
      },
      writeSync: ((handle: number, ...rest: [Uint8Array, number, number, number]) => {
        notes.push(`write ${names.get(handle)}`);
        return nodeFiles.writeSync(handle, ...rest);
      }) as typeof nodeFiles.writeSync,
      fdatasyncSync(handle) {
        notes.push(`sync ${names.get(handle)}`);
        nodeFiles.fdatasyncSync(handle);
      },
      fsyncSync(handle) {
        notes.push(`sync ${names.get(handle)}`);
        nodeFiles.fsyncSync(handle);
      },
      renameSync(from, to) {
        notes.push(`rename ${nameOf(from)} ${nameOf(to)}`);
        nodeFiles.renameSync(from, to);
      },
    });
    return { files, notes };
  }

  test('a whole file is written beside the old one, synced, and takes its name', async () => {
    folder = nodeFiles.realpathSync(folder);
    const { files, notes } = noting();
    const { redis } = await serve({ save: '' }, { files });
    await redis.set('k', 'v');
    notes.length = 0;
    await redis.call('SAVE');
    expect(notes.map((note) => note.replace(/temp-\d+/, 'temp'))).toEqual([
      'write temp.rdb',
      'sync temp.rdb',
      'rename temp.rdb dump.rdb',
      'sync the folder',
    ]);
  });

  test('with appendfsync always a write is synced before its reply', async () => {
    folder = nodeFiles.realpathSync(folder);
    const { files, notes } = noting();
    const { redis } = await serve({ ...aof, appendfsync: 'always' }, { files });
    notes.length = 0;
    await redis.set('k', 'v');
    const path = 'appendonlydir/appendonly.aof.1.incr.aof';
    expect(notes).toEqual([`write ${path}`, `sync ${path}`]);
    await redis.get('k');
    expect(notes).toHaveLength(2);
  });
});

describe('a disk that fails', () => {
  /** A file system that refuses writes on demand; half of the bytes get through first. */
  function failing(code: string) {
    const state = { fails: false };
    const files = filesWith({
      writeSync: ((handle: number, bytes: Uint8Array, from: number, length: number, at: number) => {
        if (!state.fails) return nodeFiles.writeSync(handle, bytes, from, length, at);
        if (from === 0 && length > 1) return nodeFiles.writeSync(handle, bytes, 0, length >> 1, at);
        throw systemError(code, 'write');
      }) as typeof nodeFiles.writeSync,
    });
    return { state, files };
  }

  const TEXTS: [string, string][] = [
    ['ENOSPC', 'No space left on device'],
    ['EIO', 'Input/output error'],
    ['EROFS', 'Read-only file system'],
  ];

  test.each(TEXTS)('%s: MISCONF of the append only file, and nothing is lost', async (code, text) => {
    const { state, files } = failing(code);
    const first = await serve(aof, { files });
    const { redis } = first;
    await redis.incr('n');
    state.fails = true;
    // This one is acknowledged before the disk has been tried, as by redis-server with everysec.
    await redis.incr('n');
    await expect(redis.incr('n')).rejects.toThrow(`MISCONF Errors writing to the AOF file: ${text}`);
    expect(await redis.get('n')).toBe('2');
    state.fails = false;
    await expect.poll(() => redis.incr('n').catch(() => 0), { timeout: 20_000 }).toBe(3);
    await end(first);
    expect(await (await serve(aof)).redis.get('n')).toBe('3');
  });

  test('MISCONF of a snapshot, until one succeeds', async () => {
    const { state, files } = failing('ENOSPC');
    const { server, redis } = await serve({ save: '3600 1' }, { files });
    await redis.set('k', '1');
    await redis.call('SAVE');
    const before = readFileSync(join(folder, 'dump.rdb'));
    await redis.set('k', '2');
    state.fails = true;
    await expect(redis.call('SAVE')).rejects.toThrow(/^ERR$/);
    expect(await redis.call('BGSAVE')).toBe('Background saving started');
    const status = async () => /rdb_last_bgsave_status:(\w+)/.exec(await redis.info('persistence'))?.[1];
    await expect.poll(status, { timeout: 20_000 }).toBe('err');
    await expect(redis.set('k', '3')).rejects.toThrow(/^MISCONF Redis is configured to save RDB snapshots/);
    await expect(redis.call('SHUTDOWN')).rejects.toThrow('ERR Errors trying to SHUTDOWN. Check logs.');
    expect(await server.end()).toBe(false);
    expect(readdirSync(folder)).toEqual(['dump.rdb']);
    expect(readFileSync(join(folder, 'dump.rdb')).equals(before)).toBe(true);
    state.fails = false;
    expect(await redis.call('SAVE')).toBe('OK');
    expect(await redis.set('k', '3')).toBe('OK');
  });

  test('with appendfsync always the server ends: no client gets a reply to a write that is not safe', async () => {
    const { state, files } = failing('ENOSPC');
    const ends: unknown[] = [];
    const config = { ...aof, appendfsync: 'always' };
    const { redis } = await serve(config, { files, onEnd: (...why) => ends.push(why) });
    await redis.incr('n');
    state.fails = true;
    await expect(redis.incr('n')).rejects.toThrow();
    expect(ends).toEqual([[expect.stringMatching(/^Can't recover from AOF write error/), 'disk']]);
    expect(await (await serve(config)).redis.get('n')).toBe('1');
  });

  test('a fsync that fails ends it too', async () => {
    const ends: unknown[] = [];
    const files = filesWith({
      fdatasyncSync(handle) {
        const path = join(folder, 'appendonlydir/appendonly.aof.1.incr.aof');
        if (existsSync(path) && statSync(path).size > 0) throw systemError('EIO', 'fdatasync');
        nodeFiles.fdatasyncSync(handle);
      },
    });
    const config = { ...aof, appendfsync: 'always' };
    const { redis } = await serve(config, { files, onEnd: (...why) => ends.push(why) });
    await expect(redis.incr('n')).rejects.toThrow();
    expect(ends).toEqual([
      [
        "Can't persist AOF for fsync error when the AOF fsync policy is 'always': Input/output error. Exiting...",
        'disk',
      ],
    ]);
  });
});
