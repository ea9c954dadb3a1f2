/** The nodes and elements of a list that the step looked at touches. */
import type { ListElementView, ListNodeView, ListView } from '../../../protocol/views-list.ts';
import type { Scene } from '../stage/sheet.ts';

export interface Touched {
  /** Addresses of nodes. */
  readonly nodes: ReadonlySet<number>;
  /** The node whose elements are touched, and the bytes of that element. */
  readonly node: number | null;
  readonly offset: number | null;
  /** The node that was merged into another and is about to go. */
  readonly going: number | null;
  /** Addresses between which the links are new. */
  readonly linked: ReadonlySet<number>;
  /** Elements that have just been cut out of the node, with their places then. */
  readonly left: readonly ListElementView[];
}

const nothing: Touched = {
  nodes: new Set(),
  node: null,
  offset: null,
  going: null,
  linked: new Set(),
  left: [],
};

export function touchedIn({ step, view, before }: Scene<ListView>): Touched {
  const list = view.list;
  if (step === null || list === null) return nothing;
  if ('block' in step) {
    const node = list.nodes.find(({ block }) => block === step.block);
    if (node === undefined) return nothing;
    const offset = 'offset' in step && step.type !== 'packed.delete' ? step.offset : null;
    const left = step.type === 'packed.delete' ? cutOut(before, node, step.offset, step.sizeBytes) : [];
    return { ...nothing, nodes: new Set([node.address]), node: node.address, offset, left };
  }
  if (!step.type.startsWith('quicklist.') || !('list' in step) || step.list !== list.address) return nothing;
  switch (step.type) {
    case 'quicklist.link':
      return {
        ...nothing,
        nodes: new Set([step.node]),
        linked: new Set([step.node, step.before, step.after]),
      };
    case 'quicklist.unlink': {
      const gone = before?.list?.nodes.find(({ address }) => address === step.node);
      return { ...nothing, linked: new Set(gone === undefined ? [] : [gone.previous, gone.next]) };
    }
    case 'quicklist.split':
      return { ...nothing, nodes: new Set([step.node, step.newNode]) };
    case 'quicklist.merge':
      return { ...nothing, nodes: new Set([step.node]), going: step.gone };
    case 'quicklist.compress':
    case 'quicklist.decompress':
    case 'quicklist.seek':
      return { ...nothing, nodes: new Set([step.node]) };
    default:
      return nothing;
  }
}

function cutOut(
  before: ListView | null,
  node: ListNodeView,
  offset: number,
  sizeBytes: number,
): readonly ListElementView[] {
  const was = before?.list?.nodes.find(({ address }) => address === node.address);
  return (
    was?.elements.filter((element) => element.offset >= offset && element.offset < offset + sizeBytes) ?? []
  );
}
