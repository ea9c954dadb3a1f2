/** The sorted set in words: the line in the panel's header, and the announcements of the list, a node, a pointer. */
import type { SkiplistLinkView, SkiplistNodesView, SkiplistView } from '../../../protocol/views.ts';
import { formatCount, plural } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';

function members(count: number, language: Language): string {
  return language === 'zh' ? `${formatCount(count, language)} 个成员` : plural(count, 'member', 'members');
}

/** The header's figures: `12 members`, `4 levels`, `skiplist`. */
export function summariseSkiplist(view: SkiplistView, language: Language): readonly string[] {
  if (view.encoding === null) return [];
  const figures = [members(view.length, language)];
  if (view.skiplist !== null) {
    const { level } = view.skiplist;
    figures.push(language === 'zh' ? `${level} 层` : plural(level, 'level', 'levels'));
  }
  return [...figures, view.encoding];
}

export function describeSkiplist(view: SkiplistView, language: Language): string {
  const zh = language === 'zh';
  const key = keyInSentence(view.key ?? '');
  const list = view.skiplist;
  if (list === null) {
    if (view.encoding === null) return zh ? '没有可画的有序集合。' : 'There is no sorted set to draw.';
    return zh
      ? `${key}：${members(view.length, language)}，还是 ${view.encoding} 编码。`
      : `${key}: ${members(view.length, language)}, still packed as ${view.encoding}.`;
  }
  const levels = list.nodesOnLevel
    .map((count, level) => {
      if (count === null) return null;
      return zh ? `第 ${level} 层 ${count} 个节点` : `${plural(count, 'node', 'nodes')} on level ${level}`;
    })
    .filter((text) => text !== null)
    .join(zh ? '，' : ', ');
  const first = list.from + 1;
  const last = list.from + list.nodes.length;
  const shown =
    list.nodes.length === view.length
      ? ''
      : zh
        ? `这里显示第 ${first} 到第 ${last} 个。`
        : ` Ranks ${first} to ${last} are shown.`;
  return zh
    ? `${key} 的跳表：${members(view.length, language)}，${list.level} 层（${levels}）。${shown}`
    : `Skiplist of ${key}: ${members(view.length, language)}, ${plural(list.level, 'level', 'levels')} (${levels}).${shown}`;
}

/** A pointer: where it leads and what it passes. */
export function describeLink(
  view: SkiplistNodesView,
  link: SkiplistLinkView,
  level: number,
  language: Language,
): string {
  const zh = language === 'zh';
  if (link.to === 0) return zh ? `第 ${level} 层指向 NULL` : `level ${level} to NULL`;
  const target = view.nodes.find(({ address }) => address === link.to);
  if (target === undefined) {
    return zh
      ? `第 ${level} 层指向第 ${link.toRank} 个节点，跨度 ${link.span}`
      : `level ${level} to rank ${link.toRank}, span ${link.span}`;
  }
  const name = keyInSentence(target.member);
  return zh
    ? `第 ${level} 层指向 ${name}，跨度 ${link.span}`
    : `level ${level} to ${name}, span ${link.span}`;
}

/** The announcement of a node: its links from the highest level down. */
export function describeLinks(
  view: SkiplistNodesView,
  links: readonly SkiplistLinkView[],
  language: Language,
): string {
  return links
    .map((link, level) => describeLink(view, link, level, language))
    .reverse()
    .join(language === 'zh' ? '；' : '; ');
}

/** The tower cell the keyboard stands on. */
export function describeCell(
  view: SkiplistNodesView,
  address: number,
  level: number,
  language: Language,
): string {
  const zh = language === 'zh';
  if (address === view.header.address) {
    const link = view.header.links[level];
    const where = link === undefined ? '' : describeLink(view, link, level, language);
    return zh ? `表头，${where}。` : `Header, ${where}.`;
  }
  const node = view.nodes.find((candidate) => candidate.address === address);
  if (node === undefined) return '';
  const link = node.links[level];
  const where = link === undefined ? '' : describeLink(view, link, level, language);
  const name = keyInSentence(node.member);
  return zh
    ? `${name}，分数 ${node.score}，第 ${node.rank} 个，共 ${node.links.length} 层；${where}。`
    : `${name}, score ${node.score}, rank ${node.rank}, ${plural(node.links.length, 'level', 'levels')}; ${where}.`;
}
