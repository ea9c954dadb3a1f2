/** A schedule that somebody chooses step by step: where it stands, and what may happen next. */
import type { ActorPosition, Choice, NodePicture, Position } from '../../protocol/explore.ts';
import { choiceOf, kindNameOf, scheduleOf } from './schedule.ts';
import { CRASHED, FINISHED, NOT_BEGUN, READY, type Space, STALLED, type Vector, WAITING } from './space.ts';
import { answerText, readable } from './words.ts';

const MODES: Readonly<Record<number, ActorPosition['state']>> = {
  [NOT_BEGUN]: 'not-begun',
  [READY]: 'ready',
  [STALLED]: 'stalled',
  [WAITING]: 'waiting',
  [FINISHED]: 'finished',
  [CRASHED]: 'crashed',
};

/** Follows the choices as far as they are possible: one from a link may not be, when the programs are others now. */
export function follow(space: Space, choices: readonly string[]): Position {
  const events: number[] = [];
  let state: Vector = space.start;
  for (const choice of choices) {
    const event = space.enabled(state, space.faults.most).find((each) => choiceOf(space, each) === choice);
    if (event === undefined) break;
    events.push(event);
    state = space.after(state, event);
  }
  return {
    schedule: scheduleOf(space, events),
    next: space.enabled(state, space.faults.most).map((event) => choiceAt(space, events, event)),
    actors: space.programs.map((_, actor) => actorAt(space, state, actor)),
    nodes: space.nodes.map((_, node) => pictureOf(space, state, node)),
  };
}

/** What a choice would do is known by doing it. */
function choiceAt(space: Space, events: readonly number[], event: number): Choice {
  const { events: told } = scheduleOf(space, [...events, event]);
  const { kind, actor, node, text } = told[told.length - 1];
  return { choice: choiceOf(space, event), kind: kind ?? kindNameOf(event), actor, node, text };
}

function actorAt(space: Space, state: Vector, actor: number): ActorPosition {
  const position = space.position(state, actor);
  const mode = space.mode(state, actor);
  const hasEnded = mode === FINISHED || mode === CRASHED;
  return {
    name: space.programs[actor].name,
    state: MODES[mode],
    line: position.operation === null ? null : position.line,
    holds: hasEnded && mode === CRASHED ? [] : position.claims.map(readable),
    result: mode === FINISHED ? answerText(position.result) : null,
  };
}

function pictureOf(space: Space, state: Vector, number: number): NodePicture {
  const node = space.nodes[number];
  const at = space.nodeState(state, number);
  const entries = node.entries(at).map(({ name, value, remainingMs }) => ({
    name: readable(name),
    value: readable(value),
    remainingMs,
  }));
  return { name: node.name, kind: node.kind, isDown: node.isDown(at), entries };
}
