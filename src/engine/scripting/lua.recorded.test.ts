/** Lua as the real server runs it: replies recorded from redis-server 7.0.15 (`src/scripts/record-lua.ts`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LUA_EXPRESSIONS, LUA_SCRIPTS, scriptOfExpression } from '../../testing/lua-cases.ts';
import { onEngine, playScript } from '../../testing/lua-players.ts';

const recorded: { expressions: [string, string][]; scripts: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'lua.recorded.json'), 'utf8'),
);

test('everything is recorded', () => {
  expect(recorded.expressions.map(([expression]) => expression)).toEqual(LUA_EXPRESSIONS);
  expect(recorded.scripts.length).toBe(LUA_SCRIPTS.length);
});

test('expressions give what the server gives', async () => {
  const play = await onEngine();
  const different: unknown[] = [];
  for (const [expression, reply] of recorded.expressions) {
    const mine = await playScript(play, { script: scriptOfExpression(expression) });
    if (mine !== reply) different.push({ expression, mine, reply });
  }
  expect(different).toEqual([]);
});

test('scripts give what the server gives', async () => {
  const play = await onEngine();
  const different: unknown[] = [];
  for (let i = 0; i < LUA_SCRIPTS.length; i++) {
    const mine = await playScript(play, LUA_SCRIPTS[i]);
    if (mine !== recorded.scripts[i]) different.push({ ...LUA_SCRIPTS[i], mine, reply: recorded.scripts[i] });
  }
  expect(different).toEqual([]);
});

test('cases of the library and its messages give what the server gives', async () => {
  const play = await onEngine();
  const different: unknown[] = [];
  const lines = readFileSync(join(import.meta.dirname, 'cases.recorded.jsonl'), 'utf8')
    .trim()
    .split('\n');
  // The sign of NaN depends on the processor, and JavaScript hides it.
  const unsigned = (reply: string): string => reply.replaceAll('-nan', 'nan');
  for (const line of lines) {
    const { name, script, reply } = JSON.parse(line) as { name: string; script: string; reply: string };
    const mine = await playScript(play, { script });
    if (unsigned(mine) !== unsigned(reply)) different.push({ name, script, mine, reply });
  }
  expect(different).toEqual([]);
  expect(lines.length).toBe(218);
});
