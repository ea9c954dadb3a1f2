/** One sentence for each step of making room, and of recording that a key was used. */
import type { Step } from '../../../protocol/steps.ts';
import type { EvictionView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { scoreText } from './pool.ts';
import { evictionWords } from './words.ts';

export function narrateEviction(step: Step, view: EvictionView, language: Language): string | null {
  return language === 'zh' ? inChinese(step, view) : inEnglish(step, view);
}

const oneIn = (probability: number) => Math.round(1 / probability).toLocaleString('en');

/** The measure by which the latest victim was chosen. */
function reason(view: EvictionView, key: string, language: Language): string {
  const record = view.evicted.findLast((gone) => gone.key === key);
  if (record === undefined || record.score === null) return '';
  return scoreText(record.policy, record.score, record.atMs, evictionWords[language]);
}

function inEnglish(step: Step, view: EvictionView): string | null {
  switch (step.type) {
    case 'eviction.sample': {
      const keys = step.keys.length;
      const outcome =
        step.taken === 0
          ? 'none beats the candidates in the pool'
          : `${step.taken} ${step.taken === 1 ? 'enters' : 'enter'} the pool, which now holds ${step.pool}`;
      return `Memory is over its limit. ${keys} ${keys === 1 ? 'key' : 'keys'} of database ${step.db} are drawn at random: ${outcome}.`;
    }
    case 'key.evicted': {
      const why = reason(view, step.key, 'en');
      const chosen = why === '' ? 'drawn at random' : `${why}, the best candidate of the pool`;
      return `${keyInSentence(step.key)} is evicted (${chosen}): ${formatBytes(step.freedBytes)} freed.`;
    }
    case 'lfu.increment': {
      const key = keyInSentence(step.key);
      if (step.to > step.from) {
        return step.probability === 1
          ? `${key} was used: its counter goes from ${step.from} to ${step.to}.`
          : `${key} was used, and the draw of 1 in ${oneIn(step.probability)} succeeds: its counter goes from ${step.from} to ${step.to}.`;
      }
      return step.probability === 0
        ? `${key} was used; its counter is 255 and cannot rise.`
        : `${key} was used, but the draw of 1 in ${oneIn(step.probability)} fails: its counter stays at ${step.from}.`;
    }
    case 'lfu.decay':
      return `${keyInSentence(step.key)} had not been used for a while: its counter decays from ${step.from} to ${step.to} first.`;
    default:
      return null;
  }
}

function inChinese(step: Step, view: EvictionView): string | null {
  switch (step.type) {
    case 'eviction.sample': {
      const outcome =
        step.taken === 0
          ? '没有一个比池里的更合适'
          : `${step.taken} 个进了候选池，池里现在有 ${step.pool} 个`;
      return `内存超出上限。从 ${step.db} 号库随机抽 ${step.keys.length} 个键：${outcome}。`;
    }
    case 'key.evicted': {
      const why = reason(view, step.key, 'zh');
      const chosen = why === '' ? '随机选中' : `${why}，是候选池里最合适的`;
      return `淘汰 ${keyInSentence(step.key)}（${chosen}），释放 ${formatBytes(step.freedBytes)}。`;
    }
    case 'lfu.increment': {
      const key = keyInSentence(step.key);
      if (step.to > step.from) {
        return step.probability === 1
          ? `访问了 ${key}：计数从 ${step.from} 加到 ${step.to}。`
          : `访问了 ${key}，以 ${oneIn(step.probability)} 分之一的概率抽中：计数从 ${step.from} 加到 ${step.to}。`;
      }
      return step.probability === 0
        ? `访问了 ${key}：计数已是 255，不再增加。`
        : `访问了 ${key}，${oneIn(step.probability)} 分之一的概率没有抽中：计数仍是 ${step.from}。`;
    }
    case 'lfu.decay':
      return `${keyInSentence(step.key)} 有一阵子没被访问：计数先从 ${step.from} 衰减到 ${step.to}。`;
    default:
      return null;
  }
}
