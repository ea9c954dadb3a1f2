/**
 * A part of a view, named by a short path, so that the reader can ask about anything drawn:
 *
 *   tables.0.used                        fields, and places in a list
 *   rows[key=foo].memoryBytes            the element of a list whose field has this value, wherever it stands
 *   rows[key="a]b"]                      the same with the value in quotes, as JSON writes them
 *   tables.*.buckets.*[address=4096]     any place; which one it is belongs to the part, so that moving is a change
 *   nodes[address=4096]{member,score}    only these fields of what was found
 *
 * A list that is a window of a longer one has its start in a `from` beside it; positions count from there.
 */
export type PartStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'where'; readonly field: string; readonly value: string }
  | { readonly kind: 'pick'; readonly names: readonly string[] };

export type PartPath = readonly PartStep[];

/** The value at a path, and the positions on the way. */
export interface PartFound {
  readonly places: readonly (string | number)[];
  readonly value: unknown;
}

const NAME = /^[A-Za-z_$][\w$]*|^\d+/;

/** Reads a path; null when it is not written as above. */
export function parsePart(text: string): PartPath | null {
  const steps: PartStep[] = [];
  let rest = text;
  let isFirst = true;
  while (rest !== '') {
    const parsed = rest[0] === '[' ? whereOf(rest) : rest[0] === '{' ? pickOf(rest) : stepOf(rest, isFirst);
    if (parsed === null) return null;
    steps.push(parsed.step);
    rest = rest.slice(parsed.length);
    // Only the picked fields count.
    if (parsed.step.kind === 'pick' && rest !== '') return null;
    isFirst = false;
  }
  return steps.length === 0 ? null : steps;
}

type Parsed = { readonly step: PartStep; readonly length: number } | null;

function stepOf(text: string, isFirst: boolean): Parsed {
  const dot = isFirst ? 0 : 1;
  if (!isFirst && text[0] !== '.') return null;
  const after = text.slice(dot);
  if (after[0] === '*') return { step: { kind: 'any' }, length: dot + 1 };
  const name = NAME.exec(after)?.[0];
  return name === undefined ? null : { step: { kind: 'field', name }, length: dot + name.length };
}

function whereOf(text: string): Parsed {
  const head = /^\[([A-Za-z_$][\w$]*)=/.exec(text);
  if (head === null) return null;
  const after = text.slice(head[0].length);
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(after)?.[0];
  const plain = quoted ?? /^[^\]"]*/.exec(after)?.[0] ?? '';
  if (after[plain.length] !== ']') return null;
  try {
    const value = quoted === undefined ? plain : (JSON.parse(quoted) as string);
    const length = head[0].length + plain.length + 1;
    return { step: { kind: 'where', field: head[1], value }, length };
  } catch {
    return null;
  }
}

function pickOf(text: string): Parsed {
  const picked = /^\{([A-Za-z_$][\w$]*(?:,[A-Za-z_$][\w$]*)*)\}/.exec(text);
  return picked === null
    ? null
    : { step: { kind: 'pick', names: picked[1].split(',') }, length: picked[0].length };
}

/** `[field=value]`, quoted where it must be. */
export function partWhere(field: string, value: string | number): string {
  const text = String(value);
  return `[${field}=${/[\]"\\]|[^\x20-\x7e]/.test(text) ? JSON.stringify(text) : text}]`;
}

/** The value at a path in a view; undefined if there is none. */
export function readPart(view: unknown, path: PartPath): PartFound | undefined {
  return read(view, path, 0, 0);
}

/** `offset` is where `node` begins if it is a window of a longer list. */
function read(node: unknown, path: PartPath, at: number, offset: number): PartFound | undefined {
  if (at === path.length) return node === undefined ? undefined : { places: [], value: node };
  if (typeof node !== 'object' || node === null) return undefined;
  const step = path[at];
  switch (step.kind) {
    case 'field': {
      const isList = Array.isArray(node) || ArrayBuffer.isView(node);
      const name = isList && offset > 0 ? String(Number(step.name) - offset) : step.name;
      return read(own(node, name), path, at + 1, offsetIn(node));
    }
    case 'any':
      for (const [name, child] of Object.entries(node)) {
        const found = read(child, path, at + 1, offsetIn(node));
        if (found === undefined) continue;
        const place = Array.isArray(node) ? Number(name) + offset : name;
        return { places: [place, ...found.places], value: found.value };
      }
      return undefined;
    case 'where': {
      if (!Array.isArray(node)) return undefined;
      const element: unknown = node.find((candidate) => String(own(candidate, step.field)) === step.value);
      return read(element, path, at + 1, 0);
    }
    case 'pick':
      return { places: [], value: Object.fromEntries(step.names.map((name) => [name, own(node, name)])) };
  }
}

function own(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
  return (node as Record<string, unknown>)[name];
}

function offsetIn(node: object): number {
  const from = Array.isArray(node) ? undefined : own(node, 'from');
  return typeof from === 'number' ? from : 0;
}

/** Whether two readings of a part are the same, in place and value. */
export function samePart(one: PartFound | undefined, other: PartFound | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return sameValue(one.places, other.places) && sameValue(one.value, other.value);
}

/** Views compare by value: plain objects, lists, bytes and simple values. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (ArrayBuffer.isView(one) || Array.isArray(one)) {
    const [a, b] = [one as ArrayLike<unknown>, other as ArrayLike<unknown>];
    if (Array.isArray(one) !== Array.isArray(other) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!sameValue(a[index], b[index])) return false;
    return true;
  }
  const names = Object.keys(one);
  if (Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && sameValue(own(one, name), own(other, name)));
}
