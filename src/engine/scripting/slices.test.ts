/** Long scripts: cut into slices, the same in every replay, and no client served before the threshold. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import type { ScriptView } from '../../protocol/views-script.ts';
import { encodeCommand } from '../../testing/oracle.ts';
import { readView } from '../inspect/index.ts';
import { Engine } from '../server/engine.ts';
import { loadScripting } from './loader.ts';
import { SLICE_MS } from './slices.ts';

beforeAll(() => loadScripting());

/** An engine with its log, and replies as text. */
class Bench {
  readonly engine: Engine;
  readonly inputs: Input[] = [];
  readonly heard: string[] = [];
  nowMs = 1000;
  wakeAtMs: number | null = null;

  constructor(config: Record<string, string> = {}, memoryBytes?: number) {
    const start = { generation: '7.0', seed: 1, startMs: 1000, config } as const;
    this.engine = new Engine(memoryBytes === undefined ? start : { ...start, memoryBytes });
    for (const client of [1, 2, 3]) this.give({ type: 'open', nowMs: this.nowMs, client });
  }

  give(input: Input): Output {
    this.inputs.push(input);
    const output = this.engine.step(input);
    this.wakeAtMs = output.wakeAtMs;
    for (const { client, bytes } of output.replies) {
      this.heard.push(`${client} ${Buffer.from(bytes).toString('latin1').trimEnd()}`);
    }
    return output;
  }

  send(client: number, ...words: string[]): string {
    const from = this.heard.length;
    this.give({ type: 'data', nowMs: this.nowMs, client, bytes: encodeCommand(words) });
    return this.heard.slice(from).join('\n');
  }

  /** Time goes on, with a tick whenever the engine has asked for one. */
  pass(ms: number): string {
    const from = this.heard.length;
    const until = this.nowMs + ms;
    while (this.wakeAtMs !== null && this.wakeAtMs <= until) {
      this.nowMs = Math.max(this.nowMs, this.wakeAtMs);
      this.give({ type: 'tick', nowMs: this.nowMs });
    }
    this.nowMs = until;
    return this.heard.slice(from).join('\n');
  }

  script(): ScriptView {
    return readView(this.engine.server, { kind: 'script', db: 0 }) as ScriptView;
  }
}

const LONG = "local n = 0 for i = 1, 300000 do n = n + i end redis.call('set', 'done', n) return n";
const BUSY = '-BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.';

describe('before the threshold', () => {
  test('others wait and are answered in their order when the script has ended', () => {
    const bench = new Bench();
    expect(bench.send(1, 'EVAL', LONG, '0')).toBe('');
    expect(bench.send(2, 'GET', 'done')).toBe('');
    expect(bench.send(3, 'PING')).toBe('');
    bench.pass(1000);
    expect(bench.heard.sort()).toEqual(['1 :45000150000', '2 $11\r\n45000150000', '3 +PONG']);
  });

  test('the slow log and the statistics count all of its slices, when it has ended', () => {
    const bench = new Bench({ 'slowlog-log-slower-than': '1000', 'latency-monitor-threshold': '1' });
    bench.send(1, 'EVAL', LONG, '0');
    let took = 0;
    for (; bench.heard.length === 0; took += SLICE_MS) bench.pass(SLICE_MS);
    expect(took).toBeGreaterThan(3 * SLICE_MS);
    const slow = [...bench.engine.server.slowLog.entries];
    expect(slow.map(({ args }) => Buffer.from(args[1]).toString())).toEqual([LONG]);
    expect(Math.floor(slow[0].microseconds / 1000)).toBe(took);
    expect(slow[0].atSeconds).toBe(1);
    expect(bench.send(2, 'INFO', 'commandstats')).toContain(
      `cmdstat_eval:calls=1,usec=${slow[0].microseconds},`,
    );
    expect(bench.send(2, 'LATENCY', 'LATEST')).toContain(`:${took}\r\n:${took}`);
  });

  test('of a transaction it has its own line in the slow log', () => {
    const bench = new Bench({ 'slowlog-log-slower-than': '1000' });
    for (const words of [['MULTI'], ['EVAL', LONG, '0'], ['EVAL', LONG, '0'], ['EXEC']])
      bench.send(1, ...words);
    bench.pass(1000);
    const slow = bench.engine.server.slowLog.entries.map(({ microseconds }) =>
      Math.floor(microseconds / 1000),
    );
    expect(slow).toHaveLength(2);
    expect(slow[0]).toBe(slow[1]);
    expect(slow[0]).toBeGreaterThan(3 * SLICE_MS);
  });

  test('what its client sent behind it runs after it', () => {
    const bench = new Bench();
    bench.send(1, 'EVAL', LONG, '0');
    bench.send(1, 'INCR', 'done');
    bench.pass(1000);
    expect(bench.heard).toEqual(['1 :45000150000\r\n:45000150001']);
  });

  test('a client may hang up meanwhile, and so may the caller', () => {
    const bench = new Bench();
    bench.send(1, 'EVAL', LONG, '0');
    bench.send(2, 'SET', 'k', 'v');
    bench.give({ type: 'close', nowMs: bench.nowMs, client: 2 });
    bench.give({ type: 'close', nowMs: bench.nowMs, client: 1 });
    bench.pass(1000);
    expect(bench.send(3, 'MGET', 'k', 'done')).toBe('3 *2\r\n$1\r\nv\r\n$11\r\n45000150000');
  });

  test('keys live as of its start', () => {
    const bench = new Bench();
    bench.send(2, 'SET', 'k', 'v', 'PX', '1');
    bench.send(1, 'EVAL', `${LONG.replace('return n', '')} return redis.call('get', 'k')`, '0');
    expect(bench.pass(1000)).toBe('1 $1\r\nv');
    expect(bench.send(2, 'GET', 'k')).toBe('2 $-1');
  });
});

