import { describe, expect, it } from 'vitest';
import { frameCommand } from './frame-commands.ts';
import recorded from './redis-cli.recorded.json' with { type: 'json' };
import { formatRawReply, formatReply, printsRaw } from './redis-cli.ts';
import { decodeReplies } from './resp.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const words = (line: string) => line.split(' ').map((word) => new TextEncoder().encode(word));

describe('replies, as redis-cli 7.0.15 printed them at a terminal', () => {
  for (const [bytes, printed] of recorded.replies) {
    it(JSON.stringify(bytes).slice(0, 60), () => {
      const lines = decodeReplies(latin1(bytes)).map((reply) => `${formatReply(reply)}\n`);
      expect(lines.join('')).toBe(printed);
    });
  }

  it('prints a big number, where redis-cli 7.0 gives up', () => {
    expect(formatReply({ type: 'big-number', text: '123' })).toBe('(big number) 123');
  });

  it('prints replies as deep as a server makes them', () => {
    const depth = 8000;
    const [array] = decodeReplies(latin1(`${'*1\r\n'.repeat(depth)}:7\r\n`));
    expect(formatReply(array)).toBe(`${'1) '.repeat(depth)}(integer) 7`);
    expect(formatRawReply(array)).toBe('7');
    const [map] = decodeReplies(latin1(`${'%1\r\n+k\r\n'.repeat(depth)}:7\r\n`));
    expect(formatReply(map)).toBe(`${'1# k => '.repeat(depth)}(integer) 7`);
    expect(formatRawReply(map)).toBe(`${'k '.repeat(depth)}7`);
  });
});

describe('raw output', () => {
  it('is for the commands redis-cli shows unquoted, in any case', () => {
    expect(printsRaw(frameCommand(words('INFO')))).toBe(true);
    expect(printsRaw(frameCommand(words('info keyspace')))).toBe(true);
    expect(printsRaw(frameCommand(words('DEBUG htstats 0')))).toBe(true);
    expect(printsRaw(frameCommand(words('CLIENT LIST')))).toBe(true);
    expect(printsRaw(frameCommand(words('CLIENT GETNAME')))).toBe(false);
    expect(printsRaw(frameCommand(words('DEBUG OBJECT k')))).toBe(false);
    expect(printsRaw(frameCommand(words('GET info')))).toBe(false);
    expect(printsRaw(frameCommand([]))).toBe(false);
  });

  it('keeps text as it is and drops the last line end', () => {
    expect(formatRawReply({ type: 'string', bytes: latin1('# Server\r\na:1\r\n') })).toBe('# Server\r\na:1');
  });
});
