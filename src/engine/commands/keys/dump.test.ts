/** DUMP and RESTORE on their own; what a real server answers is in transcripts/keys-dump.txt. */
import { describe, expect, test } from 'vitest';
import type { Generation } from '../../../protocol/session.ts';
import { EngineClients } from '../../../testing/transcript-players.ts';
import { crc64 } from '../../base/crc64.ts';

class Session {
  readonly clients: EngineClients;

  constructor(generation: Generation = '7.0') {
    this.clients = new EngineClients({}, undefined, undefined, generation);
  }

  ask(...args: (string | Uint8Array)[]): string {
    return Buffer.from(this.clients.send(args)).toString('latin1');
  }

  dump(key: string): Uint8Array {
    const reply = this.clients.send(['DUMP', key]);
    return reply.slice(reply.indexOf(10) + 1, -2);
  }

  get heapBytes(): number {
    return this.clients.engine.server.env.heap.usedBytes;
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The value with a right footer. */
function payload(value: Uint8Array | string, version = 10): Uint8Array {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'hex') : value;
  const body = Buffer.concat([bytes, Buffer.from([version, 0])]);
  return Buffer.concat([body, crc64(body)]);
}

test('the worked example', () => {
  const session = new Session();
  session.ask('SET', 'k', 'hello');
  expect(hex(session.dump('k'))).toBe('000568656c6c6f0a006372df766534200a');
});

test('6.2 writes version 9 and refuses what is newer', () => {
  const old = new Session('6.2');
  old.ask('SET', 'k', 'hello');
  const dumped = old.dump('k');
  expect(hex(dumped)).toBe('000568656c6c6f0900b3808eba31b243bb');
  const fresh = new Session('7.0');
  expect(fresh.ask('RESTORE', 'k', '0', dumped)).toBe('+OK\r\n');
  expect(old.ask('RESTORE', 'n', '0', fresh.dump('k'))).toMatch(/^-ERR DUMP payload version/);
});

describe('when the value was used last', () => {
  const value = payload('000161');
  test.each([
    ['1000', 1000],
    ['0', 0],
    // The clock has 24 bits; going back further than it does ends somewhere else.
    ['16777215', 0],
    ['9223372036854775807', null],
  ])('IDLETIME %s', (idle, seconds) => {
    const session = new Session();
    expect(session.ask('RESTORE', 'k', '0', value, 'IDLETIME', idle)).toBe('+OK\r\n');
    if (seconds !== null) expect(session.ask('OBJECT', 'IDLETIME', 'k')).toBe(`:${seconds}\r\n`);
  });
});

test('a refused payload changes nothing, not even what REPLACE would replace', () => {
  const session = new Session();
  session.ask('SET', 'k', 'old');
  const before = session.heapBytes;
  for (const value of ['', '00', '0014', '00c4', '00c305', '06', '08', '14', 'ff']) {
    expect(session.ask('RESTORE', 'k', '0', payload(value), 'REPLACE')).toBe('-ERR Bad data format\r\n');
  }
  expect(session.ask('GET', 'k')).toBe('$3\r\nold\r\n');
  expect(session.heapBytes).toBe(before);
});

test('what expired long ago is read, thrown away, and takes the old key with it', () => {
  const session = new Session();
  session.ask('SET', 'k', 'old');
  session.ask('DEL', 'k');
  const before = session.heapBytes;
  session.ask('SET', 'k', 'old');
  expect(session.ask('RESTORE', 'k', '1', payload('000161'), 'ABSTTL', 'REPLACE')).toBe('+OK\r\n');
  expect(session.ask('EXISTS', 'k')).toBe(':0\r\n');
  expect(session.heapBytes).toBe(before);
});
