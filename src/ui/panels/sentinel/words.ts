/** The words on the panel. */
import type { SelectedBy } from '../../../protocol/steps-sentinel.ts';
import type { Unsuitability } from '../../../protocol/views-sentinel.ts';
import { grouped, plural } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { Down } from './names.ts';

export const filters = ['all', 'down', 'vote', 'failover'] as const;
export type Filter = (typeof filters)[number];

export interface SentinelWords {
  readonly title: string;
  readonly stage: string;
  readonly empty: string;
  readonly master: string;
  readonly filter: string;
  readonly filters: Readonly<Record<Filter, string>>;
  readonly opinions: string;
  readonly opinionsNote: string;
  readonly answer: string;
  readonly answerAbout: string;
  readonly configEpoch: (epoch: number) => string;
  readonly currentEpoch: (epoch: number) => string;
  readonly states: Readonly<Record<'up' | 'down' | 'frozen' | 'removed', string>>;
  readonly tilt: (time: string) => string;
  readonly kinds: Readonly<Record<'master' | 'slave' | 'sentinel', string>>;
  readonly down: Readonly<Record<Down, string>>;
  readonly downAbout: Readonly<Record<Down, string>>;
  readonly downFor: (down: string, time: string) => string;
  readonly itself: string;
  readonly unknown: string;
  readonly unknownAbout: string;
  readonly pong: (time: string) => string;
  readonly waiting: (time: string) => string;
  readonly downAfter: (time: string) => string;
  readonly flags: (flags: string) => string;
  /** Flags that are worth a word in a small cell. */
  readonly marks: Readonly<Record<string, string>>;
  readonly reports: (address: string) => string;
  readonly masterDownThere: (isDown: boolean) => string;
  readonly hello: (time: string) => string;
  readonly agreeing: (count: number, quorum: number) => string;
  readonly votes: (epoch: number) => string;
  readonly noVotes: string;
  readonly votesAbout: (majority: number, quorum: number) => string;
  readonly votedBy: (name: string) => string;
  readonly notHeard: string;
  readonly voteAbout: (by: string, leader: string, of: string, epoch: number) => string;
  readonly count: (votes: number, needed: number) => string;
  readonly countName: string;
  readonly failover: string;
  readonly noFailover: string;
  readonly failoverBy: (name: string, epoch: number) => string;
  readonly stages: Readonly<Record<string, string>>;
  readonly stageFor: (time: string, timeout: string) => string;
  readonly notBefore: (name: string, time: string) => string;
  readonly choice: (name: string) => string;
  readonly noReplicas: string;
  readonly columns: {
    readonly replica: string;
    readonly priority: string;
    readonly offset: string;
    readonly runId: string;
    readonly verdict: string;
  };
  readonly first: string;
  readonly promoted: string;
  readonly place: (nth: number) => string;
  readonly unsuitable: Readonly<Record<Unsuitability, string>>;
  readonly decidedBy: Readonly<Record<SelectedBy, string>>;
  readonly log: string;
  readonly noEvents: string;
  readonly earlier: (count: number) => string;
  readonly summary: {
    readonly sentinels: (count: number) => string;
    readonly master: (name: string, where: string) => string;
    readonly split: (count: number) => string;
    readonly down: (count: number, of: number) => string;
    readonly state: (name: string, state: string) => string;
  };
}

