/** MEMORY STATS, DOCTOR, MALLOC-STATS and PURGE: the heap as a whole. */

import type { ReplyBuffer } from '../../state/client/reply.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { type AllMemoryFigures, allMemoryFigures, ratioOf } from './memory-figures.ts';

const shared = {
  arity: 2,
  flags: [],
  group: 'server',
  since: '4.0.0',
  complexity: 'O(1)',
  tips: ['nondeterministic_output', 'request_policy:all_shards', 'response_policy:special'],
} as const;

const stats: Command = {
  ...shared,
  name: 'stats',
  summary: { en: 'Where the memory goes, figure by figure.', zh: '逐项列出内存的去向。' },
  run(server, client) {
    const { reply } = client;
    const figures = allMemoryFigures(server);
    const mark = reply.begin();
    let pairs = 0;
    const integers = (fields: Readonly<Record<string, number>>) => {
      for (const [name, value] of Object.entries(fields)) {
        reply.text(name);
        reply.integer(value);
        pairs++;
      }
    };
    const double = (name: string, value: number) => {
      reply.text(name);
      // The server keeps these in single precision.
      reply.double(Math.fround(value));
      pairs++;
    };
    integers({
      'peak.allocated': figures.peakBytes,
      'total.allocated': figures.usedBytes,
      'startup.allocated': figures.startupBytes,
      'replication.backlog': 0,
      'clients.slaves': 0,
      'clients.normal': figures.clientBytes,
      'cluster.links': 0,
      'aof.buffer': figures.aofBufferBytes,
      'lua.caches': figures.scriptBytes,
      'functions.caches': figures.functionBytes,
    });
    for (const db of figures.databases) {
      reply.text(`db.${db.db}`);
      writeDatabase(reply, db.mainBytes, db.expiresBytes);
      pairs++;
    }
    integers({
      'overhead.total': figures.overheadBytes,
      'keys.count': figures.keys,
      'keys.bytes-per-key': figures.bytesPerKey,
      'dataset.bytes': figures.datasetBytes,
    });
    double('dataset.percentage', figures.datasetPercent);
    double('peak.percentage', figures.peakPercent);
    integers({
      'allocator.allocated': figures.usedBytes,
      'allocator.active': figures.slabBytes,
      'allocator.resident': figures.slabBytes,
    });
    const spareBytes = figures.slabBytes - figures.usedBytes;
    double('allocator-fragmentation.ratio', ratioOf(figures.slabBytes, figures.usedBytes));
    integers({ 'allocator-fragmentation.bytes': spareBytes });
    double('allocator-rss.ratio', ratioOf(figures.slabBytes, figures.slabBytes));
    integers({ 'allocator-rss.bytes': 0 });
    double('rss-overhead.ratio', ratioOf(figures.slabBytes, figures.slabBytes));
    integers({ 'rss-overhead.bytes': 0 });
    double('fragmentation', ratioOf(figures.slabBytes, figures.usedBytes));
    integers({ 'fragmentation.bytes': spareBytes });
    reply.endMap(mark, pairs);
  },
};

function writeDatabase(reply: ReplyBuffer, mainBytes: number, expiresBytes: number): void {
  reply.map(3);
  reply.text('overhead.hashtable.main');
  reply.integer(mainBytes);
  reply.text('overhead.hashtable.expires');
  reply.integer(expiresBytes);
  reply.text('overhead.hashtable.slot-to-keys');
  reply.integer(0);
}

const LITTLE_BYTES = 5 * 1024 * 1024;
const PEAK_FACTOR = 1.5;
const FRAGMENTATION_LIMIT = 1.4;
const SPARE_BYTES = 10 * 1024 * 1024;
const LARGE_CLIENT_BYTES = 200 * 1024;

const doctor: Command = {
  ...shared,
  name: 'doctor',
  summary: { en: 'Says in sentences what is odd about the memory.', zh: '用几句话指出内存使用上的异常。' },
  run(server, client) {
    client.reply.verbatim(`${diagnosis(server, allMemoryFigures(server))}\n`);
  },
};

function diagnosis(server: Server, figures: AllMemoryFigures): string {
  if (figures.usedBytes < LITTLE_BYTES) return 'There is too little data to say anything about its memory.';
  const findings: string[] = [];
  if (figures.peakBytes / figures.usedBytes > PEAK_FACTOR) {
    findings.push('Peak: at its peak the server used more than 1.5 times the memory it uses now.');
  }
  const spareBytes = figures.slabBytes - figures.usedBytes;
  if (figures.slabBytes / figures.usedBytes > FRAGMENTATION_LIMIT && spareBytes > SPARE_BYTES) {
    findings.push('Fragmentation: much of what the allocator holds lies unused between live slots.');
  }
  if (server.clients.size > 0 && figures.clientBytes / server.clients.size > LARGE_CLIENT_BYTES) {
    findings.push('Clients: their buffers take more than 200 kB each on average; CLIENT LIST shows omem.');
  }
  return findings.length === 0 ? 'Nothing odd was found.' : findings.map((each) => `* ${each}`).join('\n');
}

const mallocStats: Command = {
  ...shared,
  name: 'malloc-stats',
  complexity: 'grows with the number of size classes',
  summary: {
    en: 'The size classes of the heap: slabs and live slots.',
    zh: '列出堆的各个尺寸类：slab 数和占用的槽数。',
  },
  run(server, client) {
    const rows = server.env.heap
      .classes()
      .map(
        ({ slotBytes, slabs, slotsPerSlab, liveSlots }) =>
          `${String(slotBytes).padStart(10)} ${String(slabs).padStart(8)} ${String(slabs * slotsPerSlab).padStart(10)} ${String(liveSlots).padStart(10)}`,
      );
    client.reply.verbatim(`${['      size    slabs      slots       live', ...rows].join('\n')}\n`);
  },
};

const purge: Command = {
  ...shared,
  name: 'purge',
  complexity: 'grows with the number of pages to give back',
  tips: ['request_policy:all_shards', 'response_policy:all_succeeded'],
  summary: {
    en: 'Asks the allocator to give unused pages back; the model has none to give.',
    zh: '请分配器归还空闲页；这里的模拟堆没有可归还的页。',
  },
  run(_server, client) {
    client.reply.ok();
  },
};

export const memoryStatsCommands: readonly Command[] = [doctor, mallocStats, purge, stats];
