/** The lock in words: figures beside the title, the meaning of each sign, and the text for screen readers. */
import type { LockEvent, LocksView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { locksWords } from './words.ts';

/** A client's own name, or its number. */
export function clientName(view: LocksView, client: number, language: Language): string {
  if (client === 0) return locksWords[language].server;
  const name = view.lanes.find((lane) => lane.client === client)?.name ?? '';
  return name === '' ? locksWords[language].client(client) : name;
}

/** Durations with the unit that keeps them short. */
export function formatElapsed(ms: number, language: Language): string {
  const zh = language === 'zh';
  const whole = Math.round(ms);
  if (whole === 0) return zh ? '0 秒' : '0 s';
  if (whole < 1000) return zh ? `${whole} 毫秒` : `${whole} ms`;
  if (whole < 60_000) {
    const seconds = (whole / 1000).toFixed(whole % 1000 === 0 ? 0 : whole < 10_000 ? 2 : 1);
    return zh ? `${seconds} 秒` : `${seconds} s`;
  }
  const units = zh ? (['小时', '分', '秒'] as const) : (['h', 'min', 's'] as const);
  const seconds = Math.floor(whole / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const first = parts.findIndex((part) => part > 0);
  // Two units are exact enough, and a zero is no information.
  const shown = [first, first + 1].filter((nth) => nth < 3 && parts[nth] > 0);
  return shown.map((nth) => `${parts[nth]} ${units[nth]}`).join(' ');
}

export function summariseLocks(view: LocksView, nowMs: number, language: Language): string[] {
  const words = locksWords[language];
  if (view.token === null) return [words.free];
  const name = clientName(view, view.owner, language);
  const state = view.lanes.find(({ client }) => client === view.owner)?.state;
  const left =
    view.expireAtMs < 0
      ? words.noExpiry
      : words.left(formatElapsed(Math.max(0, view.expireAtMs - nowMs), language));
  return [state === 'orphaned' ? words.orphanedBy(name) : words.heldBy(name), left];
}

/** One sentence about one event. */
export function describeEvent(view: LocksView, event: LockEvent, language: Language): string {
  return language === 'zh' ? inChinese(view, event) : inEnglish(view, event);
}

function inEnglish(view: LocksView, event: LockEvent): string {
  const who = clientName(view, event.client, 'en');
  const Who = who.charAt(0).toUpperCase() + who.slice(1);
  const owner = event.owner === 0 ? 'nobody' : clientName(view, event.owner, 'en');
  const token = event.token === null ? '' : keyInSentence(event.token);
  const expiry =
    event.expireAtMs < 0 ? 'without an expiry' : `for ${formatElapsed(event.expireAtMs - event.atMs, 'en')}`;
  switch (event.kind) {
    case 'acquired':
      return `${Who} takes the lock: the key now holds ${token}, ${expiry}.`;
    case 'refused':
      return event.owner === event.client
        ? `${Who} is refused its own lock: this lock is not reentrant.`
        : `${Who} is refused: the lock is ${owner === 'nobody' ? 'there' : `${possessive(owner)}`}, with the value ${token}.`;
    case 'renewed':
      return event.expireAtMs < 0
        ? `${Who} removes the expiry of the lock.`
        : `${Who} sets the expiry of the lock: ${formatElapsed(event.expireAtMs - event.atMs, 'en')} from now.`;
    case 'read':
      if (event.token === null) return `${Who} reads the key and finds no lock.`;
      return `${Who} reads the key and finds ${token}${event.owner === 0 ? '' : `, ${event.owner === event.client ? 'its own' : `${possessive(owner)}`}`}.`;
    case 'released':
      return `${Who} releases its lock${event.byScript ? ': the script found its token and removed the key' : ''}.`;
    case 'wrongRelease':
      return `${Who} removes a lock that is ${possessive(owner)}: ${token} is gone, and ${owner} does not know.`;
    case 'cleared':
      return `${Who} clears away the lock ${owner === 'nobody' ? 'that was there' : `that ${owner} left behind`}.`;
    case 'nothing':
      return `${Who} tries to release the lock, but it no longer exists.`;
    case 'spared':
      return event.token === null
        ? `The script of ${who} finds no lock and removes nothing.`
        : `The script of ${who} finds ${token} instead of its own token and leaves the lock alone.`;
    case 'overwritten':
      return `${Who} overwrites the lock of ${owner} with ${token}.`;
    case 'expired':
      return `The lock expires: ${token} is gone, and nothing notifies ${owner}.`;
    case 'lost':
      return `The server lost the lock without any command: ${token} is gone, and nothing notifies ${owner}.`;
    case 'gone':
      return event.owner === event.client && event.token !== null
        ? `${Who} is gone, and its lock is still there.`
        : `${Who} is gone.`;
  }
}

function possessive(name: string): string {
  return `${name}’s`;
}

function inChinese(view: LocksView, event: LockEvent): string {
  const who = clientName(view, event.client, 'zh');
  const owner = event.owner === 0 ? '' : clientName(view, event.owner, 'zh');
  // A letter keeps a space before it, 客户端 does not.
  const afterWords = /^\w/.test(owner) ? ` ${owner}` : owner;
  const token = event.token === null ? '' : keyInSentence(event.token);
  const lasting = formatElapsed(event.expireAtMs - event.atMs, 'zh');
  switch (event.kind) {
    case 'acquired':
      return `${who} 拿到锁：键的值是 ${token}，${event.expireAtMs < 0 ? '没有过期时间' : `${lasting}后过期`}。`;
    case 'refused':
      if (event.owner === event.client) return `${who} 抢自己已经持有的锁，失败：这把锁不可重入。`;
      return owner === ''
        ? `${who} 没抢到：键已经存在，值是 ${token}。`
        : `${who} 没抢到：锁在${afterWords} 手里，值是 ${token}。`;
    case 'renewed':
      return event.expireAtMs < 0
        ? `${who} 取消了锁的过期时间。`
        : `${who} 设置了锁的过期时间：从现在起 ${lasting}。`;
    case 'read':
      if (event.token === null) return `${who} 读了一下，锁不存在。`;
      if (event.owner === event.client) return `${who} 读到 ${token}，是自己的锁。`;
      return owner === '' ? `${who} 读到 ${token}。` : `${who} 读到 ${token}，是${afterWords} 的锁。`;
    case 'released':
      return event.byScript ? `${who} 释放锁：脚本比对 token 一致，删掉了键。` : `${who} 释放了自己的锁。`;
    case 'wrongRelease':
      return `${who} 误删了${afterWords} 的锁：${token} 没了，${owner} 却不知道。`;
    case 'cleared':
      return owner === '' ? `${who} 删掉了这个键。` : `${who} 清掉了${afterWords} 断开后留下的锁。`;
    case 'nothing':
      return `${who} 来释放锁，键已经不在了。`;
    case 'spared':
      return event.token === null
        ? `${who} 的脚本没找到锁，什么也没删。`
        : `${who} 的脚本读到的是 ${token}，不是自己的 token，没有动它。`;
    case 'overwritten':
      return `${who} 用 ${token} 覆盖了${owner === '' ? '原来的值' : `${afterWords} 的锁`}。`;
    case 'expired':
      return `锁到期了：${token} 没了${owner === '' ? '' : `，没人通知 ${owner}`}。`;
    case 'lost':
      return `没有人删它，服务器却把锁弄丢了（淘汰或重启）：${token} 没了${owner === '' ? '' : `，没人通知 ${owner}`}。`;
    case 'gone':
      return event.owner === event.client && event.token !== null
        ? `${who} 断开了，锁还留在那里。`
        : `${who} 断开了。`;
  }
}

/** The whole panel in a sentence or two. */
export function describeLocks(view: LocksView, nowMs: number, language: Language): string {
  const zh = language === 'zh';
  const words = locksWords[language];
  const key = keyInSentence(view.key ?? '');
  const figures = summariseLocks(view, nowMs, language).join(zh ? '，' : ', ');
  const { wrongReleases } = view.totals;
  const clash = view.conflicts.find(({ to }) => to === null);
  const parts = [zh ? `锁 ${key}：${figures}` : `Lock ${key}: ${figures}`];
  parts.push(
    zh
      ? `${view.lanes.length + view.hiddenClients} 个客户端，${view.events.length + view.earlierEvents} 个事件`
      : `${view.lanes.length + view.hiddenClients} clients, ${view.events.length + view.earlierEvents} events`,
  );
  if (wrongReleases > 0) {
    parts.push(
      zh
        ? `误删 ${wrongReleases} 次`
        : `${wrongReleases} wrong ${wrongReleases === 1 ? 'release' : 'releases'}`,
    );
  }
  if (clash !== undefined) parts.push(words.alarm(namesOf(view, clash.clients, language)));
  return `${parts.join(zh ? '；' : '; ')}${zh ? '。' : '.'}`;
}

export function namesOf(view: LocksView, clients: readonly number[], language: Language): string {
  const names = clients.map((client) => clientName(view, client, language));
  if (language === 'zh') return `${names.join('、')} `;
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