export const sentinelWords: Pair<SentinelWords> = {
  en: {
    title: 'Sentinels',
    stage: 'Opinions, votes, failover and log',
    empty: 'No server here is a sentinel. Choose the preset with sentinels in the lab.',
    master: 'Watched master',
    filter: 'Events shown',
    filters: { all: 'All', down: 'Down', vote: 'Vote', failover: 'Failover' },
    opinions: 'Who thinks what',
    opinionsNote: 'a column per sentinel',
    answer: 'where is the master?',
    answerAbout: 'What it answers to SENTINEL get-master-addr-by-name, which is what clients ask.',
    configEpoch: (epoch) => `config epoch ${epoch}`,
    currentEpoch: (epoch) => `epoch ${epoch}`,
    states: { up: 'up', down: 'down', frozen: 'frozen', removed: 'removed' },
    tilt: (time) => `TILT, ${time} left`,
    kinds: { master: 'master', slave: 'replica', sentinel: 'sentinel' },
    down: { ok: 'ok', sdown: 'sdown', odown: 'odown' },
    downAbout: {
      ok: 'It answers.',
      sdown: 'Subjectively down: it has not answered this sentinel for down-after-milliseconds.',
      odown: 'Objectively down: as many sentinels as the quorum say that it is down.',
    },
    downFor: (down, time) => `${down} ${time}`,
    itself: 'itself',
    unknown: 'unknown',
    unknownAbout: 'This sentinel does not know of it.',
    pong: (time) => `pong ${time} ago`,
    waiting: (time) => `waiting ${time}`,
    downAfter: (time) => `down after ${time} without an answer`,
    flags: (flags) => `flags ${flags}`,
    marks: {
      disconnected: 'no link',
      master_down: 'agrees: down',
      promoted: 'promoted',
      reconf_sent: 'told',
      reconf_inprog: 'syncing',
      reconf_done: 'synced',
    },
    reports: (address) => `reports ${address} as its master`,
    masterDownThere: (isDown) =>
      isDown ? 'says that the master is down' : 'does not say that the master is down',
    hello: (time) => `last hello ${time} ago`,
    agreeing: (count, quorum) => `${count} of ${quorum} (quorum) agree that it is down`,
    votes: (epoch) => (epoch === 0 ? 'Votes' : `Votes in epoch ${epoch}`),
    noVotes: 'No sentinel remembers a vote: nobody has voted yet, or the failover is over.',
    votesAbout: (majority, quorum) =>
      `A leader needs ${Math.max(majority, quorum)} votes: a majority of all sentinels (${majority}), and at least the quorum (${quorum}).`,
    votedBy: (name) => `vote of ${name}`,
    notHeard: '–',
    voteAbout: (by, leader, of, epoch) => `${of} knows that ${by} has voted for ${leader} in epoch ${epoch}.`,
    count: (votes, needed) => `${votes} of ${needed}`,
    countName: 'most votes it knows',
    failover: 'Failover',
    noFailover: 'No failover is under way.',
    failoverBy: (name, epoch) => `Failover by ${name}, epoch ${epoch}`,
    stages: {
      wait_start: 'waits for votes',
      select_slave: 'selects a replica',
      send_slaveof_noone: 'sends REPLICAOF NO ONE',
      wait_promotion: 'waits for the promotion',
      reconf_slaves: 'redirects the other replicas',
      update_config: 'takes the new master over',
    },
    stageFor: (time, timeout) => `for ${time}, at most ${timeout}`,
    notBefore: (name, time) => `${name} starts none by itself for another ${time}`,
    choice: (name) => `Which replica ${name} would choose`,
    noReplicas: 'It knows no replica.',
    columns: { replica: 'replica', priority: 'priority', offset: 'offset', runId: 'run id', verdict: '' },
    first: '1st choice',
    promoted: 'promoted',
    place: (nth) => `no. ${nth}`,
    unsuitable: {
      down: 'is down',
      disconnected: 'is not connected',
      'no-pong': 'has not answered lately',
      priority: 'has priority 0',
      'old-info': 'its INFO is too old',
      'link-down': 'was cut off from the master for too long',
    },
    decidedBy: {
      only: 'The only suitable one.',
      priority: 'The lowest replica-priority decides.',
      offset: 'Priorities are equal: the highest offset decides.',
      'run id': 'Priorities and offsets are equal: the smallest run id decides.',
    },
    log: 'Log of events',
    noEvents: 'No such event yet.',
    earlier: (count) => `${plural(count, 'earlier event is', 'earlier events are')} not shown.`,
    summary: {
      sentinels: (count) => plural(count, 'sentinel', 'sentinels'),
      master: (name, where) => `${name} is ${where}`,
      split: (count) => `${count} different answers`,
      down: (count, of) => `master down for ${count} of ${of}`,
      state: (name, state) => `${name}: ${state}`,
    },
  },
  zh: {
    title: '哨兵',
    stage: '各自的判断、投票、故障转移和事件日志',
    empty: '这里没有哨兵。到实验室里选带哨兵的起步就有了。',
    master: '监视的主节点',
    filter: '显示哪些事件',
    filters: { all: '全部', down: '下线', vote: '投票', failover: '故障转移' },
    opinions: '谁怎么看',
    opinionsNote: '每个哨兵一列',
    answer: '主节点在哪？',
    answerAbout: '它对 SENTINEL get-master-addr-by-name 的回答，客户端首先问的就是这个。',
    configEpoch: (epoch) => `配置纪元 ${epoch}`,
    currentEpoch: (epoch) => `纪元 ${epoch}`,
    states: { up: '运行中', down: '已停', frozen: '冻结', removed: '已移除' },
    tilt: (time) => `TILT，还有 ${time}`,
    kinds: { master: '主节点', slave: '从节点', sentinel: '哨兵' },
    down: { ok: '正常', sdown: '主观下线', odown: '客观下线' },
    downAbout: {
      ok: '它有回应。',
      sdown: '主观下线（sdown）：超过 down-after-milliseconds 没有回应这个哨兵。',
      odown: '客观下线（odown）：达到 quorum 个哨兵都说它下线了。',
    },
    downFor: (down, time) => `${down} ${time}`,
    itself: '自己',
    unknown: '不认识',
    unknownAbout: '这个哨兵不知道它的存在。',
    pong: (time) => `${time}前应答`,
    waiting: (time) => `已等 ${time}`,
    downAfter: (time) => `${time}没有回应就算下线`,
    flags: (flags) => `标志 ${flags}`,
    marks: {
      disconnected: '没连上',
      master_down: '也说下线',
      promoted: '晋升中',
      reconf_sent: '已通知',
      reconf_inprog: '同步中',
      reconf_done: '已同步',
    },
    reports: (address) => `自称跟随 ${address}`,
    masterDownThere: (isDown) => (isDown ? '它说主节点已下线' : '它没说主节点下线'),
    hello: (time) => `上次 hello 在 ${time}前`,
    agreeing: (count, quorum) => `${count} 个哨兵认为它下线，quorum 是 ${quorum}`,
    votes: (epoch) => (epoch === 0 ? '投票' : `纪元 ${epoch} 的投票`),
    noVotes: '没有哨兵记着选票：要么还没投过，要么故障转移已经结束。',
    votesAbout: (majority, quorum) =>
      `当选需要 ${Math.max(majority, quorum)} 票：全体哨兵的过半数（${majority}），且不少于 quorum（${quorum}）。`,
    votedBy: (name) => `${name} 的票`,
    notHeard: '–',
    voteAbout: (by, leader, of, epoch) => `${of} 知道：${by} 在纪元 ${epoch} 把票投给了 ${leader}。`,
    count: (votes, needed) => `${votes}/${needed}`,
    countName: '所知的最高票数',
    failover: '故障转移',
    noFailover: '没有正在进行的故障转移。',
    failoverBy: (name, epoch) => `${name} 主持的故障转移，纪元 ${epoch}`,
    stages: {
      wait_start: '等待选票',
      select_slave: '挑选从节点',
      send_slaveof_noone: '发送 REPLICAOF NO ONE',
      wait_promotion: '等它变成主节点',
      reconf_slaves: '让其余从节点改跟新主',
      update_config: '换成新的主节点',
    },
    stageFor: (time, timeout) => `已 ${time}，最多 ${timeout}`,
    notBefore: (name, time) => `${name} 在 ${time}内不会自己发起`,
    choice: (name) => `${name} 会选哪个从节点`,
    noReplicas: '它不知道有任何从节点。',
    columns: { replica: '从节点', priority: '优先级', offset: '偏移量', runId: 'run id', verdict: '' },
    first: '首选',
    promoted: '正在晋升',
    place: (nth) => `第 ${nth} 位`,
    unsuitable: {
      down: '已下线',
      disconnected: '没有连上',
      'no-pong': '最近没有回应',
      priority: '优先级是 0',
      'old-info': 'INFO 太旧',
      'link-down': '和主节点断开太久',
    },
    decidedBy: {
      only: '只有这一个合适。',
      priority: 'replica-priority 最小的胜出。',
      offset: '优先级相同：偏移量最大的胜出。',
      'run id': '优先级和偏移量都相同：run id 最小的胜出。',
    },
    log: '事件日志',
    noEvents: '还没有这类事件。',
    earlier: (count) => `更早的 ${count} 条没有显示。`,
    summary: {
      sentinels: (count) => `${grouped.zh(count)} 个哨兵`,
      master: (name, where) => `${name} 在 ${where}`,
      split: (count) => `有 ${count} 种不同的回答`,
      down: (count, of) => `${of} 个里有 ${count} 个认为主节点下线`,
      state: (name, state) => `${name}：${state}`,
    },
  },
};
