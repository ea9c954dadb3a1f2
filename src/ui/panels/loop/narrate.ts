/** The latest turn as a sentence. Steps belong to the structures: the loop has none of its own. */
import type { LoopTurn, LoopView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { timeText } from '../times.ts';
import { longMicroseconds, partText, waitedUs, whoText } from './describe.ts';
import { loopWords } from './words.ts';

export function narrateLoop(view: LoopView, language: Language): string | null {
  const turn = view.turns.at(-1);
  if (turn === undefined) return null;
  return language === 'zh' ? inChinese(view, turn) : inEnglish(view, turn);
}

const busyUs = ({ untilUs, fromUs }: LoopTurn): number => untilUs - fromUs;

function inEnglish(view: LoopView, turn: LoopTurn): string {
  const words = loopWords.en;
  const who = whoText(view, turn.client, words);
  const cause = words.cause(turn.cause, who);
  if (turn.unread) return `Bytes of ${who} arrive, but the thread is busy: they stay unread in the socket.`;
  const did = turn.parts.map((part) => partText(part, words)).slice(0, 3);
  const waited = waitedUs(turn);
  return [
    `The loop wakes: ${cause}.`,
    waited > 0 ? ` It had to wait ${timeText(waited, 'en')} for the thread.` : '',
    did.length === 0
      ? ' Nothing runs.'
      : ` The thread does: ${did.join(', ')}${turn.parts.length > 3 ? ', …' : ''}.`,
    busyUs(turn) >= longMicroseconds ? ` For ${timeText(busyUs(turn), 'en')} it serves no other client.` : '',
    turn.heldBy === null && busyUs(turn) < longMicroseconds
      ? ` After ${timeText(busyUs(turn), 'en')} by the model it sleeps again.`
      : '',
  ].join('');
}

function inChinese(view: LoopView, turn: LoopTurn): string {
  const words = loopWords.zh;
  const who = whoText(view, turn.client, words);
  const cause = words.cause(turn.cause, who);
  if (turn.unread) return `${who} 的数据到了，但线程被占住：字节留在套接字里，没人读。`;
  const did = turn.parts.map((part) => partText(part, words)).slice(0, 3);
  const waited = waitedUs(turn);
  return [
    `循环被唤醒：${cause}。`,
    waited > 0 ? `为等线程空出来，先等了 ${timeText(waited, 'zh')}。` : '',
    did.length === 0
      ? '没有命令要执行。'
      : `线程依次做了：${did.join('、')}${turn.parts.length > 3 ? ' 等' : ''}。`,
    busyUs(turn) >= longMicroseconds ? `这 ${timeText(busyUs(turn), 'zh')} 里别人都得等。` : '',
    turn.heldBy === null && busyUs(turn) < longMicroseconds
      ? `按模型 ${timeText(busyUs(turn), 'zh')}后继续休眠。`
      : '',
  ].join('');
}
