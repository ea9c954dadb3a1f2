/** A schedule that somebody chooses step by step: where it stands, and what may happen next. */
import type { ActorPosition, Choice, Crossing, NodePicture, Position } from '../../protocol/explore.ts';
import type { LsmEntry, LsmPicture } from '../../protocol/lsm.ts';
import { type Counts, shareOf, sharesAlong } from './counts.ts';
import type { Graph } from './graph.ts';
import { choiceOf, eventOf, scheduleOf } from './schedule.ts';
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

/** A search that was exhausted: it knows what becomes of every choice. */
export interface Searched {
  readonly graph: Graph;
  readonly counts: Counts;
}

/** Follows the choices as far as they are possible: one from a link may not be, when the programs are others now. */
export function follow(space: Space, choices: readonly string[], searched: Searched | null = null): Position {
  const events: number[] = [];
  const crossings: Crossing[] = [];
  let state: Vector = space.start;
  let number: number | null = searched === null ? null : 0;
  const offered = () =>
    space
      .enabled(state, space.faults.most)
      .map((event) => choiceAt(space, state, event, shareAfter(searched, number, event)));
  for (const choice of choices) {
    const event = space.enabled(state, space.faults.most).find((each) => choiceOf(space, each) === choice);
    if (event === undefined) break;
    if (searched !== null) {
      const all = offered();
      crossings.push({ choices: all, taken: all.findIndex((each) => each.choice === choice) });
      number = targetOf(searched.graph, number, event);
    }
    events.push(event);
    state = space.after(state, event);
  }
  const shares = searched === null ? [] : sharesAlong(searched.graph, searched.counts, events);
  return {
    schedule: scheduleOf(space, events, shares),
    next: offered(),
    crossings: searched === null ? null : crossings,
    actors: space.programs.map((_, actor) => actorAt(space, state, actor)),
    nodes: space.nodes.map((_, node) => pictureOf(space, state, node)),
  };
}

/** Null beyond the bound of the search. */
function targetOf({ nodes }: Graph, number: number | null, event: number): number | null {
  if (number === null) return null;
  const at = nodes[number].events.indexOf(event);
  return at === -1 ? null : nodes[number].targets[at];
}

function shareAfter(searched: Searched | null, number: number | null, event: number): number | null {
  if (searched === null || number === null) return null;
  // What is broken stays broken.
  if (searched.graph.nodes[number].broken !== 0) return 1;
  const target = targetOf(searched.graph, number, event);
  if (target === null) return null;
  return shareOf(searched.counts.broken[target], searched.counts.schedules[target]);
}

/** What a choice would do is known by doing it. */
function choiceAt(space: Space, state: Vector, event: number, share: number | null): Choice {
  const { kind, actor, node, operation, text } = eventOf(space, state, event, space.after(state, event), 0);
  return { choice: choiceOf(space, event), kind, actor, node, operation, text, share };
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
  const { kind } = space.variant.nodes[number];
  const facts = node.facts?.(at) ?? [];
  const picture = { name: node.name, kind, isDown: node.isDown(at), facts, entries };
  return node.picture === undefined ? picture : { ...picture, lsm: readablePicture(node.picture(at)) };
}

function readablePicture({ memtable, log, levels }: LsmPicture): LsmPicture {
  const entry = ({ key, value }: LsmEntry) => ({
    key: readable(key),
    value: value === null ? null : readable(value),
  });
  return {
    memtable: memtable.map(entry),
    log: log.map(({ entries, isSynced }) => ({ entries: entries.map(entry), isSynced })),
    levels: levels.map((files) => files.map(({ name, entries }) => ({ name, entries: entries.map(entry) }))),
  };
}
