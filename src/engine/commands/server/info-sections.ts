/**
 * The sections of INFO. Sections and fields stand in the server's order; a field is here only if the engine has its
 * number: nothing is made up to fill a line. Processor time is the modelled time of the commands.
 */
import { printfF } from '../../base/numbers.ts';
import { clientMemory } from '../../state/client/line.ts';
import type { Server } from '../../state/server.ts';
import { memoryFields } from './info-memory.ts';
import { persistenceFields } from './info-persistence.ts';
import { replicationFields } from './info-replication.ts';
import type { Field } from './info-section.ts';
import { modeOf } from './mode.ts';
import { versionOf } from './version.ts';

export interface Section {
  readonly title: string;
  /** Shown only when asked for by name, or with all. */
  readonly onRequest?: boolean;
  fields(server: Server): Iterable<Field>;
}

function serverFields(server: Server): Field[] {
  const { config, generation, nowMs, startMs } = server;
  const uptimeSeconds = Math.floor((nowMs - startMs) / 1000);
  return [
    ['redis_version', versionOf(generation)],
    ['redis_git_sha1', '00000000'],
    ['redis_git_dirty', 0],
    ['redis_mode', modeOf(server)],
    ['os', 'Rediscope'],
    ['arch_bits', 64],
    ['monotonic_clock', 'virtual'],
    ['multiplexing_api', 'steps'],
    ['process_id', 1],
    ['process_supervised', 'no'],
    ['run_id', server.runId],
    ['tcp_port', config.number('port')],
    ['server_time_usec', Math.round(nowMs * 1000)],
    ['uptime_in_seconds', uptimeSeconds],
    ['uptime_in_days', Math.floor(uptimeSeconds / 86400)],
    ['hz', config.number('hz')],
    ['configured_hz', config.number('hz')],
    ['lru_clock', server.keyspace.lruClock],
    ['executable', ''],
    ['config_file', server.sentinel?.path ?? server.configFile ?? ''],
    ['io_threads_active', 0],
  ];
}

function clientFields(server: Server): Field[] {
  let input = 0;
  let output = 0;
  let timed = 0;
  for (const client of server.clients.values()) {
    const memory = clientMemory(server, client, []);
    input = Math.max(input, memory.queryBytes);
    output = Math.max(output, memory.replyListBytes);
    if (client.blocked !== null && client.blocked.untilMs !== 0) timed++;
  }
  return [
    ['connected_clients', server.clients.size - server.replication.replicas.length],
    ['cluster_connections', clusterConnections(server)],
    ['maxclients', server.config.number('maxclients')],
    ['client_recent_max_input_buffer', input],
    ['client_recent_max_output_buffer', output],
    ['blocked_clients', server.blocking.count],
    ['tracking_clients', server.tracking.clients],
    ['clients_in_timeout_table', timed],
  ];
}

/** The connections of the bus, in both directions. */
function clusterConnections({ cluster }: Server): number {
  if (cluster === null) return 0;
  let count = 0;
  for (const { link, inbound } of cluster.nodes.values()) {
    if (link !== null) count++;
    if (inbound !== null) count++;
  }
  return count;
}

function statsFields(server: Server): Field[] {
  const { statistics, keyspace, subscriptions, tracking, rates, eviction, replication, nowMs } = server;
  const kilobytes = (perSecond: number) => printfF(perSecond / 1024, 2);
  const exceededMs = eviction.exceededSinceMs === null ? 0 : nowMs - eviction.exceededSinceMs;
  return [
    ['total_connections_received', statistics.connectionsReceived],
    ['total_commands_processed', statistics.commandsProcessed],
    ['instantaneous_ops_per_sec', Math.floor(rates.average('commands'))],
    ['total_net_input_bytes', statistics.inputBytes],
    ['total_net_output_bytes', statistics.outputBytes],
    ['total_net_repl_input_bytes', replication.inputBytes],
    ['total_net_repl_output_bytes', replication.outputBytes],
    ['instantaneous_input_kbps', kilobytes(rates.average('inputBytes'))],
    ['instantaneous_output_kbps', kilobytes(rates.average('outputBytes'))],
    ['instantaneous_input_repl_kbps', '0.00'],
    ['instantaneous_output_repl_kbps', '0.00'],
    ['rejected_connections', statistics.rejectedConnections],
    ['sync_full', replication.fullSyncs],
    ['sync_partial_ok', replication.partialSyncs],
    ['sync_partial_err', replication.refusedPartialSyncs],
    ['expired_keys', keyspace.expiredKeys],
    ['expired_stale_perc', printfF(server.activeExpiry.stalePercent(), 2)],
    ['expired_time_cap_reached_count', statistics.expiredTimeCapReached],
    ['evicted_keys', eviction.evictedKeys],
    ['evicted_clients', statistics.evictedClients],
    ['total_eviction_exceeded_time', Math.floor(eviction.exceededMs + exceededMs)],
    ['current_eviction_exceeded_time', Math.floor(exceededMs)],
    ['keyspace_hits', keyspace.hits],
    ['keyspace_misses', keyspace.misses],
    ['pubsub_channels', subscriptions.size('channel')],
    ['pubsub_patterns', subscriptions.size('pattern')],
    ['pubsubshard_channels', subscriptions.size('shard')],
    ['latest_fork_usec', 0],
    ['total_forks', statistics.forks],
    ['migrate_cached_sockets', server.migrateSockets?.count ?? 0],
    ['slave_expires_tracked_keys', keyspace.replicaExpires.size],
    ['active_defrag_hits', 0],
    ['active_defrag_misses', 0],
    ['active_defrag_key_hits', 0],
    ['active_defrag_key_misses', 0],
    ['total_active_defrag_time', 0],
    ['current_active_defrag_time', 0],
    ['tracking_total_keys', tracking.keys],
    ['tracking_total_items', tracking.items],
    ['tracking_total_prefixes', tracking.prefixes],
    ['unexpected_error_replies', 0],
    ['total_error_replies', statistics.errorReplies],
    ['dump_payload_sanitizations', 0],
    ['total_reads_processed', statistics.reads],
    ['total_writes_processed', statistics.writes],
    ['io_threaded_reads_processed', 0],
    ['io_threaded_writes_processed', statistics.threadedWrites],
    ['reply_buffer_shrinks', 0],
    ['reply_buffer_expands', 0],
  ];
}

