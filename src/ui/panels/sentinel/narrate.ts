/** One sentence for each step of a sentinel. */

import type { Step } from '../../../protocol/steps.ts';
import type { SentinelStep } from '../../../protocol/steps-sentinel.ts';
import type { SentinelView } from '../../../protocol/views-sentinel.ts';
import type { Language } from '../../i18n/language.ts';
import { addressName, voterName } from './names.ts';

type Event = Extract<SentinelStep, { readonly type: 'sentinel.event' }>;

export function narrateSentinels(step: Step, view: SentinelView, language: Language): string | null {
  if (!step.type.startsWith('sentinel.')) return null;
  const me = voterName(view, (step as SentinelStep).me);
  return language === 'zh'
    ? inChinese(step as SentinelStep, me, view)
    : inEnglish(step as SentinelStep, me, view);
}

/** The server that an event is about. */
function subjectOf({ about }: Event, view: SentinelView): string {
  return about === null ? '?' : addressName(view, `${about.host}:${about.port}`);
}

/** The new address in `mymaster 10.0.0.1 6379 10.0.0.3 6379`. */
function switchedTo(more: string, view: SentinelView): string {
  const [, , , host, port] = more.split(' ');
  return addressName(view, `${host}:${port}`);
}

function inEnglish(step: SentinelStep, me: string, view: SentinelView): string {
  const voter = (id: string) => voterName(view, id);
  switch (step.type) {
    case 'sentinel.event':
      return eventEnglish(step, me, view);
    case 'sentinel.asked':
      return `${me} asks ${voter(step.of)} for its vote in epoch ${step.epoch}.`;
    case 'sentinel.refused':
      return step.leader === null
        ? `${me} does not vote for ${voter(step.candidate)} in epoch ${step.epoch}.`
        : `${me} does not vote for ${voter(step.candidate)}: in epoch ${step.leaderEpoch} it has voted for ${voter(step.leader)}.`;
    case 'sentinel.opinion':
      return step.isDown
        ? `${voter(step.of)} tells ${me} that ${step.master} is down for it, too.`
        : `${voter(step.of)} tells ${me} that ${step.master} is not down for it.`;
    case 'sentinel.vote':
      return `${voter(step.of)} tells ${me} that it has voted for ${step.leader === step.of ? 'itself' : voter(step.leader)} in epoch ${step.epoch}.`;
    case 'sentinel.selected':
      if (step.chosen === null) return `${me} finds no suitable replica among ${step.replicas}.`;
      return `${me} chooses ${addressName(view, step.chosen)}: ${chosenEnglish(step)}.`;
  }
}

function chosenEnglish({
  by,
  suitable,
}: Extract<SentinelStep, { readonly type: 'sentinel.selected' }>): string {
  switch (by) {
    case 'priority':
      return `of ${suitable} suitable replicas it has the lowest priority number`;
    case 'offset':
      return `of ${suitable} suitable replicas with the same priority it has the most data`;
    case 'run id':
      return `priorities and offsets are equal, and its run id is the smallest`;
    default:
      return 'it is the only suitable replica';
  }
}

