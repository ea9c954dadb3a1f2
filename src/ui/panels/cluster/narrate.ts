/** One sentence for each step of a cluster. */

import type { Step } from '../../../protocol/steps.ts';
import type { ClusterStep, Redirection, VoteRefusal } from '../../../protocol/steps-cluster.ts';
import type { ClusterView } from '../../../protocol/views-cluster.ts';
import { plural } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { timeText } from '../times.ts';
import { nameOf } from './nodes.ts';

type Of<Type extends ClusterStep['type']> = Extract<ClusterStep, { readonly type: Type }>;

export function narrateCluster(step: Step, view: ClusterView, language: Language): string | null {
  if (!step.type.startsWith('cluster.')) return null;
  const { me: id } = step as ClusterStep;
  const me = nameOf(view, id);
  const name = (id: string | null) => (id === null ? '?' : nameOf(view, id));
  return language === 'zh'
    ? inChinese(step as ClusterStep, me, name)
    : inEnglish(step as ClusterStep, me, name);
}

type Name = (id: string | null) => string;

function inEnglish(step: ClusterStep, me: string, name: Name): string {
  switch (step.type) {
    case 'cluster.node':
      return metEnglish(step, me, name);
    case 'cluster.suspected':
      return `${name(step.node)} has not answered ${me} for the node timeout: ${me} suspects it (fail?).`;
    case 'cluster.reported':
      return `${name(step.by)} tells ${me} that it suspects ${name(step.node)}, too: ${plural(step.reports, 'report', 'reports')}, and ${step.quorum} masters are a majority.`;
    case 'cluster.failed':
      return step.by === null
        ? `${me} counts ${step.votes} of ${step.quorum} masters that suspect ${name(step.node)}: it has failed (fail), and ${me} tells everybody.`
        : `${name(step.by)} tells ${me} that ${name(step.node)} has failed.`;
    case 'cluster.recovered':
      return `${name(step.node)} answers ${me} again: no longer ${step.was === 'failed' ? 'failed' : 'suspected'}.`;
    case 'cluster.election':
      return `${me} will stand for ${name(step.master)} in ${timeText(step.delayMs * 1000, 'en')}: rank ${step.rank}, because ${step.rank === 0 ? 'no other replica' : plural(step.rank, 'other replica', 'other replicas')} has more of the data.`;
    case 'cluster.auth-request':
      return `${me} begins epoch ${step.epoch} and asks all masters to vote for it as successor of ${name(step.master)}.`;
    case 'cluster.vote':
      return step.refusal === null
        ? `${me} votes for ${name(step.candidate)} in epoch ${step.epoch}; it will vote for no one else in this epoch.`
        : `${me} does not vote for ${name(step.candidate)}: ${refusalEnglish[step.refusal]}.`;
    case 'cluster.vote-heard':
      return `${me} gets the vote of ${name(step.from)}: ${step.votes} of ${step.quorum}.`;
    case 'cluster.won':
      return `${me} has ${plural(step.votes, 'vote', 'votes')}, a majority: with epoch ${step.epoch} it takes over ${plural(step.slots, 'slot', 'slots')} of ${name(step.master)}.`;
    case 'cluster.epoch':
      return epochEnglish(step, me, name);
    case 'cluster.slots':
      return slotsEnglish(step, me, name);
    case 'cluster.slot':
      return slotEnglish(step, me, name);
    case 'cluster.migrated':
      return `${keyInSentence(step.key)} has arrived at ${step.host}:${step.port}, and ${me} deletes it: ${plural(step.left, 'key', 'keys')} of slot ${step.slot} left here.`;
    case 'cluster.redirected':
      return redirectedEnglish[step.answer](step, me, name);
    case 'cluster.state':
      return step.isOk
        ? `${me} takes the cluster as ok: ${step.served} slots are served, and it reaches ${step.reachable} of ${step.size} masters.`
        : `${me} takes the cluster as down: ${step.served} of 16384 slots are served, and it reaches ${step.reachable} of ${step.size} masters.`;
    case 'cluster.role':
      if (step.master === null) return `${me} knows ${name(step.node)} as a master now.`;
      return step.isMigration
        ? `${name(step.master)} has lost its replicas: ${name(step.node)} leaves its master, which has one to spare, and follows it.`
        : `${me} knows ${name(step.node)} as a replica of ${name(step.master)} now.`;
    case 'cluster.manual':
      return manualEnglish(step, me, name);
  }
}

