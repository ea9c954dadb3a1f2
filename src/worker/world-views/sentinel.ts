/** Sentinels side by side: what each believes of one master, and what all of them told. */
import type { Server } from '../../engine/index.ts';
import {
  addressOf,
  masterOpinionOf,
  opinionOf,
  sentinelFacts,
  watchedOf,
} from '../../engine/inspect/sentinel-facts.ts';
import type {
  MasterOpinion,
  Opinion,
  SentinelEventView,
  SentinelServer,
  SentinelTarget,
  SentinelView,
  WatchedServer,
} from '../../protocol/views-sentinel.ts';
import type { SessionMachine, WorldNode } from '../../sim/machine.ts';
import type { WorldViewKind } from './kind.ts';
import { isDown, nodeAt, stateOf, timeAt } from './nodes.ts';

type Sentinel = NonNullable<Server['sentinel']>;

const MAX_EVENTS = 200;

export const sentinelView: WorldViewKind<'sentinel'> = {
  read: readSentinels,
  changedBy: ({ type }) => type.startsWith('sentinel.'),
};

interface Watching {
  readonly node: number;
  readonly server: Server;
  readonly sentinel: Sentinel;
  readonly nowMs: number;
}

function readSentinels({ nodes, nowMs }: SessionMachine, target: SentinelTarget): SentinelView {
  const watching = nodes.flatMap((each, node): Watching[] => {
    const { server } = each.engine;
    if (isDown(each) || server.sentinel === null) return [];
    return [{ node, server, sentinel: server.sentinel, nowMs: timeAt(each, nowMs) }];
  });
  const masters = [...new Set(watching.flatMap(({ sentinel }) => [...sentinel.masters.keys()]))];
  const master = masters.find((name) => name === target.master) ?? masters[0] ?? null;
  const opinions: Opinion[] = [];
  const heads: MasterOpinion[] = [];
  for (const { node: of, server, sentinel, nowMs: ownMs } of watching) {
    const own = master === null ? undefined : sentinel.masters.get(master);
    if (own === undefined) continue;
    for (const instance of watchedOf(own)) opinions.push({ of, ...opinionOf(instance, ownMs) });
    const { candidates, ...head } = masterOpinionOf(server, sentinel, own, ownMs);
    heads.push({
      of,
      ...head,
      answerNode: nodeAt(nodes, head.answer),
      candidates: candidates.map((each) => ({ ...each, ...named(nodes, each.address) })),
    });
  }
  const events = watching.flatMap(eventsOf).sort((a, b) => a.atMs - b.atMs || a.of - b.of || a.nth - b.nth);
  return {
    kind: 'sentinel',
    nowMs,
    sentinels: readSentinelServers(nodes, nowMs),
    masters,
    master,
    watched: readWatched(nodes, opinions),
    opinions,
    heads,
    events: events.slice(-MAX_EVENTS),
    earlierEvents: Math.max(0, events.length - MAX_EVENTS),
  };
}

function readSentinelServers(nodes: readonly WorldNode[], nowMs: number): SentinelServer[] {
  return nodes.flatMap((each, node) => {
    const { server, isSentinel } = each.engine;
    const { sentinel } = server;
    if (!isSentinel) return [];
    const facts = isDown(each) || sentinel === null ? NOTHING : sentinelFacts(sentinel, timeAt(each, nowMs));
    return [{ node, name: each.name, ...each.address, state: stateOf(each), ...facts }];
  });
}

const NOTHING = { id: '', currentEpoch: 0, isTilted: false, tiltLeftMs: 0 };

/** In the order of the world, so that a switch of roles moves no row. */
function readWatched(nodes: readonly WorldNode[], opinions: readonly Opinion[]): WatchedServer[] {
  const watched = new Map<string, WatchedServer>();
  for (const { address, kind, of } of opinions) {
    // A sentinel does not watch itself.
    if (kind === 'sentinel') {
      const { address: own } = nodes[of];
      watched.set(addressOf(own), {
        address: addressOf(own),
        ...named(nodes, addressOf(own)),
        isSentinel: true,
      });
    }
    watched.set(address, { address, ...named(nodes, address), isSentinel: kind === 'sentinel' });
  }
  const last = nodes.length;
  return [...watched.values()].sort(
    (a, b) =>
      Number(a.isSentinel) - Number(b.isSentinel) ||
      (a.node ?? last) - (b.node ?? last) ||
      (a.address < b.address ? -1 : 1),
  );
}

function named(nodes: readonly WorldNode[], address: string): { node: number | null; name: string } {
  const node = nodeAt(nodes, address);
  return { node, name: node === null ? address : nodes[node].name };
}

function eventsOf({ node, sentinel }: Watching): SentinelEventView[] {
  return sentinel.events.map(({ atMs, type, text }, at) => {
    return { of: node, atMs, nth: sentinel.toldEvents - sentinel.events.length + at, event: type, text };
  });
}
