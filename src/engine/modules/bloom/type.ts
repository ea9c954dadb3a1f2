/** Bloom filters as values: the type MBbloom-- with its form in RDB. */

import { errors } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import type { Server } from '../../state/server.ts';
import type { BloomPlan } from '../../structures/bloom-layer.ts';
import { MAX_LAYER_BYTES } from '../../structures/bloom-layer.ts';
import type { ModuleType, ModuleValue } from '../../types/module-type.ts';
import { moduleObject, moduleValueOf } from '../../types/module-type.ts';
import { type RedisObject, TYPE_MODULE } from '../../types/object.ts';
import { BloomFilter, OPTIONS_FIXED, OPTIONS_SCALING } from './filter.ts';

const MAX_LAYERS = 1024;
const MAX_HASHES = 2048;

function filterOf(value: ModuleValue): BloomFilter {
  return value as BloomFilter;
}

export interface LayerImage {
  readonly plan: BloomPlan;
  readonly items: number;
  readonly bits: Uint8Array;
}

/** A filter of layers that lie there as bytes. The caller has checked them with `isLayer`. */
export function rebuild(
  env: Server['env'],
  expansion: number,
  isScaling: boolean,
  layers: readonly LayerImage[],
): BloomFilter {
  const filter = new BloomFilter(bloomType, env, expansion, isScaling);
  for (const { plan, items, bits } of layers) {
    const layer = filter.addLayer(plan);
    layer.replace(bits);
    layer.items = items;
  }
  return filter;
}

/** Whether untrusted figures could be those of a layer. */
export function isLayer({ entries, error, bitsPerEntry, hashes, bytes }: BloomPlan): boolean {
  return (
    Number.isSafeInteger(entries) &&
    entries >= 1 &&
    error > 0 &&
    error < 1 &&
    bitsPerEntry > 0 &&
    Number.isFinite(bitsPerEntry) &&
    Number.isInteger(hashes) &&
    hashes >= 1 &&
    hashes <= MAX_HASHES &&
    bytes >= 8 &&
    bytes % 8 === 0 &&
    bytes <= MAX_LAYER_BYTES
  );
}

export const bloomType: ModuleType = {
  name: 'MBbloom--',
  encodingVersion: 4,
  free(value) {
    filterOf(value).release();
  },
  bytes(value) {
    return filterOf(value).allocationBytes;
  },
  freeEffort(value) {
    return filterOf(value).layers.length;
  },
  copy(env, value) {
    const { expansion, isScaling, layers } = filterOf(value);
    return rebuild(
      env,
      expansion,
      isScaling,
      layers.map(({ plan, items, filter }) => ({ plan, items, bits: filter })),
    );
  },
  save(saver, value) {
    const filter = filterOf(value);
    saver.unsigned(filter.items);
    saver.unsigned(filter.layers.length);
    saver.unsigned(filter.isScaling ? OPTIONS_SCALING : OPTIONS_FIXED);
    saver.unsigned(filter.expansion);
    for (const layer of filter.layers) {
      const { entries, error, hashes, bitsPerEntry } = layer.plan;
      saver.unsigned(entries);
      saver.double(error);
      saver.unsigned(hashes);
      saver.double(bitsPerEntry);
      saver.unsigned(layer.bits);
      saver.unsigned(0);
      saver.string(layer.filter);
      saver.unsigned(layer.items);
    }
  },
  load(loader, env) {
    loader.unsigned();
    const count = loader.unsigned();
    const options = loader.unsigned();
    const expansion = loader.unsigned();
    if (count < 1 || count > MAX_LAYERS) loader.refuse('a Bloom filter without layers, or with too many');
    if (options !== OPTIONS_SCALING && options !== OPTIONS_FIXED)
      loader.refuse('unknown options of a Bloom filter');
    const layers: LayerImage[] = [];
    for (let at = 0; at < count; at++) {
      const entries = loader.unsigned();
      const error = loader.double();
      const hashes = loader.unsigned();
      const bitsPerEntry = loader.double();
      const bits = loader.unsigned();
      if (loader.unsigned() !== 0) loader.refuse('a layer rounded to a power of two');
      const image = loader.string();
      const plan: BloomPlan = { entries, error, hashes, bitsPerEntry, bytes: image.length };
      if (!isLayer(plan) || bits !== image.length * 8) loader.refuse('figures that are no layer');
      layers.push({ plan, items: loader.unsigned(), bits: image });
    }
    return rebuild(env, expansion, options === OPTIONS_SCALING, layers);
  },
};

/** The filter in an object; throws if it is something else. */
export function requireFilter(object: RedisObject): BloomFilter {
  if (object.type !== TYPE_MODULE) throw errors.wrongType();
  const value = moduleValueOf(object);
  if (value.moduleType !== bloomType) throw errors.wrongType();
  return filterOf(value);
}

export function readFilter(server: Server, client: Client, key: Uint8Array): BloomFilter | null {
  const object = server.keyspace.lookupRead(client.db, key);
  return object === null ? null : requireFilter(object);
}

export function writeFilter(server: Server, client: Client, key: Uint8Array): BloomFilter | null {
  const object = server.keyspace.lookupWrite(client.db, key);
  return object === null ? null : requireFilter(object);
}

/** A new filter at a key that is known to be free. */
export function storeFilter(server: Server, client: Client, key: Uint8Array, filter: BloomFilter): void {
  const { keyspace, env } = server;
  keyspace.add(client.db, key, moduleObject(env, filter, keyspace.stamps.fresh));
}
