/** One sentence per step, in a learner's words; screen readers announce it, too. */
import type { Step } from '../../../protocol/steps.ts';
import type { PackedStep } from '../../../protocol/steps-packed.ts';
import type { PackedBlockView, PackedView } from '../../../protocol/views-packed.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { quoted } from './describe.ts';

type Narrated = Exclude<PackedStep, { type: 'list.link' | 'list.unlink' }>;

/** Null for the steps of other structures, which have panels of their own. */
export function narratePacked(step: Step, view: PackedView, language: Language): string | null {
  const zh = language === 'zh';
  if (step.type === 'object.encoding') {
    if (step.key !== view.key) return null;
    return zh
      ? `紧凑编码装不下了：${keyInSentence(step.key)} 由 ${step.from} 转为 ${step.to}，每个元素重新分配，原来的字节归还。`
      : `It no longer fits the packed encoding: ${keyInSentence(step.key)} is converted from ${step.from} to ${step.to}. Every element gets a new allocation, and the old bytes are freed.`;
  }
  if (!isNarrated(step)) return null;
  const block = view.value?.block ?? null;
  const list = view.value?.nodes ?? null;
  if ('list' in step) {
    const sentence = narrateList(step, zh);
    if (list !== null && step.list === list.address) return sentence;
    return zh ? `（另一个列表）${sentence}` : `In another list: ${sentence}`;
  }
  const sentence = zh ? inChinese(step, block) : inEnglish(step, block);
  if (block !== null && step.block === block.address) return sentence;
  // A new node of a list is filled before it is linked.
  if (list !== null && step.type === 'packed.insert')
    return zh ? `（新节点）${sentence}` : `In a new node: ${sentence}`;
  return zh ? `（别处的字节）${sentence}` : `In other bytes: ${sentence}`;
}

function isNarrated(step: Step): step is Narrated {
  return /^(packed|intset|quicklist)\./.test(step.type);
}

