/** Replication in words: figures beside the title, and the accessible table. */
import type { ReplicationNode, ReplicationView } from '../../../protocol/views.ts';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { describeCopy } from './copies.ts';
import { familiesOf, nodeName } from './families.ts';
import { type ReplicationWords, replicationWords } from './words.ts';

export function summariseReplication(view: ReplicationView, language: Language): string[] {
  const words = replicationWords[language];
  const here = view.nodes.filter(({ state }) => state !== 'removed');
  const masters = here.filter(({ role }) => role === 'master').length;
  const followers = here.flatMap(({ following }) => following ?? []);
  const down = followers.filter(({ stage }) => stage !== 'connected').length;
  const lags = here.flatMap(({ replicas }) => replicas.map(({ lagBytes }) => lagBytes));
  return [
    words.masters(masters),
    words.replicas(followers.length),
    ...(lags.length > 0 ? [words.behind(Math.max(...lags))] : []),
    ...(down > 0 ? [words.linkDown(down)] : []),
  ];
}

export function accessibleReplication(view: ReplicationView, language: Language): AccessibleTable {
  const words = replicationWords[language];
  const { families, orphans } = familiesOf(view);
  return {
    caption: summariseReplication(view, language).join(' · '),
    rows: [
      ...families.flatMap(({ master, copies }) => [
        { id: `node:${master.node}`, name: nodeName(master), text: describeNode(master, words) },
        ...copies.map((copy) => ({
          id: `copy:${master.node}:${copy.node?.node ?? copy.asKnown?.address}`,
          name: `${nodeName(master)} → ${copy.name}`,
          text: describeCopy(copy, words),
        })),
      ]),
      ...orphans.map((copy) => ({
        id: `copy:none:${copy.node?.node}`,
        name: copy.name,
        text: `${words.alone}: ${copy.asReplica?.address} · ${describeCopy(copy, words)}`,
      })),
    ],
  };
}

function describeNode(node: ReplicationNode, words: ReplicationWords): string {
  const { backlog, figures } = { backlog: node.backlog, figures: words.figures };
  const facts = [node.role === null ? words.roles.down : words.roles[node.role], words.nodeNote(node)];
  facts.push(`${figures.id.name} ${node.id ?? words.noId}`);
  if (node.secondId !== null)
    facts.push(`${figures.second.name} ${words.second(node.secondId, node.secondOffset)}`);
  facts.push(
    `${figures.offset.name} ${formatCount(node.offset, words === replicationWords.zh ? 'zh' : 'en')}`,
  );
  if (backlog === null) facts.push(words.noBacklog);
  else {
    facts.push(`${words.backlog}: ${words.backlogNote(backlog.sizeBytes, backlog.lengthBytes)}`);
    facts.push(words.firstByte(backlog.firstOffset), words.written(node.offset + 1));
  }
  facts.push(`${figures.full.name} ${node.fullSyncs}`, `${figures.partial.name} ${node.partialSyncs}`);
  if (node.minReplicas !== null) {
    const { good, wanted } = node.minReplicas;
    facts.push(words.min(good, wanted));
    if (good < wanted) facts.push(words.minRefuses);
  }
  if (node.failover !== null) facts.push(words.failover(node.failover));
  return facts.join(' · ');
}
