/** Where the engine's own memory ends, whatever maxmemory says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCommand } from '../../testing/oracle.ts';
import { loadScripting } from '../scripting/loader.ts';
import { Engine } from './engine.ts';

beforeAll(() => loadScripting());

const OOM = "-OOM command not allowed when used memory > 'maxmemory'.";
const MB = 1024 * 1024;
const config = { 'enable-debug-command': 'yes' };

function bench(memoryBytes: number): (...words: string[]) => string {
  const engine = new Engine({ generation: '7.0', seed: 1, startMs: 1000, config, memoryBytes });
  engine.step({ type: 'open', nowMs: 1000, client: 1 });
  return (...words) => {
    const { replies } = engine.step({ type: 'data', nowMs: 1000, client: 1, bytes: encodeCommand(words) });
    return replies.map(({ bytes }) => Buffer.from(bytes).toString('latin1').trimEnd()).join('');
  };
}

describe('DEBUG POPULATE makes all or nothing', () => {
  test.each([
    ['more keys than fit', ['1000000000']],
    ['a value larger than everything', ['1', 'k', '99999999999']],
    ['values that do not fit together', ['100000', 'k', '100000']],
  ])('%s', (_name, words) => {
    const send = bench(1024 * MB);
    expect(send('DEBUG', 'POPULATE', ...words)).toBe(OOM);
    expect(send('DBSIZE')).toBe(':0');
  });

  test('as many as fit', () => {
    const send = bench(8 * MB);
    expect(send('DEBUG', 'POPULATE', '1000', 'k', '1000')).toBe('+OK');
    expect(send('DBSIZE')).toBe(':1000');
  });
});

describe('data beyond the end', () => {
  function full(): (...words: string[]) => string {
    const send = bench(8 * MB);
    for (let number = 0; send('SETRANGE', `k:${number}`, '999999', 'x') === ':1000000'; number++);
    return send;
  }

  test('commands that need memory are refused, and nothing is evicted or half done', () => {
    const send = full();
    const size = send('DBSIZE');
    expect(send('SET', 'new', 'x')).toBe(OOM);
    expect(send('SETBIT', 'new', '99999', '1')).toBe(OOM);
    expect(send('LPUSH', 'new', 'x')).toBe(OOM);
    expect(send('EXISTS', 'new')).toBe(':0');
    expect(send('DBSIZE')).toBe(size);
    expect(send('GETRANGE', 'k:0', '999999', '-1')).toBe('$1\r\nx');
    expect(send('DEL', 'k:0', 'k:1')).toBe(':2');
    expect(send('SET', 'new', 'x')).toBe('+OK');
  });

  test('in a transaction and in a script as well', () => {
    const send = full();
    send('MULTI');
    send('SET', 'new', 'x');
    send('DEL', 'k:0');
    expect(send('EXEC')).toBe(`*2\r\n${OOM}\r\n:1`);
    const again = full();
    expect(again('EVAL', "return redis.pcall('SET', 'new', 'x')", '0')).toMatch(/^-OOM command not allowed/);
    expect(again('EXISTS', 'new')).toBe(':0');
  });

  test('a transaction that would hold more than there is', () => {
    const send = bench(8 * MB);
    send('MULTI');
    const large = 'x'.repeat(MB);
    const replies = Array.from({ length: 12 }, () => send('SET', 'k', large));
    expect(replies[0]).toBe('+QUEUED');
    expect(replies.at(-1)).toBe(OOM);
    expect(send('EXEC')).toMatch(/^-EXECABORT/);
    expect(send('EXISTS', 'k')).toBe(':0');
    expect(send('SET', 'k', 'v')).toBe('+OK');
  });

  test('scripts that are all remembered, until they are forgotten', () => {
    const send = bench(8 * MB);
    const replies = Array.from({ length: 500 }, (_, number) => send('EVAL', `return ${number}`, '0'));
    expect(replies[0]).toBe(':0');
    expect(replies.at(-1)).toBe(OOM);
    expect(send('SCRIPT', 'FLUSH')).toBe('+OK');
    expect(send('EVAL', 'return 1', '0')).toBe(':1');
  });
});
