/** The topology in words: figures beside the title, and the accessible table. */
import type { TopologyMessage, TopologyNode, TopologyPath, TopologyView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { clockText, roleText } from './cards.ts';
import { type NodePair, pairKey, pairsOf } from './pairs.ts';
import { nameOf, topologyWords } from './words.ts';

export function summariseTopology(view: TopologyView, language: Language): string[] {
  const words = topologyWords[language];
  const here = view.nodes.filter(({ state }) => state !== 'removed');
  const down = here.filter(({ state }) => state !== 'up').length;
  const cuts = view.paths.filter(({ isCut }) => isCut).length;
  const held = view.messages.filter(({ arrivesAtMs }) => arrivesAtMs === null).length;
  const underWay = view.messages.length + view.moreMessages - held;
  return [
    words.nodes(here.length),
    ...(down > 0 ? [words.down(down)] : []),
    ...(view.isSingle ? [] : [words.underWay(underWay)]),
    ...(held > 0 ? [words.held(held)] : []),
    ...(cuts > 0 ? [words.cutPaths(cuts)] : []),
  ];
}

/** Everything known of a node, in one line. */
export function describeNode(node: TopologyNode, language: Language): string {
  const words = topologyWords[language];
  const facts = [roleText(node, language), `${node.host}:${node.port}`, words.states[node.state]];
  if (node.master !== null) {
    facts.push(node.role === null ? words.willFollow(node.master) : words.follows(node.master));
  }
  if (node.link !== null) facts.push(words.link(node.link));
  if (node.keys !== null) facts.push(words.keys(node.keys));
  if (node.offset !== null) facts.push(words.offset(node.offset));
  if (node.epoch !== null) facts.push(words.epoch(node.epoch));
  if (node.slots !== null) facts.push(words.slots(node.slots));
  if (node.clusterIsOk === false) facts.push(words.clusterFails);
  if (node.unread > 0) facts.push(words.unread(node.unread));
  const clock = clockText(node, language);
  if (clock !== null) facts.push(clock);
  if (node.consoles.length > 0) facts.push(words.consoles(node.consoles));
  return facts.join(' · ');
}

export function describePair({ uses, replication }: NodePair, language: Language): string {
  const words = topologyWords[language];
  const known = uses.map((use) => words.uses[use]);
  if (replication !== null && !replication.isUp && !uses.includes('replication')) known.push(words.linkDown);
  return known.join(' · ');
}

export function describePath(view: TopologyView, path: TopologyPath, language: Language): string {
  const words = topologyWords[language];
  const [from, to] = [path.from, path.to].map((node) => nameOf(view.nodes[node]));
  const facts = [];
  if (path.isCut) facts.push(words.cut(from, to));
  if (path.isSlow) facts.push(words.slow(from, to, path.latencyMs, path.jitterMs));
  return facts.join(' · ');
}

/** What a message is in a word or two. */
export function messageName({ kind, what }: TopologyMessage, language: Language): string {
  const words = topologyWords[language];
  const isWord =
    kind === 'command' || kind === 'reply' || kind === 'bus' || (kind === 'bytes' && what !== '');
  return isWord ? what : kind === 'bytes' ? words.bytes : words.messageKinds[kind];
}

export function describeMessage(view: TopologyView, message: TopologyMessage, language: Language): string {
  const words = topologyWords[language];
  const { kind, text, bytes, leftAtMs, arrivesAtMs } = message;
  const facts = [words.messageKinds[kind]];
  if (text !== '' && text !== message.what) facts.push(text);
  if (bytes > 0) facts.push(words.size(bytes));
  if (arrivesAtMs === null) facts.push(words.isHeld);
  else if (arrivesAtMs <= view.nowMs) facts.push(words.hasArrived);
  else facts.push(words.flight(view.nowMs - leftAtMs, arrivesAtMs - view.nowMs));
  return facts.join(' · ');
}

export function messageTitle(view: TopologyView, message: TopologyMessage, language: Language): string {
  const [from, to] = [message.from, message.to].map((node) => nameOf(view.nodes[node]));
  return topologyWords[language].message(messageName(message, language), from, to);
}

export function accessibleTopology(view: TopologyView, language: Language): AccessibleTable {
  const words = topologyWords[language];
  const pairs = [...pairsOf(view).values()].filter(
    ({ uses, replication }) => uses.length > 0 || replication !== null,
  );
  return {
    caption: summariseTopology(view, language).join(' · '),
    rows: [
      ...view.nodes.map((node) => ({
        id: `node:${node.node}`,
        name: nameOf(node),
        text: describeNode(node, language),
      })),
      ...pairs.map((pair) => ({
        id: `pair:${pairKey(pair.one, pair.other)}`,
        name: words.pair(nameOf(view.nodes[pair.one]), nameOf(view.nodes[pair.other])),
        text: describePair(pair, language),
      })),
      ...view.paths.map((path) => ({
        id: `path:${path.from}:${path.to}`,
        name: `${nameOf(view.nodes[path.from])} → ${nameOf(view.nodes[path.to])}`,
        text: describePath(view, path, language),
      })),
      ...view.messages.map((message) => ({
        id: `message:${message.id}`,
        name: messageTitle(view, message, language),
        text: describeMessage(view, message, language),
      })),
    ],
  };
}
