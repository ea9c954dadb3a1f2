/**
 * sentinel.conf keeps all that a sentinel must not forget: its id, its epochs, whom it voted for, and who there is. It is
 * rewritten before anybody hears of a change, so that a sentinel that restarts does not vote twice.
 */
import { latin1 } from '../base/bytes.ts';
import { describeUser } from '../state/acl/describe.ts';
import { ConfigLines } from '../state/config/config-lines.ts';
import { DiskFailure } from '../state/disk/disk.ts';
import { currentAddress, DEFAULT_PARALLEL_SYNCS, type Instance } from '../state/sentinel/instance.ts';
import { DEFAULT_PERIODS } from '../state/sentinel/sentinel.ts';
import type { Server } from '../state/server.ts';
import { sentinelOf } from './watch.ts';

/** Parameters that are always written, because a sentinel has others than a server. */
const PARAMETERS = ['protected-mode', 'port', 'latency-tracking-info-percentiles'];

const OWN_LINES = [
  'myid',
  'deny-scripts-reconfig',
  'resolve-hostnames',
  'announce-hostnames',
  'monitor',
  'down-after-milliseconds',
  'failover-timeout',
  'parallel-syncs',
  'auth-pass',
  'auth-user',
  'master-reboot-down-after-period',
  'config-epoch',
  'leader-epoch',
  'known-replica',
  'known-sentinel',
  'rename-command',
  'current-epoch',
  'announce-ip',
  'announce-port',
  'sentinel-user',
  'sentinel-pass',
];

/** False if the disk refused, which is noted in the log. */
export function saveState(server: Server): boolean {
  const { path } = sentinelOf(server);
  const { disk, nowMs, persistence } = server;
  const temporary = `${path}.tmp`;
  try {
    const lines = new ConfigLines(readText(server, path));
    write(server, lines);
    disk.write(
      temporary,
      Uint8Array.from(lines.toString(), (each) => each.charCodeAt(0)),
      nowMs,
    );
    disk.rename(temporary, path);
    persistence.note('Sentinel new configuration saved on disk');
    return true;
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    persistence.note(
      `WARNING: Sentinel was not able to save the new configuration on disk!!!: ${problem.text}`,
    );
    return false;
  }
}

function readText(server: Server, path: string): string {
  const file = server.disk.find(path);
  return file === null ? '' : latin1(file.view());
}

function write(server: Server, lines: ConfigLines): void {
  const { config, acl, commands } = server;
  for (const name of PARAMETERS) lines.put(`${name} ${config.printed(name)}`);
  lines.own('user', ...OWN_LINES.map((name) => `sentinel ${name}`));
  if (config.text('aclfile') === '') {
    for (const user of acl.users()) lines.put(`user ${user.name} ${describeUser(commands, user)}`);
  }
  writeSentinel(server, lines);
}

function writeSentinel(server: Server, lines: ConfigLines): void {
  const sentinel = sentinelOf(server);
  const put = (...words: readonly (string | number)[]): void => lines.put(`sentinel ${words.join(' ')}`);
  put('myid', sentinel.id);
  if (!sentinel.deniesScriptsReconfig) put('deny-scripts-reconfig', 'no');
  if (sentinel.resolvesHostnames) put('resolve-hostnames', 'yes');
  if (sentinel.announcesHostnames) put('announce-hostnames', 'yes');
  for (const master of sentinel.masters.values()) writeMaster(master, put);
  put('current-epoch', sentinel.currentEpoch);
  if (sentinel.announceIp !== null) put('announce-ip', `"${sentinel.announceIp}"`);
  if (sentinel.announcePort !== 0) put('announce-port', sentinel.announcePort);
  if (sentinel.user !== null) put('sentinel-user', sentinel.user);
  if (sentinel.password !== null) put('sentinel-pass', sentinel.password);
}

function writeMaster(master: Instance, put: (...words: readonly (string | number)[]) => void): void {
  const { name } = master;
  const address = currentAddress(master);
  put('monitor', name, address.host, address.port, master.quorum);
  const putUnless = (byDefault: number, directive: string, value: number): void => {
    if (value !== byDefault) put(directive, name, value);
  };
  putUnless(DEFAULT_PERIODS['default-down-after'], 'down-after-milliseconds', master.downAfterMs);
  putUnless(DEFAULT_PERIODS['default-failover-timeout'], 'failover-timeout', master.failoverTimeoutMs);
  putUnless(DEFAULT_PARALLEL_SYNCS, 'parallel-syncs', master.parallelSyncs);
  if (master.authPass !== null) put('auth-pass', name, master.authPass);
  if (master.authUser !== null) put('auth-user', name, master.authUser);
  putUnless(0, 'master-reboot-down-after-period', master.masterRebootDownAfterMs);
  put('config-epoch', name, master.configEpoch);
  put('leader-epoch', name, master.leaderEpoch);
  for (const replica of master.replicas.values()) {
    // The promoted one is the master now, in the line above: the old master takes its place.
    const isMaster = replica.isAt(address.host, address.port);
    const { host, port } = isMaster ? master.address : replica.address;
    put('known-replica', name, host, port);
  }
  for (const { address: other, runId } of master.sentinels.values()) {
    if (runId !== null) put('known-sentinel', name, other.host, other.port, runId);
  }
  for (const [command, there] of master.renamed) put('rename-command', name, command, there);
}