function bytes(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`;
}

/** The encoding names of strings begin with this; a string is quoted, an integer is not. */
function named(value: string, encoding: string): string {
  return encoding.startsWith('str') ? quoted(value) : value;
}

function entryNumber(block: PackedBlockView | null, offset: number): string {
  const entry = block?.entries.find((candidate) => candidate.offset === offset);
  return entry === undefined ? '' : ` ${entry.index}`;
}

type BlockStep = Exclude<Narrated, { readonly list: number }>;
type ListStep = Extract<Narrated, { readonly list: number }>;

function inEnglish(step: BlockStep, block: PackedBlockView | null): string {
  switch (step.type) {
    case 'packed.realloc':
      return step.toBytes > step.fromBytes
        ? `The slot of ${bytes(step.fromBytes)} is too small: everything is copied to a new slot of ${step.toBytes}.`
        : `It needs fewer bytes now: everything is copied from a slot of ${bytes(step.fromBytes)} into one of ${step.toBytes}.`;
    case 'packed.walk':
      return step.match
        ? `Entry${entryNumber(block, step.offset)}, ${quoted(step.value)}, is compared: it matches.`
        : `Entry${entryNumber(block, step.offset)}, ${quoted(step.value)}, is compared: no match. Its size leads to the next.`;
    case 'packed.insert': {
      const moved =
        step.moved.sizeBytes > 1
          ? ` ${bytes(step.moved.sizeBytes)} after it move ${step.moved.to - step.moved.from} to the right.`
          : '';
      return `${named(step.value, step.encoding)} is written at byte ${step.offset}: ${step.encoding} is the smallest encoding that holds it, ${bytes(step.sizeBytes)} in all.${moved}`;
    }
    case 'packed.replace': {
      const written = `${named(step.value, step.encoding)} is written over the old entry at byte ${step.offset}, as ${step.encoding}`;
      const difference = step.sizeBytes - step.oldSizeBytes;
      if (difference === 0) return `${written}: it has the same length, so nothing moves.`;
      return `${written}: ${bytes(Math.abs(difference))} ${difference > 0 ? 'longer' : 'shorter'}, so ${bytes(step.moved.sizeBytes)} after it move.`;
    }
    case 'packed.delete': {
      const cut =
        step.entries === 1
          ? `An entry of ${bytes(step.sizeBytes)} is removed at byte ${step.offset}`
          : `${step.entries} entries, ${bytes(step.sizeBytes)} in all, are removed at byte ${step.offset}`;
      return step.moved.sizeBytes > 1
        ? `${cut}; ${bytes(step.moved.sizeBytes)} move to the left.`
        : `${cut}; only the end byte follows.`;
    }
    case 'packed.cascade':
      return step.grown
        ? `Entry${entryNumber(block, step.offset)} now follows an entry of ${bytes(step.prevlen)}. One byte can say at most 253, so its prevlen takes five, and the entry itself grows to ${bytes(step.sizeBytes)}.`
        : `The entry before entry${entryNumber(block, step.offset)} now takes ${bytes(step.prevlen)}, too much for its one-byte prevlen: it must grow too, to ${bytes(step.sizeBytes)}.`;
    case 'packed.cascaded':
      return `All are found, now they grow: ${step.entries === 1 ? 'one prevlen becomes' : `${step.entries} prevlens become`} four bytes longer, ${bytes(step.addedBytes)} in one go, moving from last to first.`;
    case 'packed.merge':
      return `Two blocks become one: the entries of the right one start at byte ${step.seam}.`;
    case 'intset.search': {
      const range = `Looking between ${step.low} and ${step.high}: index ${step.index} holds ${step.value}`;
      if (step.order === 'match') return `${range}, a match.`;
      return step.order === 'before'
        ? `${range}, too large, so the search goes left.`
        : `${range}, too small, so the search goes right.`;
    }
    case 'intset.insert':
      return step.moved.sizeBytes > 0
        ? `${step.value} goes to index ${step.index} to keep the order; ${bytes(step.moved.sizeBytes)} after it move to the right.`
        : `${step.value} is the largest and goes to the end, index ${step.index}.`;
    case 'intset.remove':
      return `${step.value} is removed at index ${step.index}; ${bytes(step.moved.sizeBytes)} move to the left.`;
    case 'intset.widen':
      return `Starting from the end, integers are rewritten with ${bytes(step.toWidthBytes)} instead of ${step.fromWidthBytes}: ${step.left} still to go.`;
    case 'intset.upgrade':
      return `${step.value} does not fit ${bytes(step.fromWidthBytes)}: all integers are rewritten with ${step.toWidthBytes}, and the new one goes to ${step.index === 0 ? 'the front' : 'the end'}.`;
  }
}

function inChinese(step: BlockStep, block: PackedBlockView | null): string {
  switch (step.type) {
    case 'packed.realloc':
      return step.toBytes > step.fromBytes
        ? `${step.fromBytes} 字节的内存块不够了：换一块 ${step.toBytes} 字节的，整体拷贝过去。`
        : `用不了这么多了：从 ${step.fromBytes} 字节的内存块整体拷贝到 ${step.toBytes} 字节的。`;
    case 'packed.walk':
      return step.match
        ? `比较 entry${entryNumber(block, step.offset)}（${quoted(step.value)}）：就是要找的。`
        : `比较 entry${entryNumber(block, step.offset)}（${quoted(step.value)}）：不是，按它自己的长度跳到下一个。`;
    case 'packed.insert': {
      const moved =
        step.moved.sizeBytes > 1
          ? `后面的 ${step.moved.sizeBytes} 字节右移 ${step.moved.to - step.moved.from}。`
          : '';
      return `在偏移 ${step.offset} 处写入 ${named(step.value, step.encoding)}：能装下它的最小编码是 ${step.encoding}，共 ${step.sizeBytes} 字节。${moved}`;
    }
    case 'packed.replace': {
      const written = `用 ${named(step.value, step.encoding)} 覆盖偏移 ${step.offset} 处的旧 entry，编码 ${step.encoding}`;
      const difference = step.sizeBytes - step.oldSizeBytes;
      if (difference === 0) return `${written}：和旧的一样长，其余字节不动。`;
      return `${written}：${difference > 0 ? '长' : '短'}了 ${Math.abs(difference)} 字节，后面的 ${step.moved.sizeBytes} 字节跟着移动。`;
    }
    case 'packed.delete': {
      const cut = `删掉偏移 ${step.offset} 起的 ${step.entries} 个 entry，共 ${step.sizeBytes} 字节`;
      return step.moved.sizeBytes > 1
        ? `${cut}；后面的 ${step.moved.sizeBytes} 字节左移补上。`
        : `${cut}；后面只有结束标记。`;
    }
    case 'packed.cascade':
      return step.grown
        ? `entry${entryNumber(block, step.offset)} 前面现在是一个 ${step.prevlen} 字节的 entry。1 个字节最多写 253，prevlen 只好用 5 个字节，entry 自己也长到了 ${step.sizeBytes} 字节。`
        : `entry${entryNumber(block, step.offset)} 的前一个现在占 ${step.prevlen} 字节，1 个字节的 prevlen 写不下：它也得变长，变成 ${step.sizeBytes} 字节。`;
    case 'packed.cascaded':
      return `全找到了，一起变长：${step.entries} 个 prevlen 各加 4 字节，共 ${step.addedBytes} 字节，只分配一次，从后往前搬。`;
    case 'packed.merge':
      return `两块合成一块：右边那块的 entry 从偏移 ${step.seam} 开始。`;
    case 'intset.search': {
      const range = `在 ${step.low} 到 ${step.high} 之间二分：下标 ${step.index} 处是 ${step.value}`;
      if (step.order === 'match') return `${range}，正是要找的。`;
      return step.order === 'before' ? `${range}，大了，往左找。` : `${range}，小了，往右找。`;
    }
    case 'intset.insert':
      return step.moved.sizeBytes > 0
        ? `${step.value} 按大小放到下标 ${step.index} 处；后面的 ${step.moved.sizeBytes} 字节右移。`
        : `${step.value} 最大，放到末尾，下标 ${step.index}。`;
    case 'intset.remove':
      return `从下标 ${step.index} 处删掉 ${step.value}；后面的 ${step.moved.sizeBytes} 字节左移。`;
    case 'intset.widen':
      return `从最后一个往前，逐个改用 ${step.toWidthBytes} 字节重写（原来 ${step.fromWidthBytes} 字节），还剩 ${step.left} 个。`;
    case 'intset.upgrade':
      return `${step.value} 用 ${step.fromWidthBytes} 字节装不下：所有整数改用 ${step.toWidthBytes} 字节重写，新的放到${step.index === 0 ? '最前' : '最后'}。`;
  }
}

function narrateList(step: ListStep, zh: boolean): string {
  switch (step.type) {
    case 'quicklist.link':
      if (step.before === 0 && step.after === 0) {
        return zh ? '第一个节点挂到列表上。' : 'The first node is linked into the list.';
      }
      if (step.before === 0) return zh ? '新节点挂到表头。' : 'A new node is linked in at the head.';
      if (step.after === 0) return zh ? '新节点挂到表尾。' : 'A new node is linked in at the tail.';
      return zh ? '新节点挂到两个节点之间。' : 'A new node is linked in between two others.';
    case 'quicklist.unlink':
      return zh ? '一个节点从列表上摘下。' : 'A node is unlinked from the list.';
    case 'quicklist.seek':
      return zh
        ? `从${step.from === 'head' ? '头' : '尾'}数起：这个节点有 ${step.count} 个元素，${step.found ? '要找的就在里面' : '整个跳过'}。`
        : `Counting from the ${step.from}: this node has ${step.count} elements, ${step.found ? 'including the one wanted' : 'so it is skipped entirely'}.`;
    case 'quicklist.split':
      return zh
        ? `节点满了，一分为二：留下 ${step.count} 个，${step.newCount} 个去新节点。`
        : `The node is full and splits: ${step.count} stay, ${step.newCount} go to a new node.`;
    case 'quicklist.merge':
      return zh
        ? `相邻两个节点装得下，合并成一个：${step.count} 个元素。`
        : `Two neighbours fit into one node and merge: ${step.count} elements.`;
    case 'quicklist.compress':
      return zh
        ? `离两端远了，用 LZF 压缩：${step.rawBytes} 字节变 ${step.compressedBytes} 字节。`
        : `Far from both ends now, the node is compressed with LZF: ${bytes(step.rawBytes)} become ${step.compressedBytes}.`;
    case 'quicklist.decompress':
      return zh
        ? `解压节点：${step.compressedBytes} 字节变回 ${step.rawBytes} 字节${step.recompress ? '，用完再压' : ''}。`
        : `The node is decompressed: ${bytes(step.compressedBytes)} become ${step.rawBytes}${step.recompress ? ', only for a moment' : ''}.`;
  }
}
