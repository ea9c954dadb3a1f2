/** The words on the panel. */
import type { CostCounter } from '../../../protocol/views.ts';
import { grouped, plural } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';
import type { Measure } from './complexity.ts';

/** What the accounts hold beside the counted steps. */
export type Account = 'answered' | 'changes' | 'taken' | 'freed';

export interface CostWords {
  readonly language: Language;
  readonly title: string;
  readonly stage: string;
  readonly by: (client: number) => string;
  readonly running: string;
  readonly failed: string;
  readonly model: string;
  readonly modelAbout: string;
  readonly terms: {
    readonly base: (fast: boolean) => string;
    readonly messages: (bytes: string) => string;
    readonly heap: (bytes: string) => string;
    readonly arguments: (count: number) => string;
    readonly keys: (count: number) => string;
    readonly held: string;
    readonly inside: string;
  };
  readonly complexity: string;
  readonly complexityAbout: string;
  /** Complexities in words without a formula, by the command table's text. */
  readonly complexityWords: Readonly<Record<string, string>>;
  readonly measure: Readonly<Record<Measure, string>>;
  readonly formula: string;
  readonly formulaAbout: string;
  readonly most: (name: string) => string;
  readonly mostAbout: string;
  readonly noFormula: string;
  readonly counted: string;
  readonly nothingCounted: string;
  /** Results: no steps. */
  readonly accounts: string;
  /** A note on the bars below a heading. */
  readonly logarithmic: string;
  readonly counter: Readonly<Record<CostCounter | Account, string>>;
  readonly counterAbout: Readonly<Partial<Record<CostCounter | Account, string>>>;
  readonly memory: string;
  readonly memoryNote: (bytes: string) => string;
  readonly classText: (slot: string, taken: number, freed: number) => string;
  readonly noMemory: string;
  readonly classAbout: string;
  readonly keys: string;
  readonly keyText: (type: string, encoding: string, size: string) => string;
  readonly noKey: string;
  readonly elements: (count: number) => string;
  readonly earlier: string;
  readonly noEarlier: string;
  readonly earlierNote: string;
  readonly work: (looks: number) => string;
  readonly compared: (times: string) => string;
  readonly summary: { readonly looks: (count: number) => string; readonly moved: (bytes: string) => string };
  readonly empty: { readonly nothing: string; readonly hint: CommandHint };
  readonly tooLong: string;
}

