/** What a step of a stream touches: nothing else is hot. */
import type { StreamView } from '../../../protocol/views.ts';
import type { Scene } from '../stage/sheet.ts';

export interface Touched {
  /** A node of the radix tree, by its address. */
  readonly rax: number;
  /** A listpack, by its master id. */
  readonly node: string | null;
  /** Up to which entry, and whether those before it are meant too. */
  readonly entry: string | null;
  /** Bytes of a listpack were written, by its address; where an element was replaced, its offset. */
  readonly block: number;
  readonly offset: number;
  /** A group, by its address; its pointer if it moved. */
  readonly group: number;
  readonly hasMoved: boolean;
  readonly consumer: string | null;
  /** A pending entry. */
  readonly pending: string | null;
}

const nothing: Touched = {
  rax: 0,
  node: null,
  entry: null,
  block: 0,
  offset: -1,
  group: 0,
  hasMoved: false,
  consumer: null,
  pending: null,
};

export function touchedIn({ step, view }: Scene<StreamView>): Touched {
  if (step === null) return nothing;
  switch (step.type) {
    case 'rax.walk':
    case 'rax.key':
    case 'rax.compress':
      return step.rax === view.tree ? { ...nothing, rax: step.node } : nothing;
    case 'rax.grow':
      return step.rax === view.tree ? { ...nothing, rax: step.child } : nothing;
    case 'rax.split':
      return step.rax === view.tree ? { ...nothing, rax: step.branch || step.after } : nothing;
    case 'packed.replace':
      return { ...nothing, block: step.block, offset: step.offset };
    case 'packed.insert':
    case 'packed.realloc':
      return { ...nothing, block: step.block };
    case 'stream.node':
    case 'stream.keep':
      return step.stream === view.address ? { ...nothing, node: step.node } : nothing;
    case 'stream.append':
    case 'stream.delete':
      return step.stream === view.address ? { ...nothing, node: step.node, entry: step.id } : nothing;
    case 'group.create':
      return { ...nothing, group: step.group, hasMoved: true };
    case 'group.position':
      return { ...nothing, group: step.group, hasMoved: true };
    case 'group.join':
      return { ...nothing, group: step.group, consumer: step.consumer };
    case 'group.deliver':
      return { ...nothing, group: step.group, pending: step.id };
    case 'group.release':
      return { ...nothing, group: step.group, consumer: step.consumer };
    case 'group.leave':
      return { ...nothing, group: step.group };
    default:
      return nothing;
  }
}
