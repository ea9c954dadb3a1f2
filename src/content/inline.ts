/** Words inside a paragraph: Markdown's phrasing to the plain tree the page draws. */
import type { PhrasingContent } from 'mdast';
import type { TextDirective } from 'mdast-util-directive';
import type { Inline, Tone } from '../protocol/prose.ts';
import type { Source } from './problem.ts';

export { plainText } from '../protocol/prose.ts';

const tones: readonly string[] = ['old', 'new', 'hot', 'meta', 'good', 'bad'] satisfies Tone[];

export function readInlines(nodes: readonly PhrasingContent[], source: Source): Inline[] {
  return nodes.flatMap((node) => readInline(node, source));
}

function readInline(node: PhrasingContent, source: Source): Inline[] {
  switch (node.type) {
    case 'text':
      if (node.value.includes('**')) {
        complain(
          node,
          source,
          '"**" is printed as it is here: Markdown closes no emphasis between a sign and a letter. Put the sign behind it.',
        );
      }
      return [{ type: 'text', text: joinLines(node.value) }];
    case 'inlineCode':
      return [{ type: 'code', text: node.value.replace(/\n/g, ' ') }];
    case 'strong':
    case 'emphasis':
      return [{ type: node.type, children: readInlines(node.children, source) }];
    case 'break':
      return [{ type: 'break' }];
    case 'textDirective':
      return readTone(node, source);
    case 'link':
      return readLink(node.url, readInlines(node.children, source), node, source);
    case 'html':
      complain(node, source, 'Raw HTML is not allowed in a lesson: use Markdown, or write it as `code`.');
      return [];
    case 'image':
      complain(node, source, 'A lesson shows live panels instead of pictures: remove the image.');
      return [];
    default:
      complain(
        node,
        source,
        `A lesson cannot contain "${node.type}": write it as plain text or as \`code\`.`,
      );
      return [];
  }
}

function readTone(node: TextDirective, source: Source): Inline[] {
  if (!tones.includes(node.name)) {
    complain(
      node,
      source,
      `":${node.name}" is read as a directive nobody knows: use one of ${tones.map((tone) => `:${tone}[…]`).join(' ')}, or put the words into \`code\`.`,
    );
    return [];
  }
  if (node.children.length === 0) {
    complain(node, source, `Give :${node.name} its words in brackets, as in ":${node.name}[ht[0]]".`);
    return [];
  }
  return [{ type: 'tone', tone: node.name as Tone, children: readInlines(node.children, source) }];
}

function readLink(url: string, children: Inline[], node: PhrasingContent, source: Source): Inline[] {
  if (url.startsWith('lesson:')) {
    const [id, step = null] = url.slice('lesson:'.length).split('#');
    const steps = source.outline.written.get(id);
    // A lesson that is not written yet: the words stand without a link until it is.
    if (steps === undefined && source.outline.planned.has(id)) return children;
    if (steps === undefined) complain(node, source, `There is no lesson "${id}": mend the link.`);
    else if (step !== null && !steps.includes(step)) {
      complain(node, source, `The lesson "${id}" has no step "${step}": mend the link.`);
    }
    return [{ type: 'lesson', id, step, children }];
  }
  if (url.startsWith('command:'))
    return [{ type: 'command', name: url.slice('command:'.length).toLowerCase(), children }];
  if (url.startsWith('https://')) return [{ type: 'address', href: url, children }];
  complain(
    node,
    source,
    'A link leads to "lesson:its-id", "lesson:its-id#step", to "command:its-name" or is an https address: mend this one.',
  );
  return children;
}

/**
 * A line break in the source is a space between Latin words and nothing between Chinese characters or after
 * Chinese punctuation, so that Chinese prose may be wrapped like any other.
 */
export function joinLines(text: string): string {
  return text.replace(/[ \t]*\n[ \t]*/g, (_match, offset: number, whole: string) => {
    const before = whole[offset - 1] ?? '';
    const after = whole.slice(offset).trimStart()[0] ?? '';
    if (isFullWidthMark(before) || isFullWidthMark(after)) return '';
    return isChinese(before) && isChinese(after) ? '' : ' ';
  });
}

function isChinese(character: string): boolean {
  return /\p{Script=Han}/u.test(character);
}

function isFullWidthMark(character: string): boolean {
  return /[\u3000-\u303f\uff00-\uffef\u2014\u2018\u2019\u201c\u201d\u2026]/.test(character);
}

/**
 * The first Chinese character that touches a Latin letter or digit without a space, as the two characters; null if
 * there is none.
 */
export function missingSpace(text: string): string | null {
  const match = /\p{Script=Han}[A-Za-z0-9`]|[A-Za-z0-9`%]\p{Script=Han}/u.exec(text);
  return match === null ? null : match[0];
}

interface Placed {
  readonly position?: { readonly start: { readonly line: number; readonly column: number } };
}

export function complain(node: Placed, source: Source, message: string): void {
  source.problem(node.position?.start.line ?? 1, node.position?.start.column ?? 1, message);
}
