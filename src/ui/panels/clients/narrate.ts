/** One sentence for each step of clients, transactions, messages and tracking. */
import type { Step } from '../../../protocol/steps.ts';
import type { ClientsView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';

export function narrateClients(step: Step, view: ClientsView | null, language: Language): string | null {
  return language === 'zh' ? inChinese(step, view) : inEnglish(step, view);
}

const keysIn = (keys: readonly string[]) => keys.map(keyInSentence).join(', ');

function inEnglish(step: Step, view: ClientsView | null): string | null {
  switch (step.type) {
    case 'client.blocked':
      if (step.keys.length === 0) return `Client ${step.client} waits (${step.why}).`;
      return `Client ${step.client} finds nothing at ${keysIn(step.keys)} and blocks${step.untilMs === 0 ? ', without a timeout' : ''}${behindEnglish(view, step.client, step.keys)}.`;
    case 'client.unblocked':
      if (step.how === 'key')
        return `An element arrives at ${keyInSentence(step.key ?? '')}: client ${step.client}, first in line, gets it.`;
      return step.how === 'timeout'
        ? `Client ${step.client} times out: it gets nil and is no longer blocked.`
        : `Another client unblocks client ${step.client}.`;
    case 'multi.queued':
      return `${step.command.toUpperCase()} of client ${step.client} is queued at position ${step.position + 1}; it has not run.`;
    case 'watch.touched':
      return `${keyInSentence(step.key)}, which client ${step.client} watches, has changed: its EXEC will run nothing.`;
    case 'exec.refused':
      return step.why === 'watch'
        ? `EXEC of client ${step.client} runs nothing and returns nil: a watched key has changed.`
        : `EXEC of client ${step.client} runs nothing: the server rejected a command while queueing it.`;
    case 'exec.begin':
      return `EXEC begins: ${step.commands === 1 ? '1 command' : `${step.commands} commands`} of client ${step.client}, with no other client in between.`;
    case 'exec.command':
      return `Command ${step.position + 1} of the queue runs: ${step.command.toUpperCase()}.`;
    case 'exec.end':
      return `The queue of client ${step.client} has run; other clients are served again.`;
    case 'pubsub.subscribed':
      return `Client ${step.client} subscribes to the ${step.kind === 'shard' ? 'shard channel' : step.kind} ${keyInSentence(step.name)}.`;
    case 'pubsub.unsubscribed':
      return `Client ${step.client} unsubscribes from ${keyInSentence(step.name)}.`;
    case 'pubsub.published':
      return `${step.client === 0 ? 'The server' : `Client ${step.client}`} publishes to ${keyInSentence(step.channel)}: ${step.receivers === 1 ? '1 receiver' : `${step.receivers} receivers`}.`;
    case 'pubsub.delivered':
      return `The message is written to client ${step.client}${step.pattern === null ? '' : `, by its pattern ${keyInSentence(step.pattern)}`}.`;
    case 'tracking.remembered':
      return `The server records that client ${step.client} may cache ${keyInSentence(step.key)}.`;
    case 'tracking.invalidated':
      return `${step.keys === null ? 'All keys' : keysIn(step.keys)} changed: client ${step.to} gets an invalidation message${step.to === step.client ? '' : ` in the stead of client ${step.client}`}.`;
    default:
      return null;
  }
}

function inChinese(step: Step, view: ClientsView | null): string | null {
  switch (step.type) {
    case 'client.blocked':
      if (step.keys.length === 0) return `客户端 ${step.client} 进入等待（${step.why}）。`;
      return `${keysIn(step.keys)} 里没有可取的，客户端 ${step.client} 开始等待${step.untilMs === 0 ? '，不限时间' : ''}${behindChinese(view, step.client, step.keys)}。`;
    case 'client.unblocked':
      if (step.how === 'key')
        return `${keyInSentence(step.key ?? '')} 有了内容：排在最前的客户端 ${step.client} 得到它。`;
      return step.how === 'timeout'
        ? `客户端 ${step.client} 等到了时限：收到 nil，不再等待。`
        : `客户端 ${step.client} 的等待被另一个客户端终止。`;
    case 'multi.queued':
      return `客户端 ${step.client} 的 ${step.command.toUpperCase()} 排到队列第 ${step.position + 1} 位，还没有执行。`;
    case 'watch.touched':
      return `客户端 ${step.client} 监视的 ${keyInSentence(step.key)} 被改动：它的 EXEC 将什么也不执行。`;
    case 'exec.refused':
      return step.why === 'watch'
        ? `客户端 ${step.client} 的 EXEC 什么也不执行，返回 nil：监视的键被改过。`
        : `客户端 ${step.client} 的 EXEC 什么也不执行：排队时已有命令被拒绝。`;
    case 'exec.begin':
      return `EXEC 开始：连续执行客户端 ${step.client} 的 ${step.commands} 条命令，中间不插入别人的命令。`;
    case 'exec.command':
      return `执行队列中的第 ${step.position + 1} 条：${step.command.toUpperCase()}。`;
    case 'exec.end':
      return `客户端 ${step.client} 的队列执行完毕，轮到别人了。`;
    case 'pubsub.subscribed':
      return `客户端 ${step.client} 从现在起订阅${step.kind === 'pattern' ? '模式' : step.kind === 'shard' ? '分片频道' : '频道'} ${keyInSentence(step.name)}。`;
    case 'pubsub.unsubscribed':
      return `客户端 ${step.client} 不再订阅 ${keyInSentence(step.name)}。`;
    case 'pubsub.published':
      return `${step.client === 0 ? '服务器' : `客户端 ${step.client}`} 向 ${keyInSentence(step.channel)} 发布消息：${step.receivers} 个接收者。`;
    case 'pubsub.delivered':
      return `消息写给客户端 ${step.client}${step.pattern === null ? '' : `，因为它订阅的模式 ${keyInSentence(step.pattern)} 相符`}。`;
    case 'tracking.remembered':
      return `服务器记下：客户端 ${step.client} 可能缓存了 ${keyInSentence(step.key)}。`;
    case 'tracking.invalidated':
      return `${step.keys === null ? '所有键' : keysIn(step.keys)} 变了：通知客户端 ${step.to} 丢掉缓存${step.to === step.client ? '' : `（替客户端 ${step.client} 代收）`}。`;
    default:
      return null;
  }
}

/** How many others are before it in the queue of the first key. */
function othersBefore(view: ClientsView | null, client: number, keys: readonly string[]): number {
  const line = view?.awaited.find(({ key }) => key === keys[0]);
  return Math.max(0, line?.clients.indexOf(client) ?? 0);
}

function behindEnglish(view: ClientsView | null, client: number, keys: readonly string[]): string {
  const before = othersBefore(view, client, keys);
  return before === 0 ? '' : `, behind ${before === 1 ? '1 other' : `${before} others`}`;
}

function behindChinese(view: ClientsView | null, client: number, keys: readonly string[]): string {
  const before = othersBefore(view, client, keys);
  return before === 0 ? '' : `，前面还有 ${before} 个`;
}
