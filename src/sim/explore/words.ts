/** What happens in an event, in both languages. */
import type { ProgramValue } from '../../engine/programs.ts';
import type { InBothLanguages } from '../../protocol/prose.ts';
import { decodeUtf8 } from '../../protocol/utf8.ts';
import type { Operation } from '../actors/operation.ts';
import { shownValue } from '../actors/operation.ts';
import type { Space } from './space.ts';

/** A text of a program, whose characters are bytes, as people read it. */
export function readable(text: string): string {
  return decodeUtf8(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

/** An operation as its program has it. */
export function operationText(operation: Operation, space: Space): string {
  switch (operation.kind) {
    case 'node': {
      const { request } = operation;
      const node = space.nodes[operation.node];
      const isOnly = space.nodes.filter(({ kind }) => kind === node.kind).length === 1;
      if (node.kind === 'redis') {
        const words = request.args.map((word) => wordText(String(word))).join(' ');
        const prefix = isOnly ? '' : `${node.name}> `;
        if (request.method === 'track') {
          return `${prefix}CLIENT TRACKING ON REDIRECT ${wordText(String(request.args[0]))}`;
        }
        const verb = request.method === 'subscribe' ? 'SUBSCRIBE ' : '';
        return `${prefix}${verb}${words}`;
      }
      return `${node.name}.${request.method}(${request.args.map(literal).join(', ')})`;
    }
    case 'step':
      return readable(operation.text);
    case 'now':
      return 'now()';
    case 'sleep':
      return `sleep(${operation.ms})`;
    case 'receive':
      return `receive(${operation.timeoutMs ?? ''})`;
  }
}

/** Words with blanks in quotes, and scripts cut short: to their name, if they begin with one in a comment. */
function wordText(word: string): string {
  const text = readable(word);
  const name = /^\s*--\s*(\S.*?)\s*\n/.exec(text)?.[1];
  if (name !== undefined) return `"-- ${name} …"`;
  // Nobody reads an id of a cluster node to its end.
  if (/^[0-9a-f]{40}$/.test(text)) return `${text.slice(0, 8)}…`;
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length > 60) return `"${line.slice(0, 57)}…"`;
  return line === '' || line.includes(' ') ? `"${line}"` : line;
}

function literal(value: ProgramValue): string {
  return typeof value === 'string' ? `"${readable(value)}"` : readable(shownValue(value));
}

/** A value as redis-cli would print it, where it would. */
export function answerText(value: ProgramValue): string {
  if (value === null || value === false) return '(nil)';
  if (value === true) return 'true';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `"${readable(value)}"`;
  if (!Array.isArray(value)) {
    const named = value as { readonly [name: string]: ProgramValue };
    if (typeof named.ok === 'string') return named.ok;
    if (typeof named.err === 'string') return `(error) ${named.err}`;
  }
  return readable(shownValue(value));
}

/** A key is gone a millisecond after its last: nobody wants to read that. */
export function durationText(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toFixed(1))} s` : `${ms} ms`;
}

export function inBoth(zh: string, en: string): InBothLanguages<string> {
  return { zh, en };
}

export function listed(names: readonly string[], language: 'zh' | 'en'): string {
  return names.join(language === 'zh' ? '、' : ', ');
}
