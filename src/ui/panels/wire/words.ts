/** The words on the panel. */
import type { RespKind, RespRole } from '../../../protocol/resp-spans.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface WireWords {
  readonly title: string;
  readonly stage: string;
  readonly request: (client: number) => string;
  readonly reply: (client: number) => string;
  readonly bytes: (count: number) => string;
  readonly commands: (count: number) => string;
  readonly inline: string;
  readonly pending: (bytes: number) => string;
  readonly left: (bytes: number) => string;
  readonly running: string;
  readonly silent: string;
  readonly own: (protocol: number) => string;
  readonly other: (protocol: number) => string;
  readonly otherAbout: string;
  readonly same: (protocol: number) => string;
  readonly kind: Readonly<Record<RespKind, string>>;
  readonly children: (kind: RespKind, count: number) => string;
  readonly payload: (kind: RespKind, bytes: number) => string;
  /** An element in a sentence, with its size if that is informative. */
  readonly phrase: (kind: RespKind, size: string | null) => string;
  readonly role: Readonly<Record<RespRole, string>>;
  readonly roleAbout: Readonly<Record<RespRole, string>>;
  readonly earlier: string;
  readonly cutOff: string;
  readonly more: (nodes: number, bytes: number) => string;
  readonly moreReplies: (count: number) => string;
  readonly showAll: string;
  readonly legend: string;
  readonly error: { readonly name: string; readonly about: string };
  readonly raw: {
    readonly title: string;
    readonly label: string;
    readonly client: string;
    readonly send: string;
    readonly samples: string;
    readonly choose: string;
    readonly sample: Readonly<Record<'inline' | 'pipeline' | 'half' | 'rest' | 'hello' | 'wrong', string>>;
    readonly about: string;
  };
  readonly summary: {
    readonly sent: (client: number, bytes: number) => string;
    readonly wrote: (bytes: number) => string;
    readonly own: string;
  };
  readonly empty: string;
  /** Of several servers, in a frame of another one. */
  readonly elsewhere: string;
  readonly tooLong: string;
}

