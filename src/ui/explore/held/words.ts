/** The words of what the servers held, event by event. */
import type { Missing } from '../../../protocol/held.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { Behind, HeldFact, PartName } from './layout.ts';

/** A fact with the names that people read. */
export interface Naming {
  readonly part: (part: PartName) => string;
  readonly actor: (name: string) => string;
  /** Nothing comes after the last event. */
  readonly isOver: boolean;
}

export interface HeldWords {
  readonly title: string;
  readonly about: string;
  readonly table: string;
  readonly event: string;
  readonly start: string;
  readonly group: (name: string) => string;
  readonly part: (part: PartName) => string;
  readonly missing: Readonly<Record<Missing, string>>;
  readonly behind: Readonly<Record<Behind, string>>;
  readonly expiresIn: (time: string) => string;
  readonly delivery: Readonly<Record<'new' | 'acknowledged', string>>;
  readonly pending: (consumer: string, times: number) => string;
  readonly itemGone: (item: string) => string;
  readonly fact: (fact: HeldFact, naming: Naming) => string;
  readonly still: (parts: string) => string;
  readonly leftOut: (parts: number) => string;
  readonly showAll: (parts: number) => string;
  /** On a phone. */
  readonly sideways: (columns: number) => string;
  readonly moreItems: (items: number) => string;
  readonly moreFacts: (facts: number) => string;
}