/** All of it is user time of the main thread. */
function cpuFields(server: Server): Field[] {
  const seconds = printfF(server.statistics.microseconds / 1_000_000, 6);
  return [
    ['used_cpu_sys', '0.000000'],
    ['used_cpu_user', seconds],
    ['used_cpu_sys_children', '0.000000'],
    ['used_cpu_user_children', '0.000000'],
    ['used_cpu_sys_main_thread', '0.000000'],
    ['used_cpu_user_main_thread', seconds],
  ];
}

function* moduleFields(server: Server): Generator<Field> {
  for (const { module } of server.modules.loaded) {
    yield [
      'module',
      `name=${module.name},ver=${module.version},api=1,filters=0,usedby=[],using=[],options=[]`,
    ];
  }
}

function* commandFields(server: Server): Generator<Field> {
  for (const entry of server.commands.all) {
    const { calls, rejectedCalls, failedCalls, microseconds } = server.commands.counted(entry);
    if (calls === 0 && rejectedCalls === 0 && failedCalls === 0) continue;
    const each = printfF(calls === 0 ? 0 : microseconds / calls, 2);
    yield [
      `cmdstat_${entry.fullName}`,
      `calls=${calls},usec=${microseconds},usec_per_call=${each},rejected_calls=${rejectedCalls},failed_calls=${failedCalls}`,
    ];
  }
}

function* latencyFields(server: Server): Generator<Field> {
  const percentiles = server.config.text('latency-tracking-info-percentiles').split(' ').filter(Boolean);
  for (const entry of server.commands.all) {
    const { distribution } = server.commands.counted(entry);
    if (distribution === null) continue;
    const shown = percentiles.map((each) => `p${each}=${printfF(distribution.percentile(Number(each)), 3)}`);
    yield [`latency_percentiles_usec_${entry.fullName}`, shown.join(',')];
  }
}

function errorFields(server: Server): Field[] {
  return [...server.statistics.errorsByCode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => [`errorstat_${code}`, `count=${count}`]);
}

function* keyspaceFields(server: Server): Generator<Field> {
  for (const { id, keys, expires, averageTtlMs } of server.keyspace.databases) {
    if (keys.size === 0 && expires.size === 0) continue;
    yield [`db${id}`, `keys=${keys.size},expires=${expires.size},avg_ttl=${averageTtlMs}`];
  }
}

export const SECTIONS: Readonly<Record<string, Section>> = {
  server: { title: 'Server', fields: serverFields },
  clients: { title: 'Clients', fields: clientFields },
  memory: { title: 'Memory', fields: memoryFields },
  persistence: { title: 'Persistence', fields: persistenceFields },
  stats: { title: 'Stats', fields: statsFields },
  replication: { title: 'Replication', fields: replicationFields },
  cpu: { title: 'CPU', fields: cpuFields },
  modules: { title: 'Modules', fields: moduleFields },
  commandstats: { title: 'Commandstats', onRequest: true, fields: commandFields },
  errorstats: { title: 'Errorstats', fields: errorFields },
  latencystats: { title: 'Latencystats', onRequest: true, fields: latencyFields },
  cluster: { title: 'Cluster', fields: (server) => [['cluster_enabled', server.cluster === null ? 0 : 1]] },
  keyspace: { title: 'Keyspace', fields: keyspaceFields },
};
