/**
 * Brings the servers of a preset into their relation, by the commands that people and redis-cli use. The session has
 * just been started, with its clock standing still.
 */
import { packetOf } from '../../../protocol/action-lines.ts';
import { decodeReplies } from '../../../protocol/resp.ts';
import { decodeUtf8 } from '../../../protocol/utf8.ts';
import { type NodeHere, worldHere } from '../../session/nodes.ts';
import type { SessionStore } from '../../session/store.ts';
import { downAfterMs, type Preset } from './presets.ts';

/** Nothing of what is waited for takes longer, in the time of the servers. */
const limitMs = 60_000;
const grainMs = 100;
const portionMs = 1000;
const slots = 16_384;
const masters = 3;

/** Somebody watches the set-up: hears of every command, and may end it. */
export interface SetUpWatcher {
  /** A node, by its name, is sent this; or null, where time passes. */
  onStep(node: string, line: string | null): void;
  readonly signal: AbortSignal;
}

/** The set-up was ended, or its session is gone. */
class Stopped extends Error {}

class SetUp {
  readonly #session: SessionStore;
  readonly #watcher: SetUpWatcher | null;
  readonly #server: number;
  /** By node: its console. */
  readonly #consoles = new Map<number, number>();

  constructor(session: SessionStore, watcher: SetUpWatcher | null) {
    this.#session = session;
    this.#watcher = watcher;
    this.#server = session.getState().server;
    for (const { id, node } of session.getState().clients) this.#consoles.set(node ?? 0, id);
  }

  get nodes(): readonly NodeHere[] {
    return worldHere(this.#session.getState())?.nodes ?? [];
  }

  #goOn(): void {
    if (this.#watcher?.signal.aborted || this.#session.getState().server !== this.#server)
      throw new Stopped();
  }

  /** Sends a command to a node, by its number, and gives the reply as text. */
  async say(node: number, line: string): Promise<string> {
    this.#goOn();
    this.#watcher?.onStep(this.nodes[node]?.name ?? '', line);
    const client = await this.#console(node);
    if (client === null) return '';
    const outcome = await this.#session.actions.sendBytes(client, packetOf(line), 'quiet');
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
      await this.pass(grainMs);
    }
  }

  /** In portions, so that the page hears how far it is. */
  async pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += portionMs) {
      this.#goOn();
      this.#watcher?.onStep('', null);
      await this.#session.actions.advance(Math.min(portionMs, ms - passedMs));
    }
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

/** Resolves when the servers stand as the preset says, or when the watcher has ended it. */
export async function setUp(
  session: SessionStore,
  preset: Preset,
  watcher: SetUpWatcher | null = null,
): Promise<void> {
  if (preset.world === null) return;
  const { actions } = session;
  const setting = new SetUp(session, watcher);
  try {
    await steps[preset.id]?.(setting);
    await setting.keepConsoles(preset.consoles);
  } catch (problem) {
    if (!(problem instanceof Stopped)) throw problem;
    if (watcher?.signal.aborted !== true) return;
  }
  actions.last();
  actions.opened();
  await actions.setClock({ running: true, speed: 1 });
}
