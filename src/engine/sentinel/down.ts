/**
 * Down: subjectively (+sdown), because an instance has not answered for its `down-after-milliseconds`; objectively
 * (+odown), because as many sentinels as the quorum say so of a master.
 */
import type { Reply } from '../../protocol/resp.ts';
import { latin1 } from '../base/bytes.ts';
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { announce } from './events.ts';
import { send } from './saying.ts';
import { sentinelOf, timeOf } from './watch.ts';

/** What another sentinel said is forgotten after so many periods of asking. */
const VALID_ASK_PERIODS = 5;
/** A hello link is dead after so many periods without any hello. */
const SILENT_PUBLISH_PERIODS = 3;
/** A master that calls itself a replica is down after so many INFOs. */
const ROLE_INFO_PERIODS = 2;

export function checkSubjectivelyDown(server: Server, instance: Instance): void {
  renewDeadLinks(server, instance);
  const nowMs = timeOf(server);
  const { flags } = instance;
  if (isDown(server, instance)) {
    if (flags.has('s_down')) return;
    instance.sDownSinceMs = nowMs;
    flags.add('s_down');
    announce(server, '+sdown', instance);
  } else if (flags.has('s_down')) {
    flags.delete('s_down');
    flags.delete('script_kill_sent');
    announce(server, '-sdown', instance);
  }
}

function isDown(server: Server, instance: Instance): boolean {
  const nowMs = timeOf(server);
  const { link, kind, downAfterMs } = instance;
  let silentMs = 0;
  if (link.waitingSinceMs !== 0) silentMs = nowMs - link.waitingSinceMs;
  else if (link.isDisconnected) silentMs = nowMs - link.lastAvailableMs;
  if (silentMs > downAfterMs) return true;
  if (kind !== 'master') return false;
  const roleGraceMs = downAfterMs + sentinelOf(server).periods['info-period'] * ROLE_INFO_PERIODS;
  if (instance.roleReported === 'slave' && nowMs - instance.roleReportedMs > roleGraceMs) return true;
  const rebootedForMs = nowMs - instance.masterRebootSinceMs;
  return instance.is('master_reboot') && rebootedForMs > instance.masterRebootDownAfterMs;
}

/** A connection may be dead without anybody saying so. */
function renewDeadLinks(server: Server, { link, downAfterMs }: Instance): void {
  const nowMs = timeOf(server);
  const { periods } = sentinelOf(server);
  const minAgeMs = periods['min-link-reconnect-period'];
  if (
    link.commands !== null &&
    nowMs - link.commandsSinceMs > minAgeMs &&
    link.waitingSinceMs !== 0 &&
    nowMs - link.waitingSinceMs > downAfterMs / 2 &&
    nowMs - link.lastPongMs > downAfterMs / 2
  ) {
    link.closeCommands();
  }
  const silentMs = periods['publish-period'] * SILENT_PUBLISH_PERIODS;
  const isOld = link.messages !== null && nowMs - link.messagesSinceMs > minAgeMs;
  if (isOld && nowMs - link.lastMessageMs > silentMs) link.closeMessages();
}

export function checkObjectivelyDown(server: Server, master: Instance): void {
  const { flags } = master;
  let agreeing = 0;
  if (flags.has('s_down')) {
    agreeing = 1;
    for (const other of master.sentinels.values()) if (other.is('master_down')) agreeing++;
  }
  if (agreeing > 0 && agreeing >= master.quorum) {
    if (flags.has('o_down')) return;
    flags.add('o_down');
    master.oDownSinceMs = timeOf(server);
    announce(server, '+odown', master, `#quorum ${agreeing}/${master.quorum}`);
  } else if (flags.has('o_down')) {
    flags.delete('o_down');
    announce(server, '-odown', master);
  }
}

/**
 * Asks the other sentinels whether the master is down for them. During a failover that we try to lead, the same question
 * asks for their vote.
 */
export function askOthers(server: Server, master: Instance, isUrgent: boolean): void {
  const sentinel = sentinelOf(server);
  const nowMs = timeOf(server);
  const periodMs = sentinel.periods['ask-period'];
  for (const other of master.sentinels.values()) {
    const ageMs = nowMs - other.lastMasterDownReplyMs;
    if (ageMs > periodMs * VALID_ASK_PERIODS) {
      other.flags.delete('master_down');
      other.leader = null;
    }
    if (!master.is('s_down') || other.link.isDisconnected) continue;
    if (!isUrgent && ageMs < periodMs) continue;
    const { host, port } = master.address;
    const candidate = master.failoverState === 'none' ? '*' : sentinel.id;
    const { probe } = server.env;
    // Once there is a leader the question is asked on, and means nothing any more.
    if (probe !== null && master.failoverState === 'wait_start') {
      const { currentEpoch: epoch } = sentinel;
      probe.emit({
        type: 'sentinel.asked',
        me: sentinelOf(server).id,
        master: master.name,
        of: other.name,
        epoch,
      });
    }
    send(
      other,
      ['SENTINEL', 'is-master-down-by-addr', host, String(port), String(sentinel.currentEpoch), candidate],
      (reply) => hearOpinion(server, other, reply),
    );
  }
}

function hearOpinion(server: Server, other: Instance, reply: Reply): void {
  if (reply.type !== 'array' || reply.items.length !== 3) return;
  const [isDownThere, leader, epoch] = reply.items;
  if (isDownThere.type !== 'integer' || leader.type !== 'string' || epoch.type !== 'integer') return;
  other.lastMasterDownReplyMs = timeOf(server);
  const wasDownThere = other.is('master_down');
  if (isDownThere.value === 1n) other.flags.add('master_down');
  else other.flags.delete('master_down');
  const { probe } = server.env;
  const { name: master } = other.ownMaster;
  if (probe !== null && wasDownThere !== other.is('master_down')) {
    probe.emit({
      type: 'sentinel.opinion',
      me: sentinelOf(server).id,
      master,
      of: other.name,
      isDown: !wasDownThere,
    });
  }
  const voted = latin1(leader.bytes);
  if (voted === '*') return;
  const leaderEpoch = Number(epoch.value);
  if (other.leaderEpoch !== leaderEpoch) {
    server.persistence.note(`${other.name} voted for ${voted} ${leaderEpoch}`);
  }
  const isNews = other.leader !== voted || other.leaderEpoch !== leaderEpoch;
  other.leader = voted;
  other.leaderEpoch = leaderEpoch;
  if (probe !== null && isNews) {
    probe.emit({
      type: 'sentinel.vote',
      me: sentinelOf(server).id,
      master,
      of: other.name,
      leader: voted,
      epoch: leaderEpoch,
    });
  }
}
