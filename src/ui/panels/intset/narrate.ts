/** One sentence per step: the search for a number, its place, and the upgrade for one that is too wide. */
import type { Step } from '../../../protocol/steps.ts';
import type { IntsetView } from '../../../protocol/views-intset.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';

/** Null for the steps of other structures. */
export function narrateIntset(step: Step, view: IntsetView, language: Language): string | null {
  const zh = language === 'zh';
  if (step.type === 'object.encoding') {
    if (step.key !== view.key || step.from !== 'intset') return null;
    return zh
      ? `intset 装不下了：${keyInSentence(step.key)} 转为 ${step.to}，每个成员重新分配。`
      : `It can no longer be an intset: ${keyInSentence(step.key)} becomes a ${step.to}, and every member gets a new allocation.`;
  }
  if (view.intset === null || !('block' in step) || step.block !== view.intset.address) return null;
  return zh ? inChinese(step, view) : inEnglish(step, view);
}

type BlockStep = Extract<Step, { readonly block: number }>;

function valueAt({ intset }: IntsetView, index: number): string {
  return intset?.numbers.find((number) => number.index === index)?.value ?? '…';
}

function inEnglish(step: BlockStep, view: IntsetView): string | null {
  switch (step.type) {
    case 'intset.search': {
      if (step.order === 'match') return `Index ${step.index} holds ${step.value}: found.`;
      const isEnd = step.low === 0 && step.high === view.intset!.length - 1;
      if (isEnd && step.order === 'after' && step.index === step.high)
        return `Greater than ${step.value}, the last one? Then there is nothing to search: it belongs at the end.`;
      if (isEnd && step.order === 'before' && step.index === 0)
        return `Smaller than ${step.value}, the first one? Then there is nothing to search: it belongs at the front.`;
      const half =
        step.order === 'before'
          ? `too large, so the search continues on the left`
          : `too small, so the search continues on the right`;
      return `Binary search between ${step.low} and ${step.high}: the middle, index ${step.index}, holds ${step.value}, ${half}.`;
    }
    case 'intset.insert': {
      const moved = step.moved.sizeBytes / view.intset!.widthBytes;
      return moved === 0
        ? `${step.value} is the largest and goes to the end, index ${step.index}.`
        : `${step.value} goes to index ${step.index}; the ${moved === 1 ? 'number' : `${moved} numbers`} behind it move one place to the right first.`;
    }
    case 'intset.remove': {
      const moved = step.moved.sizeBytes / view.intset!.widthBytes;
      return `${step.value} leaves; ${moved === 0 ? 'it was the last, nothing moves' : `the ${moved === 1 ? 'number' : `${moved} numbers`} behind it move one place to the left`}.`;
    }
    case 'intset.widen': {
      const which =
        step.first === step.last ? valueAt(view, step.first) : `Indexes ${step.first} to ${step.last}`;
      return `${which}: rewritten with ${step.toWidthBytes} bytes instead of ${step.fromWidthBytes}. It goes from last to first, so it overwrites nothing before reading it; ${step.left} to go.`;
    }
    case 'intset.upgrade':
      return `${step.value} did not fit in ${step.fromWidthBytes} bytes: being ${step.index === 0 ? 'negative, it is smaller than all others and goes to the front' : 'positive, it is larger than all others and goes to the end'}. Every number now takes ${step.toWidthBytes} bytes, for good.`;
    case 'packed.realloc':
      return step.toBytes > step.fromBytes
        ? `It needs more room: from a slot of ${step.fromBytes} bytes to one of ${step.toBytes}.`
        : `It needs less room: from a slot of ${step.fromBytes} bytes to one of ${step.toBytes}.`;
    default:
      return null;
  }
}

function inChinese(step: BlockStep, view: IntsetView): string | null {
  switch (step.type) {
    case 'intset.search': {
      if (step.order === 'match') return `下标 ${step.index} 就是 ${step.value}：找到了。`;
      const isEnd = step.low === 0 && step.high === view.intset!.length - 1;
      if (isEnd && step.order === 'after' && step.index === step.high)
        return `先看最后一个 ${step.value}：比它还大，不用查找，位置就在末尾。`;
      if (isEnd && step.order === 'before' && step.index === 0)
        return `先看第一个 ${step.value}：比它还小，不用查找，位置就在最前。`;
      return `在 ${step.low} 到 ${step.high} 之间二分：中间的下标 ${step.index} 是 ${step.value}，${step.order === 'before' ? '太大，只剩左边一半' : '太小，只剩右边一半'}。`;
    }
    case 'intset.insert': {
      const moved = step.moved.sizeBytes / view.intset!.widthBytes;
      return moved === 0
        ? `${step.value} 最大，放到末尾，下标 ${step.index}。`
        : `${step.value} 放到下标 ${step.index}；后面的 ${moved} 个先各右移一格。`;
    }
    case 'intset.remove': {
      const moved = step.moved.sizeBytes / view.intset!.widthBytes;
      return `${step.value} 移走；${moved === 0 ? '它是最后一个，别的不用动' : `后面的 ${moved} 个各左移一格`}。`;
    }
    case 'intset.widen': {
      const which =
        step.first === step.last ? valueAt(view, step.first) : `下标 ${step.first} 到 ${step.last}`;
      return `${which}：由 ${step.fromWidthBytes} 字节改用 ${step.toWidthBytes} 字节重写。从后往前，才不会盖掉还没读的；还剩 ${step.left} 个。`;
    }
    case 'intset.upgrade':
      return `${step.value} 用 ${step.fromWidthBytes} 字节装不下；它是${step.index === 0 ? '负数，所以比其他的都小，放到最前' : '正数，所以比其他的都大，放到末尾'}。从此每个都占 ${step.toWidthBytes} 字节，不再变回去。`;
    case 'packed.realloc':
      return step.toBytes > step.fromBytes
        ? `要更大的地方：内存块由 ${step.fromBytes} 字节换成 ${step.toBytes} 字节。`
        : `用不了那么多：内存块由 ${step.fromBytes} 字节换成 ${step.toBytes} 字节。`;
    default:
      return null;
  }
}