describe('after the threshold', () => {
  const config = { 'busy-reply-threshold': '50' };

  test('others get BUSY, and SCRIPT KILL ends what has written nothing', () => {
    const bench = new Bench(config);
    bench.send(1, 'EVAL', 'while true do end', '0');
    bench.pass(40);
    expect(bench.send(2, 'GET', 'k')).toBe('');
    expect(bench.pass(60)).toBe(`2 ${BUSY}`);
    expect(bench.send(3, 'PING')).toBe(`3 ${BUSY}`);
    expect(bench.send(1, 'PING')).toBe('');
    expect(bench.send(2, 'SCRIPT', 'KILL')).toBe('2 +OK');
    expect(bench.pass(50)).toMatch(
      /^1 -ERR Script killed by user with SCRIPT KILL\.\.\. script: [0-9a-f]{40}, on @user_script:1\.\r\n\+PONG$/,
    );
    expect(bench.send(3, 'PING')).toBe('3 +PONG');
    expect(bench.send(3, 'SCRIPT', 'KILL')).toBe('3 -NOTBUSY No scripts in execution right now.');
  });

  test('what has written cannot be killed; SHUTDOWN NOSAVE ends the server', () => {
    const bench = new Bench(config);
    bench.send(1, 'EVAL', "redis.call('set', 'k', 'v') while true do end", '0');
    bench.pass(100);
    expect(bench.send(2, 'SCRIPT', 'KILL')).toMatch(/^2 -UNKILLABLE Sorry the script already executed write/);
    expect(bench.send(2, 'SHUTDOWN')).toBe(`2 ${BUSY}`);
    expect(bench.engine.downBecause).toBeNull();
    bench.send(2, 'SHUTDOWN', 'NOSAVE');
    expect(bench.engine.downBecause).not.toBeNull();
  });

  test('a script that ends by itself answers, and BUSY is over', () => {
    const bench = new Bench(config);
    bench.send(1, 'EVAL', LONG.replace('300000', '900000'), '0');
    bench.pass(60);
    expect(bench.send(2, 'GET', 'done')).toBe(`2 ${BUSY}`);
    expect(bench.pass(2000)).toBe('1 :405000450000');
    expect(bench.send(2, 'GET', 'done')).toBe('2 $12\r\n405000450000');
  });

  test('a transaction goes on behind the script in it', () => {
    const bench = new Bench(config);
    bench.send(1, 'MULTI');
    bench.send(1, 'SET', 'a', '1');
    bench.send(1, 'EVAL', LONG, '0');
    bench.send(1, 'INCR', 'a');
    expect(bench.send(1, 'EXEC')).toBe('');
    expect(bench.pass(1000)).toBe('1 *3\r\n+OK\r\n:45000150000\r\n:2');
    expect(bench.send(1, 'GET', 'a')).toBe('1 $1\r\n2');
  });
});

