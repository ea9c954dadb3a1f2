/** Up to where collections stay in their smaller encoding, as the configuration says. */
import type { HashLimits } from '../../types/hash.ts';
import type { ListOptions } from '../../types/list.ts';
import type { SetLimits } from '../../types/set.ts';
import type { StreamLimits } from '../../types/stream.ts';
import type { ZsetLimits } from '../../types/zset.ts';
import type { Server } from '../server.ts';

/** Called when a value changes its encoding: from which to which. */
export type ConversionListener = ((from: number, to: number) => void) | null;

export function hashLimits(server: Server, onConverted: ConversionListener = null): HashLimits {
  const { config, generation } = server;
  const isNew = generation === '7.0';
  return {
    entries: config.number(isNew ? 'hash-max-listpack-entries' : 'hash-max-ziplist-entries'),
    valueBytes: config.number(isNew ? 'hash-max-listpack-value' : 'hash-max-ziplist-value'),
    onConverted,
  };
}

export function setLimits(server: Server, onConverted: ConversionListener = null): SetLimits {
  return { intsetEntries: server.config.number('set-max-intset-entries'), onConverted };
}

export function zsetLimits(server: Server, onConverted: ConversionListener = null): ZsetLimits {
  const { config, generation } = server;
  const isNew = generation === '7.0';
  return {
    entries: config.number(isNew ? 'zset-max-listpack-entries' : 'zset-max-ziplist-entries'),
    valueBytes: config.number(isNew ? 'zset-max-listpack-value' : 'zset-max-ziplist-value'),
    generation,
    onConverted,
  };
}

/** The limits for a list created now. */
export function listOptions({ config, generation, packedThresholdBytes }: Server): ListOptions {
  return {
    fill: config.number(generation === '7.0' ? 'list-max-listpack-size' : 'list-max-ziplist-size'),
    compressDepth: config.number('list-compress-depth'),
    packedThresholdBytes,
  };
}

/** Up to where a node of a stream is filled. */
export function streamLimits({ config }: Server): StreamLimits {
  return {
    maxBytes: config.number('stream-node-max-bytes'),
    maxEntries: config.number('stream-node-max-entries'),
  };
}
