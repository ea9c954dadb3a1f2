/** Conditions of a scenario, compiled to functions of a state. */
import type { ProgramValue } from '../../engine/programs.ts';
import type { Condition } from '../../protocol/scenario.ts';
import type { SimulatedNode } from '../nodes/node.ts';
import { CRASHED, FINISHED, type Space, type Vector, WAITING } from './space.ts';

type Value = ProgramValue;
type Reading = (state: Vector) => Value;

/** A condition that the scenario's nodes and actors do not fit. */
export class ConditionError extends Error {}

export function compileCondition(condition: Condition, space: Space): (state: Vector) => boolean {
  const reading = compile(condition, space);
  return (state) => isTrue(reading(state));
}

function compile(condition: Condition, space: Space): Reading {
  switch (condition.type) {
    case 'literal': {
      const { value } = condition;
      return () => value;
    }
    case 'not': {
      const of = compile(condition.of, space);
      return (state) => !isTrue(of(state));
    }
    case 'minus': {
      const of = compile(condition.of, space);
      return (state) => -numberOf(of(state));
    }
    case 'call':
      return compileCall(condition, space);
    default: {
      const left = compile(condition.left, space);
      const right = compile(condition.right, space);
      if (condition.type === 'and') {
        return (state) => {
          const value = left(state);
          return isTrue(value) ? right(state) : value;
        };
      }
      if (condition.type === 'or') {
        return (state) => {
          const value = left(state);
          return isTrue(value) ? value : right(state);
        };
      }
      const operate = OPERATORS[condition.type];
      return (state) => operate(left(state), right(state));
    }
  }
}

const OPERATORS: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '==': (a, b) => equal(a, b),
  '~=': (a, b) => !equal(a, b),
  '<': (a, b) => less(a, b),
  '>': (a, b) => less(b, a),
  '<=': (a, b) => less(a, b) || equal(a, b),
  '>=': (a, b) => less(b, a) || equal(a, b),
  '..': (a, b) => `${String(a ?? '')}${String(b ?? '')}`,
  '+': (a, b) => numberOf(a) + numberOf(b),
  '-': (a, b) => numberOf(a) - numberOf(b),
  '*': (a, b) => numberOf(a) * numberOf(b),
};

function isTrue(value: Value): boolean {
  return value !== null && value !== false;
}

function numberOf(value: Value): number {
  return typeof value === 'number' ? value : 0;
}

function equal(a: Value, b: Value): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Neither is less where there is nothing to compare. */
function less(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return typeof a === 'string' && typeof b === 'string' && a < b;
}

/** Numbers that a server keeps as text are numbers here; a status is its text, and an error is nothing. */
function plain(value: Value): Value {
  if (typeof value === 'string') return /^-?(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  if ('ok' in value) return value.ok;
  return 'err' in value ? null : value;
}

function compileCall({ name, args }: Extract<Condition, { type: 'call' }>, space: Space): Reading {
  const readings = args.map((argument) => compile(argument, space));
  const { programs, actors } = space;
  const numbers = actors.map((_, number) => number);
  /** An argument that is known before any state is. */
  const fixed = (at: number): Value => {
    const argument = args[at];
    if (argument.type !== 'literal') throw new ConditionError(`write the name in ${name}(…) as a text`);
    return argument.value;
  };
  const actorNamed = (at: number): number => {
    const wanted = fixed(at);
    const number = actors.findIndex((actor) => actor.name === wanted);
    if (number === -1) throw new ConditionError(`${name}(…) names no actor: ${String(wanted)}`);
    return number;
  };
  const holds = (state: Vector, actor: number, claim: Value) =>
    space.mode(state, actor) !== CRASHED && space.position(state, actor).claims.includes(String(claim));
  const noted = (state: Vector, actor: number, note: Value): Value =>
    space.position(state, actor).notes[String(note)] ?? null;
  const count = (test: (actor: number) => boolean) =>
    numbers.reduce((sum, actor) => sum + (test(actor) ? 1 : 0), 0);
  const hasResult = (state: Vector, actor: number) => space.mode(state, actor) === FINISHED;

  switch (name) {
    case 'redis':
      return nodeReading(space, 'redis', args, 'redis');
    case 'db':
      return nodeReading(space, 'database', args, 'read');
    case 'store':
      return nodeReading(space, 'lsm', args, 'get');
    case 'queued':
      return nodeReading(space, 'database', args, 'length');
    case 'holders':
      return (state) => count((actor) => holds(state, actor, readings[0](state)));
    case 'holds': {
      const actor = actorNamed(0);
      return (state) => holds(state, actor, readings[1](state));
    }
    case 'noted': {
      const actor = actorNamed(0);
      return (state) => noted(state, actor, readings[1](state));
    }
    case 'sum':
      return (state) =>
        numbers.reduce((sum, actor) => sum + numberOf(noted(state, actor, readings[0](state))), 0);
    case 'count':
      return (state) =>
        count((actor) => {
          const value = noted(state, actor, readings[0](state));
          return readings.length === 1 ? value !== null : equal(value, readings[1](state));
        });
    case 'result': {
      const actor = actorNamed(0);
      return (state) => (hasResult(state, actor) ? space.position(state, actor).result : null);
    }
    case 'results':
      return (state) =>
        count(
          (actor) =>
            hasResult(state, actor) && equal(space.position(state, actor).result, readings[0](state)),
        );
    case 'finished': {
      const actor = actorNamed(0);
      return (state) => hasResult(state, actor);
    }
    case 'crashed': {
      const actor = actorNamed(0);
      return (state) => space.mode(state, actor) === CRASHED;
    }
    case 'stuck':
      return (state) =>
        programs.reduce((sum, _, actor) => sum + (space.mode(state, actor) === WAITING ? 1 : 0), 0);
    case 'tonumber':
      return (state) => {
        const value = readings[0](state);
        const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
        return typeof number === 'number' && !Number.isNaN(number) ? number : null;
      };
  }
}

/** A question to a node, answered once for each of its states. */
function nodeReading(
  space: Space,
  kind: SimulatedNode['kind'],
  args: readonly Condition[],
  method: string,
): Reading {
  const words = args.map((argument) => {
    if (argument.type !== 'literal' || argument.value === null || typeof argument.value === 'boolean') {
      throw new ConditionError('the words of a question are texts and numbers');
    }
    return argument.value;
  });
  const isNamed =
    space.nodes.some((node) => node.kind === kind && node.name === words[0]) && words.length > 1;
  const number = space.nodes.findIndex((node) => node.kind === kind && (!isNamed || node.name === words[0]));
  if (number === -1) throw new ConditionError(`there is no node of kind ${kind}`);
  const node = space.nodes[number];
  const request = { method, args: isNamed ? words.slice(1) : words };
  if (node.isWrite(request))
    throw new ConditionError(`${words.join(' ')} writes, and a condition only reads`);
  const known = new Map<number, Value>();
  return (state) => {
    const at = space.nodeState(state, number);
    let value = known.get(at);
    if (value === undefined) {
      value = plain(node.read(at, request));
      known.set(at, value);
    }
    return value;
  };
}
