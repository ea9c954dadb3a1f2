/** A directive that asks something, ends with a list `- id: words`, and may explain below a line `---`. */
import type { ContainerDirective } from 'mdast-util-directive';
import type { Block } from '../../protocol/prose.ts';
import { readBlocks } from '../blocks.ts';
import { complain } from '../inline.ts';
import { type KeyedLine, readKeyedLines } from '../keyed-lines.ts';
import type { Source } from '../problem.ts';
import { halvesOf } from './halves.ts';

export interface ListedWords {
  readonly question: readonly Block[];
  readonly names: readonly KeyedLine[];
  readonly explanation: readonly Block[];
}

/** `form` says what it should look like. */
export function readListed(node: ContainerDirective, source: Source, form: string): ListedWords | null {
  const halves = halvesOf(node, source);
  if (halves === null) return null;
  const [asked, explained] = halves;
  const names = asked[asked.length - 1];
  if (names?.type !== 'list' || names.ordered === true || asked.length < 2) {
    complain(node, source, form);
    return null;
  }
  return {
    question: readBlocks(asked.slice(0, -1), source),
    names: readKeyedLines(names, source),
    explanation: readBlocks(explained, source),
  };
}
