/** A directive whose second half, below a line `---`, may be left out. */
import type { RootContent } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import { divide } from '../blocks.ts';
import type { Source } from '../problem.ts';

/** The second half is empty when there is none. */
export function halvesOf(
  node: ContainerDirective,
  source: Source,
): readonly [readonly RootContent[], readonly RootContent[]] | null {
  if (!node.children.some(({ type }) => type === 'thematicBreak')) return [node.children, []];
  return divide(node, source);
}
