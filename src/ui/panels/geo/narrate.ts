/** One sentence per step, in a learner's words; screen readers announce it, too. */
import type { Step } from '../../../protocol/steps.ts';
import type { GeohashStep } from '../../../protocol/steps-order.ts';
import type { Language } from '../../i18n/language.ts';
import { formatDegrees } from './describe.ts';
import { geoWords } from './words.ts';

/** Null for the steps of other structures, which have panels of their own. */
export function narrateGeo(step: Step, language: Language): string | null {
  switch (step.type) {
    case 'geohash.bisect':
      return language === 'zh' ? cutInChinese(step) : cutInEnglish(step);
    case 'geohash.interleave':
      return language === 'zh'
        ? `经度的位和纬度的位轮流排列，经度在前：${step.bits.slice(0, 10)}…，一共 52 位，就是分数 ${step.score}。`
        : `The bits alternate, longitude first: ${step.bits.slice(0, 10)}…, 52 in all. That is the score ${step.score}.`;
    case 'geohash.cell':
      return language === 'zh' ? cellInChinese(step) : cellInEnglish(step);
    default:
      return null;
  }
}

type Bisect = GeohashStep & { type: 'geohash.bisect' };
type Cell = GeohashStep & { type: 'geohash.cell' };

function figuresOf(step: Bisect): { min: string; middle: string; max: string } {
  const width = step.max - step.min;
  return {
    min: formatDegrees(step.min, width),
    middle: formatDegrees(step.middle, width),
    max: formatDegrees(step.max, width),
  };
}

function cutInEnglish(step: Bisect): string {
  const { min, middle, max } = figuresOf(step);
  const isLongitude = step.axis === 'longitude';
  const half = step.bit === 1 ? (isLongitude ? 'east' : 'north') : isLongitude ? 'west' : 'south';
  return `Cut ${step.depth + 1} of the ${step.axis}: ${min} to ${max} is halved at ${middle}. The location lies in the ${half}: ${step.bit}.`;
}

function cutInChinese(step: Bisect): string {
  const { min, middle, max } = figuresOf(step);
  const isLongitude = step.axis === 'longitude';
  const half = step.bit === 1 ? (isLongitude ? '东' : '北') : isLongitude ? '西' : '南';
  return `${isLongitude ? '经度' : '纬度'}第 ${step.depth + 1} 刀：${min} 到 ${max}，从 ${middle} 切开。位置落在${half}半边，记 ${step.bit}。`;
}

function cellInEnglish(step: Cell): string {
  const name = capital(geoWords.en.position[step.position]);
  switch (step.state) {
    case 'outside':
      return `${name}: the shape does not reach this cell, so the search skips it.`;
    case 'repeated':
      return `${name}: around the world this is the same cell again, so the search skips it.`;
    case 'enough':
      return `${name}: enough have been found, so the search skips it.`;
    case 'searched': {
      const range = `scores from ${step.minScore} to below ${step.maxScore}`;
      if (step.candidates === 0) return `${name}: ${range}. It is empty.`;
      return `${name}: ${range}. ${step.candidates === 1 ? '1 member lies' : `${step.candidates} members lie`} there; by distance, ${step.found} of them ${step.found === 1 ? 'is' : 'are'} near enough.`;
    }
  }
}

function cellInChinese(step: Cell): string {
  const name = step.position === 'center' ? '中心格' : `${geoWords.zh.position[step.position]}边的格`;
  switch (step.state) {
    case 'outside':
      return `${name}：范围够不到这里，跳过。`;
    case 'repeated':
      return `${name}：绕地球一圈又是同一格，跳过。`;
    case 'enough':
      return `${name}：已经找够了，跳过。`;
    case 'searched': {
      const range = `分数从 ${step.minScore} 到 ${step.maxScore}（不含）`;
      if (step.candidates === 0) return `${name}：${range}，里面没有成员。`;
      return `${name}：${range}，里面有 ${step.candidates} 个成员；逐个量距离，${step.found} 个在范围内。`;
    }
  }
}

function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
