/** Watching: the two connections to each instance, and what is said over them again and again. */

import type { Reply } from '../../protocol/resp.ts';
import { latin1 } from '../base/bytes.ts';
import { Conversation } from '../state/sentinel/conversation.ts';
import { currentAddress, type Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { readHello } from './hello.ts';
import { readInfo } from './info-reply.ts';
import { send } from './saying.ts';
import { sentinelOf, timeOf } from './watch.ts';

export const HELLO_CHANNEL = '__sentinel__:hello';
/** More than so many commands do not wait for their replies. */
const MAX_PENDING = 100;
/** A replica of a master in trouble is asked for INFO this often. */
const QUICK_INFO_MS = 1000;
/** How much of its id a sentinel shows in the names of its connections. */
const SHOWN_ID = 8;

/** Connects what is not connected, but not in quick succession. */
export function reconnect(server: Server, instance: Instance): void {
  const { link, kind, address } = instance;
  if (!link.isDisconnected || address.port === 0) return;
  const nowMs = timeOf(server);
  if (nowMs - link.lastReconnectMs < sentinelOf(server).periods['ping-period']) return;
  link.lastReconnectMs = nowMs;
  if (link.commands === null) {
    const commands: Conversation = new Conversation(server.links, address, {
      message: () => {},
      ended: () => {
        if (link.commands === commands) link.closeCommands();
      },
    });
    link.commands = commands;
    link.commandsSinceMs = nowMs;
    link.pendingCommands = 0;
    introduce(server, instance, commands, 'cmd');
    ping(server, instance);
  }
  if (kind !== 'sentinel' && link.messages === null) {
    const hear = (reply: Reply): void => hearMessage(server, instance, reply);
    const messages: Conversation = new Conversation(server.links, address, {
      message: hear,
      ended: () => {
        if (link.messages === messages) link.closeMessages();
      },
    });
    link.messages = messages;
    link.messagesSinceMs = nowMs;
    introduce(server, instance, messages, 'pubsub');
    messages.send(['SUBSCRIBE', HELLO_CHANNEL], hear);
  }
  link.isDisconnected = link.commands === null || (kind !== 'sentinel' && link.messages === null);
}

/** Logs in and gives the connection a name. Replies do not matter: what fails shows in what comes after. */
function introduce(server: Server, instance: Instance, conversation: Conversation, use: string): void {
  const { user, pass } = loginFor(server, instance);
  const say = (args: readonly string[]): void => {
    const name = instance.ownMaster.renamed.get(args[0].toLowerCase()) ?? args[0];
    if (use === 'cmd') instance.link.pendingCommands++;
    conversation.send([name, ...args.slice(1)], () => {
      if (use === 'cmd' && instance.link.commands === conversation) instance.link.pendingCommands--;
    });
  };
  if (pass !== null) say(user === null ? ['AUTH', pass] : ['AUTH', user, pass]);
  say(['CLIENT', 'SETNAME', `sentinel-${sentinelOf(server).id.slice(0, SHOWN_ID)}-${use}`]);
}

/** Sentinels have a password of their own, or all of them the one that this sentinel asks for. */
function loginFor(server: Server, instance: Instance): { user: string | null; pass: string | null } {
  if (instance.kind !== 'sentinel') {
    const { authUser, authPass } = instance.ownMaster;
    return { user: authUser, pass: authPass };
  }
  const { user, password } = sentinelOf(server);
  if (password !== null) return { user, pass: password };
  return { user: null, pass: server.config.password === '' ? null : server.config.password };
}

/** INFO, PING and the hello, each when its time has come. */
export function sendPeriodic(server: Server, instance: Instance): void {
  const { link, kind } = instance;
  if (link.isDisconnected || link.pendingCommands >= MAX_PENDING * link.users) return;
  const nowMs = timeOf(server);
  const { periods } = sentinelOf(server);
  const infoPeriodMs = isInTrouble(instance) ? QUICK_INFO_MS : periods['info-period'];
  const isInfoDue = instance.infoRefreshMs === 0 || nowMs - instance.infoRefreshMs > infoPeriodMs;
  if (kind !== 'sentinel' && isInfoDue) {
    send(instance, ['INFO'], (reply) => {
      if (reply.type === 'string' || reply.type === 'verbatim')
        readInfo(server, instance, latin1(reply.bytes));
    });
  }
  const pingPeriodMs = Math.min(instance.downAfterMs, periods['ping-period']);
  if (nowMs - link.lastPongMs > pingPeriodMs && nowMs - link.lastPingMs > pingPeriodMs / 2) {
    ping(server, instance);
  }
  if (nowMs - instance.lastPublishMs > periods['publish-period']) sayHello(server, instance);
}

function isInTrouble({ kind, master, masterLinkDownMs }: Instance): boolean {
  if (kind !== 'slave' || master === null) return false;
  return master.is('o_down') || master.is('failover_in_progress') || masterLinkDownMs !== 0;
}

function ping(server: Server, instance: Instance): void {
  if (!send(instance, ['PING'], (reply) => hearPong(server, instance, reply))) return;
  const { link } = instance;
  link.lastPingMs = timeOf(server);
  if (link.waitingSinceMs === 0) link.waitingSinceMs = link.lastPingMs;
}

function hearPong(server: Server, instance: Instance, reply: Reply): void {
  const { link, flags } = instance;
  const nowMs = timeOf(server);
  if (reply.type === 'status' || reply.type === 'error') {
    const { text } = reply;
    if (text.startsWith('PONG') || text.startsWith('LOADING') || text.startsWith('MASTERDOWN')) {
      link.lastAvailableMs = nowMs;
      link.waitingSinceMs = 0;
      if (text.startsWith('PONG')) flags.delete('master_reboot');
    } else if (text.startsWith('BUSY') && flags.has('s_down') && !flags.has('script_kill_sent')) {
      if (send(instance, ['SCRIPT', 'KILL'])) flags.add('script_kill_sent');
    }
  }
  link.lastPongMs = nowMs;
}

/**
 *     127.0.0.1,26379,<id>,<epoch>,mymaster,127.0.0.1,6379,<epoch of the configuration>
 */
function sayHello(server: Server, instance: Instance): void {
  const sentinel = sentinelOf(server);
  const master = instance.ownMaster;
  const local = instance.link.commands?.local ?? null;
  if (local === null && sentinel.announceIp === null) return;
  const { host, port } = currentAddress(master);
  const hello = [
    sentinel.announceIp ?? local?.host,
    sentinel.announcePort || server.config.number('port'),
    sentinel.id,
    sentinel.currentEpoch,
    master.name,
    host,
    port,
    master.configEpoch,
  ];
  send(instance, ['PUBLISH', HELLO_CHANNEL, hello.join(',')], (reply) => {
    if (reply.type !== 'error') instance.lastPublishMs = timeOf(server);
  });
}

function hearMessage(server: Server, instance: Instance, reply: Reply): void {
  if (instance.isReleased) return;
  // Our own messages come back as well: silence means that the link is dead.
  instance.link.lastMessageMs = timeOf(server);
  if (reply.type !== 'array' && reply.type !== 'push') return;
  const [word, , payload] = reply.items;
  if (reply.items.length !== 3 || word.type !== 'string' || payload.type !== 'string') return;
  if (latin1(word.bytes) === 'message') readHello(server, latin1(payload.bytes));
}
