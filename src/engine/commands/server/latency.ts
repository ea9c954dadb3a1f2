/** LATENCY: when the server was slow, and how the durations of commands are distributed. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Command } from '../../state/command/command.ts';
import type { CommandEntry } from '../../state/command/table.ts';
import type { Server } from '../../state/server.ts';
import type { LatencyEvent } from '../../state/statistics/latency.ts';
import { help } from '../help.ts';
import { many, optional, string } from '../syntax.ts';
import { drawLatency } from './latency-graph.ts';

const shared = {
  flags: ['admin', 'noscript', 'loading', 'stale'],
  group: 'server',
  since: '2.8.13',
  complexity: 'O(1)',
  tips: ['nondeterministic_output', 'request_policy:all_nodes', 'response_policy:special'],
} as const;

function requireEvent(server: Server, name: Uint8Array): LatencyEvent {
  const event = server.latency.events.get(latin1(name));
  if (event === undefined) throw new ReplyError(`ERR No samples available for event '${latin1(name)}'`);
  return event;
}

const history: Command = {
  ...shared,
  name: 'history',
  arity: 3,
  summary: {
    en: 'The kept spikes of an event: when, and how many milliseconds.',
    zh: '返回某类事件的延迟尖峰：时间和毫秒数。',
  },
  arguments: [string('event')],
  run(server, client, args) {
    const samples = server.latency.events.get(latin1(args[2]))?.samples ?? [];
    const { reply } = client;
    reply.array(samples.length);
    for (const { atSeconds, ms } of samples) {
      reply.array(2);
      reply.integer(atSeconds);
      reply.integer(ms);
    }
  },
};

const latest: Command = {
  ...shared,
  name: 'latest',
  arity: 2,
  summary: {
    en: 'The latest and the worst spike of every event.',
    zh: '返回每类事件最近一次和历史最大的延迟尖峰。',
  },
  run(server, client) {
    const { events } = server.latency;
    const { reply } = client;
    reply.array(events.size);
    for (const [name, { samples, maxMs }] of events) {
      const last = samples[samples.length - 1];
      reply.array(4);
      reply.text(name);
      reply.integer(last.atSeconds);
      reply.integer(last.ms);
      reply.integer(maxMs);
    }
  },
};

const reset: Command = {
  ...shared,
  tips: ['request_policy:all_nodes', 'response_policy:all_succeeded'],
  name: 'reset',
  arity: -2,
  summary: {
    en: 'Forgets the spikes of the events named, or of all.',
    zh: '清除指定事件（缺省为全部）的延迟尖峰。',
  },
  arguments: [optional(many(string('event')))],
  run(server, client, args) {
    const { events } = server.latency;
    const names = args.length === 2 ? [...events.keys()] : args.slice(2).map((name) => latin1(name));
    client.reply.integer(names.filter((name) => events.delete(name)).length);
  },
};

const graph: Command = {
  ...shared,
  name: 'graph',
  arity: 3,
  summary: { en: 'Draws the spikes of an event with letters.', zh: '用字符画出某类事件的延迟尖峰。' },
  arguments: [string('event')],
  run(server, client, args) {
    const event = requireEvent(server, args[2]);
    client.reply.verbatim(drawLatency(latin1(args[2]), event, Math.floor(server.nowMs / 1000)));
  },
};

const doctor: Command = {
  ...shared,
  name: 'doctor',
  arity: 2,
  summary: {
    en: 'Sums up the spikes in sentences, with what may help against them.',
    zh: '用几句话总结延迟尖峰，并给出可行的建议。',
  },
  run(server, client) {
    client.reply.verbatim(`${report(server)}\n`);
  },
};

function report(server: Server): string {
  if (server.settings.latencyThresholdMs === 0) {
    return 'Latency monitoring is off. CONFIG SET latency-monitor-threshold <milliseconds> turns it on.';
  }
  const { events } = server.latency;
  if (events.size === 0) return 'No spike so far: nothing took as long as latency-monitor-threshold.';
  const lines = ['Spikes so far:', ''];
  let number = 1;
  for (const [name, { samples, maxMs }] of events) {
    const sum = samples.reduce((total, { ms }) => total + ms, 0);
    const deviation =
      samples.reduce((total, { ms }) => total + Math.abs(ms - sum / samples.length), 0) / samples.length;
    lines.push(
      `${number++}. ${name}: ${samples.length} spikes (average ${Math.floor(sum / samples.length)} ms, mean ` +
        `deviation ${Math.floor(deviation)} ms). The worst of all time took ${maxMs} ms.`,
    );
  }
  lines.push('', 'What may help:', '', '- SLOWLOG GET shows which commands took long.');
  if (server.settings.slowMicroseconds > server.settings.latencyThresholdMs * 1000) {
    lines.push('- Lower slowlog-log-slower-than: now it misses commands that count as spikes here.');
  }
  lines.push('- Prefer SCAN to KEYS, UNLINK to DEL for large values, and short ranges to whole collections.');
  return lines.join('\n');
}

const histogram: Command = {
  ...shared,
  name: 'histogram',
  arity: -2,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'How long the commands named, or all, took: how many calls up to each number of microseconds.',
    zh: '返回指定命令（缺省为全部）的耗时分布：耗时不超过各微秒数的累计调用次数。',
  },
  arguments: [optional(many(string('command')))],
  run(server, client, args) {
    const chosen = args.length === 2 ? server.commands.all : named(server, args.slice(2));
    const shown = chosen.filter((entry) => server.commands.counted(entry).distribution !== null);
    const { reply } = client;
    reply.map(shown.length);
    for (const entry of shown) {
      const { distribution } = server.commands.counted(entry);
      const steps = distribution?.cumulative() ?? [];
      reply.text(entry.fullName);
      reply.map(2);
      reply.text('calls');
      reply.integer(distribution?.total ?? 0);
      reply.text('histogram_usec');
      reply.map(steps.length);
      for (const [bound, calls] of steps) {
        reply.integer(bound);
        reply.integer(calls);
      }
    }
  },
};

/** The commands named; a container stands for its subcommands. */
function named(server: Server, names: readonly Uint8Array[]): CommandEntry[] {
  return names.flatMap((name) => {
    const entry = server.commands.findFull(latin1(name));
    if (entry === null) return [];
    return entry.subcommands === null ? [entry] : [entry, ...entry.subcommands.entries];
  });
}

export const latencyCommand: Command = {
  name: 'latency',
  arity: -2,
  flags: [],
  group: 'server',
  since: '2.8.13',
  complexity: 'that of the subcommand',
  summary: { en: 'Looks at when the server was slow.', zh: '诊断服务器的延迟。' },
  subcommands: [doctor, graph, help('server', '2.8.13'), histogram, history, latest, reset],
};
