/** The memory section of INFO. */
import { printfF } from '../../base/numbers.ts';
import type { Server } from '../../state/server.ts';
import type { Field } from './info-section.ts';
import { allMemoryFigures, ratioOf } from './memory-figures.ts';

/** bytesToHuman: 512B, 1.50K, 3.00M. */
export function humanBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  const units = ['K', 'M', 'G', 'T', 'P'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${printfF(size, 2)}${units[unit]}`;
}

const percent = (value: number) => `${printfF(value, 2)}%`;
const ratio = (part: number, whole: number) => printfF(ratioOf(part, whole), 2);

export function memoryFields(server: Server): Field[] {
  const figures = allMemoryFigures(server);
  const { usedBytes, peakBytes, slabBytes, overheadBytes, startupBytes, datasetBytes } = figures;
  const { keyspace, config, scripting } = server;
  const scriptBytes = figures.scriptBytes + figures.functionBytes;
  return [
    ['used_memory', usedBytes],
    ['used_memory_human', humanBytes(usedBytes)],
    ['used_memory_rss', slabBytes],
    ['used_memory_rss_human', humanBytes(slabBytes)],
    ['used_memory_peak', peakBytes],
    ['used_memory_peak_human', humanBytes(peakBytes)],
    ['used_memory_peak_perc', percent(figures.peakPercent)],
    ['used_memory_overhead', overheadBytes],
    ['used_memory_startup', startupBytes],
    ['used_memory_dataset', datasetBytes],
    ['used_memory_dataset_perc', percent(figures.datasetPercent)],
    ['allocator_allocated', usedBytes],
    ['allocator_active', slabBytes],
    ['allocator_resident', slabBytes],
    ['used_memory_scripts_eval', figures.scriptBytes],
    ['number_of_cached_scripts', scripting.scripts.size],
    ['number_of_functions', scripting.functions.size],
    ['number_of_libraries', scripting.libraries.size],
    ['used_memory_functions', figures.functionBytes],
    ['used_memory_scripts', scriptBytes],
    ['used_memory_scripts_human', humanBytes(scriptBytes)],
    ['maxmemory', config.printed('maxmemory')],
    ['maxmemory_human', humanBytes(config.number('maxmemory'))],
    ['maxmemory_policy', config.text('maxmemory-policy')],
    ['allocator_frag_ratio', ratio(slabBytes, usedBytes)],
    ['allocator_frag_bytes', slabBytes - usedBytes],
    ['allocator_rss_ratio', ratio(slabBytes, slabBytes)],
    ['allocator_rss_bytes', 0],
    ['rss_overhead_ratio', ratio(slabBytes, slabBytes)],
    ['rss_overhead_bytes', 0],
    ['mem_fragmentation_ratio', ratio(slabBytes, usedBytes)],
    ['mem_fragmentation_bytes', slabBytes - usedBytes],
    ['mem_not_counted_for_evict', 0],
    ['mem_replication_backlog', 0],
    ['mem_total_replication_buffers', 0],
    ['mem_clients_slaves', 0],
    ['mem_clients_normal', figures.clientBytes],
    ['mem_cluster_links', 0],
    ['mem_aof_buffer', figures.aofBufferBytes],
    ['mem_allocator', 'jemalloc-5.3.0'],
    ['active_defrag_running', 0],
    ['lazyfree_pending_objects', keyspace.lazyFree.pendingObjects],
    ['lazyfreed_objects', keyspace.lazyFree.freedObjects],
  ];
}
