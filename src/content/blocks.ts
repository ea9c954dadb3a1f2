/** Paragraphs, lists, tables and callouts: Markdown's blocks to the plain tree the page draws. */
import type { List, RootContent } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import type { Block } from '../protocol/prose.ts';
import { complain, readInlines } from './inline.ts';
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
        `"::${node.name}" is not known here: a step holds ::demo, :::demo, :::predict and :::task.`,
      );
      return null;
    default:
      complain(node, source, `A lesson cannot contain "${node.type}": remove it.`);
      return null;
  }
}

function readList(node: List, source: Source): Block {
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
      if (halves === null) return null;
      return { type: 'claim', said: readBlocks(halves[0], source), shown: readBlocks(halves[1], source) };
    }
    case 'simplified':
      return { type: 'simplified', children: readBlocks(node.children, source) };
    default:
      complain(
        node,
        source,
        `":::${node.name}" is not known here: a step holds :::demo, :::predict, :::task, :::claim and :::simplified.`,
      );
      return null;
  }
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