/** Work that is long inside of a callback, a metamethod, a coroutine, a protected call or a library. */
const PAUSED_ANYWHERE: readonly [script: string, reply: string][] = [
  [
    'local s = 0 local ok = pcall(function() for i = 1, 200000 do s = s + i end error("x") end) return {s, tostring(ok)}',
    '1 *2\r\n:20000100000\r\n$5\r\nfalse',
  ],
  [
    'local t = setmetatable({}, {__index = function(_, k) local s = 0 for i = 1, 100000 do s = s + 1 end return k end}) return t.a .. t.b',
    '1 $2\r\nab',
  ],
  [
    'local co = coroutine.wrap(function() for j = 1, 3 do for i = 1, 80000 do end coroutine.yield(j) end end) return {co(), co(), co()}',
    '1 *3\r\n:1\r\n:2\r\n:3',
  ],
  [
    'local n = 0 local r = ("abc"):gsub(".", function(c) for i = 1, 80000 do n = n + 1 end return c:upper() end) return {r, n}',
    '1 *2\r\n$3\r\nABC\r\n:240000',
  ],
  [
    'local t = {} for i = 1, 3000 do t[i] = (i * 7919) % 3001 end table.sort(t, function(a, b) return a > b end) return {t[1], t[2], t[3000]}',
    '1 *3\r\n:3000\r\n:2999\r\n:1',
  ],
  [
    'local t = {} for i = 1, 20000 do t[i] = (i * 7919) % 20011 end table.sort(t) local ok = true for i = 2, #t do ok = ok and t[i - 1] <= t[i] end return tostring(ok)',
    '1 $4\r\ntrue',
  ],
  ['local s = ("a"):rep(50000) return {select(2, s:gsub("a", "b")), #s}', '1 *2\r\n:50000\r\n:50000'],
  [
    'local f = load(coroutine.wrap(function() for i = 1, 150000 do end coroutine.yield("return 7") end)) return f()',
    '1 :7',
  ],
  [
    'local n = 0 table.foreach({1, 2, 3}, function(_, v) for i = 1, 60000 do end n = n + v end) return n',
    '1 :6',
  ],
];

test.each(PAUSED_ANYWHERE)('a pause changes nothing: %s', (script, expected) => {
  const bench = new Bench();
  let reply = bench.send(1, 'EVAL', script, '0');
  let slices = 1;
  while (reply === '' && slices < 1000) {
    reply = bench.pass(SLICE_MS);
    slices++;
  }
  expect(reply).toBe(expected);
  expect(slices).toBeGreaterThan(1);
});

describe('propagation', () => {
  const propagatedBy = (bench: Bench): string[] => {
    const propagated: string[] = [];
    bench.engine.server.propagation.addSink((_db, args) =>
      propagated.push(args.map((arg) => Buffer.from(arg).toString('latin1')).join(' ')),
    );
    return propagated;
  };

  test('the commands of a script, together', () => {
    const bench = new Bench();
    const propagated = propagatedBy(bench);
    bench.send(1, 'EVAL', "redis.call('get', 'a') return redis.call('set', 'a', 1)", '0');
    bench.send(1, 'EVAL', "redis.call('incr', 'a') redis.call('del', 'none') redis.call('incr', 'a')", '0');
    bench.send(1, 'EVAL', "return redis.call('get', 'a')", '0');
    expect(propagated).toEqual(['set a 1', 'MULTI', 'incr a', 'incr a', 'EXEC']);
  });

  test('also when the script took many slices', () => {
    const bench = new Bench();
    const propagated = propagatedBy(bench);
    bench.send(1, 'EVAL', `redis.call('incr', 'a') ${LONG}`, '0');
    bench.pass(20);
    expect(propagated).toEqual([]);
    bench.pass(1000);
    expect(propagated).toEqual(['MULTI', 'incr a', 'set done 45000150000', 'EXEC']);
  });

  test('not what redis.set_repl keeps out', () => {
    const bench = new Bench();
    const propagated = propagatedBy(bench);
    const script =
      "redis.set_repl(redis.REPL_NONE) redis.call('incr', 'a') redis.set_repl(redis.REPL_ALL) redis.call('incr', 'b')";
    bench.send(1, 'EVAL', script, '0');
    expect(propagated).toEqual(['incr b']);
  });

  test('libraries of functions', () => {
    const bench = new Bench();
    const propagated = propagatedBy(bench);
    const library =
      '#!lua name=l\nredis.register_function("f", function() return redis.call("incr", "n") end)';
    bench.send(1, 'FUNCTION', 'LOAD', library);
    bench.send(1, 'FCALL', 'f', '0');
    bench.send(1, 'FUNCTION', 'DELETE', 'l');
    expect(propagated).toEqual([`FUNCTION LOAD ${library}`, 'incr n', 'FUNCTION DELETE l']);
  });
});

