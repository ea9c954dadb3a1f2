/**
 * The prose of a lesson in one language, taken apart by its keys:
 *
 *     ---
 *     title: …
 *     lead: …
 *     ---
 *     ## Heading {#step-id}
 *
 *     Words with :old[ht[0]] and :new[ht[1]] in the colours of the panel.
 *
 *     ::demo{#demo-id}
 *
 *     ::players{#players-id}
 *
 *     ::code{#program-id}
 *
 *     :::predict{#prediction-id}
 *     The question.
 *
 *     - option-id: its text (no list when a number is asked for)
 *
 *     ---
 *
 *     What is said after the run.
 *     :::
 *
 *     :::task{#task-id}
 *     What to do.
 *
 *     1. a hint
 *     2. a stronger hint
 *
 *     - near-miss-id: what is said to somebody who makes it
 *     :::
 *
 *     :::dial{#id}, :::compare{#id}, :::order{#id}, :::match{#id} and :::repair{#id}: see
 *     items/
 *
 *     :::summary
 *     - a line to remember
 *     :::
 *
 *     :::interview{#question-id step=step-id}
 *     The question.
 *
 *     ---
 *
 *     The answer.
 *
 *     - point: …
 *     - next: …
 *     - trap: …
 *     :::
 */
import type { Heading, RootContent } from 'mdast';
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Block, Inline } from '../protocol/prose.ts';
import { divide, readBlock, readBlocks } from './blocks.ts';
import { DataFile } from './data-file.ts';
import { complain, missingSpace, plainText, readInlines } from './inline.ts';
import { readCompare } from './items/compare.ts';
import { type DialWords, readDial } from './items/dial.ts';
import type { ListedWords } from './items/listed.ts';
import { type MatchWords, readMatch } from './items/match.ts';
import { readOrder } from './items/order.ts';
import { type RepairWords, readRepair } from './items/repair.ts';
import { readScenarioTask, type ScenarioTaskWords } from './items/scenario.ts';
import { type Keyed, type KeyedLine, place, readKeyedLines, readOnlyParagraph } from './keyed-lines.ts';
import { frontMatterSchema } from './lesson-schema.ts';
import type { Source } from './problem.ts';

export type ItemProse = Keyed &
  (
    | { readonly type: 'demo'; readonly caption: readonly Inline[] }
    | { readonly type: 'players' | 'code' }
    | ({ readonly type: 'dial' } & DialWords)
    | ({ readonly type: 'compare' | 'order' } & ListedWords)
    | ({ readonly type: 'match' } & MatchWords)
    | ({ readonly type: 'repair' } & RepairWords)
    | ({ readonly type: 'scenario' } & ScenarioTaskWords)
    | {
        readonly type: 'predict';
        readonly question: readonly Block[];
        readonly options: readonly KeyedLine[];
        readonly explanation: readonly Block[];
      }
    | {
        readonly type: 'task';
        readonly title: readonly Inline[];
        readonly detail: readonly Block[];
        readonly hints: readonly (readonly Inline[])[];
        readonly sayings: readonly KeyedLine[];
      }
  );

export interface StepProse extends Keyed {
  readonly heading: string;
  readonly blocks: Block[];
  /** In the order in which they stand. */
  readonly items: ItemProse[];
}

export interface Prose {
  readonly source: Source;
  readonly title: string;
  readonly lead: string;
  readonly steps: readonly StepProse[];
}

const ITEM_NAMES: ReadonlySet<string> = new Set([
  'demo',
  'predict',
  'task',
  'players',
  'dial',
  'compare',
  'code',
  'order',
  'match',
  'repair',
  'scenario',
]);

const markdown = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).use(remarkDirective);

export function readProse(source: Source, language: 'zh' | 'en'): Prose {
  const front = readFrontMatter(source);
  const root = markdown.parse(front.rest);
  const steps: StepProse[] = [];
  for (const node of root.children) {
    if (node.type === 'heading' && node.depth === 2) {
      const step = readStepHeading(node, source);
      if (step !== null) steps.push(step);
      continue;
    }
    const step = steps[steps.length - 1];
    if (step === undefined) {
      complain(
        node,
        source,
        'Prose belongs to a step: start with a heading such as "## Heading {#step-id}".',
      );
      break;
    }
    const item = readItem(node, source);
    if (item === 'none') {
      const block = readBlock(node, source);
      if (block !== null) step.blocks.push(block);
    } else if (item !== null) {
      step.items.push(item);
      step.blocks.push({ type: 'item', id: item.id });
    }
  }
  if (language === 'zh') complainAboutSpacing(root.children, source);
  return { source, title: front.title, lead: front.lead, steps };
}

/** Splits the front matter off; the rest keeps its line numbers. */
function readFrontMatter(source: Source): { title: string; lead: string; rest: string } {
  const match = /^---\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/.exec(source.text);
  if (match === null) {
    source.problem(1, 1, 'Start the file with "---", the lines "title: …" and "lead: …", and "---".');
    return { title: '', lead: '', rest: source.text };
  }
  const rest =
    source.text.slice(0, match[0].length).replace(/[^\n]/g, '') + source.text.slice(match[0].length);
  // The same file cut before the closing line, so that positions in it are positions in the file.
  const file = new DataFile(source, source.text.slice(0, match[0].trimEnd().length - 3));
  const value = file.read();
  const front = value === undefined ? null : file.check(frontMatterSchema, value);
  return { title: front?.title ?? '', lead: front?.lead ?? '', rest };
}

