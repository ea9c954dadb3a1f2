/** The table of instances: how they come into it, are found, and leave. */
import type { Address } from '../../protocol/session.ts';
import { Instance, type Kind } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { announce, tell } from './events.ts';
import { saveState } from './state-file.ts';
import { sentinelOf, timeOf } from './watch.ts';

/** Why an instance was not made; the texts are the server's. */
export type Refusal = 'duplicate' | 'unresolved' | 'invalid port';

const MAX_PORT = 65535;

/** An address of IPv4 or IPv6; anything else is a name, which only a sentinel that resolves names takes. */
function isAddress(host: string): boolean {
  const parts = host.split('.');
  const isV4 = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  return isV4 || (host.includes(':') && /^[0-9a-fA-F:.]+$/.test(host));
}

export function isUsableHost(server: Server, host: string): boolean {
  return isAddress(host) || (sentinelOf(server).resolvesHostnames && host !== '');
}

export function nameOf({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A new instance in its table. `id` names a sentinel, `name` a master. */
export function addInstance(
  server: Server,
  kind: Kind,
  name: string | null,
  address: Address,
  quorum: number,
  master: Instance | null,
): Instance | Refusal {
  if (address.port < 0 || address.port > MAX_PORT) return 'invalid port';
  if (!isUsableHost(server, address.host)) return 'unresolved';
  const sentinel = sentinelOf(server);
  const table = tableOf(kind, master, sentinel.masters);
  const key = name ?? nameOf(address);
  if (table.has(key)) return 'duplicate';
  const defaults = {
    downAfterMs: sentinel.periods['default-down-after'],
    failoverTimeoutMs: sentinel.periods['default-failover-timeout'],
  };
  const instance = new Instance(kind, key, address, quorum, master, defaults, timeOf(server));
  table.set(key, instance);
  return instance;
}

function tableOf(kind: Kind, master: Instance | null, masters: Map<string, Instance>): Map<string, Instance> {
  if (kind === 'master' || master === null) return masters;
  return kind === 'slave' ? master.replicas : master.sentinels;
}

export function addReplica(server: Server, master: Instance, address: Address): Instance | Refusal {
  return addInstance(server, 'slave', null, address, master.quorum, master);
}

/** Hangs up on it and forgets it. */
export function releaseInstance(instance: Instance): void {
  for (const each of [...instance.replicas.values(), ...instance.sentinels.values()]) releaseInstance(each);
  instance.replicas.clear();
  instance.sentinels.clear();
  instance.isReleased = true;
  instance.link.release();
  const { master } = instance;
  if (master?.promotedReplica === instance) master.promotedReplica = null;
}

/** By address, by id (of the process or of a sentinel), or by both. */
export function findInstance(
  table: ReadonlyMap<string, Instance>,
  address: Address | null,
  id: string | null,
): Instance | null {
  for (const instance of table.values()) {
    if (id !== null && instance.runId !== id) continue;
    if (address !== null && !instance.isAt(address.host, address.port)) continue;
    return instance;
  }
  return null;
}

/** How many sentinels of this id a master had. */
export function removeSentinels(master: Instance, id: string): number {
  let removed = 0;
  for (const [key, instance] of [...master.sentinels]) {
    if (instance.runId !== id) continue;
    master.sentinels.delete(key);
    releaseInstance(instance);
    removed++;
  }
  return removed;
}

/** A sentinel that watches other masters with us is spoken to over one link. */
export function shareLink(server: Server, instance: Instance): void {
  if (instance.runId === null || instance.link.users > 1) return;
  for (const master of sentinelOf(server).masters.values()) {
    if (master === instance.master) continue;
    const match = findInstance(master.sentinels, null, instance.runId);
    if (match === null || match === instance) continue;
    instance.link.release();
    instance.link = match.link;
    match.link.users++;
    return;
  }
}

/** A sentinel has moved: the other masters that it watches with us learn its address. */
export function moveSentinelEverywhere(server: Server, moved: Instance): void {
  for (const master of sentinelOf(server).masters.values()) {
    const match = moved.runId === null ? null : findInstance(master.sentinels, null, moved.runId);
    if (match === null || match === moved) continue;
    match.link.closeCommands();
    match.link.closeMessages();
    match.address = moved.address;
    announce(server, '+sentinel-address-update', match);
  }
}

/** A master begins again: nothing is known of it, and no failover is under way. */
export function resetMaster(server: Server, master: Instance, keepsSentinels: boolean): void {
  const nowMs = timeOf(server);
  const tables = keepsSentinels ? [master.replicas] : [master.replicas, master.sentinels];
  for (const table of tables) {
    for (const instance of table.values()) releaseInstance(instance);
    table.clear();
  }
  const { link } = master;
  link.closeCommands();
  link.closeMessages();
  master.flags.clear();
  master.leader = null;
  master.failoverState = 'none';
  master.failoverStateChangeMs = 0;
  master.failoverStartMs = 0;
  master.promotedReplica = null;
  master.runId = null;
  master.masterHost = null;
  link.waitingSinceMs = nowMs;
  link.lastPingMs = 0;
  link.lastAvailableMs = nowMs;
  link.lastPongMs = nowMs;
  master.roleReported = 'master';
  master.roleReportedMs = nowMs;
  if (!keepsSentinels) announce(server, '+reset-master', master);
}

/** The master of this name is another server from now on. The one before is expected to become its replica. */
export function switchMaster(server: Server, master: Instance, to: Address): void {
  const isSame = master.isAt(to.host, to.port);
  const replicas = [...master.replicas.values()]
    .filter((replica) => !replica.isAt(to.host, to.port))
    .map(({ address }) => address);
  if (!isSame) replicas.push(master.address);
  resetMaster(server, master, true);
  master.address = to;
  master.oDownSinceMs = 0;
  master.sDownSinceMs = 0;
  for (const address of replicas) {
    const replica = addReplica(server, master, address);
    if (typeof replica !== 'string') announce(server, '+slave', replica);
  }
  saveState(server);
}

/** What clients wait for. */
export function announceSwitch(server: Server, master: Instance, to: Address): void {
  const { host, port } = master.address;
  tell(server, '+switch-master', `${master.name} ${host} ${port} ${to.host} ${to.port}`);
}
