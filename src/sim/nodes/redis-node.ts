/**
 * A real server as a node of a search. Its state is what the engine can be told apart by (`identityOf`), with the time
 * that is left in place of instants: a lock with 10 s to live is the same now and a minute later.
 *
 *     ask(7, 'DECR stock')   known?   the answer and the next state are looked up
 *                            new?     an engine that stands at state 7 runs it
 *
 * An engine that stands at a state is parked there until the next question; where none is parked, a fresh one is led
 * along the shortest known way. Time passes by arithmetic, unless the server itself does something then.
 */
import { bytesOf, Engine, keysOf as keysOfCommand, latin1, utf8 } from '../../engine/index.ts';
import { identityOf } from '../../engine/inspect/identity.ts';
import type { ProgramValue } from '../../engine/programs.ts';
import { decodeReplies, encodeCommand, type Reply } from '../../protocol/resp.ts';
import type { Output } from '../../protocol/session.ts';
import { REFUSED_CONNECTION } from './database-node.ts';
import { heldParts } from './held-parts.ts';
import {
  type Delivery,
  type Effect,
  type Footprint,
  type NodeEntry,
  type NodeRequest,
  type Passed,
  RefusedRequest,
  type SimulatedNode,
  TOUCHES_ALL,
  TOUCHES_NOTHING,
} from './node.ts';
import { Parking } from './parking.ts';

export interface RedisStart {
  readonly name: string;
  readonly seed: number;
  readonly config: Readonly<Record<string, string>>;
  readonly given: readonly (readonly string[])[];
  /** Whether programs can tell one instant from another; then states of different instants are different. */
  readonly showsTime: boolean;
  /** Whether programs have the server track what they read. */
  readonly isTracked?: boolean;
  /** Takes no two states for one: what merging is compared with. */
  readonly neverMerges?: boolean;
}

type NodeInput =
  | { readonly type: 'ask'; readonly client: number; readonly args: readonly string[] }
  /** The main connection of an actor tracks what it reads; another one is told what changed. */
  | { readonly type: 'track'; readonly client: number; readonly target: number }
  | { readonly type: 'leave'; readonly actor: number }
  | { readonly type: 'restart' }
  /** A timer of the server is due. */
  | { readonly type: 'tick' };

interface Remaining {
  readonly text: string;
  readonly leftMs: number | null;
  /** It is kept although its time is over. */
  readonly stays: boolean;
}

interface State {
  readonly keys: readonly Remaining[];
  readonly waits: readonly Remaining[];
  readonly rest: string;
  readonly nowMs: number;
  readonly isDown: boolean;
  /** While it is away: what it will be then, had it started at once, and how long that takes. */
  readonly comesBack: { readonly as: number; readonly inMs: number } | null;
  readonly nextMs: number;
  /** How an engine gets here: from that state, so much later, by this input. */
  readonly from: number;
  readonly afterMs: number;
  readonly input: NodeInput | null;
}

interface Standing {
  readonly engine: Engine;
  nowMs: number;
}

export const START_MS = 1_000_000_000_000;
/** Nobody's client: it runs what the scenario begins with, and what conditions read. */
export const OBSERVER = 9_999;
const INVALIDATIONS = '__redis__:invalidate';
const MAX_PARKED = 256;
const MAX_SLICES = 1000;

/** Their answers depend on more than the search compares: on chance, statistics, or the order of the main dict. */
const REFUSED_COMMANDS = new Set(
  'randomkey srandmember spop hrandfield zrandmember scan keys info object memory latency slowlog client command monitor wait waitaof swapdb migrate lastsave hello reset quit subscribe unsubscribe psubscribe punsubscribe ssubscribe sunsubscribe'.split(
    ' ',
  ),
);
/** They touch no key although they name none. */
const WITHOUT_KEYS = new Set(['ping', 'echo', 'time', 'multi', 'discard', 'unwatch']);

export function mainClientOf(actor: number): number {
  return 2 * actor + 1;
}

export class RedisNode implements SimulatedNode {
  readonly name: string;
  readonly kind = 'redis';
  readonly start: number;
  readonly #given: RedisStart;
  readonly #states: State[] = [];
  readonly #byText = new Map<string, number>();
  readonly #parking = new Parking<Standing>(MAX_PARKED);
  readonly #effects = new Map<string, Effect>();
  readonly #readings = new Map<string, ProgramValue>();
  readonly #commands: Engine;
  /** How many commands engines have run, and how many were led along a way again. */
  ran = 0;
  ledAgain = 0;

