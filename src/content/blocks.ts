/** Paragraphs, lists, tables and callouts: Markdown's blocks to the plain tree the page draws. */
import type { List, RootContent } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import { type Block, type ClaimVerdict, claimVerdicts, type InterviewWords } from '../protocol/prose.ts';
import { complain, readInlines } from './inline.ts';
import { readKeyedLines, readOnlyParagraph } from './keyed-lines.ts';
import type { Source } from './problem.ts';

/** Blocks that hold no demonstration, prediction or task. */
export function readBlocks(nodes: readonly RootContent[], source: Source): Block[] {
  return nodes.flatMap((node) => {
    const block = readBlock(node, source);
    return block === null ? [] : [block];
  });
}

export function readBlock(node: RootContent, source: Source): Block | null {
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', children: readInlines(node.children, source) };
    case 'list':
      return readList(node, source);
    case 'code':
      return { type: 'code', language: node.lang ?? '', text: node.value };
    case 'blockquote':
      return { type: 'quote', children: readBlocks(node.children, source) };
    case 'table': {
      const [head, ...rows] = node.children.map((row) =>
        row.children.map((cell) => readInlines(cell.children, source)),
      );
      return { type: 'table', align: [...(node.align ?? [])], head, rows };
    }
    case 'containerDirective':
      return readCallout(node, source);
    case 'heading':
      complain(
        node,
        source,
        'A lesson has only "## Heading {#step-id}" at the left margin; if this was meant as a line "---", leave an empty line above it.',
      );
      return null;
    case 'html':
      complain(node, source, 'Raw HTML is not allowed in a lesson: use Markdown, or write it as `code`.');
      return null;
    case 'thematicBreak':
      complain(
        node,
        source,
        'A line "---" divides a prediction or a claim and has no meaning here: remove it.',
      );
      return null;
    case 'leafDirective':
      complain(
        node,
        source,
        `"::${node.name}" is not known here: a step holds ::demo, :::demo, :::predict, :::task, ::players, ::code, :::dial, :::compare, :::order, :::match and :::repair.`,
      );
      return null;
    default:
      complain(node, source, `A lesson cannot contain "${node.type}": remove it.`);
      return null;
  }
}

function readList(node: List, source: Source): Block {
  if (node.ordered === true && node.start !== 1) {
    complain(
      node,
      source,
      `A line that begins with "${node.start}." is read as a numbered list: begin the sentence with a word, or with **${node.start}**.`,
    );
  }
  const items = node.children.map((item) => {
    if (typeof item.checked === 'boolean') {
      complain(
        item,
        source,
        'Tick boxes belong to tasks, which the engine ticks: write a :::task or a plain list.',
      );
    }
    return readBlocks(item.children, source);
  });
  return { type: 'list', ordered: node.ordered === true, items };
}

function readCallout(node: ContainerDirective, source: Source): Block | null {
  switch (node.name) {
    case 'claim': {
      const halves = divide(node, source);
      const { id, verdict } = node.attributes ?? {};
      if (halves === null) return null;
      if (typeof id !== 'string' || !isVerdict(verdict)) {
        complain(
          node,
          source,
          `Name the claim and say whether it holds, as in ":::claim{#one-table verdict=false}": ${claimVerdicts.join(', ')}.`,
        );
        return null;
      }
      return {
        type: 'claim',
        id,
        verdict,
        said: readBlocks(halves[0], source),
        shown: readBlocks(halves[1], source),
      };
    }
    case 'summary': {
      const [list, ...more] = node.children;
      if (list?.type !== 'list' || list.ordered === true || more.length > 0) {
        complain(node, source, 'A summary is one list: a line "- …" for each thing to remember.');
        return null;
      }
      return { type: 'summary', lines: list.children.map((item) => readOnlyParagraph(item, source)) };
    }
    case 'interview':
      return readInterview(node, source);
    case 'simplified':
      return { type: 'simplified', children: readBlocks(node.children, source) };
    default:
      complain(
        node,
        source,
        `":::${node.name}" is not known here: a step holds :::demo, :::predict, :::task, :::dial, :::compare, :::order, :::match, :::repair, :::claim and :::simplified, the last one also :::summary and :::interview.`,
      );
      return null;
  }
}

function isVerdict(text: unknown): text is ClaimVerdict {
  return claimVerdicts.some((verdict) => verdict === text);
}

function readInterview(node: ContainerDirective, source: Source): Block | null {
  const { id, step } = node.attributes ?? {};
  if (typeof id !== 'string' || typeof step !== 'string') {
    const message = 'Name the question and the step that proves it: ":::interview{#its-id step=its-step}".';
    complain(node, source, message);
    return null;
  }
  const halves = divide(node, source);
  if (halves === null) return null;
  const [question, answered] = halves;
  const list = answered[answered.length - 1];
  if (list.type !== 'list' || list.ordered === true || answered.length < 2) {
    complain(node, source, 'Below the answer list "- point: …", "- next: …" and "- trap: …".');
    return null;
  }
  const lines = readKeyedLines(list, source);
  const called = (name: string) => lines.filter((line) => line.id === name).map(({ text }) => text);
  const [points, next, trap] = ['point', 'next', 'trap'].map(called);
  if (points.length < 2 || next.length !== 1 || trap.length !== 1 || lines.length !== points.length + 2) {
    complain(list, source, 'Give it at least two lines "- point: …", one "- next: …" and one "- trap: …".');
    return null;
  }
  const words: InterviewWords = {
    question: readBlocks(question, source),
    answer: readBlocks(answered.slice(0, -1), source),
    points,
    next: next[0],
    trap: trap[0],
  };
  return { type: 'interview', id, step, words };
}

/** The two halves of a directive that is divided by one line `---`. */
export function divide(node: ContainerDirective, source: Source): [RootContent[], RootContent[]] | null {
  const children: RootContent[] = node.children;
  const at = children.findIndex((child) => child.type === 'thematicBreak');
  const again = children.findLastIndex((child) => child.type === 'thematicBreak');
  if (at <= 0 || at !== again || at === children.length - 1) {
    complain(
      node,
      source,
      `Divide this :::${node.name} into two parts by one line "---" with empty lines around it.`,
    );
    return null;
  }
  return [children.slice(0, at), children.slice(at + 1)];
}