function metEnglish({ how, node, host, port }: Of<'cluster.node'>, me: string, name: Name): string {
  switch (how) {
    case 'handshake':
      return `${me} begins a handshake with ${host}:${port}; it does not know its name yet.`;
    case 'named':
      return `${host}:${port} tells ${me} its name, ${node.slice(0, 8)}…: the handshake is done.`;
    case 'gossip':
      return `Gossip tells ${me} of ${name(node)} at ${host}:${port}, which it did not know.`;
    case 'no-answer':
      return `Nobody at ${host}:${port} finished the handshake in time: ${me} gives it up.`;
    case 'removed':
      return `${me} forgets ${name(node)}.`;
  }
}

const refusalEnglish: Readonly<Record<VoteRefusal, string>> = {
  'old-epoch': 'the request is of an epoch that is over',
  voted: 'it has voted in this epoch already',
  'master-up': 'its master has not failed as far as this node knows',
  'too-soon': 'it voted for a replica of the same master a moment ago',
  slots: 'somebody with a higher epoch has slots that it claims',
};

function epochEnglish({ epoch, why, node }: Of<'cluster.epoch'>, me: string, name: Name): string {
  switch (why) {
    case 'heard':
      return `${me} hears of epoch ${epoch} from ${name(node)}.`;
    case 'election':
      return `${me} begins epoch ${epoch} for an election.`;
    case 'bumped':
      return `${me} takes epoch ${epoch} without asking anybody, so that the others believe its claim.`;
    case 'collision':
      return `${me} and ${name(node)} have the same epoch: ${me} has the smaller name and takes the next one, ${epoch}.`;
  }
}

function slotsEnglish(step: Of<'cluster.slots'>, me: string, name: Name): string {
  const { how, owner, slots, first, last, from } = step;
  const which = slots === 1 ? `slot ${first}` : `${slots} slots (${first} to ${last})`;
  const whose = from === null ? '' : ` of ${name(from)}`;
  switch (how) {
    case 'assigned':
      return `${me} serves ${which} from now on.`;
    case 'deleted':
      return `${me} knows no owner of ${which} any more.`;
    case 'claimed':
      return `${name(owner)} claims ${which}${whose} with a higher epoch, and ${me} believes it.`;
    case 'inherited':
      return `${me} takes over ${which}${whose} and tells everybody.`;
  }
}

function slotEnglish({ slot, how, node }: Of<'cluster.slot'>, me: string, name: Name): string {
  switch (how) {
    case 'migrating':
      return `${me} marks slot ${slot} as migrating to ${name(node)}: keys that are gone are answered with ASK.`;
    case 'importing':
      return `${me} marks slot ${slot} as importing from ${name(node)}: it serves it to clients that say ASKING.`;
    case 'stable':
      return `${me} takes the marks of slot ${slot} away.`;
    case 'node':
      return `${me} is told that slot ${slot} belongs to ${name(node)}.`;
  }
}

type Redirected = (step: Of<'cluster.redirected'>, me: string, name: Name) => string;

const redirectedEnglish: Readonly<Record<Redirection, Redirected>> = {
  moved: ({ key, slot, node }, me, name) =>
    `${keyInSentence(key)} lies in slot ${slot}, which is ${name(node)}’s: ${me} answers MOVED.`,
  ask: ({ key, slot, node }, me, name) =>
    `Slot ${slot} is on its way, and ${keyInSentence(key)} is not at ${me} any more: ASK at ${name(node)}.`,
  'cross-slot': (_step, me) => `The keys lie in different slots: ${me} answers CROSSSLOT.`,
  'try-again': ({ slot }, me) =>
    `Slot ${slot} is on its way, and some of the keys are at ${me} and some are not: TRYAGAIN.`,
  down: (_step, me) => `${me} takes the cluster as down and answers CLUSTERDOWN.`,
  'down-for-writes': (_step, me) => `${me} takes the cluster as down and refuses writes.`,
  'not-served': ({ slot }, me) => `${me} knows no owner of slot ${slot}: CLUSTERDOWN.`,
};