test('functions outlive a restart from the disk', () => {
  const bench = new Bench();
  bench.send(1, 'FUNCTION', 'LOAD', '#!lua name=l\nredis.register_function("f", function() return 7 end)');
  bench.send(1, 'SAVE');
  bench.pass(1000);
  bench.give({ type: 'restart', nowMs: bench.nowMs });
  bench.give({ type: 'open', nowMs: bench.nowMs, client: 9 });
  expect(bench.send(9, 'FCALL', 'f', '0')).toBe('9 :7');
});

test('a replay cuts in the same places', () => {
  const bench = new Bench({ 'busy-reply-threshold': '20' });
  bench.send(1, 'EVAL', LONG, '0');
  bench.pass(7);
  bench.send(2, 'GET', 'done');
  bench.pass(33);
  bench.send(3, 'GET', 'done');
  bench.pass(500);
  const again = new Bench({ 'busy-reply-threshold': '20' });
  for (const input of bench.inputs.slice(3)) again.give(input);
  expect(again.heard).toEqual(bench.heard);
});

describe('what can be seen of it', () => {
  const script = ['local total = 0', 'for i = 1, 5 do', '  total = total + i', 'end', 'return total'].join(
    '\n',
  );

  test('a watched script emits a step for each line, with the locals of that moment', () => {
    const bench = new Bench();
    const lines: [number, string][] = [];
    const steps: Step[] = [];
    bench.engine.listen({
      step(step) {
        steps.push(step);
        if (step.type !== 'script.line') return;
        const { script: shown } = bench.script();
        const total = shown?.frames[0].locals.find(({ name }) => name === 'total')?.value ?? '';
        lines.push([step.line, total]);
      },
    });
    expect(bench.send(1, 'EVAL', `${script}`, '0')).toBe('1 :15');
    expect(lines.slice(0, 4)).toEqual([
      [1, ''],
      [2, '0'],
      [3, '0'],
      [2, '1'],
    ]);
    expect(lines.at(-1)).toEqual([5, '15']);
    expect(steps[0].type).toBe('script.begin');
    expect(steps.at(-1)?.type).toBe('script.end');
  });

  test('one that was put aside shows where it stands', () => {
    const bench = new Bench({ 'busy-reply-threshold': '20' });
    expect(bench.script()).toMatchObject({ state: 'idle', script: null });
    const source = 'local name = ARGV[1]\nlocal count = 0\nwhile true do\n  count = count + 1\nend';
    bench.send(1, 'EVAL', source, '1', 'k', 'x');
    const held = bench.script();
    expect(held).toMatchObject({
      state: 'held',
      script: { program: { source, keys: ['k'], values: ['x'] }, hasWritten: false },
    });
    expect([3, 4]).toContain(held.script?.line);
    expect(held.script?.frames[0].locals[0]).toEqual({ name: 'name', value: '"x"' });
    bench.pass(100);
    const busy = bench.script();
    expect(busy.state).toBe('busy');
    expect(busy.script?.instructions).toBeGreaterThan(held.script?.instructions ?? 0);
    bench.send(2, 'SCRIPT', 'KILL');
    bench.pass(10);
    expect(bench.script()).toMatchObject({ state: 'idle', script: { program: { source }, frames: [] } });
  });

  test('redis.call is a step with its reply', () => {
    const bench = new Bench();
    const calls: unknown[] = [];
    bench.engine.listen({
      step(step) {
        if (step.type === 'script.call') calls.push([step.line, step.command, step.reply]);
      },
    });
    bench.send(1, 'EVAL', "redis.call('set', KEYS[1], 5)\nreturn redis.pcall('lpush', KEYS[1], 1)", '1', 'k');
    expect(calls).toEqual([
      [1, ['set', 'k', '5'], '+OK\r\n'],
      [2, ['lpush', 'k', '1'], '-WRONGTYPE Operation against a key holding the wrong kind of value\r\n'],
    ]);
  });
});

