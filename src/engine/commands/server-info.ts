/**
 * INFO. Sections and fields stand in the server's order; a field is here only if the engine has its number:
 * nothing is made up to fill a line.
 */
import { lowerAscii } from '../base/bytes.ts';
import { printfF } from '../base/numbers.ts';
import type { Command } from '../state/command.ts';
import type { Server } from '../state/server.ts';
import { REDIS_VERSION } from './server-version.ts';
import { many, optional, string } from './syntax.ts';

type Field = readonly [name: string, value: string | number];

interface Section {
  readonly title: string;
  /** Told only when asked for by name, or with all. */
  readonly onRequest?: boolean;
  fields(server: Server): Iterable<Field>;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  server: {
    title: 'Server',
    fields(server) {
      const uptimeSeconds = Math.floor((server.nowMs - server.startMs) / 1000);
      return [
        ['redis_version', REDIS_VERSION],
        ['redis_mode', 'standalone'],
        ['arch_bits', 64],
        ['run_id', server.runId],
        ['tcp_port', server.config.number('port')],
        ['server_time_usec', Math.round(server.nowMs * 1000)],
        ['uptime_in_seconds', uptimeSeconds],
        ['uptime_in_days', Math.floor(uptimeSeconds / 86400)],
        ['hz', server.config.number('hz')],
        ['configured_hz', server.config.number('hz')],
        ['lru_clock', server.keyspace.lruClock],
      ];
    },
  },
  clients: {
    title: 'Clients',
    fields: (server) => [
      ['connected_clients', server.clients.size],
      ['maxclients', server.config.number('maxclients')],
      ['tracking_clients', server.tracking.clients],
    ],
  },
  memory: {
    title: 'Memory',
    fields(server) {
      const { usedBytes, peakBytes } = server.env.heap;
      const maxBytes = server.config.number('maxmemory');
      return [
        ['used_memory', usedBytes],
        ['used_memory_human', humanBytes(usedBytes)],
        ['used_memory_peak', peakBytes],
        ['used_memory_peak_human', humanBytes(peakBytes)],
        ['used_memory_peak_perc', `${printfF(peakBytes === 0 ? 0 : (usedBytes / peakBytes) * 100, 2)}%`],
        ['maxmemory', server.config.printed('maxmemory')],
        ['maxmemory_human', humanBytes(maxBytes)],
        ['maxmemory_policy', server.config.text('maxmemory-policy')],
      ];
    },
  },
  persistence: {
    title: 'Persistence',
    fields: (server) => [
      ['loading', 0],
      ['rdb_changes_since_last_save', server.keyspace.dirty],
    ],
  },
  stats: {
    title: 'Stats',
    fields({ statistics, keyspace, subscriptions, tracking }) {
      return [
        ['total_connections_received', statistics.connectionsReceived],
        ['total_commands_processed', statistics.commandsProcessed],
        ['total_net_input_bytes', statistics.inputBytes],
        ['total_net_output_bytes', statistics.outputBytes],
        ['expired_keys', keyspace.expiredKeys],
        ['expired_stale_perc', printfF(statistics.expiredStalePercent, 2)],
        ['expired_time_cap_reached_count', statistics.expiredTimeCapReached],
        ['keyspace_hits', keyspace.hits],
        ['keyspace_misses', keyspace.misses],
        ['pubsub_channels', subscriptions.size('channel')],
        ['pubsub_patterns', subscriptions.size('pattern')],
        ['pubsubshard_channels', subscriptions.size('shard')],
        ['tracking_total_keys', tracking.keys],
        ['tracking_total_items', tracking.items],
        ['tracking_total_prefixes', tracking.prefixes],
        ['total_error_replies', statistics.errorReplies],
      ];
    },
  },
  replication: {
    title: 'Replication',
    fields: () => [
      ['role', 'master'],
      ['connected_slaves', 0],
    ],
  },
  modules: { title: 'Modules', fields: () => [] },
  commandstats: {
    title: 'Commandstats',
    onRequest: true,
    *fields(server) {
      for (const { fullName, calls, rejectedCalls, failedCalls } of server.commands.all()) {
        if (calls === 0 && rejectedCalls === 0 && failedCalls === 0) continue;
        yield [
          `cmdstat_${fullName}`,
          `calls=${calls},rejected_calls=${rejectedCalls},failed_calls=${failedCalls}`,
        ];
      }
    },
  },
  errorstats: {
    title: 'Errorstats',
    fields: (server) =>
      [...server.statistics.errorsByCode]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([code, count]) => [`errorstat_${code}`, `count=${count}`]),
  },
  cluster: { title: 'Cluster', fields: () => [['cluster_enabled', 0]] },
  keyspace: {
    title: 'Keyspace',
    *fields(server) {
      for (const { id, keys, expires, averageTtlMs } of server.keyspace.databases) {
        if (keys.size === 0 && expires.size === 0) continue;
        yield [`db${id}`, `keys=${keys.size},expires=${expires.size},avg_ttl=${averageTtlMs}`];
      }
    },
  },
};

/** bytesToHuman: 512B, 1.50K, 3.00M. */
function humanBytes(bytes: number): string {
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

function chosenSections(args: readonly Uint8Array[]): Section[] {
  const asked = args.length === 1 ? ['default'] : args.slice(1).map(lowerAscii);
  const all = asked.includes('all') || asked.includes('everything');
  const byDefault = asked.includes('default');
  return Object.entries(SECTIONS)
    .filter(([name, { onRequest }]) => all || (byDefault && !onRequest) || asked.includes(name))
    .map(([, section]) => section);
}

export const infoCommand: Command = {
  name: 'info',
  arity: -1,
  flags: ['loading', 'stale'],
  categories: ['dangerous'],
  group: 'server',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'What the server has to say about itself, section by section.',
    zh: '分段报告服务器的状态和统计。',
  },
  tips: ['nondeterministic_output', 'request_policy:all_shards', 'response_policy:special'],
  arguments: [optional(many(string('section')))],
  run(server, client, args) {
    const sections = chosenSections(args).map((section) => {
      const lines = Array.from(section.fields(server), ([name, value]) => `${name}:${value}\r\n`);
      return `# ${section.title}\r\n${lines.join('')}`;
    });
    client.reply.verbatim(sections.join('\r\n'));
  },
};
