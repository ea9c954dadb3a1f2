/** However a frame is come upon, its turns, bytes and costs are those that a fresh replay sees. */
import { expect, test } from 'vitest';
import { bytesOf } from '../engine/base/bytes.ts';
import { Random } from '../engine/base/random.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';
import type { WorkTarget } from '../protocol/views.ts';
import { fuzzSeed } from '../testing/fuzz-seed.ts';
import { Session } from './session.ts';

const START_MS = 1_790_000_000_000;
const start: SessionStart = {
  generation: '7.0',
  seed: 11,
  startMs: START_MS,
  config: { 'enable-debug-command': 'yes', appendonly: 'yes' },
};
const TARGETS: readonly WorkTarget[] = [
  { kind: 'loop', db: 0, turns: 20 },
  { kind: 'wire', db: 0 },
  { kind: 'cost', db: 0 },
];
const LINES = [
  'SET k v',
  'SET k v PX 40',
  'GET k',
  'HSET h a 1 b 2',
  'HGETALL h',
  'ZADD z 1 a 2.5 b',
  'ZRANGE z 0 -1 WITHSCORES',
  'SADD s 1 2 3',
  'SMEMBERS s',
  'LPUSH q x',
  'BLPOP q 0.05',
  'HELLO 3',
  'HELLO 2',
  'SUBSCRIBE news',
  'UNSUBSCRIBE',
  'PUBLISH news hi',
  'CLIENT TRACKING on',
  'CLIENT TRACKING off',
  'CLIENT LIST',
  'MULTI',
  'EXEC',
  'INCR k',
  'DEBUG SLEEP 0.02',
  'CONFIG GET hz',
  'INFO clients',
  'RESET',
  'BGSAVE',
  'UNLINK s h',
  'NONSENSE',
];
const RAW = ['PING\r\n', '*2\r\n$3\r\nGET\r\n$1\r\n', 'k\r\n', '*1\r\n$4\r\nPING\r\nPING\r\n', '\r\n'];

test('views of a session that is walked about in equal those of a fresh replay', () => {
  const chance = new Random(fuzzSeed).stream('work');
  const session = new Session(start);
  let nowMs = START_MS;
  for (let count = 0; count < 3; count++) session.open(nowMs);
  for (const target of TARGETS) session.watch(target.kind, target, 0);
  for (let step = 0; step < 80; step++) {
    nowMs += chance.below(30);
    const clients = session.overview().clients;
    const client = clients.length === 0 ? 0 : clients[chance.below(clients.length)].id;
    if (client === 0 || chance.below(25) === 0) session.open(nowMs);
    else if (chance.below(8) === 0) session.tick(nowMs);
    else if (chance.below(9) === 0) session.send(client, bytesOf(RAW[chance.below(RAW.length)]), nowMs);
    else
      session.send(client, encodeCommand(LINES[chance.below(LINES.length)].split(' ').map(bytesOf)), nowMs);
    if (step === 50) session.fork(Math.floor(session.lastIndex / 2));
    nowMs = Math.max(nowMs, session.nowMs);
  }
  for (let look = 0; look < 4; look++) {
    const frame = chance.below(session.lastIndex + 1);
    const { moments } = session.detail(frame);
    const fresh = Session.replay(start, session.inputs);
    for (const target of TARGETS) {
      const seen = moments[moments.length - 1].picture[target.kind];
      expect(fresh.watch('fresh', target, frame), `seed ${fuzzSeed}, frame ${frame}, ${target.kind}`).toEqual(
        seen,
      );
    }
  }
});