describe('bad input', () => {
  test.each([
    ['deep recursion', 'local function f() return 1 + f() end return f()', /stack overflow/],
    [
      'recursion through metamethods',
      'local t = {} setmetatable(t, {__index = function(_, k) return t[k .. "x"] end}) return t.a',
      /C stack overflow/,
    ],
    [
      'a huge string',
      'return string.rep("x", 1e9)',
      /-ERR Error running script [0-9a-f]+, not enough memory/,
    ],
    ['an error that is a table', 'error({1, 2})', /^1 -ERR/],
    ['a table that contains itself', 'local t = {} t[1] = t return #cjson.encode(t)', /excessive nesting/],
    ['compiled code', 'return loadstring("\\27Lua")', /^1 \$-1/],
    ['a way out', 'return getmetatable(_G).__index._G', /^1 -ERR/],
    ['a changed library', 'getmetatable("").__index.len = nil', /readonly table/],
  ])('%s', (_name, script, expected) => {
    const bench = new Bench();
    let reply = bench.send(1, 'EVAL', script, '0');
    for (let i = 0; i < 400 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply).toMatch(expected);
    expect(bench.send(2, 'PING')).toBe('2 +PONG');
    expect(bench.send(1, 'EVAL', 'return #KEYS', '1', 'k')).toBe('1 :1');
  });
});

/** Runs a script until others get BUSY, kills it, and returns the reply of its client. */
function killed(script: string): string {
  const bench = new Bench({ 'busy-reply-threshold': '50' });
  let reply = bench.send(1, 'EVAL', script, '0');
  for (let ms = 0; ms < 100 && reply === ''; ms += SLICE_MS) reply = bench.pass(SLICE_MS);
  expect(reply).toBe('');
  expect(bench.send(2, 'PING')).toMatch(/BUSY/);
  expect(bench.send(2, 'SCRIPT', 'KILL')).toBe('2 +OK');
  const answer = bench.pass(SLICE_MS);
  expect(bench.send(2, 'PING')).toBe('2 +PONG');
  expect(bench.send(1, 'EVAL', 'return #KEYS', '1', 'k')).toBe('1 :1');
  return answer;
}

describe('a script that goes on for ever is killed', () => {
  test.each([
    ['in a handler of errors', 'xpcall(error, function() while true do end end)'],
    ['in a handler that fails', 'while true do xpcall(error, function() error("again") end) end'],
    [
      'in a comparison of sort that catches everything',
      'local mt = {} mt.__lt = function() while true do pcall(error) end end ' +
        'table.sort({setmetatable({}, mt), setmetatable({}, mt), setmetatable({}, mt)})',
    ],
    ['after an error that was caught', 'pcall(error) while true do end'],
    ['around a protected call', 'while true do pcall(function() while true do end end) end'],
    ['in a coroutine', 'coroutine.wrap(function() while true do pcall(error) end end)()'],
    [
      'in a table that gsub looks into',
      '("a"):gsub("a", setmetatable({}, {__index = function() while true do end end}))',
    ],
    ['in a pattern', 'return string.find(("a"):rep(60), ("a*"):rep(30) .. "b")'],
    ['in a pattern of gmatch', 'for x in (("a"):rep(60)):gmatch(("a*"):rep(30) .. "b") do end'],
    ['in a pattern of gsub', 'return (("a"):rep(60)):gsub(("a*"):rep(30) .. "b", "")'],
    ['in an insertion far below the first', 'table.insert({}, -2000000000, 1)'],
    ['while JSON is written', 'local t = {1} for i = 1, 60 do t = {t, t} end return cjson.encode({t, t})'],
    ['while its reply is written', 'local t = {} for i = 1, 60 do t = {t, t} end return t'],
    ['that compares long strings', 'local a, b = ("x"):rep(1e6), ("x"):rep(1e6) while a == b do end'],
    [
      'that asks an empty table for its next key',
      'local t = {} for i = 1, 1e5 do t[i] = 1 end for i = 1, 1e5 do t[i] = nil end while not next(t) do end',
    ],
  ])('%s', (_name, script) => {
    expect(killed(script)).toMatch(/^1 -ERR Script killed by user with SCRIPT KILL\.\.\./);
  });
});

