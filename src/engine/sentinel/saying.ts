/** Commands to the instances that a sentinel watches. */
import type { Reply } from '../../protocol/resp.ts';
import type { Address } from '../../protocol/session.ts';
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { sentinelOf } from './watch.ts';

/** Sends a command, by the name that it has there. False if there is no connection. */
export function send(
  instance: Instance,
  args: readonly string[],
  onReply: (reply: Reply) => void = () => {},
): boolean {
  const { link } = instance;
  const { commands } = link;
  if (commands === null) return false;
  const [name, ...rest] = args;
  const renamed = instance.ownMaster.renamed.get(name.toLowerCase());
  link.pendingCommands++;
  commands.send([renamed ?? name, ...rest], (reply) => {
    link.pendingCommands--;
    if (!instance.isReleased) onReply(reply);
  });
  return true;
}

/**
 * Makes a server a replica of another one, or a master, as one transaction: with its file rewritten, and its clients
 * sent away, so that they look for the master anew.
 */
export function sendReplicaOf(instance: Instance, master: Address | null): boolean {
  const [host, port] = master === null ? ['NO', 'ONE'] : [master.host, String(master.port)];
  return (
    send(instance, ['MULTI']) &&
    send(instance, ['SLAVEOF', host, port]) &&
    send(instance, ['CONFIG', 'REWRITE']) &&
    send(instance, ['CLIENT', 'KILL', 'TYPE', 'normal']) &&
    send(instance, ['CLIENT', 'KILL', 'TYPE', 'pubsub']) &&
    send(instance, ['EXEC'])
  );
}

/** The news is told at the next turn of the timer, and not when its period has passed. */
export function hurryHellos(server: Server, master: Instance): void {
  const overdueMs = sentinelOf(server).periods['publish-period'] + 1;
  for (const instance of [master, ...master.sentinels.values(), ...master.replicas.values()]) {
    if (instance.lastPublishMs >= overdueMs) instance.lastPublishMs -= overdueMs;
  }
}
