/** Lists as the server dumps them, for tests: commands run on a quicklist, and its DUMP. */
import { concatBytes, latin1 } from '../base/bytes.ts';
import { crc64 } from '../base/crc64.ts';
import { isValidListpack } from './listpack-validate.ts';
import { valueBytes } from './packed-list.ts';
import type { Quicklist } from './quicklist.ts';
import { isValidZiplist } from './ziplist-validate.ts';

/** Runs one list command, given without its key: RPUSH a b, LINSERT BEFORE a x, LREM -1 a, LTRIM 0 -2 … */
export function runListCommand(list: Quicklist, [name, ...words]: readonly Uint8Array[]): void {
  const number = (index: number) => Number(latin1(words[index]));
  switch (latin1(name)) {
    case 'RPUSH':
      for (const value of words) list.pushTail(value);
      return;
    case 'LPUSH':
      for (const value of words) list.pushHead(value);
      return;
    case 'RPOP':
      list.pop('tail');
      return;
    case 'LPOP':
      list.pop('head');
      return;
    case 'LINDEX':
      list.at(number(0));
      return;
    case 'LSET':
      list.replaceAt(number(0), words[1]);
      return;
    case 'LINSERT': {
      const iterator = list.iterate('forwards');
      while (iterator.next()) {
        if (!iterator.equals(words[1])) continue;
        list.insert(iterator, words[2], latin1(words[0]) === 'AFTER');
        break;
      }
      iterator.release();
      return;
    }
    case 'LREM': {
      const limit = number(0);
      const iterator = list.iterate(limit < 0 ? 'backwards' : 'forwards');
      for (let removed = 0; iterator.next(); ) {
        if (!iterator.equals(words[1])) continue;
        iterator.delete();
        removed++;
        if (removed === Math.abs(limit)) break;
      }
      iterator.release();
      return;
    }
    case 'LTRIM': {
      const length = list.count;
      const start = Math.max(0, number(0) < 0 ? length + number(0) : number(0));
      const stop = Math.min(length - 1, number(1) < 0 ? length + number(1) : number(1));
      const isEmpty = start > stop || start >= length;
      list.deleteRange(0, isEmpty ? length : start);
      if (!isEmpty) list.deleteRange(-(length - stop - 1), length - stop - 1);
      return;
    }
    default:
      throw new Error(`no list command ${latin1(name)}`);
  }
}

/** The DUMP of a list with rdbcompression no; nodes that are compressed in memory are saved so. */
export function dumpOf(list: Quicklist): Uint8Array {
  const isNew = list.format.generation === '7.0';
  const parts: Uint8Array[] = [Uint8Array.of(isNew ? 18 : 14), lengthBytes(list.nodeCount)];
  for (let node = list.head; node !== null; node = node.next) {
    if (isNew) parts.push(Uint8Array.of(node.isPlain ? 1 : 2));
    const { stream } = node;
    if (stream === null) parts.push(lengthBytes(node.sizeBytes), node.rawBytes());
    else parts.push(Uint8Array.of(0xc3), lengthBytes(stream.length), lengthBytes(node.sizeBytes), stream);
  }
  parts.push(Uint8Array.of(isNew ? 10 : 9, 0));
  const body = concatBytes(parts);
  return concatBytes([body, crc64(body)]);
}

function lengthBytes(length: number): Uint8Array {
  if (length < 64) return Uint8Array.of(length);
  if (length < 16384) return Uint8Array.of(0x40 | (length >> 8), length);
  return Uint8Array.of(0x80, length >>> 24, length >>> 16, length >>> 8, length);
}

/** All elements, and the faults of the quicklist: empty if all is well. */
export function examine(list: Quicklist): { elements: Uint8Array[]; faults: string[] } {
  const elements: Uint8Array[] = [];
  const faults: string[] = [];
  let nodes = 0;
  let previous = null;
  for (let node = list.head; node !== null; node = node.next) {
    const before = elements.length;
    const raw = node.rawBytes();
    const isValid = list.format.generation === '7.0' ? isValidListpack : isValidZiplist;
    if (node.isPlain) elements.push(raw.slice());
    else if (!isValid(raw, true, (value) => elements.push(valueBytes(value)) > 0))
      faults.push(`${nodes}: broken`);
    if (node.count !== elements.length - before || node.count === 0) faults.push(`${nodes}: another count`);
    if (raw.length !== node.sizeBytes) faults.push(`${nodes}: another size`);
    if (node.previous !== previous) faults.push(`${nodes}: not linked to the one before`);
    if (node.recompress) faults.push(`${nodes}: left decompressed`);
    if (node.dontCompress) faults.push(`${nodes}: must not be compressed`);
    const isOuter = nodes < list.compressDepth || nodes >= list.nodeCount - list.compressDepth;
    if (node.isCompressed && (isOuter || list.compressDepth === 0)) faults.push(`${nodes}: compressed`);
    nodes++;
    previous = node;
  }
  if (list.tail !== previous) faults.push('the tail is not the last node');
  if (elements.length !== list.count) faults.push('another number of elements');
  if (nodes !== list.nodeCount) faults.push('another number of nodes');
  return { elements, faults };
}