function eventEnglish(step: Event, me: string, view: SentinelView): string {
  const { event, more } = step;
  const it = subjectOf(step, view);
  switch (event) {
    case '+sdown':
      return `${it} has not answered ${me} for too long: subjectively down (sdown).`;
    case '-sdown':
      return `${it} answers ${me} again: no longer sdown.`;
    case '+odown':
      return `Enough sentinels say that ${it} is down (${more.replace('#quorum ', '')}): for ${me} it is objectively down (odown).`;
    case '-odown':
      return `${it} is no longer objectively down for ${me}.`;
    case '+new-epoch':
      return `For ${me} epoch ${more} begins.`;
    case '+try-failover':
      return `${me} wants to fail ${it} over, and needs votes for that.`;
    case '+vote-for-leader': {
      const [leader, epoch] = more.split(' ');
      return `${me} votes for ${voterName(view, leader)} in epoch ${epoch}; it votes once in an epoch.`;
    }
    case '+elected-leader':
      return `${me} has enough votes: it leads the failover.`;
    case '-failover-abort-not-elected':
      return `${me} did not get enough votes in time and gives up.`;
    case '-failover-abort-no-good-slave':
      return `${me} gives up: there is no replica that it could promote.`;
    case '-failover-abort-slave-timeout':
      return `${me} gives up: the promoted replica did not become a master in time.`;
    case '+failover-state-select-slave':
      return `${me} looks for the best replica.`;
    case '+selected-slave':
      return `${me} has chosen ${it}.`;
    case '+failover-state-send-slaveof-noone':
      return `${me} is about to send ${it} REPLICAOF NO ONE.`;
    case '+failover-state-wait-promotion':
      return `${me} has sent it, and waits until INFO of ${it} says role:master.`;
    case '+promoted-slave':
      return `${it} says that it is a master: from now on clients of ${me} are sent there.`;
    case '+failover-state-reconf-slaves':
      return `${me} tells the other replicas to follow the new master.`;
    case '+slave-reconf-sent':
      return `${me} sends ${it} the new master’s address.`;
    case '+slave-reconf-inprog':
      return `${it} follows the new master, and is not synchronised yet.`;
    case '+slave-reconf-done':
      return `${it} is synchronised with the new master.`;
    case '+failover-end':
      return `${me} has finished the failover.`;
    case '+failover-end-for-timeout':
      return `${me} ends the failover: time is over.`;
    case '+switch-master':
      return `For ${me} the master is now ${switchedTo(more, view)}.`;
    case '+config-update-from':
      return `${it} knows a newer configuration, and ${me} believes it.`;
    case '+slave':
      return `${me} learns of the replica ${it}.`;
    case '+sentinel':
      return `${me} learns of the sentinel ${it}.`;
    case '+convert-to-slave':
      return `${it} calls itself a master and should not: ${me} makes it a replica.`;
    case '+fix-slave-config':
      return `${it} follows the wrong master: ${me} puts it right.`;
    case '+reboot':
      return `${it} has another run id than before: it was started again.`;
    case '+role-change':
    case '-role-change':
      return `${it} reports another role to ${me}: ${more.split(' ').at(-1)}.`;
    case '+tilt':
      return `The time of ${me} has jumped, or it stood still: in TILT mode it watches and decides nothing.`;
    case '-tilt':
      return `${me} trusts its time again and leaves TILT mode.`;
    default:
      return `${me} tells ${event} ${step.about === null ? more : it}.`;
  }
}

function inChinese(step: SentinelStep, me: string, view: SentinelView): string {
  const voter = (id: string) => voterName(view, id);
  switch (step.type) {
    case 'sentinel.event':
      return eventChinese(step, me, view);
    case 'sentinel.asked':
      return `${me} 请 ${voter(step.of)} 在纪元 ${step.epoch} 投它一票。`;
    case 'sentinel.refused':
      return step.leader === null
        ? `${me} 在纪元 ${step.epoch} 不给 ${voter(step.candidate)} 投票。`
        : `${me} 不给 ${voter(step.candidate)} 投票：它在纪元 ${step.leaderEpoch} 已经投给了 ${voter(step.leader)}。`;
    case 'sentinel.opinion':
      return step.isDown
        ? `${voter(step.of)} 告诉 ${me}：在它看来 ${step.master} 也下线了。`
        : `${voter(step.of)} 告诉 ${me}：在它看来 ${step.master} 没有下线。`;
    case 'sentinel.vote':
      return `${voter(step.of)} 告诉 ${me}：它在纪元 ${step.epoch} 把票投给了${step.leader === step.of ? '自己' : ` ${voter(step.leader)}`}。`;
    case 'sentinel.selected':
      if (step.chosen === null) return `${step.replicas} 个从节点里，${me} 一个合适的也没找到。`;
      return `${me} 选中 ${addressName(view, step.chosen)}：${chosenChinese(step)}。`;
  }
}

