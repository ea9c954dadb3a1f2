/** Bytes on the wire in words. */
import type { WireBytes, WireView } from '../../../protocol/views.ts';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import {
  elementPhrase,
  elementText,
  hexOf,
  replyElements,
  requestElements,
  type WireElement,
} from './elements.ts';
import { type WireWords, wireWords } from './words.ts';

const accessibleBytes = 512;

export function summariseWire(view: WireView, language: Language): string[] {
  const { summary } = wireWords[language];
  const written = view.replies.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
  return [
    view.request === null ? summary.own : summary.sent(view.client, view.request.totalBytes),
    ...(view.answered ? [summary.wrote(written)] : []),
  ];
}

export function accessibleWire(view: WireView, language: Language): AccessibleTable {
  const words = wireWords[language];
  const rows: { id: string; name: string; text: string }[] = [];
  if (view.request !== null) {
    rows.push({ id: 'request', name: words.request(view.client), text: hexText(view.request) });
    rows.push({ id: 'request-tree', name: words.kind.array, text: treeText(requestElements(view), words) });
  }
  for (const reply of view.replies) {
    const { client, protocol, other } = reply;
    rows.push({ id: `reply:${client}`, name: words.reply(client), text: hexText(reply) });
    rows.push({
      id: `reply-tree:${client}`,
      name: words.own(protocol),
      text: treeText(replyElements(reply), words),
    });
    if (other === null) continue;
    const otherProtocol = protocol === 2 ? 3 : 2;
    rows.push({ id: `other:${client}`, name: words.other(otherProtocol), text: hexText(other) });
  }
  return { caption: summariseWire(view, language).join(' · '), rows };
}

function hexText({ bytes }: WireBytes): string {
  return [...bytes.subarray(0, accessibleBytes)].map(hexOf).join(' ');
}

function treeText(elements: readonly WireElement[], words: WireWords): string {
  return elements
    .slice(0, 60)
    .map((element) => `${elementText(element, words)}${element.value === null ? '' : ` ${element.value}`}`)
    .join(' · ');
}

/** A sentence for the moment looked at. */
export function narrateWire(view: WireView, language: Language): string | null {
  const words = wireWords[language];
  if (view.request === null) return view.replies.length === 0 ? null : wroteText(view, language);
  const elements = requestElements(view);
  const tops = elements.filter(({ depth, whole }) => depth === 0 && whole);
  const what = tops.length === 1 ? elementPhrase(tops[0], words) : words.commands(tops.length);
  const zh = language === 'zh';
  const sentBytes = formatCount(view.request.totalBytes, language);
  const sent =
    tops.length === 0
      ? zh
        ? `客户端 ${view.client} 发来 ${sentBytes} 字节，还凑不成一条命令。`
        : `Client ${view.client} has sent ${sentBytes} bytes, not a complete command yet.`
      : zh
        ? `客户端 ${view.client} 发来 ${sentBytes} 字节：${what}。`
        : `Client ${view.client} has sent ${sentBytes} bytes: ${what}.`;
  if (!view.answered) return `${sent}${zh ? '' : ' '}${words.running}`;
  return view.replies.length === 0 ? sent : `${sent}${zh ? '' : ' '}${wroteText(view, language)}`;
}

function wroteText({ replies }: WireView, language: Language): string {
  const words = wireWords[language];
  const zh = language === 'zh';
  if (replies.length > 1) {
    const bytes = formatCount(
      replies.reduce((sum, { totalBytes }) => sum + totalBytes, 0),
      language,
    );
    return zh
      ? `服务器写给 ${replies.length} 个客户端，共 ${bytes} 字节。`
      : `The server writes ${bytes} bytes to ${replies.length} clients.`;
  }
  const [first] = replyElements(replies[0]);
  const what = first === undefined ? '' : elementPhrase(first, words);
  const bytes = formatCount(replies[0].totalBytes, language);
  return zh ? `服务器写出 ${bytes} 字节：${what}。` : `The server writes ${bytes} bytes: ${what}.`;
}
