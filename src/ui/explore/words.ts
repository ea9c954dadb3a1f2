/** The words of the pages of scenarios. */
import type { CodeLanguage } from '../../protocol/client-code.ts';
import type { EventKind, Finding, NodeFact, ScheduleEffect, Verdict } from '../../protocol/explore.ts';
import type { FaultKind } from '../../protocol/scenario.ts';
import { plural } from '../i18n/amounts.ts';
import type { Pair } from '../i18n/pair.ts';
import { groupDigits, percent } from './numbers.ts';

type ActorState = 'not-begun' | 'ready' | 'stalled' | 'waiting' | 'finished' | 'crashed';

export interface ExploreWords {
  readonly title: string;
  readonly lead: string;
  readonly infamous: string;
  readonly infamousLead: string;
  readonly scenarios: string;
  readonly manyRequests: string;
  readonly toLoad: string;
  readonly all: string;
  readonly absent: string;
  absentVariant(variant: string): string;
  readonly loading: string;
  readonly expected: Readonly<Record<'breaks' | 'holds', string>>;
  readonly found: Readonly<Record<Finding, string>>;
  readonly stages: string;
  readonly legend: string;
  /** Searches all variants. */
  readonly survey: (variants: number) => string;
  readonly surveying: (done: number, all: number) => string;
  readonly story: string;
  readonly share: Readonly<Record<'idle' | 'copied' | 'shown' | 'failed', string>>;
  readonly programs: string;
  readonly program: (actor: string, file: string) => string;
  readonly languages: (actor: string) => string;
  /** Under a program for a client library. */
  readonly client: Readonly<Record<CodeLanguage, string>>;
  readonly reset: string;
  readonly changed: string;
  readonly sandbox: string;
  readonly states: Readonly<Record<ActorState, string>>;
  readonly returned: (value: string) => string;
  readonly nodes: string;
  readonly empty: string;
  readonly down: string;
  /** Of servers of a cluster or under sentinels. */
  readonly fact: (fact: NodeFact) => string;
  readonly worldAbout: string;
  readonly left: (seconds: string) => string;
  readonly noExpiry: string;
  /** Of a key or row that the last event removed. */
  readonly gone: string;
  /** Where the entries of an LSM store lie. */
  readonly lsm: {
    readonly log: string;
    readonly memtable: string;
    readonly level: (level: number) => string;
    readonly nothing: string;
    readonly deleted: string;
    readonly synced: string;
    readonly unsynced: string;
  };
  readonly next: string;
  readonly nextKeys: string;
  readonly over: string;
  readonly begins: string;
  readonly steps: string;
  readonly faults: Readonly<Record<FaultKind, string>>;
  /** What a restart of an LSM store is. */
  readonly powerFailure: string;
  readonly pass: string;
  readonly passStall: string;
  readonly world: string;
  readonly schedule: string;
  readonly start: string;
  readonly undo: string;
  readonly forward: string;
  readonly restart: string;
  readonly random: string;
  readonly jump: (at: number) => string;
  readonly eventsSoFar: (at: number, all: number) => string;
  readonly effect: (effect: ScheduleEffect, actor: string) => string;
  readonly double: (name: string) => string;
  readonly holdsNow: (actor: string, name: string) => string;
  readonly shareAfter: (share: number) => string;
  readonly turn: string;
  readonly brokenHere: string;
  readonly metHere: string;
  readonly mustHold: string;
  readonly never: string;
  readonly possible: string;
  readonly invariant: Readonly<
    Record<'never' | 'possible', Readonly<Record<'yes' | 'no' | 'unknown', string>>>
  >;
  readonly inThis: Readonly<Record<'broken' | 'met', string>>;
  readonly goals: string;
  readonly goalsAbout: string;
  readonly breakIt: (what: string) => string;
  readonly makeIt: (what: string) => string;
  readonly goalDone: string;
  readonly search: string;
  readonly searchAbout: string;
  readonly searching: (states: number) => string;
  /** The same for ears, which need not hear every number. */
  readonly searchingNow: string;
  /** Of a search that still runs, or was stopped. */
  readonly firstFound: (events: number, seconds: string, isRunning: boolean) => string;
  readonly stop: string;
  readonly again: string;
  /** Leads to the results further down. */
  readonly toFound: string;
  readonly verdict: string;
  readonly verdictText: (verdict: Verdict) => string;
  readonly boundText: (verdict: Verdict, actors: number) => string;
  readonly statesText: (verdict: Verdict) => string;
  readonly timeText: (seconds: string, firstSeconds: string | null) => string;
  readonly before: string;
  readonly after: string;
  readonly counterexample: string;
  readonly counterexampleAbout: (events: number, switches: number) => string;
  readonly nearest: string;
  readonly nearestAbout: string;
  readonly moved: string;
  readonly load: string;
  readonly crossings: string;
  readonly crossingsAbout: string;
  readonly crossingsNone: string;
  readonly taken: string;
  readonly ladder: string;
  readonly ladderAbout: string;
  readonly ladderComing: string;
  readonly ladderFaults: string;
  readonly ladderSwitches: (switches: number) => string;
  readonly rung: (broken: string, schedules: string) => string;
  readonly likelihood: string;
  readonly likelihoodAbout: string;
  readonly run: string;
  readonly runningRuns: (done: number) => string;
  readonly likelihoodText: (broken: number, runs: number, seed: number | null) => string;
  readonly problem: (file: string, line: number) => string;
  readonly problemKinds: Readonly<Record<'operations' | 'runaway', string>>;
  readonly trouble: string;
  readonly wholePage: string;
  /** Of work that the browser has kept. */
  readonly restored: string;
  readonly awaited: string;
  /** Of work that came late. */
  readonly aside: string;
  readonly asideOpen: string;
  readonly asideDelete: string;
  readonly asideDeleted: string;
  readonly asideUndo: string;
  readonly clear: string;
  readonly cleared: string;
  readonly undoClear: string;
  readonly ownKept: string;
  readonly toOwn: string;
  readonly guide: readonly string[];
  readonly guideTitle: string;
  readonly guideDone: string;
  readonly guideClose: string;
  readonly guideOpen: string;
}