function chosenChinese({
  by,
  suitable,
}: Extract<SentinelStep, { readonly type: 'sentinel.selected' }>): string {
  switch (by) {
    case 'priority':
      return `${suitable} 个合适的从节点里，它的优先级数字最小`;
    case 'offset':
      return `${suitable} 个合适的从节点优先级相同，它的数据最新`;
    case 'run id':
      return '优先级和偏移量都相同，它的 run id 最小';
    default:
      return '只有它合适';
  }
}

function eventChinese(step: Event, me: string, view: SentinelView): string {
  const { event, more } = step;
  const it = subjectOf(step, view);
  switch (event) {
    case '+sdown':
      return `${it} 太久没有回应 ${me}：主观下线（sdown）。`;
    case '-sdown':
      return `${it} 又回应 ${me} 了：解除主观下线。`;
    case '+odown':
      return `说 ${it} 下线的哨兵已经够数（${more.replace('#quorum ', '')}）：在 ${me} 这里算客观下线（odown）。`;
    case '-odown':
      return `在 ${me} 这里，${it} 不再是客观下线。`;
    case '+new-epoch':
      return `${me} 进入纪元 ${more}。`;
    case '+try-failover':
      return `${me} 想为 ${it} 做故障转移，先得拉票。`;
    case '+vote-for-leader': {
      const [leader, epoch] = more.split(' ');
      return `${me} 在纪元 ${epoch} 投票给 ${voterName(view, leader)}；一个纪元只投一次。`;
    }
    case '+elected-leader':
      return `${me} 票数够了：由它主持故障转移。`;
    case '-failover-abort-not-elected':
      return `${me} 没能及时得到足够的票，放弃。`;
    case '-failover-abort-no-good-slave':
      return `${me} 放弃：没有可以晋升的从节点。`;
    case '-failover-abort-slave-timeout':
      return `${me} 放弃：选中的从节点没能及时变成主节点。`;
    case '+failover-state-select-slave':
      return `${me} 开始挑选最合适的从节点。`;
    case '+selected-slave':
      return `${me} 选定了 ${it}。`;
    case '+failover-state-send-slaveof-noone':
      return `${me} 准备向 ${it} 发送 REPLICAOF NO ONE。`;
    case '+failover-state-wait-promotion':
      return `${me} 已经发出，等 ${it} 的 INFO 里出现 role:master。`;
    case '+promoted-slave':
      return `${it} 自称主节点了：从现在起 ${me} 把客户端指到那里。`;
    case '+failover-state-reconf-slaves':
      return `${me} 让其余从节点改跟新的主节点。`;
    case '+slave-reconf-sent':
      return `${me} 把新主节点的地址发给 ${it}。`;
    case '+slave-reconf-inprog':
      return `${it} 已改跟新的主节点，还没同步完。`;
    case '+slave-reconf-done':
      return `${it} 和新的主节点同步完毕。`;
    case '+failover-end':
      return `${me} 完成了这次故障转移。`;
    case '+failover-end-for-timeout':
      return `${me} 结束故障转移：时间到了。`;
    case '+switch-master':
      return `在 ${me} 这里，主节点换成了 ${switchedTo(more, view)}。`;
    case '+config-update-from':
      return `${it} 的配置更新，${me} 采信了。`;
    case '+slave':
      return `${me} 发现了从节点 ${it}。`;
    case '+sentinel':
      return `${me} 发现了哨兵 ${it}。`;
    case '+convert-to-slave':
      return `${it} 不该自称主节点：${me} 把它改成从节点。`;
    case '+fix-slave-config':
      return `${it} 跟错了主节点：${me} 把它纠正过来。`;
    case '+reboot':
      return `${it} 的 run id 变了：它重启过。`;
    case '+role-change':
    case '-role-change':
      return `${it} 向 ${me} 报告的角色变成了 ${more.split(' ').at(-1)}。`;
    case '+tilt':
      return `${me} 的时间跳变了，或者它停顿过：进入 TILT 模式，只看不决定。`;
    case '-tilt':
      return `${me} 重新信任自己的时间，退出 TILT 模式。`;
    default:
      return `${me} 发布 ${event} ${step.about === null ? more : it}。`;
  }
}
