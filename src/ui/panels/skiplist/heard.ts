/** The window as a table of words: node, score, pointers. Heard, not seen, and what a test can read. */
import { select } from 'd3-selection';
import type { SkiplistView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { write } from '../drawing.ts';
import { keyInSentence } from '../label.ts';
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
  const table = select(element);
  const caption = table.selectAll<HTMLTableCaptionElement, null>('caption').data([null]);
  const captionNode = caption.enter().append('caption').merge(caption).node()!;
  write(captionNode, describeSkiplist(view, language));
  const body = table.selectAll<HTMLTableSectionElement, null>('tbody').data([null]);
  const rows = body
    .enter()
    .append('tbody')
    .merge(body)
    .selectAll<HTMLTableRowElement, HeardRow>('tr')
    .data(heardRows(view, language));
  rows.exit().remove();
  const entered = rows.enter().append('tr');
  entered.append('th').attr('scope', 'row');
  entered.append('td');
  entered.append('td');
  entered.merge(rows).each(function (row) {
    const [head, score, links] = this.children;
    write(head, row.name);
    write(score, row.score === '' ? '' : words.heardScore(row.score));
    write(links, row.links);
    this.dataset.rank = String(row.rank);
    this.dataset.member = row.member;
    this.dataset.score = row.score;
    this.dataset.links = row.spans;
  });
}
