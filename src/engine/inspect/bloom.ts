/** A Bloom filter as its panel sees it: layers, a window of bits, and which of them an item has. */
import type { BloomItemView, BloomLayerView, BloomTarget, BloomView } from '../../protocol/views.ts';
import { bytesOf, repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { BloomFilter } from '../modules/bloom/filter.ts';
import { hexadecimal } from '../modules/bloom/hash-item.ts';
import { bloomType } from '../modules/bloom/type.ts';
import { type BloomLayer, bloomHash } from '../structures/bloom-layer.ts';
import type { ViewKind } from './kind.ts';
import { keysOfType, valueOfType } from './module-keys.ts';

const MAX_WINDOW_BYTES = 1024;
const MAX_STRANGERS = 2000;

export const bloomView: ViewKind<'bloom'> = {
  read: (_server, db, target) => readBloom(db, target),
  turnsTo: ['bloom'],
  changedBy: ({ type }) => type.startsWith('bloom.'),
};

function readBloom(db: Database, target: BloomTarget): BloomView {
  const names = keysOfType(db, bloomType);
  const key = target.key ?? names[0]?.keyBytes ?? null;
  const filter = key === null ? null : (valueOfType(db, key, bloomType) as BloomFilter | null);
  const empty = { kind: 'bloom', db: db.id, key: key === null ? null : repr(key), names } as const;
  if (filter === null) {
    return {
      ...empty,
      address: 0,
      items: 0,
      capacity: 0,
      expansion: null,
      sizeBytes: 0,
      layers: [],
      shown: 0,
      from: 0,
      bytes: new Uint8Array(0),
      falsePositiveRate: 0,
      item: null,
      strangers: null,
    };
  }
  const { layers } = filter;
  const shown = target.layer < 0 ? layers.length - 1 : Math.min(target.layer, layers.length - 1);
  const layer = layers[shown];
  const count = clamp(target.window.count, 1, MAX_WINDOW_BYTES);
  const from = clamp(target.window.from, 0, Math.max(0, layer.plan.bytes - count));
  return {
    ...empty,
    address: filter.address,
    items: filter.items,
    capacity: filter.capacity,
    expansion: filter.isScaling ? filter.expansion : null,
    sizeBytes: filter.sizeBytes,
    layers: layers.map(readLayer),
    shown,
    from,
    bytes: layer.filter.slice(from, from + count),
    // 1 - (1 - a)(1 - b)…, computed so that rates far below the precision of a sum with 1 stay exact.
    falsePositiveRate: -Math.expm1(
      layers.reduce((sum, each) => sum + Math.log1p(-readLayer(each).falsePositiveRate), 0),
    ),
    item: target.item === null ? null : readItem(filter, layer, target.item),
    strangers: target.strangers === undefined ? null : tryStrangers(filter, layer, target.strangers),
  };
}

function readLayer(layer: BloomLayer): BloomLayerView {
  const { plan, items, bits, bitsSet, address } = layer;
  const fillRatio = bitsSet / bits;
  return {
    address,
    entries: plan.entries,
    items,
    error: plan.error,
    bits,
    bitsSet,
    bitsPerEntry: plan.bitsPerEntry,
    hashes: plan.hashes,
    fillRatio,
    falsePositiveRate: fillRatio ** plan.hashes,
  };
}

/** Has its own test: the filter's test would emit steps into the picture being taken. */
function readItem(filter: BloomFilter, shown: BloomLayer, item: Uint8Array): BloomItemView {
  const hash = bloomHash(item);
  return {
    item: repr(item),
    a: hexadecimal(hash.aHigh, hash.aLow),
    b: hexadecimal(hash.bHigh, hash.bLow),
    bits: shown.positions(hash).map((bit) => ({ bit, isSet: shown.isSet(bit) })),
    layers: filter.layers.map((layer) => layer.positions(hash).every((bit) => layer.isSet(bit))),
  };
}

/** `stranger:1`, `stranger:2` and so on: names that were surely not added. */
function tryStrangers(filter: BloomFilter, shown: BloomLayer, count: number): BloomView['strangers'] {
  const most = clamp(count, 1, MAX_STRANGERS);
  for (let nth = 1; nth <= most; nth++) {
    const item = bytesOf(`stranger:${nth}`);
    const hash = bloomHash(item);
    const isTaken = filter.layers.some((layer) => layer.positions(hash).every((bit) => layer.isSet(bit)));
    if (isTaken) return { tried: nth, found: readItem(filter, shown, item) };
  }
  return { tried: most, found: null };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.floor(value)));
}
