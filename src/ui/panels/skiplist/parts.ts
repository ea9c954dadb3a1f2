/** The parts of a skiplist's view that are drawn, for "when did this last change?" */
import { partWhere } from '../../../protocol/parts.ts';

/** The content of a node; its rank changes with every node before it. */
export function nodePart(address: number): string {
  return `skiplist.nodes${partWhere('address', address)}{member,score}`;
}

/** A pointer of a node, or of the header: where it leads and how far. */
export function cellPart(address: number, level: number, isHeader: boolean): string {
  const owner = isHeader ? 'skiplist.header' : `skiplist.nodes${partWhere('address', address)}`;
  return `${owner}.links.${level}{to,span}`;
}
