/**
 * What becomes of a node that has joined a cluster: a replica of a master, or a master with slots. The commands are those
 * of `redis-cli --cluster add-node --cluster-slave` and `--cluster reshard`, and consoles send them.
 */
import { packetOf } from '../../../protocol/action-lines.ts';
import { decodeReplies, type Reply } from '../../../protocol/resp.ts';
import { decodeUtf8 } from '../../../protocol/utf8.ts';
import { mastersHere, moveSlot } from '../../panels/cluster/move-slot.ts';
import { type NodeHere, nodesHere } from '../../session/nodes.ts';
import type { SessionStore } from '../../session/store.ts';

const allSlots = 16_384;
/** In the time of the servers. Gossip brings a new node to all others in less. */
const joiningMs = 30_000;
const grainMs = 100;

/** Masters that the node can follow, or take slots from. */
export function mastersWithSlots(nodes: readonly NodeHere[], node: number): readonly NodeHere[] {
  return mastersHere(nodes).filter(({ number, slots }) => number !== node && slots > 0);
}

/** As many slots as every master has when all have as many. */
export function evenShare(nodes: readonly NodeHere[], node: number): number {
  return Math.floor(allSlots / (mastersWithSlots(nodes, node).length + 1));
}

/** Whose slots go next: the master that has most, so that in the end all give alike. */
export function nextGiver(masters: readonly NodeHere[], given: ReadonlyMap<number, number>): NodeHere | null {
  const left = ({ number, slots }: NodeHere) => slots - (given.get(number) ?? 0);
  let most: NodeHere | null = null;
  for (const master of masters) if (most === null || left(master) > left(most)) most = master;
  return most !== null && left(most) > 0 ? most : null;
}

/** The slots that a node says it has, from its own line of CLUSTER NODES; slots under way are left out. */
export function slotsIn(clusterNodes: string): number[] {
  const own = clusterNodes.split('\n').find((line) => /\bmyself\b/.test(line)) ?? '';
  return own
    .trim()
    .split(' ')
    .slice(8)
    .filter((range) => /^\d+(-\d+)?$/.test(range))
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
    });
}

/** Null when it follows; otherwise what the server said against it. */
export async function replicate(
  session: SessionStore,
  node: number,
  master: NodeHere,
  signal: AbortSignal,
): Promise<string | null> {
  await joined(session, signal);
  if (signal.aborted) return null;
  const id = textOf(await say(session, master.number, 'CLUSTER MYID'));
  return refusalIn(await say(session, node, `CLUSTER REPLICATE ${id}`));
}

/** Moves slots one by one until it has so many more, or the signal ends it. */
export async function giveSlots(
  session: SessionStore,
  node: number,
  count: number,
  moved: (slots: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  await joined(session, signal);
  const nodes = nodesHere(session.getState());
  const to = nodes.find(({ number }) => number === node);
  if (to === undefined) return null;
  const masters = mastersWithSlots(nodes, node);
  const given = new Map<number, number>();
  const slotsOf = new Map<number, number[]>();
  for (let done = 0; done < count && !signal.aborted; done++) {
    const from = nextGiver(masters, given);
    if (from === null) return null;
    if (!slotsOf.has(from.number)) {
      slotsOf.set(from.number, slotsIn(textOf(await say(session, from.number, 'CLUSTER NODES'))));
    }
    const slot = slotsOf.get(from.number)?.shift();
    if (slot === undefined) return null;
    const refusal = await moveSlot(session, { slot, from, to });
    if (refusal !== null) return refusal;
    given.set(from.number, (given.get(from.number) ?? 0) + 1);
    moved(done + 1);
  }
  return null;
}

/** Lets time pass until all that run know each other and take the cluster to be whole, or for too long. */
async function joined(session: SessionStore, signal: AbortSignal): Promise<void> {
  for (let passedMs = 0; passedMs < joiningMs && !signal.aborted; passedMs += grainMs) {
    const here = nodesHere(session.getState()).filter(
      ({ isCluster, isDown, isFrozen }) => isCluster && !isDown && !isFrozen,
    );
    const most = Math.max(...here.map(({ known }) => known));
    if (most >= here.length && here.every(({ known, isOk }) => known === most && isOk)) return;
    if (session.getState().clock.running) await new Promise((resolve) => setTimeout(resolve, grainMs));
    else await session.actions.advance(grainMs);
  }
}

async function say(session: SessionStore, node: number, line: string): Promise<Reply | undefined> {
  const known = session.getState().clients.find((client) => (client.node ?? 0) === node)?.id;
  const client = known ?? (await session.actions.openClient(node));
  if (client === null) return undefined;
  const outcome = await session.actions.sendBytes(client, packetOf(line), 'quiet');
  if (outcome.outcome !== 'done') return undefined;
  const reply = outcome.frame.replies.find((each) => each.client === client);
  return reply === undefined || reply.cut !== undefined ? undefined : decodeReplies(reply.bytes)[0];
}

function textOf(reply: Reply | undefined): string {
  return reply?.type === 'string' ? decodeUtf8(reply.bytes) : '';
}

function refusalIn(reply: Reply | undefined): string | null {
  if (reply === undefined) return '';
  return reply.type === 'error' ? reply.text : null;
}