const faultNames: Pair<Readonly<Record<FaultKind, readonly [string, string]>>> = {
  zh: {
    crash: ['崩溃', '崩溃'],
    pause: ['停顿', '停顿'],
    lostReply: ['回复丢失', '回复丢失'],
    lostRequest: ['请求丢失', '请求丢失'],
    failedWrite: ['写入失败', '写入失败'],
    clockJump: ['时钟跳变', '时钟跳变'],
    restart: ['重启', '重启'],
    down: ['宕机', '宕机'],
    cut: ['断网', '断网'],
  },
  en: {
    crash: ['crash', 'crashes'],
    pause: ['pause', 'pauses'],
    lostReply: ['lost reply', 'lost replies'],
    lostRequest: ['lost request', 'lost requests'],
    failedWrite: ['failed write', 'failed writes'],
    clockJump: ['clock jump', 'clock jumps'],
    restart: ['restart', 'restarts'],
    down: ['server down', 'servers down'],
    cut: ['server cut off', 'servers cut off'],
  },
};

function allowed({ faults, bound }: Verdict, language: 'zh' | 'en'): string[] {
  const kinds = Object.entries(faults) as [FaultKind, number][];
  const named = kinds.map(([kind, most]) => {
    const [one, many] = faultNames[language][kind];
    return language === 'en' ? `${most} ${most === 1 ? one : many}` : `${most} 次${one}`;
  });
  return bound.faults === null || named.length === 0
    ? named
    : [
        language === 'en'
          ? `${bound.faults} of ${named.join(', ')}`
          : `${named.join('、')}中的 ${bound.faults} 次`,
      ];
}

