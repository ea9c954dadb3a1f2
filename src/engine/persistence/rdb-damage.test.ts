/**
 * Every payload that servers of both generations wrote, damaged byte by byte. With the old checksum it is
 * refused; with one made right again it is refused or read as a value that is whole: it can be written, read
 * back, and freed to the last byte. What a real server makes of the same bytes the live test asks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Generation } from '../../protocol/session.ts';
import { damaged, withFooter } from '../../testing/damaged-payloads.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { SHARED_INTEGERS } from '../types/string.ts';

const FOOTER_BYTES = 10;
/** How far a value is damaged: what follows is more of the same, and every try at a long one costs its length. */
const DAMAGED_BYTES = 120;
const DAMAGED_BYTES_OF_LONG = 16;
const LONG_BYTES = 400;

interface Payload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function payloads(generation: Generation): Payload[] {
  const path = join(import.meta.dirname, `../../testing/conformance/transcripts/golden-${generation}.jsonl`);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { name, dump, dumpLzf } = JSON.parse(line) as { name: string; dump?: string; dumpLzf?: string };
    return [dump, dumpLzf].flatMap((hex) =>
      hex === undefined ? [] : [{ name, bytes: new Uint8Array(Buffer.from(hex, 'hex')) }],
    );
  });
}

class Damage {
  readonly #clients: EngineClients;
  readonly #version: number;
  readonly #emptyBytes: number;
  tried = 0;
  refused = 0;

  constructor(generation: Generation) {
    this.#clients = new EngineClients({}, undefined, undefined, generation);
    this.#version = generation === '7.0' ? 10 : 9;
    // The tables of the keyspace, and the integers that are made once and shared for ever.
    this.#ask('SET', 'copy', 'v');
    for (let integer = 0; integer < SHARED_INTEGERS; integer++) this.#ask('SET', 'k', String(integer));
    this.#ask('DEL', 'k', 'copy');
    this.#emptyBytes = this.#heapBytes();
  }

  /** Every byte of the whole payload changed, of a long one every so many, with the checksum as it was. */
  tryWithoutChecksum({ name, bytes }: Payload): void {
    const step = Math.ceil(bytes.length / LONG_BYTES);
    for (let at = 0; at < bytes.length; at += step) {
      const copy = bytes.slice();
      copy[at] ^= 1 << (at % 8);
      this.tried++;
      this.refused++;
      expect(this.#ask('RESTORE', 'k', '0', copy), `${name} at ${at}`).toBe(
        '-ERR DUMP payload version or checksum are wrong\r\n',
      );
    }
  }

  /** The value changed, with a checksum that is right again. */
  tryWithChecksum({ name, bytes }: Payload): void {
    const value = bytes.slice(0, -FOOTER_BYTES);
    const end = value.length > LONG_BYTES ? DAMAGED_BYTES_OF_LONG : DAMAGED_BYTES;
    const [begin, rest] = [value.slice(0, end), value.slice(end)];
    for (const changed of damaged(begin)) this.#tryOne(name, Buffer.concat([changed, rest]));
  }

  #tryOne(name: string, value: Uint8Array): void {
    const what = `${name}: ${Buffer.from(value).toString('hex').slice(0, 400)}`;
    this.tried++;
    const reply = this.#ask('RESTORE', 'k', '0', withFooter(value, this.#version));
    if (reply === '+OK\r\n') {
      const type = this.#ask('TYPE', 'k');
      const dump = this.#dump('k');
      expect(this.#ask('RESTORE', 'copy', '0', dump), what).toBe('+OK\r\n');
      expect(this.#ask('TYPE', 'copy'), what).toBe(type);
      expect(this.#dump('copy').length, what).toBe(dump.length);
      this.#ask('DEL', 'k', 'copy');
    } else {
      expect(reply, what).toBe('-ERR Bad data format\r\n');
      this.refused++;
    }
    expect(this.#heapBytes(), what).toBe(this.#emptyBytes);
  }

  #heapBytes(): number {
    return this.#clients.engine.server.env.heap.usedBytes;
  }

  #ask(...args: (string | Uint8Array)[]): string {
    return latin1(this.#clients.send(args));
  }

  #dump(key: string): Uint8Array {
    const reply = this.#clients.send(['DUMP', key]);
    return reply.slice(reply.indexOf(10) + 1, -2);
  }
}

test.each(['7.0', '6.2'] as const)('%s refuses every payload with one bit changed', (generation) => {
  const damage = new Damage(generation);
  for (const payload of payloads(generation)) damage.tryWithoutChecksum(payload);
  console.log(`${generation}: ${damage.refused} of ${damage.tried} refused`);
  expect(damage.tried).toBeGreaterThan(10_000);
});

test.each(['7.0', '6.2'] as const)('%s reads nothing half from a damaged value', (generation) => {
  const damage = new Damage(generation);
  for (const payload of payloads(generation)) damage.tryWithChecksum(payload);
  console.log(`${generation}: ${damage.refused} of ${damage.tried} refused, the others are whole`);
  expect(damage.tried).toBeGreaterThan(10_000);
  expect(damage.refused).toBeGreaterThan(5_000);
});
