/**
 * A YAML file of the content: parsed with the position of every value, so that a schema's complaint about
 * `steps[2].items[0].seed` names a line of the file.
 */
import { type Document, isMap, isNode, isPair, isScalar, type ParsedNode, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { Source } from './problem.ts';

export type Path = readonly PropertyKey[];

export class DataFile {
  readonly source: Source;
  readonly #document: Document.Parsed;

  /** `text` is the part of the file to read, from its beginning; by default all of it. */
  constructor(source: Source, text = source.text) {
    this.source = source;
    this.#document = parseDocument(text, { uniqueKeys: true, prettyErrors: false });
    for (const error of this.#document.errors)
      source.problemAt(error.pos[0], `This is not YAML: ${error.message}.`);
  }

  /** The whole file as plain values; null if it is no YAML. */
  read(): unknown {
    return this.#document.errors.length > 0 ? null : this.#document.toJS();
  }

  /** Checks a value of the file against a schema; null, after reporting why, if it does not fit. */
  check<Schema extends z.ZodType>(schema: Schema, value: unknown, path: Path = []): z.infer<Schema> | null {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) this.#explain(issue, path);
    return null;
  }

  /** Reports a problem at a value of the file. */
  problem(path: Path, message: string): void {
    const node = this.#nearest(path);
    this.source.problemAt(node?.range?.[0] ?? 0, message);
  }

  /** Reports a problem at the name of a value rather than at the value. */
  problemAtKey(path: Path, message: string): void {
    const parent = this.#nearest(path.slice(0, -1));
    const name = path[path.length - 1];
    if (isMap(parent)) {
      for (const pair of parent.items) {
        if (isPair(pair) && isScalar(pair.key) && pair.key.value === name) {
          this.source.problemAt(pair.key.range?.[0] ?? 0, message);
          return;
        }
      }
    }
    this.problem(path, message);
  }

  /** Reports a problem at the nth line (from 0) of a text, wherever the YAML puts its lines. */
  problemInText(path: Path, lineIndex: number, message: string): void {
    const node = this.#nearest(path);
    const start = node?.range?.[0] ?? 0;
    const { line, column } = this.source.positionOf(start);
    const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
    if (!isBlock) {
      this.source.problem(line, column, message);
      return;
    }
    // The text of a block begins on the line after its `|`.
    const wanted = line + 1 + lineIndex;
    const text = this.source.text.split('\n')[wanted - 1] ?? '';
    this.source.problem(wanted, text.length - text.trimStart().length + 1, message);
  }

  #nearest(path: Path): ParsedNode | null {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? this.#document.contents : this.#document.getIn(path.slice(0, length), true);
      if (isNode(node)) return node as ParsedNode;
    }
    return null;
  }

  #explain(issue: z.core.$ZodIssue, base: Path): void {
    const path = [...base, ...issue.path];
    const name = path.length === 0 ? 'the file' : nameOf(path);
    if (path.length > 0 && !this.#document.hasIn(path)) {
      this.problem(path, `Add "${String(path[path.length - 1])}": it is missing here.`);
      return;
    }
    switch (issue.code) {
      case 'unrecognized_keys':
        for (const key of issue.keys) {
          this.problemAtKey(
            [...path, key],
            `Nothing here is called "${key}": remove it or mend its spelling.`,
          );
        }
        return;
      case 'invalid_type':
        this.problem(path, `Make ${name} ${article(issue.expected)}.`);
        return;
      case 'invalid_value':
        this.problem(
          path,
          `Make ${name} one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`,
        );
        return;
      case 'too_small':
        this.problem(path, `Give ${name} at least ${issue.minimum}${unitOf(issue.origin)}.`);
        return;
      case 'too_big':
        this.problem(path, `Give ${name} at most ${issue.maximum}${unitOf(issue.origin)}.`);
        return;
      case 'custom':
      case 'invalid_union':
      case 'invalid_format':
        this.problem(path, issue.message);
        return;
      default:
        this.problem(path, `Mend ${name}: ${issue.message}.`);
    }
  }
}

function nameOf(path: Path): string {
  const last = path[path.length - 1];
  return typeof last === 'number'
    ? `entry ${last + 1} of "${String(path[path.length - 2])}"`
    : `"${String(last)}"`;
}

function article(expected: string): string {
  const names: Record<string, string> = {
    string: 'a text (put quotes around it)',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a map of names and values',
    record: 'a map of names and values',
  };
  return names[expected] ?? `a ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === 'array') return ' entries';
  if (origin === 'string') return ' characters';
  return '';
}
