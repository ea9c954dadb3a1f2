/** The words around the show of the home page. */
import type { Pair } from '../i18n/pair.ts';

export interface ShowWords {
  readonly show: string;
  readonly scenes: string;
  readonly play: string;
  readonly pause: string;
  readonly again: string;
  /** Above the reader's own server. */
  readonly yourTurn: string;
  readonly ownServer: string;
  /** While it plays. */
  readonly anyTime: string;
  readonly anyTimeTouch: string;
  readonly stopped: string;
  readonly ended: string;
  readonly client: (client: string) => string;
  readonly later: (seconds: number) => string;
}

export const showWords: Pair<ShowWords> = {
  zh: {
    show: '自动演示',
    scenes: '演示的三个片段',
    play: '播放演示',
    pause: '暂停演示',
    again: '再看一遍演示',
    yourTurn: '轮到你了：这台服务器是你的，敲一条命令，看它动起来。',
    ownServer: '这是你自己的服务器，接着敲命令就行。',
    anyTime: '随时敲键盘，就轮到你',
    anyTimeTouch: '点命令行，就轮到你',
    stopped: '停在这里了。敲一个字母，就轮到你。',
    ended: '演示放完了。敲一个字母，就轮到你。',
    client: (client) => `客户端 ${client}`,
    later: (seconds) => `${seconds} 秒过去了`,
  },
  en: {
    show: 'A short show',
    scenes: 'The three scenes of the show',
    play: 'Play the show',
    pause: 'Pause the show',
    again: 'Watch the show again',
    yourTurn: 'Your turn. This server is yours: type a command and watch it move.',
    ownServer: 'This is your own server. Type on where you left off.',
    anyTime: 'Start typing any time: it’s your turn',
    anyTimeTouch: 'Tap the prompt: your turn',
    stopped: 'Stopped here. Press a letter and it’s your turn.',
    ended: 'That was the show. Press a letter and it’s your turn.',
    client: (client) => `client ${client}`,
    later: (seconds) => `${seconds} seconds pass`,
  },
};
