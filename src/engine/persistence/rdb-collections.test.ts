/** Hashes and sets out of RDB on their own; what a real server makes of the same bytes the live test asks. */
import { describe, expect, test } from 'vitest';
import type { Generation } from '../../protocol/session.ts';
import { damaged, payloadValues, withFooter } from '../../testing/damaged-payloads.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

class Session {
  readonly clients: EngineClients;

  constructor(generation: Generation, config: Readonly<Record<string, string>> = {}) {
    this.clients = new EngineClients(config, undefined, undefined, generation);
  }

  ask(...args: (string | Uint8Array)[]): string {
    return latin1(this.clients.send(args)).trimEnd();
  }

  restore(value: string): string {
    const version = this.clients.engine.server.generation === '7.0' ? 10 : 9;
    return this.ask('RESTORE', 'k', '0', withFooter(Buffer.from(value, 'hex'), version));
  }

  get encoding(): string {
    return this.ask('OBJECT', 'ENCODING', 'k').split('\r\n')[1];
  }
}

const BAD = '-ERR Bad data format';

describe('a hash of before 2.6', () => {
  test.each<[Generation, string]>([
    ['7.0', 'listpack'],
    ['6.2', 'ziplist'],
  ])('becomes in %s a %s', (generation, encoding) => {
    const session = new Session(generation);
    expect(session.restore(payloadValues['hash, zipmap'])).toBe('+OK');
    expect(session.encoding).toBe(encoding);
    expect(session.ask('HMGET', 'k', 'foo', 'hello')).toBe('*2\r\n$3\r\nbar\r\n$5\r\nworld');
  });

  test('becomes a table where it has too many fields, or one too long', () => {
    for (const [name, limit] of [
      ['hash-max-listpack-entries', '1'],
      ['hash-max-listpack-value', '4'],
    ]) {
      const session = new Session('7.0', { [name]: limit });
      expect(session.restore(payloadValues['hash, zipmap'])).toBe('+OK');
      expect(session.encoding).toBe('hashtable');
    }
  });
});

test('6.2 does not know listpacks', () => {
  expect(new Session('6.2').restore(payloadValues['hash, listpack'])).toBe(BAD);
});

test.each([
  ['a hash without fields', '0400'],
  ['a hash with a field twice', '040201610131016101' + '32'],
  ['a hash with a field that has no value', '04010161'],
  ['a hash with fewer fields than it says', '0403016101310162' + '0132'],
  ['a hash with more fields than there can be bytes', '0481ffffffffffffff00'],
  ['an empty listpack', '100707000000' + '0000ff'],
  ['a listpack with half a pair', '100a0a0000000100' + '816102ff'],
  ['a listpack with a field twice', '101010000000' + '0400' + '816102' + '0101' + '816102' + '0201' + 'ff'],
  ['an empty ziplist', '0d0b0b0000000a0000000000ff'],
  ['an empty zipmap', '0902' + '00ff'],
  ['a zipmap with a field twice', '090c02' + '01610100' + '62' + '01610100' + '63' + 'ff'],
  ['a set without members', '0200'],
  ['a set with a member twice', '02020161' + '0161'],
  ['a set with an integer twice', '0202c001c001'],
  ['a set with an integer in two spellings', '0202c001' + '0131'],
  ['an empty intset', '0b080200000000000000'],
  ['an intset out of order', '0b0c0200000002000000' + '02000100'],
  ['an intset with an integer twice', '0b0c0200000002000000' + '01000100'],
  ['an intset of a width there is not', '0b0b0300000001000000' + '010000'],
])('%s is refused and leaves nothing', (_what, value) => {
  const session = new Session('7.0');
  session.ask('SET', 'other', 'v');
  const { heap } = session.clients.engine.server.env;
  const before = heap.usedBytes;
  expect(session.restore(value)).toBe(BAD);
  expect(heap.usedBytes).toBe(before);
});

describe.each<Generation>(['7.0', '6.2'])('%s', (generation) => {
  test.each(Object.keys(payloadValues))('%s, damaged: refused or whole, and nothing is lost', (title) => {
    const value = new Uint8Array(Buffer.from(payloadValues[title], 'hex'));
    const session = new Session(generation);
    session.ask('SET', 'k', 'v');
    session.ask('DEL', 'k');
    const { heap } = session.clients.engine.server.env;
    const before = heap.usedBytes;
    for (const bytes of damaged(value)) {
      const where = Buffer.from(bytes).toString('hex');
      const reply = session.restore(where);
      expect([BAD, '+OK'], where).toContain(reply);
      if (reply === '+OK') {
        // Whatever it became, all of it can be read, and written again.
        const type = session.ask('TYPE', 'k').slice(1);
        if (type === 'hash') expect(session.ask('HGETALL', 'k'), where).toMatch(/^\*[1-9]/);
        if (type === 'set') expect(session.ask('SMEMBERS', 'k'), where).toMatch(/^\*[1-9]/);
        expect(session.ask('DUMP', 'k'), where).toMatch(/^\$/);
        session.ask('DEL', 'k');
      }
      expect(heap.usedBytes, where).toBe(before);
    }
  });
});