  constructor(given: RedisStart) {
    this.name = given.name;
    this.#given = given;
    const standing = this.#fresh();
    this.#commands = new Engine(this.#engineStart());
    this.start = this.#arrive(standing, -1, 0, null);
  }

  #engineStart() {
    const { seed, config } = this.#given;
    return { generation: '7.0' as const, seed, startMs: START_MS, config: { save: '', ...config } };
  }

  #fresh(): Standing {
    const standing = { engine: new Engine(this.#engineStart()), nowMs: START_MS };
    if (this.#given.given.length > 0) {
      for (const words of this.#given.given) {
        const { answer } = this.#perform(standing, { type: 'ask', client: OBSERVER, args: words });
        if (isError(answer)) throw new RefusedRequest(`${words.join(' ')}: ${answer.err}`);
      }
      standing.engine.step({ type: 'close', nowMs: standing.nowMs, client: OBSERVER });
    }
    return standing;
  }

  ask(state: number, actor: number, request: NodeRequest): Effect {
    if (request.method === 'track') {
      const target = mainClientOf(Number(request.args[1])) + 1;
      return this.#change(state, { type: 'track', client: mainClientOf(actor), target });
    }
    const isSubscription = request.method === 'subscribe';
    const args = wordsOf(request);
    const memo = `${state} ${actor} ${isSubscription} ${JSON.stringify(args)}`;
    const known = this.#effects.get(memo);
    if (known !== undefined) return known;
    const effect = this.#askAnew(state, actor, args, isSubscription);
    this.#effects.set(memo, effect);
    return effect;
  }

  #askAnew(state: number, actor: number, args: readonly string[], isSubscription: boolean): Effect {
    if (this.#states[state].isDown) return { state, answer: { err: REFUSED_CONNECTION }, deliveries: [] };
    if (!isSubscription) this.refuse(args);
    const client = mainClientOf(actor) + (isSubscription ? 1 : 0);
    const input: NodeInput = { type: 'ask', client, args };
    const standing = this.#standAt(state);
    const { answer, deliveries } = this.#perform(standing, input);
    return { state: this.#arrive(standing, state, 0, input), answer, deliveries };
  }

  /** Commands that a search cannot use. */
  refuse(args: readonly string[]): void {
    const name = args[0]?.toLowerCase() ?? '';
    const entry = this.#commands.server.commands.resolve(args.map((word) => bytesOf(word)));
    if (REFUSED_COMMANDS.has(name)) {
      throw new RefusedRequest(
        name.includes('subscribe')
          ? `use subscribe("channel") in place of ${name.toUpperCase()}`
          : `a search cannot use ${name.toUpperCase()}: its answer depends on more than the data`,
      );
    }
    if (entry?.command.flags.includes('admin')) {
      throw new RefusedRequest(`${name.toUpperCase()} is for operators: give the node a "config" instead`);
    }
  }

  read(state: number, request: NodeRequest): ProgramValue {
    const args = wordsOf(request);
    const memo = `${state} ${JSON.stringify(args)}`;
    const known = this.#readings.get(memo);
    if (known !== undefined) return known;
    let answer: ProgramValue = false;
    if (!this.#states[state].isDown) {
      const standing = this.#standAt(state);
      answer = this.#perform(standing, { type: 'ask', client: OBSERVER, args }).answer ?? false;
      standing.engine.step({ type: 'close', nowMs: standing.nowMs, client: OBSERVER });
      // It only read: the engine stands where it stood.
      this.#parking.park(state, standing);
    }
    this.#readings.set(memo, answer);
    return answer;
  }

  isWrite(request: NodeRequest): boolean {
    const entry = this.#commands.server.commands.resolve(wordsOf(request).map((word) => bytesOf(word)));
    return entry?.isWrite === true;
  }

  pass(state: number, ms: number): Passed {
    const before = this.#states[state];
    if (ms === 0) return { state, deliveries: [] };
    if (before.comesBack !== null) {
      const as = this.pass(before.comesBack.as, ms).state;
      const inMs = before.comesBack.inMs - ms;
      return { state: inMs > 0 ? this.#away(as, inMs) : as, deliveries: [] };
    }
    if (before.isDown) return { state, deliveries: [] };
    const rings = before.waits.some(({ leftMs }) => leftMs !== null && leftMs <= ms);
    if (rings) {
      const standing = this.#standAt(state);
      standing.nowMs += ms;
      const { deliveries } = this.#perform(standing, { type: 'tick' });
      return { state: this.#arrive(standing, state, ms, { type: 'tick' }), deliveries };
    }
    const later = ({ text, leftMs, stays }: Remaining): Remaining => ({
      text,
      leftMs: leftMs === null ? null : Math.max(leftMs - ms, GONE_MS),
      stays,
    });
    const state2 = this.#intern({
      ...before,
      keys: before.keys.map(later).filter(({ leftMs, stays }) => leftMs === null || leftMs >= 0 || stays),
      waits: before.waits.map(later),
      nowMs: this.#given.showsTime ? before.nowMs + ms : 0,
      from: state,
      afterMs: ms,
      input: null,
    });
    return { state: state2, deliveries: [] };
  }

  jump(state: number, ms: number): Passed {
    return this.pass(state, ms);
  }

  nextMs(state: number): number {
    return this.#states[state].nextMs;
  }

  leave(state: number, actor: number): Passed {
    return this.#change(state, { type: 'leave', actor });
  }

  restart(state: number, awayMs: number): Passed {
    const { state: as, deliveries } = this.#change(state, { type: 'restart' });
    return { state: awayMs > 0 && as !== state ? this.#away(as, awayMs) : as, deliveries };
  }

  /** Nobody reaches it. What is on its disk grows older meanwhile. */
  #away(as: number, inMs: number): number {
    const nobody = { keys: [], waits: [], rest: '', nowMs: 0, isDown: true };
    return this.#intern({ ...nobody, comesBack: { as, inMs }, from: as, afterMs: 0, input: null });
  }

  #change(state: number, input: NodeInput): Effect {
    if (this.#states[state].isDown) return { state, answer: { err: REFUSED_CONNECTION }, deliveries: [] };
    const memo = `${state} ${JSON.stringify(input)}`;
    const known = this.#effects.get(memo);
    if (known !== undefined) return known;
    const standing = this.#standAt(state);
    const { answer, deliveries } = this.#perform(standing, input);
    const effect = { state: this.#arrive(standing, state, 0, input), answer, deliveries };
    this.#effects.set(memo, effect);
    return effect;
  }

  down(state: number): Passed {
    const nobody = { keys: [], waits: [], rest: '', nowMs: 0, isDown: true };
    const gone = this.#intern({ ...nobody, comesBack: null, from: state, afterMs: 0, input: null });
    // Whoever waited for an answer gets none.
    const deliveries = this.#states[state].waits.map(({ text }): Delivery => {
      const [client] = JSON.parse(text) as [number, string];
      return { actor: (client - 1) >> 1, kind: 'answer', value: { err: REFUSED_CONNECTION } };
    });
    return { state: gone, deliveries };
  }

  isDown(state: number): boolean {
    return this.#states[state].isDown;
  }

  footprint(request: NodeRequest): Footprint {
    if (request.method === 'subscribe' || request.method === 'track') return TOUCHES_ALL;
    const args = wordsOf(request).map((word) => bytesOf(word));
    const entry = this.#commands.server.commands.resolve(args);
    if (entry === null) return TOUCHES_NOTHING;
    const { command } = entry;
    if (WITHOUT_KEYS.has(command.name)) return TOUCHES_NOTHING;
    // A script may use keys that it does not declare.
    if (command.group === 'scripting') return TOUCHES_ALL;
    const uses = keysOfCommand(command, args);
    if (uses.length === 0) return TOUCHES_ALL;
    const keys = new Set(uses.map(({ index }) => latin1(args[index])));
    // Whoever tracks keys is told of changes in their order.
    if (this.#given.isTracked === true && entry.isWrite) keys.add(INVALIDATIONS);
    return entry.isWrite ? { reads: NOTHING, writes: keys } : { reads: keys, writes: NOTHING };
  }

  entries(state: number): readonly NodeEntry[] {
    if (this.#states[state].isDown) return [];
    const standing = this.#standAt(state);
    const entries = this.#states[state].keys
      .filter(({ leftMs }) => leftMs === null || leftMs >= 0)
      .map(({ text, leftMs }) => {
        const [db, key] = JSON.parse(text) as [number, string, string];
        if (db !== 0) {
          // Nobody looks into the others.
          const value = { type: 'text', text: '...' } as const;
          const part = { kind: 'field', field: `db ${db}`, value } as const;
          return { name: key, value: value.text, remainingMs: leftMs, parts: [part] };
        }
        const ask = (...args: string[]) => this.#answerTo(standing, args);
        return {
          name: key,
          value: shownEntry(key, ask),
          remainingMs: leftMs,
          parts: heldParts(key, ask),
        };
      });
    standing.engine.step({ type: 'close', nowMs: standing.nowMs, client: OBSERVER });
    this.#parking.park(state, standing);
    return entries;
  }

  #answerTo(standing: Standing, args: readonly string[]): ProgramValue {
    return this.#perform(standing, { type: 'ask', client: OBSERVER, args }).answer ?? false;
  }

  /** Takes an engine that stands at a state; it stands there no longer. */
  #standAt(state: number): Standing {
    const parked = this.#parking.take(state);
    if (parked !== undefined) return parked;
    const way: State[] = [];
    for (let at = state; at !== this.start; at = this.#states[at].from) way.push(this.#states[at]);
    const standing = this.#fresh();
    for (const { afterMs, input } of way.reverse()) {
      standing.nowMs += afterMs;
      if (input !== null) this.#perform(standing, input);
    }
    this.ledAgain++;
    return standing;
  }

  #arrive(standing: Standing, from: number, afterMs: number, input: NodeInput | null): number {
    const { keys, waits, rest } = identityOf(standing.engine.server);
    for (const [key] of standing.engine.server.tracking.noted()) {
      if (keys.some((each) => each.key === latin1(key) && each.expireAtMs !== null)) {
        throw new RefusedRequest(
          'a search cannot track a key that expires: when its clients hear of it is chance',
        );
      }
    }
    const left = (atMs: number | null) => (atMs === null ? null : Math.max(atMs - standing.nowMs, GONE_MS));
    const state = this.#intern({
      keys: keys
        .map(({ db, key, value, expireAtMs, isWatched }) => ({
          text: JSON.stringify([db, key, value]),
          leftMs: left(expireAtMs),
          stays: isWatched,
        }))
        .filter(({ leftMs, stays }) => leftMs === null || leftMs >= 0 || stays),
      waits: waits.map((wait) => ({
        text: JSON.stringify([wait.client, wait.for]),
        leftMs: left(wait.untilMs),
        stays: true,
      })),
      rest,
      nowMs: this.#given.showsTime ? standing.nowMs : 0,
      isDown: false,
      comesBack: null,
      from,
      afterMs,
      input,
    });
    this.#parking.park(state, standing);
    return state;
  }

  #intern(state: Omit<State, 'nextMs'>): number {
    const { keys, waits, rest, nowMs, isDown, comesBack } = state;
    const text = JSON.stringify([keys, waits, rest, nowMs, isDown, comesBack]);
    const known = this.#given.neverMerges === true ? undefined : this.#byText.get(text);
    if (known !== undefined) return known;
    let nextMs = comesBack?.inMs ?? NEVER;
    // A key is still there in the millisecond that it expires in.
    for (const { leftMs } of state.keys)
      if (leftMs !== null && leftMs >= 0) nextMs = Math.min(nextMs, leftMs + 1);
    for (const { leftMs } of state.waits) if (leftMs !== null) nextMs = Math.min(nextMs, leftMs);
    const number = this.#states.push({ ...state, nextMs }) - 1;
    this.#byText.set(text, number);
    return number;
  }

  #perform(
    standing: Standing,
    input: NodeInput,
  ): { answer: ProgramValue | undefined; deliveries: readonly Delivery[] } {
    const { engine, nowMs } = standing;
    this.ran++;
    switch (input.type) {
      case 'tick':
        return { answer: undefined, deliveries: deliveriesOf(engine.step({ type: 'tick', nowMs }), -1) };
      case 'leave': {
        const deliveries: Delivery[] = [];
        for (const client of [mainClientOf(input.actor), mainClientOf(input.actor) + 1]) {
          if (!engine.server.clients.has(client)) continue;
          deliveries.push(...deliveriesOf(engine.step({ type: 'close', nowMs, client }), client));
        }
        return { answer: undefined, deliveries };
      }
      case 'restart': {
        const lost = [...engine.server.clients.values()].filter(({ blocked }) => blocked !== null);
        engine.step({ type: 'crash', nowMs, loss: 'nothing' });
        engine.step({ type: 'restart', nowMs });
        return {
          answer: undefined,
          deliveries: lost.map(({ id }) => ({
            actor: (id - 1) >> 1,
            kind: 'answer',
            value: { err: 'connection reset' },
          })),
        };
      }
      case 'track': {
        const { client, target } = input;
        this.#run(standing, target, ['SUBSCRIBE', INVALIDATIONS]);
        return this.#run(standing, client, ['CLIENT', 'TRACKING', 'ON', 'REDIRECT', String(target)]);
      }
      case 'ask':
        return this.#run(standing, input.client, input.args);
    }
  }

  #run(standing: Standing, client: number, args: readonly string[]) {
    const { engine, nowMs } = standing;
    if (!engine.server.clients.has(client)) engine.step({ type: 'open', nowMs, client });
    const bytes = encodeCommand(args.map((word) => bytesOf(word)));
    let output = engine.step({ type: 'data', nowMs, client, bytes });
    const deliveries = [...deliveriesOf(output, client)];
    let own = output.replies.find((reply) => reply.client === client);
    for (let slices = 0; engine.server.scripting.running !== null; slices++) {
      if (slices === MAX_SLICES) throw new RefusedRequest('a script runs on and on');
      standing.nowMs = Math.max(standing.nowMs, output.wakeAtMs ?? 0);
      output = engine.step({ type: 'tick', nowMs: standing.nowMs });
      own ??= output.replies.find((reply) => reply.client === client);
      deliveries.push(...deliveriesOf(output, client));
    }
    if (own === undefined) return { answer: undefined, deliveries };
    return { answer: replyOf(own.bytes), deliveries };
  }
}

