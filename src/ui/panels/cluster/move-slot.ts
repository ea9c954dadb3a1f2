/**
 * Moves a slot from one node of a cluster to another, as redis-cli --cluster reshard does it: both are told with
 * SETSLOT, the keys go over with MIGRATE, and then everybody hears of the new owner. Every command is sent by a console.
 */
import { packetOf } from '../../../protocol/action-lines.ts';
import type { FrameSummary } from '../../../protocol/messages.ts';
import { decodeReplies, type Reply } from '../../../protocol/resp.ts';
import { decodeUtf8 } from '../../../protocol/utf8.ts';
import { type NodeHere, nodesHere } from '../../session/nodes.ts';
import type { SessionStore } from '../../session/store.ts';

/** Keys that one MIGRATE takes along, as redis-cli does by default. */
const keysAtOnce = 10;
const timeoutMs = 5000;
/** A slot with more keys is left half moved, which CLUSTER NODES then says. */
const mostBatches = 1000;

export interface SlotMove {
  readonly slot: number;
  readonly from: NodeHere;
  readonly to: NodeHere;
}

/** Those between whom slots can be moved. */
export function mastersHere(nodes: readonly NodeHere[]): readonly NodeHere[] {
  return nodes.filter(
    ({ isCluster, role, isDown, isFrozen }) => isCluster && role === 'master' && !isDown && !isFrozen,
  );
}

/** What will be sent, for the reader to see before. */
export function plannedCommands({ slot, from, to }: SlotMove): readonly { node: string; line: string }[] {
  return [
    { node: to.name, line: `CLUSTER SETSLOT ${slot} IMPORTING <${from.name}>` },
    { node: from.name, line: `CLUSTER SETSLOT ${slot} MIGRATING <${to.name}>` },
    { node: from.name, line: `CLUSTER GETKEYSINSLOT ${slot} ${keysAtOnce}` },
    { node: from.name, line: `MIGRATE ${to.host} ${to.port} "" 0 ${timeoutMs} KEYS …` },
    { node: to.name, line: `CLUSTER SETSLOT ${slot} NODE <${to.name}>` },
    { node: from.name, line: `CLUSTER SETSLOT ${slot} NODE <${to.name}>` },
  ];
}

/**
 * Null when the slot was moved, or with `isBegun` marked at both ends and no more, so that clients are told ASK.
 * Otherwise what the server said against it.
 */
export async function moveSlot(
  session: SessionStore,
  { slot, from, to }: SlotMove,
  isBegun = false,
): Promise<string | null> {
  const { actions } = session;
  const consoles = new Map<number, number>();

  async function say(node: NodeHere, line: string): Promise<Reply> {
    const known = consoles.get(node.number);
    const here = session.getState().clients.find(({ node: at }) => at === node.number)?.id;
    const client = known ?? here ?? (await actions.openClient(node.number));
    if (client === null) throw new Refused(node.name);
    consoles.set(node.number, client);
    const outcome = await actions.sendBytes(client, packetOf(line), 'quiet');
    if (outcome.outcome !== 'done') throw new Refused(node.name);
    const reply = await answerTo(outcome.frame, client);
    if (reply?.type === 'error') throw new Refused(reply.text);
    if (reply === undefined) throw new Refused(node.name);
    return reply;
  }

  /** MIGRATE talks to another server before it answers: the reply comes with a later frame. */
  async function answerTo(frame: FrameSummary, client: number): Promise<Reply | undefined> {
    const found = replyIn(frame, client);
    if (found !== undefined) return found;
    for (let waitedMs = 0; waitedMs < 2 * timeoutMs; waitedMs += 50) {
      const late = session
        .getState()
        .frames.slice(frame.index + 1)
        .map((each) => replyIn(each, client))
        .find((reply) => reply !== undefined);
      if (late !== undefined) return late;
      if (session.getState().clock.running) await new Promise((resolve) => setTimeout(resolve, 50));
      else await actions.advance(50);
    }
    return undefined;
  }

  try {
    const [idFrom, idTo] = [textOf(await say(from, 'CLUSTER MYID')), textOf(await say(to, 'CLUSTER MYID'))];
    await say(to, `CLUSTER SETSLOT ${slot} IMPORTING ${idFrom}`);
    await say(from, `CLUSTER SETSLOT ${slot} MIGRATING ${idTo}`);
    if (isBegun) return null;
    for (let batch = 0; batch < mostBatches; batch++) {
      const reply = await say(from, `CLUSTER GETKEYSINSLOT ${slot} ${keysAtOnce}`);
      const keys = reply.type === 'array' ? reply.items.map(textOf) : [];
      if (keys.length === 0) break;
      await say(from, `MIGRATE ${to.host} ${to.port} "" 0 ${timeoutMs} KEYS ${keys.map(quoted).join(' ')}`);
    }
    // The new owner first: in between nobody says that the slot belongs to nobody.
    await say(to, `CLUSTER SETSLOT ${slot} NODE ${idTo}`);
    await say(from, `CLUSTER SETSLOT ${slot} NODE ${idTo}`);
    for (const other of mastersHere(nodesHere(session.getState()))) {
      if (other.number === from.number || other.number === to.number) continue;
      if (consoles.has(other.number)) await say(other, `CLUSTER SETSLOT ${slot} NODE ${idTo}`);
    }
    return null;
  } catch (problem) {
    if (problem instanceof Refused) return problem.message;
    throw problem;
  }
}

class Refused extends Error {}

function replyIn(frame: FrameSummary, client: number): Reply | undefined {
  const reply = frame.replies.find((each) => each.client === client);
  return reply === undefined || reply.cut !== undefined ? undefined : decodeReplies(reply.bytes)[0];
}

function textOf(reply: Reply): string {
  return reply.type === 'string' ? decodeUtf8(reply.bytes) : '';
}

function quoted(key: string): string {
  return /^[\w:{}.-]+$/.test(key) ? key : `"${key.replaceAll(/["\\]/g, '\\$&')}"`;
}