export const exploreWords: Pair<ExploreWords> = {
  zh: {
    title: '推演：每一种执行顺序',
    lead: '几个客户端、几段程序、会出的故障。下一步轮到谁，由你来定；也可以让引擎把所有顺序全部搜一遍，找出最短的那条出事路线，或者证明它不存在。',
    infamous: '臭名昭著的执行顺序',
    infamousLead: '一点就开：搜索当场跑完，停在出事的那条最短路线上。',
    scenarios: '全部场景',
    manyRequests: '有些问题只有请求多了才看得见：',
    toLoad: '随时间变化的负载',
    all: '全部场景',
    absent: '没有这个场景。',
    absentVariant: (variant) => `这个场景没有「${variant}」这个版本，下面是第一个。`,
    loading: '正在打开场景……',
    expected: { breaks: '会出事', holds: '应当守得住' },
    found: { broken: '被打破', proved: '已证明', 'not-found': '没搜完', vacuous: '空转', failed: '程序有错' },
    stages: '各个版本，从有问题到修好',
    legend: '◇ 会出事，○ 应当守得住',
    survey: (variants) => `${variants} 个版本全部搜一遍`,
    surveying: (done, all) => `搜完 ${done} / ${all} 个版本`,
    story: '来龙去脉',
    share: { idle: '分享', copied: '链接已复制', shown: '链接在地址栏里', failed: '没能生成链接' },
    programs: '每个客户端的程序',
    program: (actor, file) => `${actor}的程序 ${file}，可以编辑`,
    languages: (actor) => `${actor}的程序，各语言写法`,
    client: {
      node: '同一段程序，用 ioredis 写：先备好这里一开始的数据，复制下来就能对着 localhost:6379 跑。这里只供阅读，搜索的是 Lua。',
      python:
        '同一段程序，用 redis-py 写：先备好这里一开始的数据，复制下来就能对着 localhost:6379 跑。这里只供阅读，搜索的是 Lua。',
    },
    reset: '还原程序',
    changed: '已改动',
    sandbox: '程序是 Lua，只在引擎的沙箱里运行。按 Esc 再按 Tab 离开编辑器。',
    states: {
      'not-begun': '还没开始',
      ready: '可以继续',
      stalled: '停顿中',
      waiting: '等待中',
      finished: '已结束',
      crashed: '已崩溃',
    },
    returned: (value) => `返回 ${value}`,
    nodes: '服务器里有什么',
    empty: '空的',
    down: '宕机',
    fact: zhFact,
    worldAbout:
      '这些服务器之间说的都是真协议：迁移、心跳、投票，一句不少。它们自己的消息每次走同一个过程；搜遍的是你的操作和故障，落在这个过程的每一个阶段。',
    left: (seconds) => `还剩 ${seconds}`,
    noExpiry: '不过期',
    gone: '没了',
    lsm: {
      log: '日志',
      memtable: 'memtable',
      level: (level) => `第 ${level} 层`,
      nothing: '空',
      deleted: '墓碑',
      synced: '已落盘',
      unsynced: '未落盘',
    },
    next: '下一步轮到谁？',
    nextKeys: '数字键选择，退格撤销，R 随机',
    over: '这条路走到头了：再没有谁能动。',
    begins: '开始',
    steps: '还没有可走的一步',
    faults: {
      crash: '崩溃',
      pause: '停顿',
      lostReply: '做了，但回复丢失',
      lostRequest: '请求没送到',
      failedWrite: '写入失败',
      clockJump: '时钟跳变',
      restart: '杀掉重启',
      down: '宕机',
      cut: '与其他服务器断开',
    },
    powerFailure: '断电重启',
    pass: '时间流逝',
    passStall: '有人停顿，时间流逝',
    world: '环境',
    schedule: '执行过程',
    start: '开始',
    undo: '退一步',
    forward: '进一步',
    restart: '从头来',
    random: '随机一步',
    jump: (at) => `跳到第 ${at} 个事件之后`,
    eventsSoFar: (at, all) => `第 ${at} / ${all} 个事件`,
    effect: (effect, actor) => {
      switch (effect.type) {
        case 'hold':
          return `${actor} 认为自己持有 ${effect.name}`;
        case 'release':
          return `${actor} 放开 ${effect.name}`;
        case 'log':
          return `${actor}：${effect.text}`;
        case 'note':
          return `${actor} 记下 ${effect.name}${effect.value === true ? '' : ` = ${JSON.stringify(effect.value)}`}`;
        case 'answered':
          return `${actor} 得到 ${effect.answer}`;
        case 'returned':
          return `${actor} 结束：${effect.value}`;
        case 'waits':
          return `${actor} 开始等待`;
      }
    },
    double: (name) => `两个同时持有 ${name}！`,
    holdsNow: (actor, name) => `${actor} 持有 ${name}`,
    shareAfter: (share) => `${percent(share)} 的后续会出事`,
    turn: '从这里起，无可挽回',
    brokenHere: '出事了',
    metHere: '做到了',
    mustHold: '必须成立',
    never: '绝不能发生',
    possible: '必须有可能发生',
    invariant: {
      never: { yes: '从不发生', no: '会发生', unknown: '还没搜索' },
      possible: { yes: '能做到', no: '做不到', unknown: '还没搜索' },
    },
    inThis: { broken: '在你的执行过程里发生了', met: '在你的执行过程里做到了' },
    goals: '试试看',
    goalsAbout: '用原来的程序，自己一步步走出来才算。',
    breakIt: (what) => `亲手弄出：${what}`,
    makeIt: (what) => `亲手做到：${what}`,
    goalDone: '做到了',
    search: '搜索所有顺序',
    searchAbout: '引擎会试遍每一种先后、每一个允许的故障，数清楚有多少条路线出事。',
    searching: (states) => `搜索中：${groupDigits(String(states))} 个状态`,
    searchingNow: '正在搜索',
    firstFound: (events, seconds, isRunning) =>
      `${seconds} 后碰到第一条出事路线，${events} 个事件。${isRunning ? '还在找最短的那条，也还在数总数。' : '搜索停下了，它不一定是最短的。'}`,
    stop: '停止',
    again: '再搜一次',
    toFound: '看详细结果',
    verdict: '搜索结论',
    verdictText: (verdict) => {
      const schedules = verdict.schedules === null ? null : groupDigits(verdict.schedules);
      const broken = verdict.broken === null ? null : groupDigits(verdict.broken);
      switch (verdict.finding) {
        case 'broken':
          return schedules === null
            ? '找到了会出事的顺序；搜索没有走完，所以总数不知道。'
            : `${schedules} 种顺序里，有 ${broken} 种会出事。`;
        case 'proved':
          return `${schedules} 种顺序全部试过，0 种出事。`;
        case 'not-found':
          return '目前没找到会出事的顺序，但搜索没有走完，不能算证明。';
        case 'vacuous':
          return `${schedules} 种顺序都不出事，可该做到的事也没人做得到：安全，但没用。`;
        case 'failed':
          return '程序有错，搜索没有进行。';
      }
    },
    boundText: (verdict, actors) => {
      const faults = allowed(verdict, 'zh');
      const { switches } = verdict.bound;
      return `范围：${actors} 个客户端，${faults.length === 0 ? '没有故障' : `最多 ${faults.join('、')}`}，${
        switches === null ? '切换次数不限' : `最多切换 ${switches} 次`
      }，${verdict.isExhausted ? '已穷尽' : `到 ${groupDigits(String(verdict.bound.states))} 个状态为止`}`;
    },
    statesText: (verdict) =>
      `合并成 ${groupDigits(String(verdict.states))} 个状态、${groupDigits(String(verdict.transitions))} 次转移`,
    timeText: (seconds, firstSeconds) =>
      `用时 ${seconds}${firstSeconds === null ? '' : `，第一条出事路线出现在 ${firstSeconds} 时`}`,
    before: '原来的程序',
    after: '你改过的程序',
    counterexample: '最短的出事路线',
    counterexampleAbout: (events, switches) => `${events} 个事件，切换 ${switches} 次`,
    nearest: '离它最近的平安路线',
    nearestAbout: '只挪动一个事件，就不出事了。',
    moved: '挪动的是它',
    load: '载入，一步步看',
    crossings: '每一步的岔路',
    crossingsAbout: '你走过的每个路口，当时还有哪些选择；条越长，选它之后出事的后续越多。',
    crossingsNone: '先走几步，或者载入找到的路线。',
    taken: '走了这条',
    ladder: '从最简单的开始加码',
    ladderAbout: '每格：出事的顺序 / 全部顺序。看它从几次故障、几次切换起开始出事。',
    ladderComing: '正在逐级计算……',
    ladderFaults: '故障',
    ladderSwitches: (switches) => `切换 ≤ ${switches}`,
    rung: (broken, schedules) => `${broken} / ${schedules}`,
    likelihood: '有多容易碰上？',
    likelihoodAbout: '给每个操作抽一个延迟，照真实时间跑一万遍。',
    run: '跑一万遍',
    runningRuns: (done) => `跑了 ${groupDigits(String(done))} 遍`,
    likelihoodText: (broken, runs, seed) =>
      broken === 0
        ? `${groupDigits(String(runs))} 遍里一次也没出事。碰不上，不等于不会发生。`
        : `${groupDigits(String(runs))} 遍里出事 ${groupDigits(String(broken))} 遍（${percent(broken / runs)}），第一次在种子 ${seed}。`,
    problem: (file, line) => `${file} 第 ${line} 行`,
    problemKinds: {
      operations: '操作太多：让循环有个头。',
      runaway: '循环里没有操作，停不下来：已经中止。',
    },
    trouble: '没能完成：',
    wholePage: '打开整个场景',
    restored: '上次做到的地方已经恢复。',
    awaited: '浏览器还没取出你上次做的内容。可以先动手，上次的不会被覆盖。',
    aside: '上次做的内容也还留着。',
    asideOpen: '换成上次的',
    asideDelete: '删掉上次的',
    asideDeleted: '上次的内容已删掉。',
    asideUndo: '还是留着',
    clear: '全部清空重来',
    cleared: '改过的程序和走过的步骤都清空了。',
    undoClear: '撤销清空',
    ownKept: '这是链接里的内容，你自己在这个场景里做的还留着。',
    toOwn: '回到我自己的',
    guideTitle: '第一次来？一分钟上手',
    guide: [
      '选下一步轮到谁。',
      '换个先后，让一个条件变红。',
      '搜索所有顺序。',
      '改好程序，再搜一次，直到 0 种出事。',
    ],
    guideDone: '全部做完了：弄坏、找到、修好、证明。',
    guideClose: '收起引导',
    guideOpen: '引导',
  },
  en: {
    title: 'Every order it can happen in',
    lead: 'A few clients, their programs, and what may go wrong. You decide who goes next. Or let the engine search every order: it finds the shortest one that breaks, or proves that there is none.',
    infamous: 'Infamous schedules',
    infamousLead:
      'One click: the search runs while you watch, and the page stops at the shortest way to break it.',
    scenarios: 'All scenarios',
    manyRequests: 'Some trouble only shows with many requests:',
    toLoad: 'load over time',
    all: 'All scenarios',
    absent: 'There is no such scenario.',
    absentVariant: (variant) => `This scenario has no version “${variant}”; here is the first one.`,
    loading: 'Opening the scenario …',
    expected: { breaks: 'breaks', holds: 'should hold' },
    found: {
      broken: 'broken',
      proved: 'proved',
      'not-found': 'not finished',
      vacuous: 'vacuous',
      failed: 'error',
    },
    stages: 'Versions, from broken to repaired',
    legend: '◇ breaks, ○ should hold',
    survey: (variants) => `Search all ${variants} versions`,
    surveying: (done, all) => `${done} of ${all} versions searched`,
    story: 'The story',
    share: {
      idle: 'Share',
      copied: 'Link copied',
      shown: 'The link is in the address bar',
      failed: 'No link',
    },
    programs: 'The program of each client',
    program: (actor, file) => `Program of ${actor}, ${file}; you can edit it`,
    languages: (actor) => `Program of ${actor} by language`,
    client: {
      node: 'The same program with ioredis: copy it, and it runs against localhost:6379, given the data that this begins with. It is for reading; what is searched is the Lua.',
      python:
        'The same program with redis-py: copy it, and it runs against localhost:6379, given the data that this begins with. It is for reading; what is searched is the Lua.',
    },
    reset: 'Reset programs',
    changed: 'changed',
    sandbox:
      'Programs are Lua and only run in the engine’s sandbox. Press Escape, then Tab to leave an editor.',
    states: {
      'not-begun': 'not begun',
      ready: 'can go on',
      stalled: 'stalled',
      waiting: 'waiting',
      finished: 'finished',
      crashed: 'crashed',
    },
    returned: (value) => `returned ${value}`,
    nodes: 'What the servers hold',
    empty: 'empty',
    down: 'down',
    fact: enFact,
    worldAbout:
      'These servers speak their real protocols to each other: migration, pings, votes. Their own messages take their one course. What is searched is every order of operations and faults, at every stage of that course.',
    left: (seconds) => `${seconds} left`,
    noExpiry: 'no expiry',
    gone: 'gone',
    lsm: {
      log: 'Log',
      memtable: 'Memtable',
      level: (level) => `Level ${level}`,
      nothing: 'empty',
      deleted: 'tombstone',
      synced: 'on disk',
      unsynced: 'not synced',
    },
    next: 'Who goes next?',
    nextKeys: 'Digits choose, Backspace undoes, R is random',
    over: 'The end of this schedule: nobody can do anything any more.',
    begins: 'begin',
    steps: 'nothing to do yet',
    faults: {
      crash: 'crash',
      pause: 'pause',
      lostReply: 'done, but the reply is lost',
      lostRequest: 'the request never arrives',
      failedWrite: 'the write fails',
      clockJump: 'clock jumps',
      restart: 'kill and restart',
      down: 'goes down',
      cut: 'is cut off from the other servers',
    },
    powerFailure: 'cut the power, restart',
    pass: 'time passes',
    passStall: 'somebody stalls, time passes',
    world: 'Surroundings',
    schedule: 'What happened',
    start: 'Start',
    undo: 'One event back',
    forward: 'One event on',
    restart: 'Start over',
    random: 'Random step',
    jump: (at) => `Jump to after event ${at}`,
    eventsSoFar: (at, all) => `event ${at} of ${all}`,
    effect: (effect, actor) => {
      switch (effect.type) {
        case 'hold':
          return `${actor} believes it holds ${effect.name}`;
        case 'release':
          return `${actor} lets go of ${effect.name}`;
        case 'log':
          return `${actor}: ${effect.text}`;
        case 'note':
          return `${actor} notes ${effect.name}${effect.value === true ? '' : ` = ${JSON.stringify(effect.value)}`}`;
        case 'answered':
          return `${actor} gets ${effect.answer}`;
        case 'returned':
          return `${actor} ends: ${effect.value}`;
        case 'waits':
          return `${actor} begins to wait`;
      }
    },
    double: (name) => `Two hold ${name} at once!`,
    holdsNow: (actor, name) => `${actor} holds ${name}`,
    shareAfter: (share) => `${percent(share)} of the continuations break`,
    turn: 'Point of no return',
    brokenHere: 'Broken',
    metHere: 'Reached',
    mustHold: 'What must hold',
    never: 'Must never happen',
    possible: 'Must be possible',
    invariant: {
      never: { yes: 'never happens', no: 'happens', unknown: 'not searched yet' },
      possible: { yes: 'is possible', no: 'is impossible', unknown: 'not searched yet' },
    },
    inThis: { broken: 'happened in your schedule', met: 'reached in your schedule' },
    goals: 'Try it yourself',
    goalsAbout: 'These count with the original programs, step by step, by your own choices.',
    breakIt: (what) => `Break it yourself: ${what}`,
    makeIt: (what) => `Make it happen: ${what}`,
    goalDone: 'done',
    search: 'Search every order',
    searchAbout: 'The engine tries every order and every fault that is allowed, and counts how many break.',
    searching: (states) => `Searching: ${plural(states, 'state', 'states')}`,
    searchingNow: 'Searching',
    firstFound: (events, seconds, isRunning) =>
      `The first schedule that breaks came after ${seconds}: ${plural(events, 'event', 'events')}. ${
        isRunning
          ? 'The search goes on for the shortest one and the count.'
          : 'The search was stopped, so it may not be the shortest.'
      }`,
    stop: 'Stop',
    again: 'Search again',
    toFound: 'See the details',
    verdict: 'What the search found',
    verdictText: (verdict) => {
      const schedules = verdict.schedules === null ? null : groupDigits(verdict.schedules);
      const broken = verdict.broken === null ? null : groupDigits(verdict.broken);
      switch (verdict.finding) {
        case 'broken':
          return schedules === null
            ? 'There are orders that break. The search did not get to the end, so they are not counted.'
            : `${broken} of ${schedules} orders break.`;
        case 'proved':
          return `All ${schedules} orders tried, 0 broken.`;
        case 'not-found':
          return 'Nothing broke so far, but the search did not get to the end: no proof.';
        case 'vacuous':
          return `None of ${schedules} orders breaks, but what must be possible never happens: safe and useless.`;
        case 'failed':
          return 'A program has an error, so there was no search.';
      }
    },
    boundText: (verdict, actors) => {
      const faults = allowed(verdict, 'en');
      const { switches } = verdict.bound;
      return `Bound: ${plural(actors, 'client', 'clients')}, ${
        faults.length === 0 ? 'no faults' : `at most ${faults.join(', ')}`
      }, ${switches === null ? 'any number of switches' : `at most ${plural(switches, 'switch', 'switches')}`}, ${
        verdict.isExhausted ? 'exhausted' : `stopped at ${groupDigits(String(verdict.bound.states))} states`
      }`;
    },
    statesText: (verdict) =>
      `merged into ${plural(verdict.states, 'state', 'states')} and ${plural(verdict.transitions, 'transition', 'transitions')}`,
    timeText: (seconds, firstSeconds) =>
      `searched in ${seconds}${firstSeconds === null ? '' : `; the first schedule that breaks came after ${firstSeconds}`}`,
    before: 'Original programs',
    after: 'Your programs',
    counterexample: 'The shortest way to break it',
    counterexampleAbout: (events, switches) =>
      `${plural(events, 'event', 'events')}, ${plural(switches, 'switch', 'switches')}`,
    nearest: 'The nearest schedule that is fine',
    nearestAbout: 'Move one event, and nothing breaks.',
    moved: 'this one moves',
    load: 'Step through it',
    crossings: 'The choices at each step',
    crossingsAbout:
      'At each event of your schedule, everything that could have happened instead. The longer the bar, the more of what can follow breaks.',
    crossingsNone: 'Take a few steps, or load the schedule that was found.',
    taken: 'taken',
    ladder: 'From the simplest failure up',
    ladderAbout:
      'Each cell: broken orders / all orders. See with how many faults and switches it begins to break.',
    ladderComing: 'Climbing …',
    ladderFaults: 'Faults',
    ladderSwitches: (switches) => `≤ ${plural(switches, 'switch', 'switches')}`,
    rung: (broken, schedules) => `${broken} / ${schedules}`,
    likelihood: 'How likely is it?',
    likelihoodAbout: 'Draw a latency for every operation, and run it ten thousand times in real time.',
    run: 'Run it ten thousand times',
    runningRuns: (done) => `${plural(done, 'run', 'runs')} so far`,
    likelihoodText: (broken, runs, seed) =>
      broken === 0
        ? `None of ${groupDigits(String(runs))} runs broke. Not met is not the same as impossible.`
        : `${groupDigits(String(broken))} of ${groupDigits(String(runs))} runs broke (${percent(broken / runs)}), the first with seed ${seed}.`,
    problem: (file, line) => `${file}, line ${line}`,
    problemKinds: {
      operations: 'Too many operations: give the loop an end.',
      runaway: 'A loop without an operation never ends: it was stopped.',
    },
    trouble: 'That failed:',
    wholePage: 'Open the whole scenario',
    restored: 'Your work from last time is back.',
    awaited: 'The browser has not brought back your earlier work yet. What you do now does not overwrite it.',
    aside: 'Work from before is kept as well.',
    asideOpen: 'Open it in place of this',
    asideDelete: 'Delete it',
    asideDeleted: 'The work from before is deleted.',
    asideUndo: 'Keep it after all',
    clear: 'Clear all my work',
    cleared: 'Changed programs and steps are cleared.',
    undoClear: 'Undo',
    ownKept: 'This is what the link holds. Your own work on this scenario is kept.',
    toOwn: 'Open my own',
    guideTitle: 'First time here? One minute',
    guide: [
      'Choose who goes next.',
      'Break it: turn a condition red.',
      'Search every order.',
      'Repair a program and search again, until 0 break.',
    ],
    guideDone: 'All done: broken, found, repaired, proved.',
    guideClose: 'Hide the guide',
    guideOpen: 'Guide',
  },
};