const NOTHING: ReadonlySet<string> = new Set();
const NEVER = Number.POSITIVE_INFINITY;
/** An expired key that is still known, because it is watched. */
const GONE_MS = -1;

export function wordsOf({ method, args }: NodeRequest): string[] {
  const words = args.map((argument) => {
    if (typeof argument === 'string') return argument;
    if (typeof argument === 'number') return String(argument);
    throw new RefusedRequest('the words of a command are texts and numbers');
  });
  if (method === 'subscribe') return ['SUBSCRIBE', ...words];
  if (words.length === 0) throw new RefusedRequest('a command is missing');
  return words;
}

/** A value for people, whatever its type. */
export function shownEntry(key: string, ask: (...args: string[]) => ProgramValue): string {
  const type = ask('TYPE', key);
  const name = typeof type === 'object' && type !== null && 'ok' in type ? type.ok : '';
  switch (name) {
    case 'string':
      return String(ask('GET', key));
    case 'list':
      return JSON.stringify(ask('LRANGE', key, '0', '-1'));
    case 'hash':
      return JSON.stringify(ask('HGETALL', key));
    case 'set':
      return JSON.stringify(ask('SMEMBERS', key));
    case 'zset':
      return JSON.stringify(ask('ZRANGE', key, '0', '-1', 'WITHSCORES'));
    case 'stream':
      return [JSON.stringify(ask('XRANGE', key, '-', '+')), ...pendingIn(key, ask)].join(' ');
    default:
      return String(name);
  }
}