function manualEnglish({ stage, replica, offset }: Of<'cluster.manual'>, me: string, name: Name): string {
  switch (stage) {
    case 'begun':
      return `${me} begins to take over from its master by hand.`;
    case 'paused':
      return `${me} pauses writes, so that ${name(replica)} can catch up to offset ${offset}.`;
    case 'told':
      return `${me} hears that its master has paused at offset ${offset}.`;
    case 'caught-up':
      return `${me} has all of its master’s data, up to offset ${offset}: now it may ask for votes.`;
    case 'timed-out':
      return `${me} gives the failover by hand up: time is over.`;
  }
}

function inChinese(step: ClusterStep, me: string, name: Name): string {
  switch (step.type) {
    case 'cluster.node':
      return metChinese(step, me, name);
    case 'cluster.suspected':
      return `${name(step.node)} 超过 node timeout 没有回应 ${me}：${me} 怀疑它下线了（fail?）。`;
    case 'cluster.reported':
      return `${name(step.by)} 告诉 ${me}：它也怀疑 ${name(step.node)}。已有 ${step.reports} 份报告，过半数要 ${step.quorum} 个主节点。`;
    case 'cluster.failed':
      return step.by === null
        ? `${me} 数到 ${step.votes} 个主节点怀疑 ${name(step.node)}，够 ${step.quorum} 个的多数：判它下线（fail），并通知所有节点。`
        : `${name(step.by)} 通知 ${me}：${name(step.node)} 已下线。`;
    case 'cluster.recovered':
      return `${name(step.node)} 又回应 ${me} 了：${step.was === 'failed' ? '撤销下线判定' : '解除怀疑'}。`;
    case 'cluster.election':
      return `${me} 准备接替 ${name(step.master)}，${timeText(step.delayMs * 1000, 'zh')}后开始拉票：${step.rank === 0 ? '没有别的从节点数据比它新' : `有 ${step.rank} 个从节点的数据比它新`}，排位 ${step.rank}。`;
    case 'cluster.auth-request':
      return `${me} 开启纪元 ${step.epoch}，请所有主节点投票让它接替 ${name(step.master)}。`;
    case 'cluster.vote':
      return step.refusal === null
        ? `${me} 在纪元 ${step.epoch} 把票投给 ${name(step.candidate)}；这个纪元里不会再投别人。`
        : `${me} 不给 ${name(step.candidate)} 投票：${refusalChinese[step.refusal]}。`;
    case 'cluster.vote-heard':
      return `${me} 收到 ${name(step.from)} 的一票：${step.votes}/${step.quorum}。`;
    case 'cluster.won':
      return `${me} 得到 ${step.votes} 票，过半数：以纪元 ${step.epoch} 接管 ${name(step.master)} 的 ${step.slots} 个槽。`;
    case 'cluster.epoch':
      return epochChinese(step, me, name);
    case 'cluster.slots':
      return slotsChinese(step, me, name);
    case 'cluster.slot':
      return slotChinese(step, me, name);
    case 'cluster.migrated':
      return `${keyInSentence(step.key)} 已到达 ${step.host}:${step.port}，${me} 把自己这份删掉：槽 ${step.slot} 在这里还剩 ${step.left} 个键。`;
    case 'cluster.redirected':
      return redirectedChinese[step.answer](step, me, name);
    case 'cluster.state':
      return step.isOk
        ? `${me} 认为集群可用：${step.served} 个槽有人负责，连得上 ${step.size} 个主节点中的 ${step.reachable} 个。`
        : `${me} 认为集群不可用：16384 个槽里只有 ${step.served} 个有人负责，连得上 ${step.size} 个主节点中的 ${step.reachable} 个。`;
    case 'cluster.role':
      if (step.master === null) return `${me} 得知 ${name(step.node)} 现在是主节点。`;
      return step.isMigration
        ? `${name(step.master)} 的从节点都没了：${name(step.node)} 离开自己富余的主节点，改为跟随它。`
        : `${me} 得知 ${name(step.node)} 现在跟随 ${name(step.master)}。`;
    case 'cluster.manual':
      return manualChinese(step, me, name);
  }
}

function metChinese({ how, node, host, port }: Of<'cluster.node'>, me: string, name: Name): string {
  switch (how) {
    case 'handshake':
      return `${me} 开始和 ${host}:${port} 握手，还不知道对方叫什么。`;
    case 'named':
      return `${host}:${port} 向 ${me} 报上名字 ${node.slice(0, 8)}…，握手完成。`;
    case 'gossip':
      return `${me} 从 gossip 里得知一个新节点：${name(node)}，在 ${host}:${port}。`;
    case 'no-answer':
      return `${host}:${port} 迟迟没完成握手，${me} 放弃了。`;
    case 'removed':
      return `${me} 忘掉 ${name(node)}。`;
  }
}

