/** What an instance says of itself in INFO, and what follows from it: replicas found, roles changed, a failover that moves on. */
import type { Instance, Role } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { crashIf } from './crash.ts';
import { announce } from './events.ts';
import { wholeOf } from './hello.ts';
import { addReplica, nameOf } from './instances.ts';
import { hurryHellos, sendReplicaOf } from './saying.ts';
import { saveState } from './state-file.ts';
import { sentinelOf, timeOf } from './watch.ts';

const RUN_ID_LENGTH = 40;
/** A replica that claims to be a master is left alone for so many publish periods: news may be under way. */
const PATIENCE_PERIODS = 4;

export function readInfo(server: Server, instance: Instance, info: string): void {
  const nowMs = timeOf(server);
  instance.info = info;
  const role = readLines(server, instance, info);
  instance.infoRefreshMs = nowMs;
  if (role !== null && role !== instance.roleReported) noteRole(server, instance, role);
  if (sentinelOf(server).isTilted || instance.kind !== 'slave' || instance.master === null) return;
  if (role === 'master') followPromotion(server, instance, instance.master);
  if (role === 'slave') {
    correctMaster(server, instance, instance.master);
    followReconfiguration(server, instance, instance.master);
  }
}

function readLines(server: Server, instance: Instance, info: string): Role | null {
  let role: Role | null = null;
  instance.masterLinkDownMs = 0;
  for (const line of info.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1);
    if (name === 'run_id' && value.length >= RUN_ID_LENGTH) noteRunId(server, instance, value);
    else if (instance.kind === 'master' && /^slave\d/.test(name)) meetReplica(server, instance, value);
    else if (name === 'master_link_down_since_seconds') instance.masterLinkDownMs = wholeOf(value) * 1000;
    else if (name === 'role') role = value === 'master' || value === 'slave' ? value : role;
    else if (role === 'slave') readReplicaLine(server, instance, name, value);
  }
  return role;
}

function noteRunId(server: Server, instance: Instance, value: string): void {
  const runId = value.slice(0, RUN_ID_LENGTH);
  if (instance.runId !== null && instance.runId !== runId) {
    if (instance.kind === 'master' && instance.masterRebootDownAfterMs > 0) {
      instance.flags.add('master_reboot');
      instance.masterRebootSinceMs = timeOf(server);
    }
    announce(server, '+reboot', instance);
  }
  instance.runId = runId;
}

/** ip=10.0.0.2,port=6379,state=online,offset=14,lag=0 */
function meetReplica(server: Server, master: Instance, value: string): void {
  const fields = new Map(value.split(',').map((field) => field.split('=') as [string, string]));
  const host = fields.get('ip');
  const port = fields.get('port');
  if (host === undefined || port === undefined) return;
  const address = { host, port: wholeOf(port) };
  if (master.replicas.has(nameOf(address))) return;
  const replica = addReplica(server, master, address);
  if (typeof replica === 'string') return;
  announce(server, '+slave', replica);
  saveState(server);
}

function readReplicaLine(server: Server, instance: Instance, name: string, value: string): void {
  switch (name) {
    case 'master_host':
      if (instance.masterHost?.toLowerCase() === value.toLowerCase()) return;
      instance.masterHost = value;
      instance.confChangeMs = timeOf(server);
      break;
    case 'master_port':
      if (instance.masterPort === wholeOf(value)) return;
      instance.masterPort = wholeOf(value);
      instance.confChangeMs = timeOf(server);
      break;
    case 'master_link_status':
      instance.masterLinkIsUp = value.toLowerCase() === 'up';
      break;
    case 'slave_priority':
      instance.priority = wholeOf(value);
      break;
    case 'slave_repl_offset':
      instance.offset = wholeOf(value);
      break;
    case 'replica_announced':
      instance.isAnnounced = wholeOf(value) !== 0;
      break;
  }
}

function noteRole(server: Server, instance: Instance, role: Role): void {
  const nowMs = timeOf(server);
  instance.roleReportedMs = nowMs;
  instance.roleReported = role;
  if (role === 'slave') instance.confChangeMs = nowMs;
  const type = instance.kind === role ? '+role-change' : '-role-change';
  announce(server, type, instance, `new reported role is ${role}`);
}

/** A replica says that it is a master: the one that we promote, or one that has to be put right. */
function followPromotion(server: Server, replica: Instance, master: Instance): void {
  const sentinel = sentinelOf(server);
  const isExpected = master.is('failover_in_progress') && master.failoverState === 'wait_promotion';
  if (replica.is('promoted') && isExpected) {
    // The others take over what has the higher epoch.
    master.configEpoch = master.failoverEpoch;
    master.moveTo('reconf_slaves', timeOf(server));
    saveState(server);
    announce(server, '+promoted-slave', replica);
    crashIf(server, sentinel.crashesAfterPromotion);
    announce(server, '+failover-state-reconf-slaves', master);
    hurryHellos(server, master);
    return;
  }
  const patienceMs = sentinel.periods['publish-period'] * PATIENCE_PERIODS;
  const isSettled =
    !replica.is('promoted') &&
    looksSane(server, master) &&
    wasUpFor(server, replica, patienceMs) &&
    timeOf(server) - replica.roleReportedMs > patienceMs;
  if (isSettled && sendReplicaOf(replica, master.address)) announce(server, '+convert-to-slave', replica);
}

/** A replica that follows somebody else than it should. */
function correctMaster(server: Server, replica: Instance, master: Instance): void {
  const { masterHost, masterPort } = replica;
  if (masterHost === null || master.isAt(masterHost, masterPort)) return;
  const patienceMs = master.failoverTimeoutMs;
  const isSettled =
    looksSane(server, master) &&
    wasUpFor(server, replica, patienceMs) &&
    timeOf(server) - replica.confChangeMs > patienceMs;
  if (isSettled && sendReplicaOf(replica, master.address)) announce(server, '+fix-slave-config', replica);
}

/** One that was told to follow the promoted replica. */
function followReconfiguration(server: Server, replica: Instance, master: Instance): void {
  const { flags, masterHost, masterPort } = replica;
  const { promotedReplica } = master;
  const follows = masterHost !== null && promotedReplica?.isAt(masterHost, masterPort);
  if (flags.has('reconf_sent') && follows) {
    flags.delete('reconf_sent');
    flags.add('reconf_inprog');
    announce(server, '+slave-reconf-inprog', replica);
  }
  if (flags.has('reconf_inprog') && replica.masterLinkIsUp) {
    flags.delete('reconf_inprog');
    flags.add('reconf_done');
    announce(server, '+slave-reconf-done', replica);
  }
}

/** What we believe of the master is what it says itself, lately, and it is up. */
function looksSane(server: Server, master: Instance): boolean {
  return (
    master.roleReported === 'master' &&
    !master.is('s_down') &&
    !master.is('o_down') &&
    timeOf(server) - master.infoRefreshMs < sentinelOf(server).periods['info-period'] * 2
  );
}

function wasUpFor(server: Server, { sDownSinceMs, oDownSinceMs }: Instance, ms: number): boolean {
  const latest = Math.max(sDownSinceMs, oDownSinceMs);
  return latest === 0 || timeOf(server) - latest > ms;
}
