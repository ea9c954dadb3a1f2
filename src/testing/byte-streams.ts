/** Streams of bytes for the protocol parser: whole commands, damaged ones and nonsense. */

import { bytesOf, concatBytes, latin1 } from '../engine/base/bytes.ts';
import type { RandomStream } from '../engine/base/random.ts';
import { encodeCommand } from '../protocol/resp.ts';

function pick<T>(random: RandomStream, items: readonly T[]): T {
  return items[random.below(items.length)];
}

function someCommand(random: RandomStream): string[] {
  const key = () => `k${random.below(4)}`;
  const value = () => latin1(random.bytes(random.below(random.below(20) === 0 ? 3000 : 12)));
  return pick(random, [
    () => ['PING'],
    () => ['ECHO', value()],
    () => ['SET', key(), value()],
    () => ['GET', key()],
    () => ['INCR', key()],
    () => ['APPEND', key(), value()],
    () => ['MSET', key(), value(), key(), value()],
    () => ['DEL', key(), key()],
    () => ['SELECT', String(random.below(3))],
    () => ['CLIENT', 'REPLY', pick(random, ['ON', 'OFF', 'SKIP'])],
    () => ['CLIENT', 'SETNAME', value()],
    () => ['HELLO', String(random.below(4))],
    () => ['RESET'],
    () => ['CONFIG', 'SET', 'hz', value()],
    () => ['MEMORY', 'USAGE', key()],
    () => ['OBJECT', 'ENCODING', key()],
    () => ['QUIT'],
    () => [value(), value()],
  ])();
}

/** Whole commands, most as arrays and some as lines. */
function someCommands(random: RandomStream): Uint8Array {
  const commands: Uint8Array[] = [];
  for (let count = 1 + random.below(8); count > 0; count--) {
    const words = someCommand(random);
    const line = random.below(4) === 0;
    commands.push(line ? bytesOf(`${words.join(' ')}\r\n`) : encodeCommand(words.map(bytesOf)));
  }
  return concatBytes(commands);
}

const ALPHABET = '*$\r\n0123456789-+:"\'\\x PINGSETk\0';

function mutate(random: RandomStream, bytes: Uint8Array): Uint8Array {
  let mutated: Uint8Array = bytes.slice();
  for (let count = 1 + random.below(4); count > 0; count--) {
    const at = random.below(mutated.length + 1);
    const upTo = Math.min(mutated.length, at + random.below(6));
    const parts = [mutated.subarray(0, at), mutated.subarray(upTo)];
    switch (random.below(4)) {
      case 0:
        parts.splice(1, 0, bytesOf(pick(random, [...ALPHABET])));
        break;
      case 1:
        parts.splice(1, 0, random.bytes(random.below(4)));
        break;
      case 2:
        parts.splice(1, 0, mutated.subarray(at, upTo), mutated.subarray(at, upTo));
        break;
    }
    mutated = concatBytes(parts);
  }
  return mutated;
}

/** Bytes of a client that is broken, malicious or in order. */
export function someStream(random: RandomStream): Uint8Array {
  switch (random.below(6)) {
    case 0:
      return random.bytes(random.below(60));
    case 1:
      return Uint8Array.from({ length: random.below(80) }, () => pick(random, [...ALPHABET]).charCodeAt(0));
    case 2:
      return someCommands(random);
    case 3:
      return concatBytes([someCommands(random), random.bytes(random.below(30)), someCommands(random)]);
    default:
      return mutate(random, someCommands(random));
  }
}

export function inPortions(random: RandomStream, bytes: Uint8Array): Uint8Array[] {
  const largest = pick(random, [1, 2, 7, 40, 1000]);
  const portions: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random.below(largest);
    portions.push(bytes.slice(at, at + length));
    at += length;
  }
  return portions;
}