export const wireWords: Pair<WireWords> = {
  en: {
    title: 'Wire',
    stage: 'Bytes on the wire, one element per row',
    request: (client) => `Client ${client} → server`,
    reply: (client) => `Server → client ${client}`,
    bytes: (count) => (count === 1 ? '1 byte' : `${count.toLocaleString('en')} bytes`),
    commands: (count) => (count === 1 ? '1 command' : `${count} commands in one read: a pipeline`),
    inline: 'inline',
    pending: (bytes) => `${bytes} bytes had arrived earlier and waited for the rest`,
    left: (bytes) => `${bytes} bytes wait for the rest of their command`,
    running: 'The command is running; the server has written nothing yet.',
    silent: 'The server wrote nothing.',
    own: (protocol) => `RESP${protocol}, as sent`,
    other: (protocol) => `RESP${protocol}, for comparison`,
    otherAbout:
      'The same engine with the same history received the same bytes, with all clients on the other protocol.',
    same: (protocol) => `RESP${protocol} has exactly the same bytes.`,
    kind: {
      status: 'status',
      error: 'error',
      integer: 'integer',
      string: 'string',
      array: 'array',
      nil: 'nil',
      boolean: 'boolean',
      double: 'double',
      'big-number': 'big number',
      'bulk-error': 'bulk error',
      verbatim: 'verbatim string',
      map: 'map',
      set: 'set',
      push: 'push message',
      attribute: 'attribute',
      inline: 'inline command',
      broken: 'not RESP',
    },
    children: (kind, count) =>
      kind === 'map' || kind === 'attribute'
        ? count === 1
          ? '1 pair'
          : `${count} pairs`
        : count === 1
          ? '1 element'
          : `${count} elements`,
    payload: (_, bytes) => (bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`),
    phrase: (kind, size) => {
      const name = wireWords.en.kind[kind];
      const article = kind === 'nil' || kind === 'broken' ? '' : /^[aeiou]/.test(name) ? 'an ' : 'a ';
      return `${article}${name}${size === null ? '' : ` of ${size}`}`;
    },
    role: {
      type: 'type',
      length: 'length',
      end: 'line end',
      payload: 'payload',
      inline: 'words',
      broken: 'broken',
    },
    roleAbout: {
      type: 'The first byte says what follows.',
      length: 'Digits: how many bytes or elements follow.',
      end: 'CR LF closes a length or a payload.',
      payload: 'The value itself; the length before it lets it hold any byte.',
      inline: 'A command typed as a line, as with telnet: words separated by spaces.',
      broken: 'Not a RESP type: the server replies with an error and closes the connection.',
    },
    earlier: 'arrived with an earlier read',
    cutOff: 'incomplete',
    more: (nodes, bytes) => `${nodes} more elements, ${bytes} bytes`,
    moreReplies: (count) => `${count} more receivers`,
    showAll: 'Show all',
    legend: 'Colours of the bytes',
    error: { name: 'error', about: 'The text of an error, or bytes that are not RESP.' },
    raw: {
      title: 'Send raw bytes',
      label: 'Bytes to send; \\r \\n \\t \\xHH work as escapes',
      client: 'As client',
      send: 'Send',
      samples: 'Samples',
      choose: 'Samples …',
      sample: {
        inline: 'An inline command',
        pipeline: 'Three commands in one read',
        half: 'Half a command',
        rest: 'The other half',
        hello: 'HELLO 3: speak RESP3',
        wrong: 'Not RESP at all',
      },
      about: 'The server receives these bytes unchanged, as from a socket.',
    },
    summary: {
      sent: (client, bytes) => `client ${client} sent ${formatAllBytes(bytes)}`,
      wrote: (bytes) => `${formatAllBytes(bytes)} written`,
      own: 'server background work',
    },
    empty: 'No bytes on the wire yet. Type a command.',
    elsewhere:
      'No console exchanged bytes with this server here. What servers send each other is in the topology.',
    tooLong: 'This session is too long to replay here: more than 30,000 frames or 300,000 commands.',
  },
  zh: {
    title: '线上字节',
    stage: '线上的字节，每行一个元素',
    request: (client) => `客户端 ${client} → 服务器`,
    reply: (client) => `服务器 → 客户端 ${client}`,
    bytes: (count) => `${count.toLocaleString('zh-CN')} 字节`,
    commands: (count) => (count === 1 ? '1 条命令' : `一次读到 ${count} 条命令：流水线`),
    inline: '内联',
    pending: (bytes) => `先前已到 ${bytes} 字节，一直在等剩下的`,
    left: (bytes) => `还有 ${bytes} 字节在等命令的剩余部分`,
    running: '命令正在执行：还什么都没写。',
    silent: '什么都没有写。',
    own: (protocol) => `RESP${protocol}：实际发送`,
    other: (protocol) => `RESP${protocol}：换一种协议会是这样`,
    otherAbout: '同一个引擎、同样的历史，收到同样的字节，只是所有人都改用另一种协议。',
    same: (protocol) => `用 RESP${protocol} 也是完全一样的字节。`,
    kind: {
      status: '状态',
      error: '错误',
      integer: '整数',
      string: '字符串',
      array: '数组',
      nil: '空值',
      boolean: '布尔',
      double: '浮点数',
      'big-number': '大整数',
      'bulk-error': '长错误',
      verbatim: '原文字符串',
      map: '映射',
      set: '集合',
      push: '推送消息',
      attribute: '属性',
      inline: '内联命令',
      broken: '不是 RESP',
    },
    children: (kind, count) =>
      kind === 'map' || kind === 'attribute' ? `${count} 对键值` : `${count} 个元素`,
    payload: (_, bytes) => `${bytes.toLocaleString('zh-CN')} 字节`,
    phrase: (kind, size) => {
      const name = wireWords.zh.kind[kind];
      if (kind === 'nil' || kind === 'broken') return name;
      if (size === null) return `一个${name}`;
      return kind === 'string' || kind === 'verbatim' ? `${size}的${name}` : `含 ${size}的${name}`;
    },
    role: {
      type: '类型',
      length: '长度',
      end: '行尾',
      payload: '内容',
      inline: '单词',
      broken: '无法识别',
    },
    roleAbout: {
      type: '第一个字节说明后面是什么。',
      length: '数字：后面有多少字节或多少元素。',
      end: 'CR LF 结束一个长度或一段内容。',
      payload: '值本身；前面写明了长度，所以任何字节都可以出现。',
      inline: '像 telnet 那样按行输入的命令：用空格分开的单词。',
      broken: '不是 RESP 的任何类型：服务器回一个错误并断开连接。',
    },
    earlier: '由更早的一次读取得到',
    cutOff: '还没有到齐',
    more: (nodes, bytes) => `另有 ${nodes} 个元素，${bytes} 字节`,
    moreReplies: (count) => `另有 ${count} 个接收者`,
    showAll: '全部显示',
    legend: '字节的颜色',
    error: { name: '错误', about: '错误的文字，或者不是 RESP 的字节。' },
    raw: {
      title: '发送原始字节',
      label: '要发送的字节；可用 \\r \\n \\t \\xHH',
      client: '以客户端',
      send: '发送',
      samples: '示例',
      choose: '示例 …',
      sample: {
        inline: '一条内联命令',
        pipeline: '一次发三条命令',
        half: '半条命令',
        rest: '另外半条',
        hello: 'HELLO 3：改用 RESP3',
        wrong: '根本不是 RESP',
      },
      about: '原样交给服务器，就像从套接字来的一样。',
    },
    summary: {
      sent: (client, bytes) => `客户端 ${client} 发来 ${formatAllBytes(bytes)}`,
      wrote: (bytes) => `写出 ${formatAllBytes(bytes)}`,
      own: '服务器自己的动作',
    },
    empty: '线上还没有字节：输入一条命令吧。',
    elsewhere: '这一刻没有控制台与这台服务器收发字节。服务器之间传的内容看拓扑面板。',
    tooLong: '这个会话太长，无法为此重放：超过 30,000 帧或 300,000 条命令。',
  },
};