/** By groups of a stream: what is delivered and not acknowledged, and to whom. */
function pendingIn(key: string, ask: (...args: string[]) => ProgramValue): string[] {
  return heldParts(key, ask).flatMap(({ field, value }) => {
    if (field === null || value.type !== 'items') return [];
    const pending = value.items.flatMap(({ text, delivery }) =>
      delivery?.state === 'pending' ? [`${text} (${delivery.consumer})`] : [],
    );
    return [`${field} pending: ${pending.length === 0 ? '0' : pending.join(', ')}`];
  });
}

/** What clients other than the asker get. A subscriber has the even number after that of its actor. */
export function deliveriesOf(output: Output, asker: number): Delivery[] {
  const deliveries: Delivery[] = [];
  for (const { client, bytes } of output.replies) {
    if (client === asker || client === OBSERVER) continue;
    const actor = (client - 1) >> 1;
    for (const reply of decodeReplies(bytes)) {
      const value = replyValue(reply);
      if (client % 2 === 1) deliveries.push({ actor, kind: 'answer', value });
      else if (Array.isArray(value) && value[0] === 'message') {
        deliveries.push({ actor, kind: 'message', value: { channel: value[1], message: value[2] } });
      }
    }
  }
  return deliveries;
}

export function replyOf(bytes: Uint8Array): ProgramValue {
  const [reply] = decodeReplies(bytes);
  return replyValue(reply);
}

/** A reply as a script gets it: nil is false, a status has `ok`, an error has `err`. */
function replyValue(reply: Reply): ProgramValue {
  switch (reply.type) {
    case 'status':
      return { ok: reply.text };
    case 'error':
      return { err: latin1(utf8(reply.text)) };
    case 'integer':
      return Number(reply.value);
    case 'string':
      return latin1(reply.bytes);
    case 'nil':
      return false;
    case 'array':
    case 'push':
    case 'set':
      return reply.items.map(replyValue);
    case 'boolean':
      return reply.value;
    default:
      throw new RefusedRequest(`a reply of type ${reply.type} has no value in Lua here`);
  }
}

export function isError(value: ProgramValue | undefined): value is { readonly err: string } {
  return typeof value === 'object' && value !== null && 'err' in value;
}
