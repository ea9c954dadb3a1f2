/** How long a lesson takes, estimated from its words and from what there is to do in it. */
import type { LessonStep } from '../protocol/lesson.ts';
import type { Block } from '../protocol/prose.ts';
import { plainText } from './inline.ts';

/** Slow enough to look at a panel beside the text. */
const ENGLISH_WORDS_A_MINUTE = 200;
const CHINESE_CHARACTERS_A_MINUTE = 450;

/** Minutes beyond the reading of their words. */
const ITEM_MINUTES: Readonly<Record<string, number>> = { demo: 0.3, predict: 0.5, task: 1.5, players: 1 };
const OTHER_ITEM_MINUTES = 1;

export function minutesOf(content: readonly Pick<LessonStep, 'prose' | 'items'>[]): number {
  let words = 0;
  let characters = 0;
  let doing = 0;
  for (const { prose, items } of content) {
    words += (textOf(prose.en).match(/\S+/g) ?? []).length;
    characters += (textOf(prose.zh).match(/\p{Script=Han}/gu) ?? []).length;
    for (const { type } of items) doing += ITEM_MINUTES[type] ?? OTHER_ITEM_MINUTES;
  }
  const reading = (words / ENGLISH_WORDS_A_MINUTE + characters / CHINESE_CHARACTERS_A_MINUTE) / 2;
  return Math.max(1, Math.round(reading + doing));
}

/** The words of some blocks, without their marks. */
export function textOf(blocks: readonly Block[]): string {
  return blocks.map(textOfBlock).join('\n');
}

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return plainText(block.children);
    case 'list':
      return block.items.map(textOf).join('\n');
    case 'quote':
    case 'simplified':
      return textOf(block.children);
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join('\n');
    case 'claim':
      return `${textOf(block.said)}\n${textOf(block.shown)}`;
    case 'summary':
      return block.lines.map(plainText).join('\n');
    case 'interview':
      return `${textOf(block.words.question)}\n${textOf(block.words.answer)}`;
    default:
      return '';
  }
}
