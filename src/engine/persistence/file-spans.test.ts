/** Every byte of a file has a meaning, and what lies inside of something lies inside of its bytes. */
import { describe, expect, it } from 'vitest';
import type { DiskSpan } from '../../protocol/views-disk.ts';
import { encodeCommand } from '../../testing/oracle.ts';
import { Engine } from '../server/engine.ts';
import { spansOfFile } from './file-spans.ts';

function saved(...lines: string[][]): Uint8Array {
  const engine = new Engine({ generation: '7.0', seed: 1, startMs: 1000, config: {} });
  engine.step({ type: 'open', nowMs: 1000, client: 1 });
  for (const words of [...lines, ['SAVE']]) {
    engine.step({ type: 'data', nowMs: 1000, client: 1, bytes: encodeCommand(words) });
  }
  return engine.disk.find('dump.rdb')!.view().slice();
}

const described = (spans: readonly DiskSpan[]) =>
  spans.map(({ depth, role, text }) => `${'  '.repeat(depth)}${role} ${text}`);

describe('a saved file', () => {
  const bytes = saved(
    ['SET', 'n', '300'],
    ['SET', 'greeting', 'hello', 'PXAT', '99999999'],
    ['ZADD', 'board', '1.5', 'ann'],
    ['RPUSH', 'list', 'a', 'b'],
    ['SET', 'long', 'x'.repeat(100)],
    ['XADD', 'events', '1-1', 'f', 'v'],
    ['SADD', 'set', 'a', 'b'],
  );
  const spans = spansOfFile('dump.rdb', bytes, true);

  it('is covered by its outer spans without a gap', () => {
    let at = 0;
    for (const { from, to } of spans.filter(({ depth }) => depth === 0)) {
      expect(from).toBe(at);
      at = to;
    }
    expect(at).toBe(bytes.length);
  });

  it('has inner spans that cover what they lie in, in their order', () => {
    let outer = spans[0];
    let at = 0;
    for (const span of spans) {
      if (span.depth === 0) {
        if (at > outer.from) expect(at).toBe(outer.to);
        outer = span;
        at = span.from;
      } else {
        expect(span.from).toBe(at);
        expect(span.to).toBeLessThanOrEqual(outer.to);
        at = span.to;
      }
    }
  });

  it('separates lengths, encodings and contents', () => {
    const lines = described(spans);
    const following = (line: string, count: number) => {
      const at = lines.findIndex((each) => each.startsWith(line));
      return lines.slice(at + 1, at + 1 + count);
    };
    expect(following('key greeting', 5)).toEqual([
      '  header len 8',
      '  argument greeting',
      'value hello',
      '  header len 5',
      '  argument hello',
    ]);
    expect(following('value 300', 2)).toEqual(['  header int16', '  argument 300']);
    expect(following('value xxx', 2)).toEqual([
      expect.stringMatching(/^ {2}header LZF \d+ of 100$/),
      expect.stringMatching(/^ {2}argument x+/),
    ]);
    expect(following('opcode EXPIRETIME_MS', 2)).toEqual(['  opcode EXPIRETIME_MS', '  number 99999999']);
    expect(following('aux redis-bits', 1)).toEqual(['  opcode AUX']);
  });

  it('is the same at the outside when nobody looks inside', () => {
    expect(spansOfFile('dump.rdb', bytes)).toEqual(spans.filter(({ depth }) => depth === 0));
  });
});
