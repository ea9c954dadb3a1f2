/** One sentence for each step of a stream. */
import type { Step } from '../../../protocol/steps.ts';
import type { StreamView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { type StreamWords, streamWords } from './words.ts';

/** Null for steps of other structures. */
export function narrateStream(step: Step, view: StreamView, language: Language): string | null {
  const { narrate } = streamWords[language];
  switch (step.type) {
    case 'stream.node':
      if (step.why === 'first') return narrate.node.first(step.node);
      return step.why === 'entries'
        ? narrate.node.entries(step.node, view.maxNodeEntries)
        : narrate.node.bytes(step.node, view.maxNodeBytes);
    case 'stream.append':
      return narrate.append(step.id, step.sameFields);
    case 'stream.delete':
      return narrate.delete(step.id, step.entries);
    case 'stream.drop':
      return step.why === 'trim' ? narrate.drop.trim(step.node, step.entries) : narrate.drop.empty(step.node);
    case 'stream.keep':
      return narrate.keep(step.node, step.entries);
    case 'group.create':
      return narrate.create(step.name, step.lastId);
    case 'group.destroy':
      return narrate.destroy(step.name, step.pending);
    case 'group.join':
      return narrate.join(step.consumer);
    case 'group.leave':
      return narrate.leave(step.consumer, step.pending);
    case 'group.position': {
      const group = view.groups.find(({ address }) => address === step.group);
      return narrate.position(group?.name ?? '', step.from, step.id);
    }
    case 'group.deliver':
      if (step.how === 'new') return narrate.deliver.new(step.id, step.consumer);
      return step.how === 'again'
        ? narrate.deliver.again(step.id, step.consumer, step.deliveries)
        : narrate.deliver.claim(step.id, step.consumer, step.from, step.deliveries);
    case 'group.release':
      return narrate.release[step.why](step.id, step.consumer);
    default:
      return narrateTree(step, view, narrate) ?? narrateBlock(step, view, narrate);
  }
}

function narrateTree(step: Step, view: StreamView, narrate: StreamWords['narrate']): string | null {
  if (!('rax' in step)) return null;
  const tree = treeName(step.rax, view, narrate);
  if (tree === null) return null;
  switch (step.type) {
    case 'rax.walk':
      return narrate.walk(tree, step.matched, step.depth);
    case 'rax.split':
      return narrate.split(tree, step.at);
    case 'rax.grow':
      return narrate.grow(
        tree,
        view.rax.find(({ address }) => address === step.child) ? lengthTo(step.child, view) : 1,
      );
    case 'rax.key':
      return narrate.raxKey(tree);
    case 'rax.remove':
      return narrate.raxRemove(tree, step.freedNodes);
    case 'rax.compress':
      return narrate.compress(tree, step.mergedNodes);
    default:
      return null;
  }
}

/** How many bytes lead from its parent to a node. */
function lengthTo(child: number, view: StreamView): number {
  const node = view.rax.find(({ address }) => address === child);
  const parent = view.rax.find(({ address }) => address === node?.parent);
  return node === undefined || parent === undefined ? 1 : node.depth - parent.depth;
}

function treeName(rax: number, view: StreamView, narrate: StreamWords['narrate']): string | null {
  if (rax === view.tree) return narrate.trees.nodes;
  if (rax === view.shown?.tree) return narrate.trees.group;
  const consumer = view.shown?.consumers.find(({ tree }) => tree === rax);
  return consumer === undefined ? null : narrate.trees.consumer(consumer.name);
}

/** A step of a listpack is narrated only if it is one of this stream's. */
function narrateBlock(step: Step, view: StreamView, narrate: StreamWords['narrate']): string | null {
  if (!('block' in step)) return null;
  const isOurs = view.nodes.some(({ address }) => address === step.block);
  switch (step.type) {
    case 'packed.insert':
      return isOurs ? narrate.element(step.value, step.offset) : null;
    case 'packed.replace':
      return isOurs ? narrate.counter(step.value, step.offset) : null;
    case 'packed.realloc':
      return isOurs || view.nodes.some(({ address }) => address === step.oldBlock)
        ? narrate.realloc(step.fromBytes, step.toBytes)
        : null;
    default:
      return null;
  }
}
