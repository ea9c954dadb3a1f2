import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type TcpServer, wallClockMs } from './server.ts';

const DEFAULT = 'user default on nopass ~* &* +@all\n';
let folder: string;
let running: TcpServer | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rediscope-acl-'));
});
afterEach(async () => {
  await running?.stop();
  running = null;
  rmSync(folder, { recursive: true, force: true });
});

async function start(config: Readonly<Record<string, string>>): Promise<TcpServer> {
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    folder: config.dir,
    start: { generation: '7.0', seed: 1, config, startMs: wallClockMs() },
  });
  running = server;
  return server;
}

function ask({ port }: TcpServer, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
    socket.on('data', (bytes) => {
      resolve(String(bytes));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test.each([
  ['in the folder of the server', () => ({ dir: folder, aclfile: 'users.acl' })],
  ['of a server that has no folder', () => ({ aclfile: join(folder, 'users.acl') })],
])('a file of users %s is read, written, and read again after others have changed it', async (_, config) => {
  const path = join(folder, 'users.acl');
  writeFileSync(path, `user alice on nopass ~* +@all\n${DEFAULT}`);
  const server = await start(config());
  expect(await ask(server, 'ACL USERS')).toBe('*2\r\n$5\r\nalice\r\n$7\r\ndefault\r\n');
  await ask(server, 'ACL SETUSER bob on');
  expect(await ask(server, 'ACL SAVE')).toBe('+OK\r\n');
  expect(readFileSync(path, 'utf8')).toBe(
    `user alice on nopass ~* resetchannels +@all\nuser bob on resetchannels -@all\n${DEFAULT}`,
  );
  writeFileSync(path, `user carol off\n${DEFAULT}`);
  expect(await ask(server, 'ACL LOAD')).toBe('+OK\r\n');
  expect(await ask(server, 'ACL USERS')).toBe('*2\r\n$5\r\ncarol\r\n$7\r\ndefault\r\n');
  await ask(server, 'SAVE');
  expect(readdirSync(folder).filter((name) => name.includes('.acl'))).toEqual(['users.acl']);
  expect(readdirSync(folder).includes('dump.rdb')).toBe('dir' in config());
});

test('a server whose file of users is missing does not start', async () => {
  await expect(start({ aclfile: join(folder, 'none.acl') })).rejects.toThrow(
    /^Aborting Redis startup because of ACL errors: .*No such file or directory$/,
  );
});
