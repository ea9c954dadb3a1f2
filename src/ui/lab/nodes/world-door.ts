/**
 * The way of traffic into several servers: to the master, or in a cluster to the node that has the slot, as a cluster
 * client does. What is answered MOVED is sent again and remembered; what is answered ASK goes there once, after ASKING.
 */
import { type Reply, readReplies } from '../../../protocol/resp.ts';
import { addressOf, type NodeHere, nodesHere } from '../../session/nodes.ts';
import type { SessionStore } from '../../session/store.ts';
import { wire } from '../data-sets.ts';
import type { Door } from '../door.ts';
import { slotOf } from './key-slot.ts';

interface Wanted {
  readonly command: readonly string[];
  readonly nth: number;
  /** Where the reply before sent it; null for where it belongs as far as is known. */
  readonly to: { readonly address: string; readonly isAsking: boolean } | null;
}

/** A slot that is being moved sends a command there and back; more rounds find nothing new. */
const mostRounds = 4;
const encoder = new TextEncoder();

export function worldDoor(session: SessionStore): Door {
  const { actions } = session;
  /** By address: the client that is connected there. */
  const clients = new Map<string, number>();
  /** By slot: who has it, as far as this client has learnt. */
  const owners = new Map<number, string>();

  const running = () => nodesHere(session.getState()).filter(({ isDown, isFrozen }) => !isDown && !isFrozen);

  /** Where a command belongs; null while there is nobody. */
  function nodeFor({ command, to }: Wanted): NodeHere | null {
    const nodes = running();
    const address = to?.address ?? owners.get(slotOf(command[1]));
    const known = nodes.find((node) => addressOf(node) === address);
    if (known !== undefined) return known;
    const masters = nodes.filter(({ role }) => role === 'master');
    return masters.find(({ slots }) => slots > 0) ?? masters[0] ?? null;
  }

  async function clientAt(node: NodeHere): Promise<number | null> {
    const address = addressOf(node);
    const known = clients.get(address);
    const isConnected = session
      .getState()
      .clients.some(({ id, node: at }) => id === known && at === node.number);
    if (known !== undefined && isConnected) return known;
    const client = await actions.openClient(node.number);
    if (client === null) clients.delete(address);
    else clients.set(address, client);
    return client;
  }

  /** Sends what goes to one node, and gives the replies that came. */
  async function sendTo(node: NodeHere, wanted: readonly Wanted[]): Promise<readonly (Reply | null)[]> {
    const client = await clientAt(node);
    if (client === null) return wanted.map(() => null);
    const commands = wanted.flatMap(({ command, to }) =>
      to?.isAsking === true ? [['ASKING'], [...command]] : [[...command]],
    );
    const result = await actions.sendBytes(client, encoder.encode(wire(commands)), 'stream');
    if (result.outcome !== 'done') return wanted.map(() => null);
    const replies = result.frame.replies
      .filter((reply) => reply.client === client)
      .flatMap(({ bytes }) => readReplies(bytes));
    let at = 0;
    return wanted.map(({ to }) => {
      if (to?.isAsking === true) at++;
      return replies[at++] ?? null;
    });
  }

  return {
    async send(commands) {
      const answers: (Reply | null)[] = commands.map(() => null);
      let left: Wanted[] = commands.map((command, nth) => ({ command, nth, to: null }));
      for (let round = 0; round < mostRounds && left.length > 0; round++) {
        const groups = new Map<NodeHere, Wanted[]>();
        for (const wanted of left) {
          const node = nodeFor(wanted);
          if (node !== null) groups.set(node, [...(groups.get(node) ?? []), wanted]);
        }
        left = [];
        for (const [node, group] of groups) {
          const replies = await sendTo(node, group);
          for (const [at, reply] of replies.entries()) {
            const { command, nth } = group[at];
            const told = reply?.type === 'error' ? /^(MOVED|ASK) (\d+) (\S+)$/.exec(reply.text) : null;
            answers[nth] = reply;
            if (told === null) continue;
            const [, kind, slot, address] = told;
            if (kind === 'MOVED') owners.set(Number(slot), address);
            left.push({ command, nth, to: { address, isAsking: kind === 'ASK' } });
          }
        }
      }
      return answers;
    },
    async close() {
      for (const client of clients.values()) {
        if (session.getState().clients.some(({ id }) => id === client))
          await actions.closeClient(client, 'present');
      }
    },
  };
}
