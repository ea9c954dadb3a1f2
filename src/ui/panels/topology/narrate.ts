/** A sentence for what happens to the nodes and between them: a person's change, a step, or a message that arrives. */
import type { FrameSummary } from '../../../protocol/messages.ts';
import type { Step } from '../../../protocol/steps.ts';
import type { TopologyView } from '../../../protocol/views.ts';
import type { WorldChange } from '../../../protocol/world.ts';
import type { Language } from '../../i18n/language.ts';
import { narrateReplication } from '../replication/narrate.ts';
import { messageName } from './describe.ts';
import { flightsOf } from './flights.ts';
import { formatMs, nameOf, topologyWords } from './words.ts';

export function narrateTopology(
  step: Step | null,
  frame: Pick<FrameSummary, 'kind' | 'node' | 'change'> | null,
  view: TopologyView | null,
  before: TopologyView | null,
  language: Language,
): string | null {
  if (view === null) return null;
  const name = (node: number | undefined) => {
    const known = node === undefined ? undefined : view.nodes[node];
    return known === undefined ? '' : nameOf(known);
  };
  const acting = name(frame?.node ?? view.acting);
  const told = narrateReplication(
    step,
    { who: acting, named: (address) => namedIn(view, address) },
    language,
  );
  if (told !== null || step !== null) return told;
  if (frame?.change !== undefined) return narrateChange(frame.change, name, language);
  if (frame?.kind === 'crash') return sentences[language].crash(acting);
  if (frame?.kind === 'restart') return sentences[language].restart(acting);
  const arrived = flightsOf(view, before).find(({ state }) => state === 'arrived');
  if (arrived === undefined) return null;
  const { message } = arrived;
  const what = messageName(message, language);
  return topologyWords[language].arrived(what, name(message.from), name(message.to));
}

function namedIn({ nodes }: TopologyView, address: string): string {
  const node = nodes.find(({ host, port, state }) => state !== 'removed' && `${host}:${port}` === address);
  return node === undefined ? address : nameOf(node);
}

const sentences = {
  en: {
    crash: (node: string) => `${node} is killed: its process is gone, and its connections end.`,
    restart: (node: string) => `${node} starts again and reads its disk.`,
    cut: (from: string, to: string) => `The way from ${from} to ${to} is cut. The way back is another one.`,
    mend: (from: string, to: string) => `The way from ${from} to ${to} is mended: what waited sets out now.`,
    slow: (from: string, to: string, ms: number) =>
      `A message from ${from} to ${to} takes ${formatMs(ms)} from now on.`,
    freeze: (node: string) => `${node} stands still. Its kernel goes on taking what is sent to it.`,
    thaw: (node: string) => `${node} goes on, and reads what has come meanwhile.`,
    clock: (node: string, offsetMs: number, rate: number) =>
      `The clock of ${node} is ${formatMs(Math.abs(offsetMs))} ${offsetMs < 0 ? 'behind' : 'ahead'}${rate === 1 ? '' : ` and runs at ${rate} times the speed`}.`,
    add: (node: string) => `${node} joins the network.`,
    remove: (node: string) => `${node} is taken away: nobody answers at its address any more.`,
  },
  zh: {
    crash: (node: string) => `${node} 被杀掉：进程没了，连接全部断开。`,
    restart: (node: string) => `${node} 重新启动，读磁盘。`,
    cut: (from: string, to: string) => `${from} 到 ${to} 断开了，反方向是另一条路，不受影响。`,
    mend: (from: string, to: string) => `${from} 到 ${to} 恢复了：卡住的消息现在上路。`,
    slow: (from: string, to: string, ms: number) => `从现在起，${from} 到 ${to} 的消息要走 ${formatMs(ms)}。`,
    freeze: (node: string) => `${node} 停住不动，内核照样替它收消息。`,
    thaw: (node: string) => `${node} 继续运行，开始读这段时间积下的消息。`,
    clock: (node: string, offsetMs: number, rate: number) =>
      `${node} 的时钟${offsetMs < 0 ? '慢' : '快'} ${formatMs(Math.abs(offsetMs))}${rate === 1 ? '' : `，以 ${rate} 倍速走`}。`,
    add: (node: string) => `${node} 加入网络。`,
    remove: (node: string) => `${node} 被移走，这个地址再没人应答。`,
  },
};

function narrateChange(
  change: WorldChange,
  name: (node: number | undefined) => string,
  language: Language,
): string {
  const say = sentences[language];
  switch (change.type) {
    case 'cut':
    case 'mend':
      return say[change.type](name(change.from), name(change.to));
    case 'slow':
      return say.slow(name(change.from), name(change.to), change.latency.ms);
    case 'freeze':
    case 'thaw':
    case 'remove':
      return say[change.type](name(change.node));
    case 'clock':
      return say.clock(name(change.node), change.offsetMs, change.rate);
    case 'add':
      return say.add(change.start.name);
  }
}
