/** What a program can ask for, read from the arguments of its functions. */
import type { ProgramValue } from '../../engine/programs.ts';
import { DATABASE_METHODS } from '../nodes/database-node.ts';
import { LSM_METHODS } from '../nodes/lsm-node.ts';
import { type NodeRequest, RefusedRequest } from '../nodes/node.ts';

/** What others can see, or what takes time: here another actor may come between. */
export type Operation =
  | { readonly kind: 'node'; readonly node: number; readonly request: NodeRequest }
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'now' }
  | { readonly kind: 'sleep'; readonly ms: number }
  /** `timeoutMs` null: for ever. */
  | { readonly kind: 'receive'; readonly timeoutMs: number | null };

/** What is done at once, with the operation before it. */
export type LocalEffect =
  | { readonly type: 'hold' | 'release'; readonly name: string }
  | { readonly type: 'log'; readonly text: string }
  | { readonly type: 'note'; readonly name: string; readonly value: ProgramValue };

export type Asked =
  | { readonly type: 'operation'; readonly operation: Operation }
  | { readonly type: 'local'; readonly effect: LocalEffect }
  | { readonly type: 'token' }
  | { readonly type: 'random'; readonly below: number };

export interface NodeNames {
  readonly redis: ReadonlyMap<string, number>;
  readonly databases: ReadonlyMap<string, number>;
  readonly stores: ReadonlyMap<string, number>;
  readonly actors: ReadonlyMap<string, number>;
}

const COMMON = [
  'redis',
  'publish',
  'subscribe',
  'track',
  'receive',
  'sleep',
  'now',
  'step',
  'hold',
  'release',
  'log',
  'note',
  'token',
  'random',
];

/** The functions of a program, by their names in Lua. */
export function operationNames({ databases, stores }: NodeNames): string[] {
  const methodsOf = (nodes: ReadonlyMap<string, number>, methods: readonly string[]) =>
    [...nodes.keys()].flatMap((name) => methods.map((method) => `${name}.${method}`));
  return [...COMMON, ...methodsOf(databases, DATABASE_METHODS), ...methodsOf(stores, LSM_METHODS)];
}

export function readOperation(name: string, args: readonly ProgramValue[], nodes: NodeNames): Asked {
  const [owner, method] = name.split('.');
  if (method !== undefined) {
    const node = nodes.databases.get(owner) ?? nodes.stores.get(owner);
    if (node === undefined) throw new RefusedRequest(`there is no database ${owner}`);
    return operation({ kind: 'node', node, request: { method, args } });
  }
  switch (name) {
    case 'redis':
      return onRedis('redis', args, nodes);
    case 'subscribe':
      return onRedis('subscribe', args, nodes);
    case 'track': {
      const isNamed = nodes.redis.has(String(args[0])) && args.length > 1;
      const name = textIn(args[isNamed ? 1 : 0], 'track("listener")');
      const actor = nodes.actors.get(name);
      if (actor === undefined) throw new RefusedRequest(`there is no actor ${name} to tell of changes`);
      return onRedis('track', isNamed ? [args[0], name, actor] : [name, actor], nodes);
    }
    case 'publish': {
      const isNamed = nodes.redis.has(String(args[0])) && args.length > 2;
      const words = isNamed ? [args[0], 'PUBLISH', ...args.slice(1)] : ['PUBLISH', ...args];
      return onRedis('redis', words, nodes);
    }
    case 'receive':
      return operation({ kind: 'receive', timeoutMs: args[0] == null ? null : milliseconds(args[0]) });
    case 'sleep':
      return operation({ kind: 'sleep', ms: milliseconds(args[0]) });
    case 'now':
      return operation({ kind: 'now' });
    case 'step':
      return operation({ kind: 'step', text: textIn(args[0], 'step("write the file")') });
    case 'hold':
    case 'release':
      return { type: 'local', effect: { type: name, name: textIn(args[0], `${name}("lock")`) } };
    case 'log':
      return { type: 'local', effect: { type: 'log', text: args.map(shownValue).join(' ') } };
    case 'note':
      return {
        type: 'local',
        effect: { type: 'note', name: textIn(args[0], 'note("sold", 1)'), value: args[1] ?? true },
      };
    case 'token':
      return { type: 'token' };
    default: {
      const [below] = args;
      if (typeof below !== 'number' || below < 1)
        throw new RefusedRequest('write random(n) with n of at least 1');
      return { type: 'random', below };
    }
  }
}

function operation(given: Operation): Asked {
  return { type: 'operation', operation: given };
}

function onRedis(method: string, args: readonly ProgramValue[], { redis }: NodeNames): Asked {
  const named = redis.get(String(args[0]));
  const node = named ?? redis.values().next().value;
  if (node === undefined) throw new RefusedRequest('this scenario has no redis node');
  return operation({
    kind: 'node',
    node,
    request: { method, args: named === undefined ? args : args.slice(1) },
  });
}

function milliseconds(value: ProgramValue | undefined): number {
  if (typeof value !== 'number' || !(value >= 0)) throw new RefusedRequest('give a time in milliseconds');
  return Math.floor(value);
}

function textIn(value: ProgramValue | undefined, example: string): string {
  if (typeof value !== 'string') throw new RefusedRequest(`give a text, as in ${example}`);
  return value;
}

/** A value as a program would write it. */
export function shownValue(value: ProgramValue | undefined): string {
  if (value === undefined || value === null) return 'nil';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `{${value.map(quoted).join(', ')}}`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${name} = ${quoted(item)}`)
    .join(', ')}}`;
}

function quoted(value: ProgramValue): string {
  return typeof value === 'string' ? `"${value}"` : shownValue(value);
}
