/** The words of consoles where there are several servers. */
import type { Pair } from '../../i18n/pair.ts';
import type { NodeHere } from '../../session/nodes.ts';

interface NodeConsoleWords {
  readonly open: string;
  readonly openAt: string;
  readonly states: Record<'down' | 'frozen', string>;
  readonly roles: Record<NodeHere['role'], string>;
  readonly stranded: (node: string) => string;
  readonly start: (node: string) => string;
  readonly follow: string;
  readonly followAbout: string;
}

export const nodeConsoleWords: Pair<NodeConsoleWords> = {
  en: {
    open: 'Connect another client',
    openAt: 'Connect to which node?',
    states: { down: 'not running', frozen: 'frozen' },
    roles: { master: 'master', replica: 'replica', sentinel: 'sentinel' },
    stranded: (node) => `${node} is not running. What reached its disk can be read again.`,
    start: (node) => `Start ${node} from disk`,
    follow: '-c',
    followAbout: 'Follow MOVED and ASK to the node they name, as redis-cli -c does',
  },
  zh: {
    open: '再连接一个客户端',
    openAt: '连接到哪个节点？',
    states: { down: '没有运行', frozen: '已冻结' },
    roles: { master: '主节点', replica: '从节点', sentinel: '哨兵' },
    stranded: (node) => `${node} 没有运行。已经写到磁盘上的数据还能读回来。`,
    start: (node) => `从磁盘启动 ${node}`,
    follow: '-c',
    followAbout: '遇到 MOVED 和 ASK 就跟到它指的节点，和 redis-cli -c 一样',
  },
};
