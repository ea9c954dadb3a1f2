/** What happens in an event, in both languages. */
import type { ProgramValue } from '../../engine/programs.ts';
import type { NodeFact } from '../../protocol/explore.ts';
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

/** What has become of a server among others: its role, its connection, and whether it takes writes. */
export function turnsOf(before: readonly NodeFact[], after: readonly NodeFact[]): InBothLanguages<string>[] {
  const find = <Type extends NodeFact['type']>(facts: readonly NodeFact[], type: Type) =>
    facts.find((fact): fact is Extract<NodeFact, { type: Type }> => fact.type === type);
  const turns: InBothLanguages<string>[] = [];
  if (find(before, 'cut') && !find(after, 'cut')) turns.push(inBoth('连上了', 'connected again'));
  if (!find(before, 'alone') && find(after, 'alone')) turns.push(inBoth('拒绝写入', 'refuses writes'));
  if (find(before, 'alone') && !find(after, 'alone')) turns.push(inBoth('接受写入', 'takes writes'));
  const was = find(before, 'role');
  const is = find(after, 'role');
  if (was !== undefined && is !== undefined) {
    if (was.of !== is.of) {
      turns.push(
        is.of === null ? inBoth('成了主节点', 'master now') : inBoth(`跟随 ${is.of}`, `follows ${is.of}`),
      );
    }
    const isSynchronised = is.of !== null && is.isUp && !(was.of === is.of && was.isUp);
    if (isSynchronised) turns.push(inBoth(`有了 ${is.of} 的数据`, `has the data of ${is.of}`));
  }
  return turns;
}