export const costWords: Pair<CostWords> = {
  en: {
    language: 'en',
    title: 'Cost meter',
    stage: 'What the last command cost',
    by: (client) => `client ${client}`,
    running: 'being counted',
    failed: 'returned an error',
    model: 'Time by the model',
    modelAbout:
      'The same microseconds as in SLOWLOG, LATENCY and INFO commandstats. They are a model, not a measurement.',
    terms: {
      base: (fast) => (fast ? 'flagged fast' : 'not flagged fast'),
      messages: (bytes) => `${bytes} in and out`,
      heap: (bytes) => `memory changed by ${bytes}`,
      arguments: (count) => `${count} arguments`,
      keys: (count) => `${count} keys visited`,
      held: 'DEBUG SLEEP',
      inside: 'commands it called',
    },
    complexity: 'Complexity',
    complexityAbout: 'As COMMAND DOCS states it.',
    complexityWords: {},
    measure: {
      size: 'size of the key before it ran',
      sizes: 'size of all keys before it ran',
      smallest: 'size of the smallest key',
      keys: 'keys named',
      keysInDb: 'keys in the database',
      contents: 'keys and their elements',
      given: 'given',
      pairs: 'pairs given',
      answered: 'returned',
      answeredPairs: 'returned',
      changed: 'changed',
    },
    formula: 'the formula gives',
    formulaAbout:
      'Logarithms are base 2. A complexity says how the work grows and hides a constant factor, so only compare runs with each other.',
    most: (name) => `most counted: ${name}`,
    mostAbout: 'The largest of the counters below.',
    noFormula: 'no values for its variables here',
    counted: 'Steps counted',
    nothingCounted: 'No structure reported a step.',
    accounts: 'Result',
    logarithmic: 'bars are logarithmic',
    counter: {
      hashes: 'keys hashed',
      buckets: 'buckets opened',
      compared: 'entries compared',
      rehashed: 'entries moved by rehash',
      tables: 'tables allocated',
      hops: 'skiplist hops',
      descents: 'levels descended',
      visits: 'nodes visited in order',
      walked: 'packed entries walked',
      probes: 'probes of binary search',
      movedBytes: 'bytes moved',
      copiedBytes: 'bytes copied by realloc',
      radixNodes: 'radix tree nodes',
      listNodes: 'list nodes linked',
      registers: 'registers compared',
      bits: 'bits of the filter',
      cells: 'cells searched',
      samples: 'samples written',
      lines: 'lines of the script',
      calls: 'commands called',
      delivered: 'messages delivered',
      expired: 'keys expired',
      evicted: 'keys evicted',
      conversions: 'conversions of encoding',
      answered: 'elements returned',
      changes: 'changes',
      taken: 'slots allocated',
      freed: 'slots freed',
    },
    counterAbout: {
      hashes: 'SipHash over the whole key.',
      compared: 'Entries of a chain whose key was compared; one is ideal.',
      rehashed: 'Part of a rehash that every access advances a little.',
      walked: 'A packed block has no index, so the server walks its entries one by one.',
      movedBytes: 'memmove inside a packed block: the bytes after the entry make room.',
      changes: 'Changes as save points count them.',
      answered: 'Elements of the reply, not counting arrays.',
    },
    memory: 'Memory',
    memoryNote: (bytes) => `${bytes} in all`,
    classText: (slot, taken, freed) =>
      [slot, ...(taken > 0 ? [`+${taken}`] : []), ...(freed > 0 ? [`−${freed}`] : [])].join(' '),
    noMemory: 'Nothing was allocated or freed.',
    classAbout: 'Slots of this size class: + allocated, − freed.',
    keys: 'Its keys, before it ran',
    keyText: (type, encoding, size) => (type === 'none' ? 'not there' : `${type} · ${encoding} · ${size}`),
    noKey: 'It has no key.',
    elements: (count) => plural(count, 'element', 'elements'),
    earlier: 'Earlier commands',
    noEarlier: 'This is the first command.',
    earlierNote: 'click one to go there',
    work: (looks) => plural(looks, 'step', 'steps'),
    compared: (times) => `${times} × the median of those before it`,
    summary: {
      looks: (count) => plural(count, 'step counted', 'steps counted'),
      moved: (bytes) => `${bytes} moved`,
    },
    empty: {
      nothing: 'No command has run yet.',
      hint: { before: 'Type ', command: 'ZADD board 120 ann 90 bob', after: ' to see what it costs.' },
    },
    tooLong: 'This session is too long to replay here: more than 30,000 frames or 300,000 commands.',
  },
  zh: {
    language: 'zh',
    title: '成本表',
    stage: '上一条命令的成本',
    by: (client) => `客户端 ${client}`,
    running: '正在计数',
    failed: '返回错误',
    model: '按模型的耗时',
    modelAbout: '与 SLOWLOG、LATENCY、INFO commandstats 里的微秒数一致。这是模型，不是实测。',
    terms: {
      base: (fast) => (fast ? '标为 fast 的命令' : '没有标为 fast 的命令'),
      messages: (bytes) => `收发 ${bytes}`,
      heap: (bytes) => `内存变化 ${bytes}`,
      arguments: (count) => `${count} 个参数`,
      keys: (count) => `走过 ${count} 个键`,
      held: 'DEBUG SLEEP',
      inside: '它调用的命令',
    },
    complexity: '复杂度',
    complexityAbout: '即 COMMAND DOCS 给出的说法。',
    complexityWords: {
      'that of the script': '取决于脚本',
      'that of the function': '取决于函数',
      'that of the queued commands': '取决于队列中的命令',
      'that of the subcommand': '取决于子命令',
      'Depends on subcommand.': '取决于子命令',
    },
    measure: {
      size: '执行前键里的数量',
      sizes: '执行前各键的总量',
      smallest: '最小的键里的数量',
      keys: '给出的键数',
      keysInDb: '库里的键数',
      contents: '键数加上其中的元素数',
      given: '给出的个数',
      pairs: '给出的对数',
      answered: '返回的个数',
      answeredPairs: '返回的个数',
      changed: '改动的个数',
    },
    formula: '公式算得',
    formulaAbout: '对数以 2 为底。复杂度说的是工作量怎样增长，隐去了常数倍，所以只宜拿几次执行互相比较。',
    most: (name) => `数得最多的：${name}`,
    mostAbout: '下面各项计数里最大的一项。',
    noFormula: '公式里的字母在这里没有对应的数',
    counted: '数到的步骤',
    nothingCounted: '没有任何结构报告过步骤。',
    accounts: '结果',
    logarithmic: '条长取对数',
    counter: {
      hashes: '计算哈希的键',
      buckets: '打开的桶',
      compared: '比较的节点',
      rehashed: '渐进迁移的节点',
      tables: '分配的哈希表',
      hops: '跳表前进',
      descents: '跳表下降',
      visits: '依次访问的节点',
      walked: '紧凑块里走过的条目',
      probes: '二分查找的比较',
      movedBytes: '挪动的字节',
      copiedBytes: '重新分配复制的字节',
      radixNodes: '基数树节点',
      listNodes: '链接的链表节点',
      registers: '比较的寄存器',
      bits: '过滤器的位',
      cells: '搜索的格子',
      samples: '写入的样本',
      lines: '脚本执行的行',
      calls: '调用的命令',
      delivered: '送达的消息',
      expired: '过期的键',
      evicted: '驱逐的键',
      conversions: '编码转换',
      answered: '返回的元素',
      changes: '改动',
      taken: '分配的内存块',
      freed: '释放的内存块',
    },
    counterAbout: {
      hashes: '对整个键做 SipHash。',
      compared: '同一条链上被比较的节点，理想情况是一个。',
      rehashed: '每次访问都把 rehash 往前推一点。',
      walked: '紧凑块没有索引，只能逐条走过去。',
      movedBytes: '紧凑块内部的 memmove：后面的内容要腾地方。',
      changes: '与 save 规则里的计数一致。',
      answered: '回复里的叶子元素。',
    },
    memory: '内存',
    memoryNote: (bytes) => `合计 ${bytes}`,
    classText: (slot, taken, freed) =>
      [slot, ...(taken > 0 ? [`+${taken}`] : []), ...(freed > 0 ? [`−${freed}`] : [])].join(' '),
    noMemory: '没有分配，也没有释放。',
    classAbout: '这一大小类的内存块：+ 为分配，− 为归还。',
    keys: '它的键（执行之前）',
    keyText: (type, encoding, size) => (type === 'none' ? '不存在' : `${type} · ${encoding} · ${size}`),
    noKey: '它没有用到键。',
    elements: (count) => `${grouped.zh(count)} 个元素`,
    earlier: '之前的命令',
    noEarlier: '这是第一条命令。',
    earlierNote: '点一条可跳到那里',
    work: (looks) => `${grouped.zh(looks)} 步`,
    compared: (times) => `是之前各条中位数的 ${times} 倍`,
    summary: { looks: (count) => `数到 ${grouped.zh(count)} 步`, moved: (bytes) => `挪动 ${bytes}` },
    empty: {
      nothing: '还没有执行过命令。',
      hint: { before: '输入 ', command: 'ZADD board 120 ann 90 bob', after: '，看看它的成本。' },
    },
    tooLong: '这个会话太长，无法为此重放：超过 30,000 帧或 300,000 条命令。',
  },
};
