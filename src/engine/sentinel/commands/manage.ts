/** Subcommands that change what is watched, or what happens to it. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { globMatch } from '../../base/glob.ts';
import { INT64_MAX, INT64_MIN } from '../../base/numbers.ts';
import { integerBetween, integerOf } from '../../commands/arguments.ts';
import { integer, pattern, string } from '../../commands/syntax.ts';
import type { Command } from '../../state/command/command.ts';
import { refusalText } from '../directives.ts';
import { announce } from '../events.ts';
import { startFailover } from '../failover.ts';
import { addInstance, findInstance, isUsableHost, releaseInstance, resetMaster } from '../instances.ts';
import { selectReplica } from '../select-replica.ts';
import { saveState } from '../state-file.ts';
import { vote } from '../votes.ts';
import { sentinelOf } from '../watch.ts';
import { masterOf, SUBCOMMAND } from './subcommand.ts';

const NAMED = [string('master-name')];

const monitor: Command = {
  ...SUBCOMMAND,
  name: 'monitor',
  arity: 6,
  summary: { en: 'Begins to watch a master.', zh: '开始监视一个主节点。' },
  arguments: [string('name'), string('ip'), integer('port'), integer('quorum')],
  run(server, client, args) {
    const quorum = Number(integerBetween(args[5], INT64_MIN, INT64_MAX, 'ERR Invalid quorum'));
    const port = Number(integerBetween(args[4], INT64_MIN, INT64_MAX, 'ERR Invalid port'));
    if (quorum <= 0) throw new ReplyError('ERR Quorum must be 1 or greater.');
    const host = latin1(args[3]);
    if (!isUsableHost(server, host)) throw new ReplyError('ERR Invalid IP address or hostname specified');
    const master = addInstance(server, 'master', latin1(args[2]), { host, port }, quorum, null);
    if (typeof master === 'string') throw new ReplyError(`ERR ${refusalText('master', master)}`);
    saveState(server);
    announce(server, '+monitor', master, `quorum ${master.quorum}`);
    client.reply.ok();
  },
};

const remove: Command = {
  ...SUBCOMMAND,
  name: 'remove',
  arity: 3,
  summary: { en: 'Ends watching a master.', zh: '停止监视一个主节点。' },
  arguments: NAMED,
  run(server, client, args) {
    const master = masterOf(server, args);
    announce(server, '-monitor', master);
    sentinelOf(server).masters.delete(master.name);
    releaseInstance(master);
    saveState(server);
    client.reply.ok();
  },
};

const reset: Command = {
  ...SUBCOMMAND,
  name: 'reset',
  arity: 3,
  complexity: 'O(N)',
  summary: {
    en: 'Forgets all about the masters whose names match: replicas, sentinels, failovers under way.',
    zh: '清空名称匹配的主节点的一切记录：副本、其他哨兵以及进行中的故障转移。',
  },
  arguments: [pattern('pattern')],
  run(server, client, args) {
    let count = 0;
    for (const master of sentinelOf(server).masters.values()) {
      const name = Uint8Array.from(master.name, (each) => each.charCodeAt(0));
      if (!globMatch(args[2], name)) continue;
      resetMaster(server, master, false);
      count++;
    }
    client.reply.integer(count);
  },
};

const failover: Command = {
  ...SUBCOMMAND,
  name: 'failover',
  arity: 3,
  complexity: '',
  summary: {
    en: 'Fails a master over without asking the other sentinels.',
    zh: '不征求其他哨兵的同意，直接对主节点做故障转移。',
  },
  arguments: NAMED,
  run(server, client, args) {
    const master = masterOf(server, args);
    if (master.is('failover_in_progress')) throw new ReplyError('INPROG Failover already in progress');
    if (selectReplica(server, master) === null) {
      throw new ReplyError('NOGOODSLAVE No suitable replica to promote');
    }
    server.persistence.note(`Executing user requested FAILOVER of '${master.name}'`);
    startFailover(server, master);
    master.flags.add('force_failover');
    client.reply.ok();
  },
};

/** Between sentinels: an opinion, and a vote if one is asked for. */
const isMasterDown: Command = {
  ...SUBCOMMAND,
  name: 'is-master-down-by-addr',
  arity: 6,
  summary: {
    en: 'Whether the server at this address is down for this sentinel; with an id, also asks for its vote.',
    zh: '询问本哨兵是否认为该地址的主节点已下线；给出编号时同时请求投票。',
  },
  arguments: [string('ip'), integer('port'), integer('current-epoch'), string('runid')],
  run(server, { reply }, args) {
    const sentinel = sentinelOf(server);
    const port = Number(integerOf(args[3]));
    const epoch = Number(integerOf(args[4]));
    const candidate = latin1(args[5]);
    const master = findInstance(sentinel.masters, { host: latin1(args[2]), port }, null);
    const isDown = !sentinel.isTilted && master !== null && master.is('s_down');
    const voted = master === null || candidate === '*' ? null : vote(server, master, epoch, candidate);
    const { probe } = server.env;
    const isRefused = voted !== null && (voted.epoch !== epoch || voted.leader !== candidate);
    if (probe !== null && master !== null && isRefused) {
      const { leader, epoch: leaderEpoch } = voted;
      probe.emit({
        type: 'sentinel.refused',
        me: sentinelOf(server).id,
        master: master.name,
        candidate,
        epoch,
        leader,
        leaderEpoch,
      });
    }
    reply.array(3);
    reply.integer(isDown ? 1 : 0);
    reply.text(voted?.leader ?? '*');
    reply.integer(voted?.epoch ?? 0);
  },
};

const flushconfig: Command = {
  ...SUBCOMMAND,
  name: 'flushconfig',
  arity: 2,
  summary: { en: 'Writes sentinel.conf anew, with all that is known.', zh: '把当前状态完整重写进配置文件。' },
  run(server, client) {
    if (!saveState(server)) throw new ReplyError('ERR Failed to save config file. Check server logs.');
    client.reply.ok();
  },
};

export const manageCommands: readonly Command[] = [
  failover,
  flushconfig,
  isMasterDown,
  monitor,
  remove,
  reset,
];
