/** One sentence per step of a bitmap command. */

import type { Step } from '../../../protocol/steps.ts';
import type { BitStep } from '../../../protocol/steps-bits.ts';
import type { BitmapView } from '../../../protocol/views-bitmap.ts';
import { grouped } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';

/** Null for the steps of other structures, and of other keys. */
export function narrateBitmap(step: Step, view: BitmapView, language: Language): string | null {
  const zh = language === 'zh';
  if (!('key' in step) || step.key !== view.key) return null;
  if (step.type === 'object.encoding') {
    return zh
      ? `要按位修改，先变成可以原地改写的字符串：${step.from} → ${step.to}。`
      : `Bits change in place, so the value first becomes a string that allows it: ${step.from} → ${step.to}.`;
  }
  if (!step.type.startsWith('bits.')) return null;
  return zh ? inChinese(step as BitStep, view) : inEnglish(step as BitStep, view);
}

const { en, zh } = grouped;

function bytesText(from: number, until: number, language: Language): string {
  if (language === 'zh') return until - from === 1 ? `字节 ${zh(from)}` : `字节 ${zh(from)}–${zh(until - 1)}`;
  return until - from === 1 ? `Byte ${en(from)}` : `Bytes ${en(from)} to ${en(until - 1)}`;
}

function inEnglish(step: BitStep, view: BitmapView): string {
  switch (step.type) {
    case 'bits.grow': {
      const added = step.toBytes - step.fromBytes;
      return step.fromBytes === 0
        ? `The bit lies in byte ${en(step.toBytes - 1)}: a string of ${en(step.toBytes)} ${step.toBytes === 1 ? 'byte' : 'bytes'} is created, all zeros.`
        : `The bit lies past the end: ${en(added)} ${added === 1 ? 'byte' : 'bytes'} of zeros are added, ${en(step.fromBytes)} → ${en(step.toBytes)}.`;
    }
    case 'bits.set': {
      const place = `Bit ${en(step.offset)}: byte ${en(Math.floor(step.offset / 8))}, ${nth(step.offset % 8)} from the left.`;
      return step.before === step.after
        ? `${place} It is already ${step.after}.`
        : `${place} ${step.before} → ${step.after}; the reply is the old value.`;
    }
    case 'bits.get':
      return step.isBeyond
        ? `Bit ${en(step.offset)} lies past the end of the string: it reads as 0, and nothing is allocated.`
        : `Bit ${en(step.offset)}, in byte ${en(Math.floor(step.offset / 8))}, is ${step.bit}.`;
    case 'bits.count':
      return `${bytesText(step.from, step.until, 'en')}: ${en(step.ones)} ${step.ones === 1 ? 'one' : 'ones'}, ${en(step.total)} in all so far.`;
    case 'bits.pass':
      return `${bytesText(step.from, step.until, 'en')}: no ${step.bit} there, so all of it is skipped.`;
    case 'bits.found':
      if (step.offset < 0) return `No ${step.bit} in the range: -1.`;
      return step.isBeyond
        ? `All ones up to the end. Without an explicit end the string continues with zeros: the first is bit ${en(step.offset)}.`
        : `The first ${step.bit} is bit ${en(step.offset)}.`;
    case 'bits.field':
      return fieldInEnglish(step);
    case 'bits.combine': {
      const { operation } = step;
      const how =
        operation === 'and'
          ? 'a 1 only where all have one'
          : operation === 'or'
            ? 'a 1 where any has one'
            : operation === 'xor'
              ? 'a 1 where an odd number has one'
              : 'every bit flipped';
      return `${bytesText(step.from, step.until, 'en')} of ${keyInSentence(view.key ?? '')}: ${operation.toUpperCase()}, ${how}.`;
    }
  }
}

const nth = (index: number) =>
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'][index];

type FieldStep = Extract<BitStep, { readonly type: 'bits.field' }>;