describe('work that was quadratic is not', () => {
  test.each([
    ['brackets that are never closed', 'return {("("):rep(80000):match("%b()") == nil}', '1 *1 :1'],
    [
      'brackets that are all closed',
      'return #(("("):rep(50000) .. (")"):rep(50000)):match("%b()")',
      '1 :100000',
    ],
    [
      'a number of many digits',
      'return tostring(tonumber(("z"):rep(200000), 36))',
      '1 $18 1.844674407371e+19',
    ],
    [
      'a text that is searched for itself',
      'return {(("a"):rep(200000)):find(("a"):rep(100000) .. "b", 1, true) == nil}',
      '1 *1 :1',
    ],
    ['gsub over three million bytes', 'return #(("a"):rep(3100000):gsub("a", "b"))', '1 :3100000'],
  ])('%s', (_name, script, expected) => {
    const bench = new Bench();
    let reply = bench.send(1, 'EVAL', script, '0');
    for (let i = 0; i < 2000 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply.replaceAll('\r\n', ' ').trim()).toBe(expected);
  });
});

describe('replies inside each other', () => {
  const LIMIT = '-ERR reached lua stack limit\r\n';
  /** As redis-server 7.0.15 answers. */
  test.each([
    ['an array inside itself', 'local t = {} t[1] = t return t', `${'*1\r\n'.repeat(7995)}${LIMIT}`],
    [
      'a map inside itself',
      'local t = {} t.map = {[1] = t} return t',
      `${'*2\r\n:1\r\n'.repeat(2664)}*2\r\n${LIMIT}${LIMIT}`,
    ],
    ['a set inside itself', 'local t = {} t.set = {[t] = true} return t', `${'*1\r\n'.repeat(2665)}${LIMIT}`],
    [
      'an array as deep as there is room',
      'local t = {} for i = 1, 7994 do t = {t} end return t',
      `${'*1\r\n'.repeat(7994)}*0\r\n`,
    ],
  ])('%s', (_name, script, expected) => {
    const bench = new Bench();
    let reply = bench.send(1, 'EVAL', script, '0');
    for (let i = 0; i < 400 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply).toBe(`1 ${expected.trimEnd()}`);
  });

  test.each([
    [
      'cjson.encode_max_depth',
      'local t = {} for i = 1, 10000 do t = {t} end return cjson.encode(t)',
      'excessive nesting \\(7998\\)',
    ],
    [
      'cjson.encode_max_depth',
      'local t = {} for i = 1, 10000 do t = {a = t} end return cjson.encode(t)',
      'excessive nesting \\(4000\\)',
    ],
    [
      'cjson.decode_max_depth',
      'return cjson.decode(("["):rep(10000))',
      'structures \\(7999\\) at character 7999',
    ],
    [
      'cjson.decode_max_depth',
      'return cjson.decode((\'{"a":\'):rep(10000))',
      'structures \\(4000\\) at character 19996',
    ],
    [
      'math.abs',
      'return cmsgpack.unpack(("\\145"):rep(4000) .. "\\1")',
      'in function mp_decode_to_lua_array',
    ],
  ])('%s as deep as the stack of the server', (option, script, expected) => {
    const bench = new Bench();
    let reply = bench.send(1, 'EVAL', `${option}(1000000) ${script}`, '0');
    for (let i = 0; i < 400 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply).toMatch(new RegExp(expected));
  });
});

