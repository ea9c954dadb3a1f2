/**
 * The real server has not these modules, but it knows how the values of any module lie in RDB: it can say whose they
 * are, and step over them.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis, WireClient } from '../../testing/oracle.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { rdbFileBytes } from '../persistence/rdb-file.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rediscope-modules-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function filled(): EngineClients {
  const clients = new EngineClients({ loadmodule: 'timeseries bloom' });
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  ask('TS.CREATE raw CHUNK_SIZE 48 LABELS room study');
  ask('TS.CREATE compact ENCODING UNCOMPRESSED');
  ask('TS.CREATERULE raw compact AGGREGATION twa 25');
  for (let time = 0; time < 500; time++) ask(`TS.ADD raw ${time} ${Math.sin(time)}`);
  ask('BF.RESERVE bf 0.01 20');
  for (let at = 0; at < 200; at++) ask(`BF.ADD bf item:${at}`);
  ask('SET last string');
  return clients;
}

test('redis-check-rdb reads a file with values of modules to its end', async () => {
  const path = join(folder, 'modules.rdb');
  await writeFile(path, rdbFileBytes(filled().engine.server, false));
  const { stdout } = await run('redis-check-rdb', [path]);
  expect(stdout).toContain('RDB looks OK!');
  expect(stdout).toContain('4 keys read');
});

test('a server without the module refuses the payload as we do', async () => {
  const redis = await startRedis();
  const client = await WireClient.connect(redis.port);
  try {
    const clients = filled();
    for (const key of ['raw', 'bf']) {
      const reply = clients.send(['DUMP', key]);
      const payload = reply.slice(reply.indexOf(10) + 1, reply.length - 2);
      const ours = new EngineClients().send(['RESTORE', key, '0', payload]);
      expect(latin1(await client.send(['RESTORE', key, '0', payload]))).toBe(latin1(ours));
    }
  } finally {
    client.close();
    await redis.stop();
  }
});

test.each([
  ['compact', 'TSDB-TYPE'],
  ['bf', 'MBbloom--'],
])('a server that is given a file with %s knows whose value it cannot load', async (key, type) => {
  const clients = filled();
  for (const other of ['raw', 'compact', 'bf', 'last']) if (other !== key) clients.send(['DEL', other]);
  await writeFile(join(folder, 'dump.rdb'), rdbFileBytes(clients.engine.server, false));
  const program = process.env.REDIS_SERVER || 'redis-server';
  // It ends by itself, because of the file.
  const outcome = await run(
    program,
    ['--port', '0', '--unixsocket', join(folder, 'socket'), '--dir', folder],
    {
      timeout: 20_000,
    },
  ).catch((problem) => problem);
  expect(`${outcome.stdout}`).toContain(`no matching module type '${type}'`);
});
