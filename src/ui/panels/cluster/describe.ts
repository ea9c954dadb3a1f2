/** The cluster in words: figures beside the title, facts of nodes, and the accessible table. */
import type { ClusterNodeView, ClusterServer, ClusterView } from '../../../protocol/views-cluster.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { timeText } from '../times.ts';
import { saysOf } from './grid.ts';
import { inShards, letterOf, nameOf, ownerOf, serverName } from './nodes.ts';
import { answerLines } from './way.ts';
import { clusterWords } from './words.ts';

/** Silence of this length is worth saying. */
const longPingMs = 500;

export function summariseCluster(view: ClusterView, language: Language): string[] {
  const { summary } = clusterWords[language];
  if (view.at === null) return [];
  const moving = new Set(view.moving.map(({ slot }) => slot)).size;
  const others = view.disagreements.length;
  return [
    summary.seen(serverName(view, view.at)),
    summary.state(view.isOk),
    summary.epoch(view.currentEpoch),
    summary.served(view.served),
    ...(moving > 0 ? [summary.moving(moving)] : []),
    ...(others > 0 ? [summary.disagree(others)] : []),
  ];
}

/** The first is what it is, the others say more. */
export function nodeFacts(view: ClusterView, node: ClusterNodeView, language: Language): string[] {
  const words = clusterWords[language];
  const flags = node.flags.map((flag) => words.flags[flag] ?? flag);
  const isMaster = node.flags.includes('master');
  const main = [
    ...flags,
    ...(node.master === null ? [] : [words.replicaOf(nameOf(view, node.master))]),
    ...(isMaster ? [words.slotCount(node.slots, node.ranges)] : []),
    ...(isMaster ? [node.keys === null ? words.keysUnknown : words.keys(node.keys)] : []),
  ];
  const isMyself = node.flags.includes('myself');
  const time = (ms: number) => timeText(ms * 1000, language);
  return [
    main.join(' · '),
    `${node.host}:${node.port}`,
    words.epoch(node.configEpoch),
    ...(isMyself ? [] : [words.pong(node.pongAgeMs === null ? null : time(node.pongAgeMs))]),
    ...(!isMyself && (node.pingAgeMs ?? 0) >= longPingMs ? [words.ping(time(node.pingAgeMs as number))] : []),
    ...(node.isLinked ? [] : [words.linkDown]),
    ...(node.reports.length > 0
      ? [words.reports(node.reports.map((id) => nameOf(view, id)).join(', '))]
      : []),
  ];
}

export function serverFacts(view: ClusterView, server: ClusterServer, language: Language): string[] {
  const words = clusterWords[language];
  const { state, isOk, currentEpoch, lastVoteEpoch, disagrees } = server;
  if (state === 'down' || state === 'removed') return [words.states[state]];
  return [
    ...(state === 'frozen' ? [words.states.frozen] : []),
    isOk === true ? words.ok : words.fail,
    words.currentEpoch(currentEpoch ?? 0),
    ...(lastVoteEpoch ? [words.lastVote(lastVoteEpoch)] : []),
    ...(server.node === view.at ? [] : [disagrees === 0 ? words.agrees : words.disagrees(disagrees)]),
  ];
}

export function accessibleCluster(view: ClusterView, language: Language): AccessibleTable {
  const words = clusterWords[language];
  const rows: { id: string; name: string; text: string }[] = [];
  for (const { node } of inShards(view)) {
    const ranges = view.stretches
      .filter(({ owner }) => owner === node.id)
      .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
      .slice(0, 12)
      .join(' ');
    rows.push({
      id: `node:${node.id}`,
      name: `${letterOf(view, node.id)} ${node.name}`,
      text: [...nodeFacts(view, node, language), ...(ranges === '' ? [] : [`${words.slots} ${ranges}`])].join(
        ' · ',
      ),
    });
  }
  for (const server of view.servers) {
    const text = serverFacts(view, server, language).join(' · ');
    rows.push({ id: `server:${server.node}`, name: `${server.name}, ${words.servers}`, text });
  }
  for (const slot of new Set(view.moving.map((each) => each.slot))) {
    const { head, detail } = saysOf(view, slot, language);
    rows.push({ id: `slot:${slot}`, name: head, text: detail ?? '' });
  }
  if (view.way !== null) addWay(rows, view, language);
  return { caption: [words.title, ...summariseCluster(view, language)].join(' · '), rows };
}

function addWay(
  rows: { id: string; name: string; text: string }[],
  view: ClusterView,
  language: Language,
): void {
  const words = clusterWords[language];
  const { way } = view;
  if (way === null) return;
  for (const [nth, { key, crc, slot }] of way.keys.entries()) {
    const owner = ownerOf(view, slot);
    const whose = owner === null ? words.notServed : words.owner(letterOf(view, owner), nameOf(view, owner));
    rows.push({
      id: `key:${nth}`,
      name: words.wayOf(key),
      text: `CRC16 = ${crc} · ${words.mod(crc, slot)} · ${whose}`,
    });
  }
  for (const answer of way.answers) {
    rows.push({
      id: `answer:${answer.node}`,
      name: `${serverName(view, answer.node)}, ${words.answers}`,
      text: answerLines(answer, language).join(' · '),
    });
  }
}
