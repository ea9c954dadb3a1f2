/**
 * Brings the servers of a preset into their relation, by the commands that people and redis-cli use. The session has
 * just been started, with its clock standing still.
 */
import { decodeReplies } from '../../../protocol/resp.ts';
import { decodeUtf8 } from '../../../protocol/utf8.ts';
import { type NodeHere, worldHere } from '../../session/nodes.ts';
import type { SessionStore } from '../../session/store.ts';
import { downAfterMs, type Preset } from './presets.ts';

/** Nothing of what is waited for takes longer, in the time of the servers. */
const limitMs = 60_000;
const grainMs = 100;
const slots = 16_384;
const masters = 3;

class SetUp {
  readonly #session: SessionStore;
  /** By node: its console. */
  readonly #consoles = new Map<number, number>();

  constructor(session: SessionStore) {
    this.#session = session;
    for (const { id, node } of session.getState().clients) this.#consoles.set(node ?? 0, id);
  }

  get nodes(): readonly NodeHere[] {
    return worldHere(this.#session.getState())?.nodes ?? [];
  }

  /** Sends a command to a node, by its name, and gives the reply as text. */
  async say(node: number, line: string): Promise<string> {
    const client = await this.#console(node);
    if (client === null) return '';
    const outcome = await this.#session.actions.run(client, line);
    if (outcome.outcome !== 'done') return '';
    const reply = outcome.frame.replies.find((each) => each.client === client);
    const [first] = reply === undefined ? [] : decodeReplies(reply.bytes);
    return first?.type === 'string' ? decodeUtf8(first.bytes) : '';
  }

  async #console(node: number): Promise<number | null> {
    const known = this.#consoles.get(node);
    if (known !== undefined) return known;
    const client = await this.#session.actions.openClient(node);
    if (client !== null) this.#consoles.set(node, client);
    return client;
  }

  /** Lets time pass until something is so, or for too long. */
  async until(isSo: (nodes: readonly NodeHere[]) => boolean): Promise<void> {
    for (let passedMs = 0; passedMs < limitMs && !isSo(this.nodes); passedMs += grainMs) {
      await this.#session.actions.advance(grainMs);
    }
  }

  async pass(ms: number): Promise<void> {
    await this.#session.actions.advance(ms);
  }

  /** These nodes have a console in the end, and no others. */
  async keepConsoles(wanted: readonly number[]): Promise<void> {
    const { actions } = this.#session;
    for (const [node, client] of this.#consoles) {
      if (!wanted.includes(node)) await actions.closeClient(client, 'present');
    }
    for (const node of wanted) await this.#console(node);
  }
}

async function followMaster(setUp: SetUp): Promise<void> {
  const [master, ...replicas] = setUp.nodes.filter(({ role }) => role !== 'sentinel');
  for (const { number } of replicas) await setUp.say(number, `REPLICAOF ${master.host} ${master.port}`);
  await setUp.until((nodes) => replicas.every(({ number }) => nodes[number].isLinked));
}

async function watchMaster(setUp: SetUp): Promise<void> {
  await followMaster(setUp);
  const [master] = setUp.nodes;
  const sentinels = setUp.nodes.filter(({ role }) => role === 'sentinel');
  for (const { number } of sentinels) {
    await setUp.say(number, `SENTINEL MONITOR mymaster ${master.host} ${master.port} 2`);
    await setUp.say(
      number,
      `SENTINEL SET mymaster down-after-milliseconds ${downAfterMs} failover-timeout 20000`,
    );
  }
  // They find the replicas with the first INFO, and each other with the first hello.
  await setUp.pass(5000);
}

/** The steps of `redis-cli --cluster create`: slots, epochs, meeting, and replicas when all know each other. */
async function formCluster(setUp: SetUp): Promise<void> {
  const { nodes } = setUp;
  const share = Math.ceil(slots / masters);
  for (let nth = 0; nth < masters; nth++) {
    const last = Math.min(slots, (nth + 1) * share) - 1;
    await setUp.say(nth, `CLUSTER ADDSLOTSRANGE ${nth * share} ${last}`);
  }
  for (const { number } of nodes) await setUp.say(number, `CLUSTER SET-CONFIG-EPOCH ${number + 1}`);
  const [first, ...others] = nodes;
  for (const { number } of others) await setUp.say(number, `CLUSTER MEET ${first.host} ${first.port}`);
  await setUp.until((all) => all.every(({ known, isOk }) => known === nodes.length && isOk));
  for (const { number } of nodes.slice(masters)) {
    const id = await setUp.say(number - masters, 'CLUSTER MYID');
    await setUp.say(number, `CLUSTER REPLICATE ${id}`);
  }
  await setUp.until((all) => all.slice(masters).every(({ isLinked }) => isLinked));
}

const steps: Readonly<Record<string, (setUp: SetUp) => Promise<void>>> = {
  replicas: followMaster,
  sentinels: watchMaster,
  cluster: formCluster,
};

export async function setUp(session: SessionStore, preset: Preset): Promise<void> {
  if (preset.world === null) return;
  const { actions } = session;
  const setting = new SetUp(session);
  await steps[preset.id]?.(setting);
  await setting.keepConsoles(preset.consoles);
  actions.opened();
  await actions.setClock({ running: true, speed: 1 });
}
