/** The words of several servers in the lab. */
import type { Pair } from '../../i18n/pair.ts';

interface ServersWords {
  readonly servers: string;
  readonly title: string;
  readonly lead: string;
  readonly question: string;
  readonly settingUp: (title: string) => string;
  readonly commands: (count: number) => string;
  readonly timePasses: string;
  readonly stop: string;
}

export const serversWords: Pair<ServersWords> = {
  en: {
    servers: 'Servers',
    title: 'Choose the servers',
    lead: 'Several servers run side by side here and speak the real protocols over a network that you can cut. Each choice starts a new session.',
    question: 'Start these servers?',
    settingUp: (title) => `Setting up: ${title}`,
    commands: (count) => (count === 1 ? '1 command sent' : `${count} commands sent`),
    timePasses: 'The servers talk to each other…',
    stop: 'Stop here',
  },
  zh: {
    servers: '服务器',
    title: '选择服务器',
    lead: '多台服务器一起运行，彼此之间走真实的协议，网络随你剪断。每种选择都会开始新的会话。',
    question: '启动这些服务器？',
    settingUp: (title) => `正在搭建：${title}`,
    commands: (count) => `已发送 ${count} 条命令`,
    timePasses: '服务器之间正在交谈……',
    stop: '就停在这里',
  },
};
