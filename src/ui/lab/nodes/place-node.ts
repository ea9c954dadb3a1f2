/**
 * What becomes of a node that has joined a cluster: a replica of a master, or a master with slots. The commands are those
 * of `redis-cli --cluster add-node --cluster-slave` and `--cluster reshard`, with fewer of them for an empty slot, and
 * consoles send them.
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

/** Empty slots that change hands in one packet. */
const slotsAtOnce = 64;

/**
 * Moves slots until it has so many more, or the signal ends it. The first goes as redis-cli moves it, which gives the
 * node the highest epoch: all others then believe what it claims. Of the rest only those with keys do: a master refuses
 * to give away one that has any, and an empty one needs no more than the word of both.
 */
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
  if (to === undefined || signal.aborted) return null;
  const id = textOf(await say(session, node, 'CLUSTER MYID'));
  let done = 0;
  const givers: Giver[] = [];
  for (const [from, share] of sharesOf(mastersWithSlots(nodes, node), count)) {
    const slots = slotsIn(textOf(await say(session, from.number, 'CLUSTER NODES')));
    givers.push({ from, left: slots.slice(0, share) });
  }
  while (givers.some(({ left }) => left.length > 0)) {
    for (const { from, left } of givers) {
      const slots = left.splice(0, done === 0 ? 1 : slotsAtOnce);
      const withKeys = done === 0 ? slots : await giveEmpty(session, slots, from, to, id);
      if (typeof withKeys === 'string') return withKeys;
      done += slots.length - withKeys.length;
      if (withKeys.length < slots.length) moved(done);
      for (const slot of withKeys) {
        if (signal.aborted) return null;
        const refusal = await moveSlot(session, { slot, from, to });
        if (refusal !== null) return refusal;
        done++;
        moved(done);
      }
      if (signal.aborted) return null;
    }
  }
  return null;
}

interface Giver {
  readonly from: NodeHere;
  readonly left: number[];
}

/** How many slots each of them gives. */
export function sharesOf(masters: readonly NodeHere[], count: number): ReadonlyMap<NodeHere, number> {
  const given = new Map<number, number>();
  const shares = new Map<NodeHere, number>();
  for (let nth = 0; nth < count; nth++) {
    const from = nextGiver(masters, given);
    if (from === null) break;
    given.set(from.number, (given.get(from.number) ?? 0) + 1);
    shares.set(from, (shares.get(from) ?? 0) + 1);
  }
  return shares;
}

/**
 * Gives those that are empty, and says which are not; a text is what the server said against it. The old owner first:
 * it checks and gives in one step, so that no key is left behind that a client writes meanwhile.
 */
async function giveEmpty(
  session: SessionStore,
  slots: readonly number[],
  from: NodeHere,
  to: NodeHere,
  id: string,
): Promise<number[] | string> {
  if (slots.length === 0) return [];
  const lines = (which: readonly number[]) => which.map((slot) => `CLUSTER SETSLOT ${slot} NODE ${id}`);
  const answers = await sayAll(session, from.number, lines(slots));
  if (answers.length < slots.length) return '';
  const withKeys = slots.filter((_, nth) => /still hold keys/.test(refusalIn(answers[nth]) ?? ''));
  const given = slots.filter((_, nth) => refusalIn(answers[nth]) === null);
  if (given.length > 0) {
    const taken = await sayAll(session, to.number, lines(given));
    if (taken.length < given.length) return '';
    const against = taken.map(refusalIn).find((refusal) => refusal !== null);
    if (against !== undefined) return against;
  }
  if (given.length + withKeys.length === slots.length) return withKeys;
  return answers.map(refusalIn).find((refusal) => refusal !== null && !/still hold keys/.test(refusal)) ?? '';
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
  return (await sayAll(session, node, [line]))[0];
}

/** Several commands in one packet, and their replies. */
async function sayAll(
  session: SessionStore,
  node: number,
  lines: readonly string[],
): Promise<readonly Reply[]> {
  const known = session.getState().clients.find((client) => (client.node ?? 0) === node)?.id;
  const client = known ?? (await session.actions.openClient(node));
  if (client === null) return [];
  const outcome = await session.actions.sendBytes(client, bytesOf(lines.map(packetOf)), 'quiet');
  if (outcome.outcome !== 'done') return [];
  const reply = outcome.frame.replies.find((each) => each.client === client);
  return reply === undefined || reply.cut !== undefined ? [] : decodeReplies(reply.bytes);
}

function textOf(reply: Reply | undefined): string {
  return reply?.type === 'string' ? decodeUtf8(reply.bytes) : '';
}

function refusalIn(reply: Reply | undefined): string | null {
  if (reply === undefined) return '';
  return reply.type === 'error' ? reply.text : null;
}

function bytesOf(packets: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(packets.flatMap((packet) => [...packet]));
}