describe('memory has an end', () => {
  /** Of which a machine has half: the end is near. */
  const MEMORY_BYTES = 64 * 1024 * 1024;
  const SHORT = /^1 -ERR Error running script [0-9a-f]{40}, not enough memory/;
  test.each([
    ['a table that grows', 'local t = {} while true do t[#t + 1] = {} end'],
    ['a table of names that grows', 'local t = {} local i = 0 while true do i = i + 1 t["k" .. i] = i end'],
    ['a string doubled', 'local s = "x" while true do s = s .. s end'],
    [
      'a string joined to itself many times',
      'local s = ("x"):rep(7e6) return s .. s .. s .. s .. s .. s .. s .. s',
    ],
    ['strings that are kept', 'local t = {} for i = 1, 1e6 do t[i] = ("x"):rep(1e5) .. i end'],
    [
      'coroutines that are kept',
      'local t = {} local function f(n) if n > 0 then return f(n - 1) + 1 end coroutine.yield() return 1 end while true do local c = coroutine.create(f) coroutine.resume(c, 10000) t[#t + 1] = c end',
    ],
    [
      'JSON of a sparse array',
      'cjson.encode_sparse_array(false, 0) return #cjson.encode({[2000000000] = 1})',
    ],
    ['JSON of a table doubled', 'local t = {1} for i = 1, 40 do t = {t, t} end return #cjson.encode(t)'],
    ['a replacement that doubles', 'local s = ("x"):rep(20000) return #(s:gsub("x", s))'],
    ['its reply', 'local t = {} for i = 1, 40 do t = {t, t} end return t'],
    ['a format', 'local s = ("x"):rep(7e6) return #string.format("%s%s%s", s, s, s)'],
    ['table.concat', 'local s = ("x"):rep(7e6) return #table.concat({s, s, s})'],
  ])('%s', (_name, script) => {
    const bench = new Bench({}, MEMORY_BYTES);
    let reply = bench.send(1, 'EVAL', script, '0');
    for (let i = 0; i < 20000 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply).toMatch(SHORT);
    expect(bench.send(2, 'PING')).toBe('2 +PONG');
    expect(bench.send(1, 'EVAL', 'return #KEYS', '1', 'k')).toBe('1 :1');
  });

  test('what is dropped can be made again', () => {
    const bench = new Bench({}, MEMORY_BYTES);
    const script = 'local n = 0 for i = 1, 3000 do local s = ("x"):rep(1e5) .. i n = n + #s end return n';
    let reply = bench.send(1, 'EVAL', script, '0');
    for (let i = 0; i < 20000 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply).toBe('1 :300010893');
  });

  test('values are counted while the compiler is at work', () => {
    const bench = new Bench({}, MEMORY_BYTES);
    const script =
      'for i = 1, 30000 do loadstring("return function() return x" .. i .. " end, (") end return 1';
    let reply = bench.send(1, 'EVAL', script, '0');
    for (let i = 0; i < 20000 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply).toBe('1 :1');
  });

  test('a script that catches it goes on', () => {
    const bench = new Bench({}, MEMORY_BYTES);
    const script =
      'local ok, why = pcall(function() local t = {} while true do t[#t + 1] = {} end end) return why';
    let reply = bench.send(1, 'EVAL', script, '0');
    for (let i = 0; i < 20000 && reply === ''; i++) reply = bench.pass(SLICE_MS);
    expect(reply).toMatch(/not enough memory/);
  });
});

test('the pinned machine has every part that is replaced', () => {
  const folder = new URL('../../../node_modules/fengari/', import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  expect(version).toBe('0.1.5');
  const parts: Record<string, string[]> = {
    'luaconf.js': ['LUA_COMPAT_FLOATSTRING', 'lua_integer2str', 'lua_number2str'],
    'llimits.js': ['luai_nummod', 'lua_assert'],
    'lstring.js': ['luaS_hash', 'luaS_hashlongstr', 'luaS_eqlngstr', 'luaS_bless', 'luaS_new'],
    'lobject.js': ['luaO_str2num', 'luaO_tostring', 'luaO_chunkid', 'luaO_pushvfstring'],
    'ltable.js': [
      'luaH_new',
      'luaH_get',
      'luaH_getint',
      'luaH_getstr',
      'luaH_setint',
      'luaH_setfrom',
      'luaH_getn',
      'luaH_next',
    ],
    'ltm.js': ['fasttm', 'luaT_callTM', 'luaT_callorderTM', 'luaT_gettmbyobj'],
    'ldo.js': ['luaD_precall', 'lua_resume', 'lua_yieldk'],
    'lfunc.js': ['Proto'],
    'llex.js': [
      'luaX_setinput',
      'luaX_next',
      'luaX_lookahead',
      'luaX_newstring',
      'luaX_syntaxerror',
      'luaX_token2str',
      'LUA_ENV',
    ],
  };
  for (const [file, names] of Object.entries(parts)) {
    const source = readFileSync(new URL(`src/${file}`, folder), 'utf8');
    for (const name of names) expect(source).toMatch(new RegExp(`module\\.exports\\.${name}\\s+=`));
  }
});