function fieldInEnglish({ name, field, offset, before, after, operand, overflow, fits }: FieldStep): string {
  const where = `${field} at bit ${en(offset)}`;
  if (name === 'get') return `${where} is ${before}.`;
  if (after === null)
    return `${where} is ${before}; ${operand} would overflow, so OVERFLOW FAIL changes nothing and returns nil.`;
  const change =
    name === 'set' ? `${where} is set: ${before} → ${after}` : `${where}: ${before} + ${operand} = ${after}`;
  if (fits) return `${change}.`;
  return overflow === 'sat'
    ? `${change}: it overflows, and OVERFLOW SAT stops at the limit.`
    : `${change}: it overflows, and OVERFLOW WRAP wraps around to the other end.`;
}

function inChinese(step: BitStep, view: BitmapView): string {
  switch (step.type) {
    case 'bits.grow':
      return step.fromBytes === 0
        ? `这一位在字节 ${zh(step.toBytes - 1)} 里：新建 ${zh(step.toBytes)} 字节的字符串，全是 0。`
        : `这一位在末尾之外：补 ${zh(step.toBytes - step.fromBytes)} 字节的 0，长度 ${zh(step.fromBytes)} → ${zh(step.toBytes)}。`;
    case 'bits.set': {
      const place = `第 ${zh(step.offset)} 位：字节 ${zh(Math.floor(step.offset / 8))}，从左数第 ${(step.offset % 8) + 1} 位。`;
      return step.before === step.after
        ? `${place}本来就是 ${step.after}。`
        : `${place}${step.before} → ${step.after}，返回原来的值。`;
    }
    case 'bits.get':
      return step.isBeyond
        ? `第 ${zh(step.offset)} 位在字符串末尾之外：算 0，也不会为它分配内存。`
        : `第 ${zh(step.offset)} 位，在字节 ${zh(Math.floor(step.offset / 8))} 里，是 ${step.bit}。`;
    case 'bits.count':
      return `${bytesText(step.from, step.until, 'zh')}：${zh(step.ones)} 个 1，累计 ${zh(step.total)} 个。`;
    case 'bits.pass':
      return `${bytesText(step.from, step.until, 'zh')}：没有 ${step.bit}，整个跳过。`;
    case 'bits.found':
      if (step.offset < 0) return `范围内没有 ${step.bit}：返回 -1。`;
      return step.isBeyond
        ? `到末尾全是 1。没有给出终点时，字符串后面当作都是 0：第一个 0 是第 ${zh(step.offset)} 位。`
        : `第一个 ${step.bit} 是第 ${zh(step.offset)} 位。`;
    case 'bits.field':
      return fieldInChinese(step);
    case 'bits.combine': {
      const { operation } = step;
      const how =
        operation === 'and'
          ? '都是 1 才得 1'
          : operation === 'or'
            ? '有一个是 1 就得 1'
            : operation === 'xor'
              ? '1 的个数是奇数才得 1'
              : '每一位取反';
      return `${keyInSentence(view.key ?? '')} 的${bytesText(step.from, step.until, 'zh')}：${operation.toUpperCase()}，${how}。`;
    }
  }
}

function fieldInChinese({ name, field, offset, before, after, operand, overflow, fits }: FieldStep): string {
  const where = `第 ${zh(offset)} 位起的 ${field}`;
  if (name === 'get') return `${where} 是 ${before}。`;
  if (after === null) return `${where} 是 ${before}；${operand} 装不下，OVERFLOW FAIL 什么也不改：返回 nil。`;
  const change =
    name === 'set'
      ? `${where} 设为 ${after}，原来是 ${before}`
      : `${where}：${before} + ${operand} = ${after}`;
  if (fits) return `${change}。`;
  return overflow === 'sat'
    ? `${change}：装不下，OVERFLOW SAT 停在边界上。`
    : `${change}：装不下，OVERFLOW WRAP 从另一头重新开始。`;
}
