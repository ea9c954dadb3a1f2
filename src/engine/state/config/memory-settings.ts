/**
 * The parameters that memory follows, brought to where they are asked for with every command, so that nothing is
 * looked up by name on the way. Followed at the start and after every CONFIG SET.
 */
import type { EvictionPolicy } from '../../keyspace/eviction-score.ts';
import type { Server } from '../server.ts';

export function followMemorySettings(server: Server): void {
  const { config, keyspace, eviction, strings } = server;
  const policy = config.text('maxmemory-policy') as EvictionPolicy;
  const maxBytes = config.number('maxmemory');
  const isLfu = policy.endsWith('-lfu');
  keyspace.stamps.configure(isLfu, config.number('lfu-log-factor'), config.number('lfu-decay-time'));
  keyspace.lazyServerDelete = config.flag('lazyfree-lazy-server-del');
  keyspace.lazyExpire = config.flag('lazyfree-lazy-expire');
  // The server checks the limit again in its loop, not only before the next command.
  if (maxBytes > 0 && maxBytes !== eviction.maxBytes) server.evictionIsDue = true;
  eviction.maxBytes = maxBytes;
  if (maxBytes === 0) server.wasOutOfMemory = false;
  eviction.policy = policy;
  eviction.samples = config.number('maxmemory-samples');
  eviction.tenacity = config.number('maxmemory-eviction-tenacity');
  eviction.isLazy = config.flag('lazyfree-lazy-eviction');
  strings.sharesIntegers = maxBytes === 0 || !(isLfu || policy.endsWith('-lru'));
}
