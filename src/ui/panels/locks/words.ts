/** The words on the panel's controls and labels. Sentences are in narrate.ts and describe.ts. */
import type { LockSpanKind } from '../../../protocol/views.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';

export interface LocksWords {
  readonly title: string;
  readonly database: string;
  readonly key: string;
  readonly latestKey: string;
  readonly stage: string;
  readonly client: (client: number) => string;
  readonly server: string;
  readonly now: string;
  readonly noExpiry: string;
  readonly left: (time: string) => string;
  readonly expired: string;
  readonly lost: string;
  readonly gone: string;
  readonly state: Readonly<Record<LockSpanKind, string>>;
  readonly idle: string;
  readonly disconnected: string;
  readonly free: string;
  readonly believes: string;
  readonly orphan: string;
  readonly waits: string;
  readonly alarm: (names: string) => string;
  readonly alarmShort: (count: number) => string;
  readonly holders: (count: number) => string;
  readonly heldBy: (name: string) => string;
  readonly orphanedBy: (name: string) => string;
  readonly earlier: (count: number) => string;
  readonly moreClients: (count: number) => string;
  readonly jump: string;
  readonly and: string;
  readonly empty: CommandHint;
  readonly emptyKey: { readonly before: string; readonly after: string };
}

export const locksWords: Pair<LocksWords> = {
  en: {
    title: 'Locks',
    database: 'Database',
    key: 'Lock shown',
    latestKey: 'latest lock taken',
    stage: 'One lane per client, over time. Arrow keys move from event to event, Enter jumps there.',
    client: (client) => `client ${client}`,
    server: 'the server',
    now: 'now',
    noExpiry: 'no expiry',
    left: (time) => `${time} left`,
    expired: 'expired',
    lost: 'lost',
    gone: 'gone',
    state: { held: 'holds it', believed: 'thinks it holds', orphaned: 'key stays', waiting: 'waiting' },
    idle: '',
    disconnected: 'gone',
    free: 'free',
    believes: 'thinks it still holds it',
    orphan: 'can no longer release it',
    waits: 'waiting',
    alarm: (names) => `${names} each think they hold it`,
    alarmShort: (count) => `${count} holders`,
    holders: (count) => `${count} act as holders`,
    heldBy: (name) => `held by ${name}`,
    orphanedBy: (name) => `left behind by ${name}`,
    earlier: (count) => `${count.toLocaleString('en')} earlier events not shown`,
    moreClients: (count) => `${count} more ${count === 1 ? 'client' : 'clients'} not shown`,
    jump: 'go there on the timeline',
    and: ' and ',
    empty: {
      before: 'No client has tried to take a lock. Type ',
      command: 'SET lock:order token NX EX 10',
      after: ' in one console, and the same in another.',
    },
    emptyKey: { before: 'No client has touched ', after: ' yet.' },
  },
  zh: {
    title: '锁竞争',
    database: '数据库',
    key: '查看哪把锁',
    latestKey: '最近抢的锁',
    stage: '各客户端的时间线。方向键在事件之间移动，回车跳到那一刻。',
    client: (client) => `客户端 ${client}`,
    server: '服务器',
    now: '现在',
    noExpiry: '不过期',
    left: (time) => `还剩 ${time}`,
    expired: '过期',
    lost: '丢失',
    gone: '断开',
    state: { held: '持有', believed: '误以为持有', orphaned: '人走锁在', waiting: '等待' },
    idle: '',
    disconnected: '已断开',
    free: '空闲',
    believes: '以为锁还在自己手里',
    orphan: '再也没法释放',
    waits: '等待',
    alarm: (names) => `${names}都以为自己持有锁`,
    alarmShort: (count) => `${count} 方持锁`,
    holders: (count) => `${count} 个客户端自认为持有`,
    heldBy: (name) => `${name} 持有`,
    orphanedBy: (name) => `${name} 已断开，锁没释放`,
    earlier: (count) => `更早的 ${count.toLocaleString('zh')} 个事件未画出`,
    moreClients: (count) => `另有 ${count} 个客户端未画出`,
    jump: '在时间轴上跳到这里',
    and: '、',
    empty: {
      before: '还没有人抢锁。在一个控制台输入 ',
      command: 'SET lock:order token NX EX 10',
      after: '，再到另一个控制台输一遍。',
    },
    emptyKey: { before: '还没有人动过 ', after: '。' },
  },
};