function readStepHeading(node: Heading, source: Source): StepProse | null {
  const text = plainText(readInlines(node.children, source));
  const match = /^(.*\S)\s*\{#([a-z0-9-]+)\}$/.exec(text);
  if (match === null) {
    complain(node, source, 'End the heading with the id of its step, as in "## One table {#one-table}".');
    return null;
  }
  return { ...place(node), id: match[2], heading: match[1], blocks: [], items: [] };
}

/** 'none' if the node is no item; null if it is a broken one. */
function readItem(node: RootContent, source: Source): ItemProse | 'none' | null {
  if (node.type !== 'containerDirective' && node.type !== 'leafDirective') return 'none';
  if (!ITEM_NAMES.has(node.name)) return 'none';
  const id = node.attributes?.id;
  if (typeof id !== 'string' || id === '') {
    complain(node, source, `Say which one is meant: write ${node.name}{#its-id}.`);
    return null;
  }
  if (node.name === 'demo') return readDemo(node, id, source);
  if (node.name === 'players' || node.name === 'code') {
    if (node.type === 'leafDirective') return { ...place(node), id, type: node.name };
    const what = node.name === 'code' ? 'Programs' : 'Scripted clients';
    complain(node, source, `${what} have no words of their own: write "::${node.name}{#${id}}".`);
    return null;
  }
  if (node.type === 'leafDirective') {
    complain(
      node,
      source,
      `A ${node.name} has words of its own: write :::${node.name}{#${id}}, its words, and ":::".`,
    );
    return null;
  }
  switch (node.name) {
    case 'predict':
      return readPrediction(node, id, source);
    case 'task':
      return readTask(node, id, source);
    case 'dial': {
      const words = readDial(node, source);
      return words === null ? null : { ...place(node), id, type: 'dial', ...words };
    }
    case 'order': {
      const words = readOrder(node, source);
      return words === null ? null : { ...place(node), id, type: 'order', ...words };
    }
    case 'match': {
      const words = readMatch(node, source);
      return words === null ? null : { ...place(node), id, type: 'match', ...words };
    }
    case 'repair': {
      const words = readRepair(node, source);
      return words === null ? null : { ...place(node), id, type: 'repair', ...words };
    }
    case 'scenario': {
      const words = readScenarioTask(node, source);
      return words === null ? null : { ...place(node), id, type: 'scenario', ...words };
    }
    default: {
      const words = readCompare(node, source);
      return words === null ? null : { ...place(node), id, type: 'compare', ...words };
    }
  }
}

function readDemo(node: ContainerDirective | LeafDirective, id: string, source: Source): ItemProse | null {
  if (node.type === 'leafDirective') {
    return { ...place(node), id, type: 'demo', caption: readInlines(node.children, source) };
  }
  const [only, ...more] = node.children;
  if (only?.type !== 'paragraph' || more.length > 0) {
    complain(
      node,
      source,
      'A demonstration has one paragraph as its caption, or none: then write "::demo{#id}".',
    );
    return null;
  }
  return { ...place(node), id, type: 'demo', caption: readInlines(only.children, source) };
}

function readPrediction(node: ContainerDirective, id: string, source: Source): ItemProse | null {
  const halves = divide(node, source);
  if (halves === null) return null;
  const [asked, explained] = halves;
  const last = asked[asked.length - 1];
  const list = last.type === 'list' && last.ordered !== true && asked.length > 1 ? last : null;
  return {
    ...place(node),
    id,
    type: 'predict',
    question: readBlocks(list === null ? asked : asked.slice(0, -1), source),
    options: list === null ? [] : readKeyedLines(list, source),
    explanation: readBlocks(explained, source),
  };
}

function readTask(node: ContainerDirective, id: string, source: Source): ItemProse | null {
  const [title, ...others] = node.children;
  const last = others[others.length - 1];
  const sayings = last?.type === 'list' && last.ordered !== true ? last : null;
  const rest = sayings === null ? others : others.slice(0, -1);
  const hints = rest[rest.length - 1];
  if (title?.type !== 'paragraph' || hints?.type !== 'list' || hints.ordered !== true) {
    complain(
      node,
      source,
      'A task is a paragraph that says what to do, a numbered list of hints and, at its end, a list of what is said about near misses.',
    );
    return null;
  }
  return {
    ...place(node),
    id,
    type: 'task',
    title: readInlines(title.children, source),
    detail: readBlocks(rest.slice(0, -1), source),
    hints: hints.children.map((hint) => readOnlyParagraph(hint, source)),
    sayings: sayings === null ? [] : readKeyedLines(sayings, source),
  };
}

/** Chinese prose sets a space between Chinese characters and Latin letters, digits or code. */
function complainAboutSpacing(nodes: readonly RootContent[], source: Source): void {
  for (const node of nodes) {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      const text = node.children.map(touchingText).join('');
      const pair = missingSpace(text);
      if (pair !== null) complain(node, source, `Put a space between "${pair[0]}" and "${pair[1]}".`);
    } else if ('children' in node) {
      complainAboutSpacing(node.children as readonly RootContent[], source);
    }
  }
}

/** The character at each edge of a piece of text: code counts as a Latin letter. */
function touchingText(node: RootContent): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'inlineCode') return '`';
  if (node.type === 'break') return ' ';
  return 'children' in node ? (node.children as readonly RootContent[]).map(touchingText).join('') : ' ';
}
