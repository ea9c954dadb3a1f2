/** A sentence for each step between a master and its replicas. `who` is the server that took the step. */

import type { Step } from '../../../protocol/steps.ts';
import type { ReplicationStep } from '../../../protocol/steps-replication.ts';
import { formatAllBytes, formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';

type StepOf<Type extends ReplicationStep['type']> = Extract<ReplicationStep, { readonly type: Type }>;
type Sentences = {
  readonly [Type in ReplicationStep['type']]: (step: StepOf<Type>, who: string) => string;
};

const number = (value: number) => formatCount(value, 'en');
const shortId = (id: string) => `${id.slice(0, 8)}…`;

const en: Sentences = {
  'replica.follows': ({ master }, who) => `${who} becomes a replica of ${master}.`,
  'replica.stage': ({ stage, master }, who) =>
    ({
      connecting: `${who} dials its master, ${master}.`,
      handshake: `The connection of ${who} to ${master} stands. PING is the first word; REPLCONF tells its port and what it understands.`,
      sync: `${who} was granted a full resync and waits for the RDB file of ${master}.`,
      connected: `${who} has the stream of ${master}.`,
    })[stage],
  'replica.psync': ({ id, offset }, who) =>
    id === '?'
      ? `${who} knows no history: PSYNC ? -1 asks for everything.`
      : `${who} asks to go on: PSYNC ${shortId(id)} from byte ${number(offset)}.`,
  'replica.loaded': ({ bytes, offset }, who) =>
    `${who} drops its own data and loads the file of ${formatAllBytes(bytes)}. The stream goes on after offset ${number(offset)}.`,
  'replica.continued': ({ offset, isRenamed, id }, who) =>
    `+CONTINUE: ${who} keeps its data and goes on after offset ${number(offset)}.${isRenamed ? ` The history is called ${shortId(id)} now.` : ''}`,
  'replica.lost': ({ stage, offset, why }, who) =>
    stage === 'connected'
      ? `${who} has lost its master. ${offset === null ? 'It cannot go on where it was.' : `It remembers where to go on: byte ${number(offset)}.`}`
      : `${who} gives up this try: ${why}`,
  'replica.promoted': ({ secondId, secondOffset, id }, who) =>
    `${who} is a master now. Its history has a new name, ${shortId(id)}, and shares everything before byte ${number(secondOffset)} with ${shortId(secondId)}.`,
  'master.partial': ({ replica, offset, bytes }, who) =>
    `${who} still has byte ${number(offset)} in its backlog: ${replica} gets the ${formatAllBytes(bytes)} that it missed, and no file.`,
  'master.full': ({ replica, reason, asked }, who) =>
    ({
      first: `${replica} has nothing to go on from: ${who} will send it everything.`,
      'other-history': `${replica} speaks of another history: ${who} will send it everything.`,
      backlog: `The backlog of ${who} does not reach back to byte ${number(asked)}: ${replica} gets everything again.`,
    })[reason],
  'master.file': ({ replicas, bytes, offset, isDirect }, who) =>
    `${who} forks a child that writes an RDB file of ${formatAllBytes(bytes)} ${isDirect ? `straight to ${replicas === 1 ? 'the replica' : `${replicas} replicas`}` : 'to its disk'}. Writes after offset ${number(offset)} are kept for the replica.`,
  'master.online': ({ replica }, who) =>
    `${who} has sent the whole file: ${replica} is online and gets every write.`,
  'master.dropped': ({ replica }, who) =>
    `${who} has one replica less: the connection of ${replica} is gone.`,
  'failover.stage': ({ stage, target }, who) =>
    ({
      waiting: `FAILOVER: ${who} holds writes back until ${target ?? 'a replica'} has everything.`,
      'handing-over': `${target} has everything. ${who} becomes its replica and asks it to take over.`,
      done: `${target} has accepted: the failover is over.`,
      'given-up': `The failover is given up; ${who} takes writes again.`,
    })[stage],
};

const zh: Sentences = {
  'replica.follows': ({ master }, who) => `${who} 成为 ${master} 的从节点。`,
  'replica.stage': ({ stage, master }, who) =>
    ({
      connecting: `${who} 去连主节点 ${master}。`,
      handshake: `${who} 连上了 ${master}。先发 PING，再用 REPLCONF 报上端口和自己支持什么。`,
      sync: `${who} 要做全量同步，等 ${master} 的 RDB 文件。`,
      connected: `${who} 接上了 ${master} 的复制流。`,
    })[stage],
  'replica.psync': ({ id, offset }, who) =>
    id === '?'
      ? `${who} 手里没有历史：PSYNC ? -1，从头要。`
      : `${who} 想接着来：PSYNC ${shortId(id)}，从第 ${number(offset)} 字节开始。`,
  'replica.loaded': ({ bytes, offset }, who) =>
    `${who} 清空自己的数据，载入 ${formatAllBytes(bytes)} 的文件，复制流从偏移 ${number(offset)} 之后接上。`,
  'replica.continued': ({ offset, isRenamed, id }, who) =>
    `+CONTINUE：${who} 保留数据，从偏移 ${number(offset)} 之后接着来。${isRenamed ? `这段历史现在叫 ${shortId(id)}。` : ''}`,
  'replica.lost': ({ stage, offset, why }, who) =>
    stage === 'connected'
      ? `${who} 和主节点断了。${offset === null ? '没法从原处接着来。' : `它记着从哪儿接：第 ${number(offset)} 字节。`}`
      : `${who} 这次没连成：${why}`,
  'replica.promoted': ({ secondId, secondOffset, id }, who) =>
    `${who} 现在是主节点。历史换了名字 ${shortId(id)}，第 ${number(secondOffset)} 字节之前和 ${shortId(secondId)} 一样。`,
  'master.partial': ({ replica, offset, bytes }, who) =>
    `${who} 的积压缓冲区里还有第 ${number(offset)} 字节：把错过的 ${formatAllBytes(bytes)} 补给 ${replica}，不用传文件。`,
  'master.full': ({ replica, reason, asked }, who) =>
    ({
      first: `${replica} 没有可以接着来的历史：${who} 给它全量数据。`,
      'other-history': `${replica} 说的是另一段历史：${who} 给它全量数据。`,
      backlog: `${who} 的积压缓冲区够不着第 ${number(asked)} 字节：${replica} 得重新全量同步。`,
    })[reason],
  'master.file': ({ replicas, bytes, offset, isDirect }, who) =>
    `${who} fork 出子进程，${isDirect ? `把 ${formatAllBytes(bytes)} 的 RDB 直接发给${replicas === 1 ? '从节点' : ` ${replicas} 个从节点`}` : `把 ${formatAllBytes(bytes)} 的 RDB 写到磁盘`}。偏移 ${number(offset)} 之后的写入先替从节点留着。`,
  'master.online': ({ replica }, who) => `${who} 的文件传完了：${replica} 上线，之后每次写都会收到。`,
  'master.dropped': ({ replica }, who) => `${who} 少了一个从节点：${replica} 的连接没了。`,
  'failover.stage': ({ stage, target }, who) =>
    ({
      waiting: `FAILOVER：${who} 先压住写入，等${target === null ? '某个从节点' : ` ${target} `}追平。`,
      'handing-over': `${target} 追平了。${who} 转做它的从节点，请它接手。`,
      done: `${target} 接受了，切换完成。`,
      'given-up': `切换放弃，${who} 继续接受写入。`,
    })[stage],
};

/** What the servers of a world are called; an address that nobody has stays as it is. */
export interface Names {
  /** The server that took the step. */
  readonly who: string;
  named(address: string): string;
}

/** Null for a step that is about something else. */
export function narrateReplication(
  step: Step | null,
  { who, named }: Names,
  language: Language,
): string | null {
  if (step === null) return null;
  const sentences = language === 'zh' ? zh : en;
  const sentence = (sentences as Partial<Record<string, (step: Step, who: string) => string>>)[step.type];
  return sentence === undefined ? null : sentence(withNames(step, named), who);
}

/** Steps name servers by their addresses. */
function withNames(step: Step, named: Names['named']): Step {
  const fields = Object.entries(step).map(([field, value]): [string, unknown] => {
    const isAddress = field === 'replica' || field === 'master' || field === 'target';
    return [field, isAddress && typeof value === 'string' ? named(value) : value];
  });
  return Object.fromEntries(fields) as unknown as Step;
}