const refusalChinese: Readonly<Record<VoteRefusal, string>> = {
  'old-epoch': '这个请求的纪元已经过去',
  voted: '它在这个纪元已经投过票',
  'master-up': '在它看来，对方的主节点并没有下线',
  'too-soon': '它刚给同一个主节点的从节点投过票',
  slots: '对方要的槽里，有的已归纪元更高的节点',
};

function epochChinese({ epoch, why, node }: Of<'cluster.epoch'>, me: string, name: Name): string {
  switch (why) {
    case 'heard':
      return `${me} 从 ${name(node)} 那里得知纪元 ${epoch}。`;
    case 'election':
      return `${me} 为选举开启纪元 ${epoch}。`;
    case 'bumped':
      return `${me} 不问任何人，直接取纪元 ${epoch}，好让别人相信它的主张。`;
    case 'collision':
      return `${me} 和 ${name(node)} 的纪元撞了：${me} 名字较小，改用下一个纪元 ${epoch}。`;
  }
}

function slotsChinese(step: Of<'cluster.slots'>, me: string, name: Name): string {
  const { how, owner, slots, first, last, from } = step;
  const which = slots === 1 ? `槽 ${first}` : `${slots} 个槽（${first} 到 ${last}）`;
  const whose = from === null ? '' : `原属 ${name(from)} 的 `;
  switch (how) {
    case 'assigned':
      return `从现在起 ${me} 负责${which}。`;
    case 'deleted':
      return `在 ${me} 看来，${which}不再有人负责。`;
    case 'claimed':
      return `${name(owner)} 以更高的纪元认领${whose}${which}，${me} 信了。`;
    case 'inherited':
      return `${me} 接过${whose}${which}，并告诉所有节点。`;
  }
}

function slotChinese({ slot, how, node }: Of<'cluster.slot'>, me: string, name: Name): string {
  switch (how) {
    case 'migrating':
      return `${me} 把槽 ${slot} 标为正迁往 ${name(node)}：已经搬走的键会用 ASK 回答。`;
    case 'importing':
      return `${me} 把槽 ${slot} 标为正从 ${name(node)} 迁入：先发 ASKING 的客户端可以在这里用它。`;
    case 'stable':
      return `${me} 撤掉槽 ${slot} 的迁移标记。`;
    case 'node':
      return `${me} 被告知：槽 ${slot} 归 ${name(node)}。`;
  }
}

const redirectedChinese: Readonly<Record<Redirection, Redirected>> = {
  moved: ({ key, slot, node }, me, name) =>
    `${keyInSentence(key)} 在槽 ${slot}，归 ${name(node)}：${me} 回答 MOVED。`,
  ask: ({ key, slot, node }, me, name) =>
    `槽 ${slot} 正在搬，${keyInSentence(key)} 已经不在 ${me}：用 ASK 指向 ${name(node)}。`,
  'cross-slot': (_step, me) => `这些键分属不同的槽：${me} 回答 CROSSSLOT。`,
  'try-again': ({ slot }, me) => `槽 ${slot} 正在搬，这些键有的还在 ${me}、有的已走：回答 TRYAGAIN。`,
  down: (_step, me) => `${me} 认为集群不可用，回答 CLUSTERDOWN。`,
  'down-for-writes': (_step, me) => `${me} 认为集群不可用，拒绝写命令。`,
  'not-served': ({ slot }, me) => `${me} 不知道槽 ${slot} 归谁：CLUSTERDOWN。`,
};

function manualChinese({ stage, replica, offset }: Of<'cluster.manual'>, me: string, name: Name): string {
  switch (stage) {
    case 'begun':
      return `${me} 开始手动接替它的主节点。`;
    case 'paused':
      return `${me} 暂停写命令，好让 ${name(replica)} 追到偏移量 ${offset}。`;
    case 'told':
      return `${me} 得知主节点停在偏移量 ${offset}。`;
    case 'caught-up':
      return `${me} 追平了主节点的数据（偏移量 ${offset}）：可以拉票了。`;
    case 'timed-out':
      return `${me} 放弃这次手动切换：时间到了。`;
  }
}
