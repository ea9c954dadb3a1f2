import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReplies, encodeCommand, type Reply, ReplyReader, RespError } from './resp.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes);

describe('commands', () => {
  it('are arrays of strings', () => {
    expect(textOf(encodeCommand([bytesOf('SET'), bytesOf('k'), bytesOf('')]))).toBe(
      '*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$0\r\n\r\n',
    );
  });

  it('are read back as what was sent, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (args) => {
        const [reply] = decodeReplies(encodeCommand(args));
        expect(reply).toEqual({ type: 'array', items: args.map((bytes) => ({ type: 'string', bytes })) });
      }),
    );
  });
});

const one = (text: string): Reply => {
  const replies = decodeReplies(bytesOf(text));
  expect(replies).toHaveLength(1);
  return replies[0];
};

describe('replies', () => {
  it('of RESP2', () => {
    expect(one('+OK\r\n')).toEqual({ type: 'status', text: 'OK' });
    expect(one('-ERR no\r\n')).toEqual({ type: 'error', text: 'ERR no' });
    expect(one(':-9223372036854775808\r\n')).toEqual({ type: 'integer', value: -(2n ** 63n) });
    expect(one('$4\r\na\r\nb\r\n')).toEqual({ type: 'string', bytes: bytesOf('a\r\nb') });
    expect(one('$-1\r\n')).toEqual({ type: 'nil' });
    expect(one('*-1\r\n')).toEqual({ type: 'nil' });
    expect(one('*2\r\n*0\r\n:1\r\n')).toEqual({
      type: 'array',
      items: [
        { type: 'array', items: [] },
        { type: 'integer', value: 1n },
      ],
    });
  });

  it('of RESP3', () => {
    expect(one('_\r\n')).toEqual({ type: 'nil' });
    expect(one('#t\r\n')).toEqual({ type: 'boolean', value: true });
    expect(one(',-inf\r\n')).toEqual({ type: 'double', text: '-inf' });
    expect(one('(-12345678901234567890123\r\n')).toEqual({
      type: 'big-number',
      text: '-12345678901234567890123',
    });
    expect(one('=7\r\ntxt:abc\r\n')).toEqual({ type: 'verbatim', format: 'txt', bytes: bytesOf('abc') });
    expect(one('~1\r\n+a\r\n')).toEqual({ type: 'set', items: [{ type: 'status', text: 'a' }] });
    expect(one('>1\r\n+a\r\n')).toEqual({ type: 'push', items: [{ type: 'status', text: 'a' }] });
    expect(one('%1\r\n+a\r\n:1\r\n')).toEqual({
      type: 'map',
      entries: [
        [
          { type: 'status', text: 'a' },
          { type: 'integer', value: 1n },
        ],
      ],
    });
  });

  it('leaves out attributes, also inside a reply', () => {
    expect(one('|1\r\n+ttl\r\n:5\r\n+x\r\n')).toEqual({ type: 'status', text: 'x' });
    expect(one('*1\r\n|1\r\n+ttl\r\n:5\r\n+x\r\n')).toEqual({
      type: 'array',
      items: [{ type: 'status', text: 'x' }],
    });
    expect(one('|0\r\n+x\r\n')).toEqual({ type: 'status', text: 'x' });
  });

  it('come the same however the bytes are cut', () => {
    const bytes = bytesOf('+OK\r\n*2\r\n%1\r\n+a\r\n$3\r\na\r\r\r\n~1\r\n,1.5\r\n=6\r\ntxt:\r\n\r\n:12\r\n');
    const whole = decodeReplies(bytes);
    expect(whole).toHaveLength(4);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const reader = new ReplyReader();
      const replies: Reply[] = [];
      for (const part of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
        reader.push(part);
        for (let reply = reader.next(); reply !== undefined; reply = reader.next()) replies.push(reply);
      }
      expect(replies).toEqual(whole);
      expect(reader.isAtEnd).toBe(true);
    }
  });
});

describe('bytes that are no reply', () => {
  const malformed: Record<string, string> = {
    'an unknown type': '?1\r\n',
    'an integer with letters': ':12a\r\n',
    'an empty integer': ':\r\n',
    'an integer beyond 64 bits': ':9223372036854775808\r\n',
    'a negative length': '$-2\r\n',
    'a length with letters': '*x\r\n',
    'a string longer than 512 MB': '$536870913\r\n',
    'a string that does not end where it says': '$2\r\nabc\r\n',
    'more items than a reply can have': '%4294967295\r\n',
    'a nil map': '%-1\r\n',
    'a nil verbatim string': '=-1\r\n',
    'a verbatim string without format': '=3\r\nabc\r\n',
    'a boolean of neither kind': '#x\r\n',
    'a null with something in it': '_x\r\n',
    'a double that is none': ',1.2.3\r\n',
    'a big number that is none': '(1.5\r\n',
    'a line without end': `+${'x'.repeat(1024 * 1024 + 2)}`,
    'nesting without end': '*1\r\n'.repeat(2000),
  };
  for (const [what, text] of Object.entries(malformed)) {
    it(what, () => {
      expect(() => decodeReplies(bytesOf(text))).toThrow(RespError);
    });
  }

  it('stay an error: nothing is read after them', () => {
    const reader = new ReplyReader();
    reader.push(bytesOf('?\r\n+OK\r\n'));
    expect(() => reader.next()).toThrow(RespError);
    reader.push(bytesOf('+OK\r\n'));
    expect(() => reader.next()).toThrow(RespError);
  });

  it('half a reply is waited for, and is an error where whole replies were promised', () => {
    const reader = new ReplyReader();
    reader.push(bytesOf('*2\r\n:1\r\n$5\r\nab'));
    expect(reader.next()).toBeUndefined();
    expect(() => decodeReplies(bytesOf('$5\r\nab'))).toThrow(RespError);
  });

  it('never crash or hang the reader', () => {
    const alphabet = fc.constantFrom(...'+-:$*%~>#_,(=|0123456789tfx\r\n'.split(''));
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 80 }), (characters) => {
        try {
          decodeReplies(bytesOf(characters.join('')));
        } catch (error) {
          expect(error).toBeInstanceOf(RespError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
