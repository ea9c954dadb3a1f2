/** One sentence per step, about nodes and elements; the bytes have a panel of their own. */
import type { Step } from '../../../protocol/steps.ts';
import type { PackedStep } from '../../../protocol/steps-packed.ts';
import type { ListNodeView, ListView } from '../../../protocol/views-list.ts';
import type { Language } from '../../i18n/language.ts';
import { listWords } from './words.ts';

type ListStep = Extract<PackedStep, { readonly type: `quicklist.${string}` }>;

/** Null for the steps of other structures. */
export function narrateList(step: Step, view: ListView, language: Language): string | null {
  const { list } = view;
  if (list === null) return null;
  if (step.type.startsWith('quicklist.') && 'list' in step) {
    if (step.list !== list.address) return null;
    const quick = step as ListStep;
    const node = list.nodes.find(({ address }) => 'node' in quick && address === quick.node);
    return language === 'zh' ? spaced(linkInChinese(quick, node, view)) : linkInEnglish(quick, node, view);
  }
  if (!('block' in step)) return null;
  const node = list.nodes.find(({ block }) => block === step.block);
  if (node === undefined) {
    if (step.type !== 'packed.insert') return null;
    return language === 'zh'
      ? `${quoted(step.value)} 放进一个新节点，还没有挂到列表上。`
      : `${quoted(step.value)} goes into a new node that is not linked yet.`;
  }
  if (language !== 'zh') return insideInEnglish(step, node, view);
  const sentence = insideInChinese(step, node, view);
  return sentence === null ? null : spaced(sentence);
}

/** Chinese and digits do not touch. */
const spaced = (sentence: string) => sentence.replace(/(\d)(?=[\u4e00-\u9fff])/g, '$1 ');

/** A value among words must not read as one of them. */
const quoted = (value: string) => `"${value}"`;

function placeOf(node: ListNodeView, offset: number): number | null {
  return node.elements.find((element) => element.offset === offset)?.index ?? null;
}

type BlockStep = Extract<Step, { readonly block: number }>;

function insideInEnglish(step: BlockStep, node: ListNodeView, { list }: ListView): string | null {
  const words = listWords.en;
  const name = words.node(node.index);
  switch (step.type) {
    case 'packed.insert': {
      const index = placeOf(node, step.offset);
      const rest = node.count - 1 - (index ?? 0);
      const where = index === 0 ? 'to the front of' : rest === 0 ? 'to the end of' : 'into the middle of';
      return `${quoted(step.value)} goes ${where} ${name}, which has room: ${words.used(node, list!.mostBytes, list!.mostElements)}.`;
    }
    case 'packed.replace':
      return `${quoted(step.value)} is written over the element in ${name}.`;
    case 'packed.delete':
      return `${words.elements(step.entries)} leave${step.entries === 1 ? 's' : ''} ${name}; ${node.count === 0 ? 'it is empty now' : `${words.elements(node.count)} stay`}.`;
    case 'packed.walk':
      return `${quoted(step.value)} in ${name} is compared: ${step.match ? 'it matches' : 'no match'}.`;
    case 'packed.realloc':
      return `The block of ${name} moves to another slot: ${step.fromBytes} → ${step.toBytes} bytes.`;
    case 'packed.merge':
      return `The blocks of two neighbours become one, in ${name}.`;
    case 'packed.cascade':
    case 'packed.cascaded':
      return `In ${name} the entries after the change must update their prevlen.`;
    default:
      return null;
  }
}

function insideInChinese(step: BlockStep, node: ListNodeView, { list }: ListView): string | null {
  const words = listWords.zh;
  const name = words.node(node.index);
  switch (step.type) {
    case 'packed.insert': {
      const index = placeOf(node, step.offset);
      const rest = node.count - 1 - (index ?? 0);
      const where = index === 0 ? '的最前面' : rest === 0 ? '的末尾' : '的中间';
      return `${quoted(step.value)} 放到${name}${where}，还装得下：${words.used(node, list!.mostBytes, list!.mostElements)}。`;
    }
    case 'packed.replace':
      return `用 ${quoted(step.value)} 覆盖${name}里的这个元素。`;
    case 'packed.delete':
      return `从${name}取走 ${step.entries} 个元素，${node.count === 0 ? '这个节点空了' : `还剩 ${node.count} 个`}。`;
    case 'packed.walk':
      return `比较${name}里的 ${quoted(step.value)}：${step.match ? '就是要找的' : '不是'}。`;
    case 'packed.realloc':
      return `${name}的数据换了一块内存：${step.fromBytes} → ${step.toBytes} 字节。`;
    case 'packed.merge':
      return `相邻两个节点的数据合并到${name}里。`;
    case 'packed.cascade':
    case 'packed.cascaded':
      return `${name}里，后面的 entry 要改记前一个的新长度。`;
    default:
      return null;
  }
}

