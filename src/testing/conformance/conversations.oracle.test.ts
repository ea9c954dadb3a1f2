/**
 * Several clients send random commands to a live redis-server and to the engine: each of them receives the same.
 * FUZZ_SEED repeats a run, FUZZ_COMMANDS makes it longer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadScripting } from '../../engine/scripting/loader.ts';
import {
  conversationOptions,
  EngineConversation,
  parseConversation,
  playConversation,
  RedisConversation,
  speakers,
} from '../conversation.ts';
import { ConversationFuzz, fuzzClients } from '../conversation-fuzz.ts';
import { eventCases } from '../event-cases.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { type RunningRedis, startRedis } from '../oracle.ts';
import { TRANSCRIPT_START_MS } from '../transcript-players.ts';

const LINES = Number(process.env.FUZZ_COMMANDS ?? 4000);

let redis: RunningRedis;
let real: RedisConversation;

beforeEach(async () => {
  await loadScripting();
  redis = await startRedis(['--enable-debug-command', 'yes']);
});
afterEach(async () => {
  real?.close();
  await redis?.stop();
});

test.each([
  ['that never wait', false],
  ['that wait for each other', true],
])(
  `${LINES} lines of five clients %s receive the same`,
  async (_name, waits) => {
    console.log(`FUZZ_SEED=${fuzzSeed}`);
    const fuzz = new ConversationFuzz(fuzzSeed, waits);
    real = await RedisConversation.connect(redis.port, fuzzClients);
    const engine = new EngineConversation({}, real.ids, Date.now());
    const said: string[] = [];
    let answered = 0;
    for (let number = 0; number < LINES; number++) {
      const { by, said: line, unordered } = fuzz.next();
      said.push(`${by}> ${line}`);
      const expected = await real.say(by, line, unordered);
      if (by in expected) answered++;
      engine.nowMs = Math.max(engine.nowMs, Date.now());
      const found = await engine.say(by, line, unordered);
      if (JSON.stringify(sorted(expected)) === JSON.stringify(sorted(found))) continue;
      expect(found, `FUZZ_SEED=${fuzzSeed}, line ${number}, after\n${said.slice(-40).join('\n')}`).toEqual(
        expected,
      );
    }
    // Not all of them were waiting all the time.
    console.log(`${answered} of ${LINES} lines were answered at once`);
    expect(answered).toBeGreaterThan(LINES / 4);
  },
  240_000,
);

const folder = join(import.meta.dirname, 'conversations');

test.each(readdirSync(folder))('%s is received from a live server as from the engine', async (name) => {
  const lines = parseConversation(readFileSync(join(folder, name), 'utf8'));
  const options = conversationOptions(lines);
  await redis.stop();
  redis = await startRedis(Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]));
  real = await RedisConversation.connect(redis.port, speakers(lines));
  const engine = new EngineConversation(options, real.ids, TRANSCRIPT_START_MS);
  const expected = await playConversation(lines, real);
  const found = await playConversation(lines, engine);
  expect(found.map(sorted)).toEqual(expected.map(sorted));
});

test('events stand where the server puts them beside the reply of a client that receives its own', async () => {
  real = await RedisConversation.connect(redis.port, ['a']);
  const engine = new EngineConversation({ 'enable-debug-command': 'yes' }, real.ids, Date.now());
  const differences: unknown[] = [];
  const first = [
    'DEBUG SET-ACTIVE-EXPIRE 0',
    'CONFIG SET notify-keyspace-events KEAmn',
    'HELLO 3',
    'PSUBSCRIBE *',
  ];
  for (const command of [...first, ...eventCases.map(([each]) => each), ...FURTHER]) {
    const expected = await real.say('a', command);
    engine.nowMs = Math.max(engine.nowMs, Date.now());
    const found = await engine.say('a', command);
    if (!(command.split(' ')[0] in ANYHOW) && expected.a !== found.a) {
      differences.push({ command, expected: shape(expected.a), found: shape(found.a) });
    }
  }
  expect(differences).toEqual([]);
}, 120_000);

/** Families that those do not have. */
const FURTHER = `
  DEL l l2 z z2 x g b p
  LPUSH l a b c
  RPUSH l d e
  LPUSHX l z
  RPUSHX no z
  LINSERT l BEFORE a x
  LSET l 0 y
  LREM l 1 y
  LTRIM l 0 3
  LPOP l
  RPOP l 1
  RPOPLPUSH l l2
  LMOVE l l2 LEFT RIGHT
  LMPOP 2 no l LEFT COUNT 9
  LMPOP 1 no LEFT
  RPOPLPUSH l2 l2
  LTRIM l2 5 6
  ZADD z 1 a 2 b 3 c
  ZADD z XX CH 5 a
  ZADD z INCR 5 a
  ZINCRBY z 1 b
  ZREM z c no
  ZPOPMIN z
  ZADD z 1 a 2 b 3 c 4 d 5 e 6 f
  ZPOPMAX z 2
  ZMPOP 1 z MIN COUNT 1
  ZREMRANGEBYRANK z 0 0
  ZREMRANGEBYSCORE z 100 200
  ZUNIONSTORE z2 1 z
  ZINTERSTORE z2 2 z no
  ZDIFFSTORE z2 1 z
  ZRANGESTORE z2 z 0 -1
  ZRANGESTORE z2 no 0 -1
  ZREMRANGEBYSCORE z -inf +inf
  XADD x 1-1 f v
  XADD x MAXLEN 1 2-1 f v
  XGROUP CREATE x grp $
  XGROUP CREATECONSUMER x grp bob
  XREADGROUP GROUP grp al STREAMS x >
  XADD x 3-1 f v
  XREADGROUP GROUP grp al STREAMS x >
  XCLAIM x grp bob 0 3-1
  XAUTOCLAIM x grp al 0 0
  XACK x grp 3-1
  XSETID x 9-9
  XTRIM x MAXLEN 0
  XDEL x 3-1
  XGROUP DELCONSUMER x grp bob
  XGROUP SETID x grp 0
  XGROUP DESTROY x grp
  GEOADD g 13.361389 38.115556 Palermo 15.087269 37.502669 Catania
  GEOSEARCHSTORE g2 g FROMLONLAT 15 37 BYRADIUS 200 km
  GEORADIUS g 15 37 200 km STORE g2
  GEORADIUS g 0 0 1 km STORE g2
  SETBIT b 7 1
  BITFIELD b SET u8 0 5 INCRBY u8 0 1
  BITOP NOT b2 b
  BITOP AND b2 no
  PFADD p a b
  PFADD p a
  PFMERGE p2 p
  SORT l STORE sorted
  RPUSH l 3 1 2
  SORT l STORE sorted
  SORT no STORE sorted
  SPOP s1
  HSETNX hh f v
  HDEL hh f
  LPUSH blk a
  MULTI
  LPUSH blk b
  RPOP blk
  INCR blk
  DEL blk
  EXEC
  RPUSH blk3 x y
  BLPOP blk3 1
  BRPOPLPUSH blk3 blk4 1
  BLMPOP 1 1 blk4 LEFT
  ZADD bz 1 a 2 b
  BZPOPMIN bz 1
  BZMPOP 1 1 bz MAX
  UNLINK p p2
  SWAPDB 0 1
  SWAPDB 0 1
  COPY g g3
  RESTORE r 0 "\\x00\\x01v\\x0a\\x00" REPLACE
  PERSIST g
`
  .trim()
  .split('\n')
  .map((line) => line.trim());

/** Their replies depend on a seed or on time. */
const ANYHOW: Readonly<Record<string, true>> = {
  RANDOMKEY: true,
  SCAN: true,
  KEYS: true,
  SPOP: true,
  MEMORY: true,
  OBJECT: true,
  SMEMBERS: true,
  SSCAN: true,
  HSCAN: true,
  ZSCAN: true,
  SINTER: true,
  SUNION: true,
  SDIFF: true,
  DEBUG: true,
  HRANDFIELD: true,
  SRANDMEMBER: true,
  ZRANDMEMBER: true,
};

function sorted(received: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(received).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The readable part: events by their names and the rest as it is. */
function shape(received = ''): string {
  return received
    .replace(
      />4\\r\\n\$8\\r\\npmessage\\r\\n\$1\\r\\n\*\\r\\n\$\d+\\r\\n__keyspace@\d+__:.*?\\r\\n\$\d+\\r\\n(\w+)/g,
      '($1)',
    )
    .replace(
      />4\\r\\n\$8\\r\\npmessage\\r\\n\$1\\r\\n\*\\r\\n\$\d+\\r\\n__keyevent@\d+__:\w+\\r\\n\$\d+\\r\\n/g,
      '',
    );
}
