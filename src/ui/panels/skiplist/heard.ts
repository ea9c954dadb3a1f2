/** The window as a table of words: node, score, pointers. Heard, not seen, and what a test can read. */
import type { SkiplistView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { paintHeardTable } from '../stage/heard-table.ts';
import { describeLinks, describeSkiplist } from './describe.ts';
import { skiplistWords } from './words.ts';

interface HeardRow {
  /** 0 for the header. */
  readonly rank: number;
  readonly name: string;
  readonly member: string;
  readonly score: string;
  readonly links: string;
  readonly spans: string;
}

export function heardRows(view: SkiplistView, language: Language): HeardRow[] {
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
      name: words.heardNode(node.rank, keyInSentence(node.member)),
      member: node.member,
      score: node.score,
      links: describeLinks(list, node.links, language),
      spans: spans(node.links),
    })),
  ];
}

export function paintHeard(element: HTMLTableElement, view: SkiplistView, language: Language): void {
  const words = skiplistWords[language];
  paintHeardTable(element, {
    caption: describeSkiplist(view, language),
    rows: heardRows(view, language),
    cells: ({ name, score, links }) => [name, score === '' ? '' : words.heardScore(score), links],
    data: ({ rank, member, score, spans }) => ({ rank: String(rank), member, score, links: spans }),
  });
}
