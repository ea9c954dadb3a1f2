/**
 * Lua on a live redis-server and on the engine: everything that is recorded, and random programs. The seed is
 * printed; FUZZ_SEED repeats a run, FUZZ_COMMANDS makes it longer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { LUA_EXPRESSIONS, LUA_SCRIPTS, scriptOfExpression } from '../../testing/lua-cases.ts';
import { LuaFuzz } from '../../testing/lua-fuzz.ts';
import { onEngine, onServer, type Play, playScript } from '../../testing/lua-players.ts';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { notationOf } from './recorded-notation.ts';

const PROGRAMS = Number(process.env.FUZZ_COMMANDS ?? 3000);

let redis: RunningRedis;
let client: WireClient;
let server: Play;
let engine: Play;
beforeAll(async () => {
  redis = await startRedis(['--enable-debug-command', 'yes']);
  client = await WireClient.connect(redis.port);
  server = onServer(client);
  engine = await onEngine();
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

test('recorded expressions and scripts are answered alike now', async () => {
  const scripts = [...LUA_EXPRESSIONS.map((each) => ({ script: scriptOfExpression(each) })), ...LUA_SCRIPTS];
  const different: unknown[] = [];
  for (const each of scripts) {
    const theirs = await playScript(server, each);
    const mine = await playScript(engine, each);
    if (mine !== theirs) different.push({ ...each, mine, theirs });
  }
  expect(different).toEqual([]);
});

test('random programs give the same', async () => {
  console.log(`FUZZ_SEED=${fuzzSeed}`);
  const fuzz = new LuaFuzz(fuzzSeed);
  const different: unknown[] = [];
  for (let i = 0; i < PROGRAMS && different.length < 10; i++) {
    const script = fuzz.next();
    const theirs = await server(['EVAL', script, '0']);
    const mine = await engine(['EVAL', script, '0']);
    // The sign of what is not a number is the processor's affair.
    if (unsigned(mine) !== unsigned(theirs)) {
      different.push({ script, mine: notationOf(mine), theirs: notationOf(theirs) });
    }
  }
  expect(different).toEqual([]);
});

test('damaged programs are refused in the same words', async () => {
  const fuzz = new LuaFuzz(fuzzSeed);
  const different: unknown[] = [];
  for (let i = 0; i < PROGRAMS && different.length < 10; i++) {
    const script = fuzz.damaged(LUA_SCRIPTS[i % LUA_SCRIPTS.length].script);
    const theirs = await server(['SCRIPT', 'LOAD', script]);
    const mine = await engine(['SCRIPT', 'LOAD', script]);
    if (mine !== theirs) different.push({ script, mine, theirs });
  }
  expect(different).toEqual([]);
});

function unsigned(reply: string): string {
  return reply
    .replace(/\$\d+\r\n/g, '')
    .replace(/-nan/g, 'nan')
    .replace(/ ?[+ ]nan/g, 'nan')
    .replace(/(table|function): 0x[0-9a-f]+/g, '$1')
    .replace(/function: builtin/g, 'function');
}
