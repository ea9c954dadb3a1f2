/** The window as a table of words: node, score, pointers. For screen readers and tests. */
import type { SkiplistView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { paintAccessibleTable } from '../stage/accessible-table.ts';
import { describeLinks, describeSkiplist } from './describe.ts';
import { skiplistWords } from './words.ts';

interface AccessibleRow {
  /** 0 for the header. */
  readonly rank: number;
  readonly name: string;
  readonly member: string;
  readonly score: string;
  readonly links: string;
  readonly spans: string;
}

export function accessibleRows(view: SkiplistView, language: Language): AccessibleRow[] {
  const list = view.skiplist;
  if (list === null) return [];
  const words = skiplistWords[language];
  const spans = (links: readonly { readonly toRank: number; readonly span: number }[]) =>
    links.map(({ toRank, span }) => `${toRank}:${span}`).join(' ');
  return [
    {
      rank: 0,
      name: words.header,
      member: '',
      score: '',
      links: describeLinks(list, list.header.links, language),
      spans: spans(list.header.links),
    },
    ...list.nodes.map((node) => ({
      rank: node.rank,
      name: words.accessibleNode(node.rank, keyInSentence(node.member)),
      member: node.member,
      score: node.score,
      links: describeLinks(list, node.links, language),
      spans: spans(node.links),
    })),
  ];
}

export function paintAccessible(element: HTMLTableElement, view: SkiplistView, language: Language): void {
  const words = skiplistWords[language];
  paintAccessibleTable(element, {
    caption: describeSkiplist(view, language),
    rows: accessibleRows(view, language),
    cells: ({ name, score, links }) => [name, score === '' ? '' : words.accessibleScore(score), links],
    data: ({ rank, member, score, spans }) => ({ rank: String(rank), member, score, links: spans }),
  });
}
