/** INFO of a sentinel: a few sections of every server, and one of its own. */
import { lowerAscii } from '../../base/bytes.ts';
import type { Field } from '../../commands/server/info-section.ts';
import { SECTIONS, type Section } from '../../commands/server/info-sections.ts';
import type { Client } from '../../state/client/client.ts';
import type { Instance } from '../../state/sentinel/instance.ts';
import type { Server } from '../../state/server.ts';
import { sentinelOf, timeOf } from '../watch.ts';

function statusOf(master: Instance): string {
  if (master.is('o_down')) return 'odown';
  return master.is('s_down') ? 'sdown' : 'ok';
}

function sentinelFields(server: Server): Field[] {
  const sentinel = sentinelOf(server);
  const tiltedMs = timeOf(server) - sentinel.tiltedSinceMs;
  const failures = (sentinel.crashesAfterElection ? 1 : 0) + (sentinel.crashesAfterPromotion ? 2 : 0);
  return [
    ['sentinel_masters', sentinel.masters.size],
    ['sentinel_tilt', sentinel.isTilted ? 1 : 0],
    ['sentinel_tilt_since_seconds', sentinel.isTilted ? Math.floor(tiltedMs / 1000) : -1],
    ['sentinel_running_scripts', 0],
    ['sentinel_scripts_queue_length', 0],
    ['sentinel_simulate_failure_flags', failures],
    ...[...sentinel.masters.values()].map(
      (master, at): Field => [
        `master${at}`,
        `name=${master.name},status=${statusOf(master)},address=${master.address.host}:${master.address.port},slaves=${master.replicas.size},sentinels=${master.sentinels.size + 1}`,
      ],
    ),
  ];
}

const OF_SENTINELS: Readonly<Record<string, Section>> = {
  server: SECTIONS.server,
  clients: SECTIONS.clients,
  stats: SECTIONS.stats,
  cpu: SECTIONS.cpu,
  sentinel: { title: 'Sentinel', fields: sentinelFields },
};
const ALL: readonly string[] = ['default', 'all', 'everything'];

export function runInfo(server: Server, client: Client, args: readonly Uint8Array[]): void {
  const asked = args.length === 1 ? ['default'] : args.slice(1).map(lowerAscii);
  const isAll = asked.some((name) => ALL.includes(name));
  const sections = Object.entries(OF_SENTINELS)
    .filter(([name]) => isAll || asked.includes(name))
    .map(([, section]) => {
      const lines = Array.from(section.fields(server), ([name, value]) => `${name}:${value}\r\n`);
      return `# ${section.title}\r\n${lines.join('')}`;
    });
  client.reply.verbatim(sections.join('\r\n'));
}
