/**
 * A Bloom filter in portions, for filters too large for DUMP: what BF.SCANDUMP gives and BF.LOADCHUNK takes.
 *
 * The first portion is a header, packed without gaps, numbers little endian:
 *
 *     [items 8][layers 4][options 4][expansion 4]
 *     for each layer: [bytes 8][bits 8][items 8][error 8][bits per entry 8][hashes 4][entries 8][0 1]
 *
 * Then come the bits of all layers one after the other, at most 16 MB at once and never of two layers. The iterator
 * of a portion is one more than the bytes up to its end: the header is 1, and 0 says that it is over.
 */
import { type BloomPlan, MAX_LAYER_BYTES } from '../../structures/bloom-layer.ts';
import { type BloomFilter, OPTIONS_FIXED, OPTIONS_SCALING } from './filter.ts';
import { isLayer, type LayerImage } from './type.ts';

const CHAIN_HEADER_BYTES = 20;
const LINK_HEADER_BYTES = 53;
const MAX_PORTION_BYTES = 16 * 1024 * 1024;
/** The most bytes that a header may ask for in all its layers, before any bits arrive. */
const MAX_FILTER_BYTES = 2 * MAX_LAYER_BYTES;

export interface Portion {
  readonly iterator: number;
  readonly bytes: Uint8Array;
}

export function headerOf(filter: BloomFilter): Uint8Array {
  const bytes = new Uint8Array(CHAIN_HEADER_BYTES + filter.layers.length * LINK_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(filter.items), true);
  view.setUint32(8, filter.layers.length, true);
  view.setUint32(12, filter.isScaling ? OPTIONS_SCALING : OPTIONS_FIXED, true);
  view.setUint32(16, filter.expansion, true);
  let at = CHAIN_HEADER_BYTES;
  for (const { plan, bits, items } of filter.layers) {
    view.setBigUint64(at, BigInt(plan.bytes), true);
    view.setBigUint64(at + 8, BigInt(bits), true);
    view.setBigUint64(at + 16, BigInt(items), true);
    view.setFloat64(at + 24, plan.error, true);
    view.setFloat64(at + 32, plan.bitsPerEntry, true);
    view.setUint32(at + 40, plan.hashes, true);
    view.setBigUint64(at + 44, BigInt(plan.entries), true);
    at += LINK_HEADER_BYTES;
  }
  return bytes;
}

/** The filter that a header describes, with empty bits; null when it is none. */
export function readHeader(bytes: Uint8Array): {
  readonly expansion: number;
  readonly isScaling: boolean;
  readonly layers: readonly LayerImage[];
} | null {
  if (bytes.length < CHAIN_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = view.getUint32(8, true);
  const options = view.getUint32(12, true);
  if (count < 1 || bytes.length !== CHAIN_HEADER_BYTES + count * LINK_HEADER_BYTES) return null;
  if (options !== OPTIONS_SCALING && options !== OPTIONS_FIXED) return null;
  const layers: LayerImage[] = [];
  for (let at = CHAIN_HEADER_BYTES; at < bytes.length; at += LINK_HEADER_BYTES) {
    const plan: BloomPlan = {
      bytes: Number(view.getBigUint64(at, true)),
      error: view.getFloat64(at + 24, true),
      bitsPerEntry: view.getFloat64(at + 32, true),
      hashes: view.getUint32(at + 40, true),
      entries: Number(view.getBigUint64(at + 44, true)),
    };
    const bits = Number(view.getBigUint64(at + 8, true));
    const items = Number(view.getBigUint64(at + 16, true));
    if (!isLayer(plan) || bits !== plan.bytes * 8 || !Number.isSafeInteger(items) || bytes[at + 52] !== 0)
      return null;
    layers.push({ plan, items, bits: new Uint8Array(0) });
  }
  const totalBytes = layers.reduce((sum, { plan }) => sum + plan.bytes, 0);
  if (totalBytes > MAX_FILTER_BYTES) return null;
  return { expansion: view.getUint32(16, true), isScaling: options === OPTIONS_SCALING, layers };
}

/** The portion that follows an iterator; the last has the iterator 0 and no bytes. */
export function portionAfter(filter: BloomFilter, iterator: number): Portion {
  if (iterator === 0) return { iterator: 1, bytes: headerOf(filter) };
  let offset = iterator - 1;
  for (const layer of filter.layers) {
    if (offset < layer.plan.bytes) {
      const bytes = layer.filter.slice(offset, offset + MAX_PORTION_BYTES);
      return { iterator: iterator + bytes.length, bytes };
    }
    offset -= layer.plan.bytes;
  }
  return { iterator: 0, bytes: new Uint8Array(0) };
}

/** Puts a portion of bits in its place; a text says why it has none. */
export function loadPortion(filter: BloomFilter, { iterator, bytes }: Portion): string | null {
  let offset = iterator - 1 - bytes.length;
  if (!(offset >= 0)) return 'ERR invalid offset - no link found';
  for (const layer of filter.layers) {
    if (offset < layer.plan.bytes) {
      if (bytes.length > layer.plan.bytes - offset) return 'ERR invalid chunk - Too big for current filter';
      layer.replace(bytes, offset);
      return null;
    }
    offset -= layer.plan.bytes;
  }
  return 'ERR invalid offset - no link found';
}
