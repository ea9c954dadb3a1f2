/** Lists whose entries begin with a name, such as the options of a prediction: `- eight: 8 buckets`. */
import type { List, ListItem, RootContent } from 'mdast';
import type { Inline } from '../protocol/prose.ts';
import { complain, readInlines } from './inline.ts';
import type { Source } from './problem.ts';

/** Something with a name, and its place in the file. */
export interface Keyed {
  readonly id: string;
  readonly line: number;
  readonly column: number;
}

export interface KeyedLine extends Keyed {
  readonly text: readonly Inline[];
}

export function readKeyedLines(list: List, source: Source): KeyedLine[] {
  const lines: KeyedLine[] = [];
  for (const item of list.children) {
    const inlines = readOnlyParagraph(item, source);
    const first = inlines[0];
    const match = first?.type === 'text' ? /^([a-z0-9-]+): ?([\s\S]*)$/.exec(first.text) : null;
    if (match === null) {
      complain(item, source, 'Start this line with its id, a colon and a space, as in "- eight: 8 buckets".');
      continue;
    }
    const rest = inlines.slice(1);
    const text: Inline[] = match[2] === '' ? rest : [{ type: 'text', text: match[2] }, ...rest];
    lines.push({ ...place(item), id: match[1], text });
  }
  return lines;
}

export function readOnlyParagraph(item: ListItem, source: Source): Inline[] {
  const [only, ...more] = item.children;
  if (only?.type !== 'paragraph' || more.length > 0) {
    complain(item, source, 'Keep this entry to one paragraph.');
    return [];
  }
  return readInlines(only.children, source);
}

export function place(node: RootContent | ListItem): { line: number; column: number } {
  return { line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
}