function zhFact(fact: NodeFact): string {
  switch (fact.type) {
    case 'role':
      return fact.of === null ? '主节点' : `${fact.of} 的从节点${fact.isUp ? '' : '，还没同步'}`;
    case 'cut':
      return '与其他服务器断开';
    case 'alone':
      return '从节点不够，拒绝写入';
    case 'slot': {
      const owner = fact.isOwn ? '归自己' : fact.owner === null ? '没有主人' : `归 ${fact.owner}`;
      const out = fact.migratingTo === null ? '' : `，正迁往 ${fact.migratingTo}（MIGRATING）`;
      const back = fact.importingFrom === null ? '' : `，正从 ${fact.importingFrom} 迁入（IMPORTING）`;
      return `槽 ${fact.slot} ${owner}${out}${back}`;
    }
    case 'belief': {
      const down = {
        no: '',
        'by-itself': '，我看它下线了（sdown）',
        'by-quorum': '，大家都说它下线了（odown）',
      };
      const vote = fact.vote === null ? '' : `；第 ${fact.vote.epoch} 届投给 ${fact.vote.leader}`;
      return `主节点是 ${fact.master}${down[fact.isDown]}${vote}${fact.failsOver ? '；由我主持故障转移' : ''}`;
    }
  }
}

function enFact(fact: NodeFact): string {
  switch (fact.type) {
    case 'role':
      return fact.of === null ? 'master' : `replica of ${fact.of}${fact.isUp ? '' : ', not in sync'}`;
    case 'cut':
      return 'cut off from the other servers';
    case 'alone':
      return 'refuses writes: too few replicas';
    case 'slot': {
      const owner = fact.isOwn ? 'its own' : fact.owner === null ? 'nobody’s' : `served by ${fact.owner}`;
      const out = fact.migratingTo === null ? '' : `, leaving for ${fact.migratingTo} (MIGRATING)`;
      const back = fact.importingFrom === null ? '' : `, coming from ${fact.importingFrom} (IMPORTING)`;
      return `slot ${fact.slot}: ${owner}${out}${back}`;
    }
    case 'belief': {
      const down = {
        no: '',
        'by-itself': ', down for me (sdown)',
        'by-quorum': ', down for a quorum (odown)',
      };
      const vote = fact.vote === null ? '' : `; voted for ${fact.vote.leader} in epoch ${fact.vote.epoch}`;
      return `the master is ${fact.master}${down[fact.isDown]}${vote}${fact.failsOver ? '; leads the failover' : ''}`;
    }
  }
}

export function isFault(kind: EventKind): kind is FaultKind {
  return kind !== 'act' && kind !== 'pass' && kind !== 'arrive' && kind !== 'write-back';
}