export const heldWords: Pair<HeldWords> = {
  zh: {
    title: '一步一步看：服务器里存过什么',
    about: '每一行是这个事件之后的样子，色带一直延续到值变了为止。点一行，就回到那一步。',
    table: '每个事件之后的值',
    event: '事件',
    start: '开始',
    group: (name) => `消费组 ${name}`,
    part: ({ node, kind, name, field }) =>
      kind === 'group'
        ? `${node} ${name} 的消费组 ${field}`
        : `${node} ${name}${field === null ? '' : ` ${field}`}`,
    missing: { never: '还没有', removed: '已删除', expired: '已过期', lost: '重启后没了', down: '宕机' },
    behind: { stale: '旧值', other: '不一致' },
    expiresIn: (time) => `${time} 后过期`,
    delivery: { new: '未投递', acknowledged: '已确认' },
    pending: (consumer, times) => `待 ${consumer} 确认${times > 1 ? `，第 ${times} 次投递` : ''}`,
    itemGone: (item) => `${item} 离开`,
    fact: (fact, { part, actor, isOver }) => {
      switch (fact.type) {
        case 'behind': {
          const from = fact.from === 0 ? '从一开始' : `从第 ${fact.from} 个事件`;
          const to = fact.to === null ? (isOver ? '到最后' : '到现在') : `到第 ${fact.to} 个事件`;
          const original = part(fact.original);
          const isGone = fact.originalValue === null;
          return fact.how === 'stale'
            ? `${part(fact.part)} ${from}${to}都是旧值：它还是 ${fact.value}，${original} ${isGone ? '已经没有了' : `已经是 ${fact.originalValue}`}。`
            : `${part(fact.part)} ${from}${to}与 ${original} 不一致：它是 ${fact.value}，${original} ${isGone ? '没有值' : `是 ${fact.originalValue}`}，此前从没有过 ${fact.value}。`;
        }
        case 'nowhere': {
          const left = `第 ${fact.at} 个事件把 ${fact.item} 从 ${part(fact.part)} 取走`;
          if (fact.end === null) return `${left}，现在只有 ${actor(fact.actor)} 手里有，哪台服务器都没存。`;
          return fact.end.how === 'crash'
            ? `${left}，第 ${fact.end.at} 个事件 ${actor(fact.actor)} 崩溃：从此哪台服务器都没有 ${fact.item}。`
            : `${left}，回复却没送到 ${actor(fact.actor)}：从此哪台服务器都没有 ${fact.item}。`;
        }
        case 'pending':
          return `${part(fact.part)} 里的 ${fact.item} 一直待 ${fact.consumer} 确认：${actor(fact.consumer)} 在第 ${fact.at} 个事件崩溃，没有谁来认领。`;
        case 'forgotten':
          return `第 ${fact.at} 个事件，${fact.part.node} 丢了 ${part(fact.part)} 里的 ${fact.item}：从此哪台服务器都没有它。`;
      }
    },
    still: (parts) => `始终没变，所以没画：${parts}`,
    leftOut: (parts) => `另有 ${parts} 项没有列出。`,
    showAll: (parts) => `显示全部 ${parts} 列`,
    sideways: (columns) => `共 ${columns} 列，左右滑动看全。`,
    moreItems: (items) => `还有 ${items} 个`,
    moreFacts: (facts) => `还有 ${facts} 处，看下面的表。`,
  },
  en: {
    title: 'What the servers held, event by event',
    about:
      'Each row is the state after that event, and a band lasts until its value changes. Click a row to go there.',
    table: 'The values after each event',
    event: 'Event',
    start: 'Start',
    group: (name) => `group ${name}`,
    part: ({ node, kind, name, field }) =>
      kind === 'group'
        ? `${node} ${name}, group ${field}`
        : `${node} ${name}${field === null ? '' : ` ${field}`}`,
    missing: {
      never: 'not there yet',
      removed: 'removed',
      expired: 'expired',
      lost: 'lost in the restart',
      down: 'down',
    },
    behind: { stale: 'stale', other: 'differs' },
    expiresIn: (time) => `expires in ${time}`,
    delivery: { new: 'new', acknowledged: 'acknowledged' },
    pending: (consumer, times) => `pending: ${consumer}${times > 1 ? `, delivery ${times}` : ''}`,
    itemGone: (item) => `${item} leaves`,
    fact: (fact, { part, actor, isOver }) => {
      switch (fact.type) {
        case 'behind': {
          const when =
            fact.to === null
              ? isOver
                ? `from ${fact.from === 0 ? 'the start' : `event ${fact.from}`} to the end`
                : `since ${fact.from === 0 ? 'the start' : `event ${fact.from}`}`
              : `from ${fact.from === 0 ? 'the start' : `event ${fact.from}`} to event ${fact.to}`;
          const original = part(fact.original);
          const is =
            fact.originalValue === null ? `${original} is not there` : `${original} is ${fact.originalValue}`;
          return fact.how === 'stale'
            ? `${part(fact.part)} is stale ${when}: it is still ${fact.value}, but ${is}.`
            : `${part(fact.part)} differs from ${original} ${when}: it is ${fact.value}, a value that ${original} had never had; ${is}.`;
        }
        case 'nowhere': {
          const left = `Event ${fact.at} takes ${fact.item} out of ${part(fact.part)}`;
          if (fact.end === null) return `${left}. Only ${actor(fact.actor)} has it now: no server holds it.`;
          return fact.end.how === 'crash'
            ? `${left}, and ${actor(fact.actor)} crashes at event ${fact.end.at}. From then on no server holds ${fact.item}.`
            : `${left}, but the reply never reaches ${actor(fact.actor)}. From then on no server holds ${fact.item}.`;
        }
        case 'pending':
          return `${fact.item} stays pending in ${part(fact.part)}: ${actor(fact.consumer)} crashes at event ${fact.at}, and nobody claims it.`;
        case 'forgotten':
          return `At event ${fact.at} ${fact.part.node} loses ${fact.item} of ${part(fact.part)}. From then on no server holds it.`;
      }
    },
    still: (parts) => `Never changes, so not drawn: ${parts}`,
    leftOut: (parts) => `${parts} more not listed.`,
    showAll: (parts) => `Show all ${parts} columns`,
    sideways: (columns) => `${columns} columns: swipe to see them all.`,
    moreItems: (items) => `${items} more`,
    moreFacts: (facts) => `${facts} more in the table below.`,
  },
};
