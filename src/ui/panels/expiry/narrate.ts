/** One sentence for each step of an expiring key. */
import type { Step } from '../../../protocol/steps.ts';
import type { ExpiryView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';

/** The client and command for which the server found a key expired. */
export interface Asker {
  readonly client: number;
  readonly command: string;
}

export function narrateExpiry(
  step: Step,
  view: ExpiryView,
  asker: Asker | null,
  language: Language,
): string | null {
  return language === 'zh' ? inChinese(step, view, asker) : inEnglish(step, view, asker);
}

const percentOf = (expired: number, sampled: number) =>
  sampled === 0 ? 0 : Math.floor((expired * 100) / sampled);

function inEnglish(step: Step, view: ExpiryView, asker: Asker | null): string | null {
  switch (step.type) {
    case 'expire.cycle':
      return step.kind === 'slow'
        ? `A slow cycle begins: ${step.keysPerLoop} keys per round, another round while more than ${step.acceptablePercent}% are stale, at most ${step.limitUs.toLocaleString('en')} µs.`
        : `A fast cycle begins because the last one ran out of time: at most ${step.limitUs.toLocaleString('en')} µs.`;
    case 'expire.sample': {
      const percent = percentOf(step.expired, step.sampled);
      const buckets = step.cursor - step.from;
      const seen = `Database ${step.db}: ${step.sampled} keys in ${buckets} ${buckets === 1 ? 'bucket' : 'buckets'} sampled, ${step.expired} stale and deleted (${percent}%)`;
      return percent > view.acceptablePercent || step.sampled === 0
        ? `${seen}: more than ${view.acceptablePercent}%, so it samples more.`
        : `${seen}: no more than ${view.acceptablePercent}%, so it leaves the rest for later.`;
    }
    case 'expire.end': {
      const sum = `The ${step.kind} cycle ends: ${step.sampled} keys sampled, ${step.expired} deleted`;
      return step.cutOff ? `${sum}. It ran out of time while too many keys were still stale.` : `${sum}.`;
    }
    case 'key.expired': {
      const key = keyInSentence(step.key);
      if (step.how === 'active')
        return `${key} has expired. No command accessed it; the cycle sampled it and deletes it.`;
      const who = asker === null ? 'A command' : `Client ${asker.client} (${asker.command})`;
      return `${who} accesses ${key}, which has expired: the server deletes it first and replies as if it had never existed.`;
    }
    case 'dict.insert':
      if (step.dict !== view.dict) return null;
      return `${keyInSentence(step.key)} gets a time to live: an entry in bucket ${step.bucket} of the expires table.`;
    case 'dict.remove':
      if (step.dict !== view.dict) return null;
      return `${keyInSentence(step.key)} is removed from the expires table.`;
    case 'dict.move':
      if (step.dict !== view.dict) return null;
      return `The expires table is rehashed too: ${keyInSentence(step.key)} goes to bucket ${step.toBucket} of ht[1].`;
    default:
      return null;
  }
}

function inChinese(step: Step, view: ExpiryView, asker: Asker | null): string | null {
  switch (step.type) {
    case 'expire.cycle':
      return step.kind === 'slow'
        ? `慢周期开始：每轮看 ${step.keysPerLoop} 个键，过期的超过 ${step.acceptablePercent}% 就再来一轮，最多用 ${step.limitUs.toLocaleString('zh-CN')} 微秒。`
        : `上次没查完时间就用完了，所以来一次快周期：最多用 ${step.limitUs.toLocaleString('zh-CN')} 微秒。`;
    case 'expire.sample': {
      const percent = percentOf(step.expired, step.sampled);
      const seen = `${step.db} 号库：在 ${step.cursor - step.from} 个桶里查看 ${step.sampled} 个键，其中 ${step.expired} 个过期并已删除（${percent}%）`;
      return percent > view.acceptablePercent || step.sampled === 0
        ? `${seen}，超过 ${view.acceptablePercent}%，再来一轮。`
        : `${seen}，没有超过 ${view.acceptablePercent}%，剩下的以后再说。`;
    }
    case 'expire.end': {
      const kind = step.kind === 'slow' ? '慢周期' : '快周期';
      const sum = `${kind}结束：共查看 ${step.sampled} 个键，删除 ${step.expired} 个`;
      return step.cutOff ? `${sum}。还没查够，时间已经用完。` : `${sum}。`;
    }
    case 'key.expired': {
      const key = keyInSentence(step.key);
      if (step.how === 'active') return `${key} 已过期。没有人访问它，是周期任务查到并删除的。`;
      const who = asker === null ? '有命令' : `客户端 ${asker.client}（${asker.command}）`;
      return `${who}访问 ${key}，而它已过期：先删掉，再当作从未存在来回答。`;
    }
    case 'dict.insert':
      if (step.dict !== view.dict) return null;
      return `${keyInSentence(step.key)} 有了过期时间：登记到 expires 表的 ${step.bucket} 号桶。`;
    case 'dict.remove':
      if (step.dict !== view.dict) return null;
      return `把 ${keyInSentence(step.key)} 从 expires 表中摘下。`;
    case 'dict.move':
      if (step.dict !== view.dict) return null;
      return `expires 表也在 rehash：${keyInSentence(step.key)} 搬到 ht[1] 的 ${step.toBucket} 号桶。`;
    default:
      return null;
  }
}
