/**
 * A server that a sentinel watches, or another sentinel: what is known of it and what is planned for it. Mirrors
 * sentinelRedisInstance of sentinel.c. Masters are watched by name; replicas and sentinels hang below their master.
 *
 *     mymaster 10.0.0.1:6379 ─┬─ replicas   10.0.0.2:6379, 10.0.0.3:6379
 *                             └─ sentinels  by their ids
 */
import type { Address } from '../../../protocol/session.ts';
import { InstanceLink } from './instance-link.ts';

export type Role = 'master' | 'slave';
export type Kind = Role | 'sentinel';

/** How far a failover has come. The order matters: from `reconf_slaves` on it cannot be given up any more. */
export const FAILOVER_STATES = [
  'none',
  'wait_start',
  'select_slave',
  'send_slaveof_noone',
  'wait_promotion',
  'reconf_slaves',
  'update_config',
] as const;
export type FailoverState = (typeof FAILOVER_STATES)[number];

/** Flags in the order in which SENTINEL MASTERS names them. */
export const FLAGS = [
  's_down',
  'o_down',
  'master',
  'slave',
  'sentinel',
  'disconnected',
  'master_down',
  'failover_in_progress',
  'promoted',
  'reconf_sent',
  'reconf_inprog',
  'reconf_done',
  'force_failover',
  'script_kill_sent',
  'master_reboot',
] as const;
/** Those that change; kind and link tell the others. */
export type Flag = Exclude<(typeof FLAGS)[number], Kind | 'disconnected'>;

export const DEFAULT_PRIORITY = 100;
export const DEFAULT_PARALLEL_SYNCS = 1;

export class Instance {
  readonly kind: Kind;
  /** A master's name, a replica's address, a sentinel's id. */
  readonly name: string;
  /** Null for a master itself. */
  readonly master: Instance | null;
  readonly flags = new Set<Flag>();
  address: Address;
  link: InstanceLink;
  runId: string | null = null;
  /** No reply is for it any more. */
  isReleased = false;
  quorum: number;

  lastPublishMs: number;
  lastHelloMs: number;
  lastMasterDownReplyMs: number;
  sDownSinceMs = 0;
  oDownSinceMs = 0;
  downAfterMs: number;
  masterRebootDownAfterMs = 0;
  masterRebootSinceMs = 0;

  /** The latest INFO, and when it came; 0 before the first. */
  info: string | null = null;
  infoRefreshMs = 0;
  roleReported: Role;
  roleReportedMs: number;
  /** When it last reported another master than before. */
  confChangeMs: number;

  /** Of a master. */
  configEpoch = 0;
  readonly replicas = new Map<string, Instance>();
  readonly sentinels = new Map<string, Instance>();
  /** What its commands are called there, by their names in lower case. */
  readonly renamed = new Map<string, string>();
  parallelSyncs = DEFAULT_PARALLEL_SYNCS;
  authUser: string | null = null;
  authPass: string | null = null;

  /** Of a replica, as it reports itself. */
  masterHost: string | null = null;
  masterPort = 0;
  masterLinkIsUp = false;
  masterLinkDownMs = 0;
  priority = DEFAULT_PRIORITY;
  isAnnounced = true;
  offset = 0;
  reconfSentMs = 0;

  /** Whom it voted for; of a master: whom this sentinel voted for. */
  leader: string | null = null;
  leaderEpoch = 0;

  /** Of a master that is failed over. */
  failoverEpoch = 0;
  failoverState: FailoverState = 'none';
  failoverStateChangeMs = 0;
  failoverStartMs = 0;
  failoverTimeoutMs: number;
  /** The start for which a delay was logged. */
  failoverDelayLoggedMs = 0;
  promotedReplica: Instance | null = null;

  constructor(
    kind: Kind,
    name: string,
    address: Address,
    quorum: number,
    master: Instance | null,
    defaults: { readonly downAfterMs: number; readonly failoverTimeoutMs: number },
    nowMs: number,
  ) {
    this.kind = kind;
    this.name = name;
    this.master = master;
    this.address = address;
    this.quorum = quorum;
    this.link = new InstanceLink(nowMs);
    this.lastPublishMs = nowMs;
    this.lastHelloMs = nowMs;
    this.lastMasterDownReplyMs = nowMs;
    this.downAfterMs = master?.downAfterMs ?? defaults.downAfterMs;
    this.failoverTimeoutMs = defaults.failoverTimeoutMs;
    this.roleReported = kind === 'slave' ? 'slave' : 'master';
    this.roleReportedMs = nowMs;
    this.confChangeMs = nowMs;
  }

  /** The master that it is, or that it hangs below. */
  get ownMaster(): Instance {
    return this.master ?? this;
  }

  is(flag: Flag): boolean {
    return this.flags.has(flag);
  }

  /** As SENTINEL MASTERS prints them. */
  get flagNames(): string {
    const own: ReadonlySet<string> = this.flags;
    return FLAGS.filter(
      (flag) => own.has(flag) || flag === this.kind || (flag === 'disconnected' && this.link.isDisconnected),
    ).join(',');
  }

  isAt(host: string, port: number): boolean {
    return this.address.port === port && this.address.host.toLowerCase() === host.toLowerCase();
  }

  moveTo(state: FailoverState, nowMs: number): void {
    this.failoverState = state;
    this.failoverStateChangeMs = nowMs;
  }
}

/**
 * Where clients are to find the master: as soon as the promoted replica has confirmed its new role, that is the master,
 * although the failover goes on.
 */
export function currentAddress(master: Instance): Address {
  const { promotedReplica, failoverState } = master;
  const isDecided = FAILOVER_STATES.indexOf(failoverState) >= FAILOVER_STATES.indexOf('reconf_slaves');
  return master.is('failover_in_progress') && promotedReplica !== null && isDecided
    ? promotedReplica.address
    : master.address;
}