function linkInEnglish(step: ListStep, node: ListNodeView | undefined, { list }: ListView): string {
  const words = listWords.en;
  const name = node === undefined ? 'a node' : words.node(node.index);
  switch (step.type) {
    case 'quicklist.link':
      if (step.before === 0 && step.after === 0) return 'The first node: head and tail both point to it.';
      if (step.before === 0)
        return `The head has no room (${words.fillShort(list!.mostBytes, list!.mostElements)}): a new node is linked before it and becomes the head.`;
      if (step.after === 0)
        return `The tail has no room (${words.fillShort(list!.mostBytes, list!.mostElements)}): a new node is linked after it and becomes the tail.`;
      return `A new node is linked as ${name}: four pointers change, no element moves.`;
    case 'quicklist.unlink':
      return 'An empty node is removed: its neighbours now point to each other.';
    case 'quicklist.seek': {
      const start = step.passed === 0 ? `From the ${step.from}, the nearer end: ` : '';
      return `${start}${name} has ${words.elements(step.count)}; ${step.found ? 'the one wanted is among them' : 'all are skipped at once, the count is enough'}.`;
    }
    case 'quicklist.split':
      return `${capital(name)} is full and splits: ${words.elements(step.count)} stay, ${step.newCount} are in the new node.`;
    case 'quicklist.merge':
      return `Two neighbours fit into one node: ${name} now has ${words.elements(step.count)}, the other is empty.`;
    case 'quicklist.compress':
      return `${capital(name)} lies in the middle and is compressed: ${words.compressed(step.rawBytes, step.compressedBytes)}.`;
    case 'quicklist.decompress':
      return step.recompress
        ? `${capital(name)} must be decompressed before it can be read; it will be compressed again.`
        : `${capital(name)} is now near an end and is decompressed for good.`;
  }
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

function linkInChinese(step: ListStep, node: ListNodeView | undefined, { list }: ListView): string {
  const words = listWords.zh;
  const name = node === undefined ? '这个节点' : words.node(node.index);
  switch (step.type) {
    case 'quicklist.link':
      if (step.before === 0 && step.after === 0) return '第一个节点：head 和 tail 都指向它。';
      if (step.before === 0)
        return `头节点装不下了（${words.fillShort(list!.mostBytes, list!.mostElements)}）：在它前面挂一个新节点，成为新的 head。`;
      if (step.after === 0)
        return `尾节点装不下了（${words.fillShort(list!.mostBytes, list!.mostElements)}）：在它后面挂一个新节点，成为新的 tail。`;
      return `新节点挂到中间，成为${name}：改四个指针，元素不用移动。`;
    case 'quicklist.unlink':
      return '空节点被摘下，前后两个邻居直接相连。';
    case 'quicklist.seek': {
      const start = step.passed === 0 ? `从较近的一端（${step.from}）找起：` : '';
      return `${start}${name}有 ${step.count} 个元素，${step.found ? '要找的就在里面' : '看个数就够了，整个跳过'}。`;
    }
    case 'quicklist.split':
      return `${name}满了，一分为二：留下 ${step.count} 个，新节点里有 ${step.newCount} 个。`;
    case 'quicklist.merge':
      return `相邻两个节点装得下，合并：${name}现在有 ${step.count} 个元素，另一个空了。`;
    case 'quicklist.compress':
      return `${name}在中间，压缩：${words.compressed(step.rawBytes, step.compressedBytes)}。`;
    case 'quicklist.decompress':
      return step.recompress
        ? `${name}要先解压才能读，看完再压回去。`
        : `${name}现在靠近端点，解压后不再压缩。`;
  }
}
