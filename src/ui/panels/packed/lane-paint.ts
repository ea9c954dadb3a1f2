/** Paints the line under the bytes. */
import { select } from 'd3-selection';
import type { Language } from '../../i18n/language.ts';
import type { BitsMeaning } from './bits.ts';
import type { Lane } from './lane.ts';

const words = {
  en: {
    name: (encoding: string) => encoding,
    length: (bytes: number) => `length ${bytes}`,
    number: (value: string) => `the number ${value}`,
    high: 'its high bits',
    plusOne: (value: string) => `${value} and one`,
    data: (bytes: number) => `then ${bytes} ${bytes === 1 ? 'byte' : 'bytes'} of data`,
    says: (says: number) => `says ${says}`,
    needs: (needed: number) => `must say ${needed}`,
    entry: (entry: number) => `prevlen of entry ${entry}`,
    range: (low: number, middle: number, high: number) => `low ${low} · middle ${middle} · high ${high}`,
  },
  zh: {
    name: (encoding: string) => encoding,
    length: (bytes: number) => `长度 ${bytes}`,
    number: (value: string) => `数字 ${value}`,
    high: '数字的高位',
    plusOne: (value: string) => `${value} 加 1`,
    data: (bytes: number) => `后面是 ${bytes} 字节数据`,
    says: (says: number) => `写着 ${says}`,
    needs: (needed: number) => `该写 ${needed}`,
    entry: (entry: number) => `entry ${entry} 的 prevlen`,
    range: (low: number, middle: number, high: number) => `low ${low} · middle ${middle} · high ${high}`,
  },
} as const;

export function paintLane(element: HTMLElement, lane: Lane | null, language: Language): void {
  const root = select(element);
  root.classed('hot', lane?.hot ?? false);
  root.selectAll('*').remove();
  if (lane === null) return;
  const text = words[language];
  const sign = (content: string) => root.append('span').attr('class', 'lane-sign').text(content);
  const code = (content: string, name = '') =>
    root.append('code').attr('class', `lane-hex ${name}`).text(content);
  if (lane.kind === 'search') {
    root.append('span').text(text.range(lane.low, lane.middle, lane.high));
    return;
  }
  if (lane.kind === 'prevlen') {
    root.append('span').text(text.entry(lane.entry));
    code(lane.hex.join(' '));
    root.append('span').text(text.says(lane.says));
    if (lane.needed !== lane.says) {
      sign('→');
      code(lane.neededHex.join(' '), 'is-needed');
      root.append('span').text(text.needs(lane.needed));
    }
    return;
  }
  root.append('span').attr('class', 'lane-value').text(lane.value);
  sign('→');
  code(lane.hex.join(' '));
  sign('=');
  const meanings: Record<BitsMeaning, string> = {
    name: text.name(lane.encoding),
    length: text.length(lane.dataBytes ?? 0),
    number: text.number(lane.value),
    high: text.high,
    'plus-one': text.plusOne(lane.value),
  };
  for (const group of lane.groups) {
    const part = root.append('span').attr('class', `lane-bits ${group.meaning}`);
    part.append('code').text(group.bits.replace(/(.{4})(?=.)/g, '$1\u2009'));
    part.append('span').text(meanings[group.meaning]);
  }
  if (lane.dataBytes !== null) root.append('span').attr('class', 'lane-data').text(text.data(lane.dataBytes));
}
