/** What the nodes hold along a schedule, as they say it themselves in each state, told from change to change. */
import type { ScheduleEvent } from '../../protocol/explore.ts';
import type { Held, HeldPart, HeldSpan, HeldValue, Missing } from '../../protocol/held.ts';
import { type EntryPart, plainValue } from '../nodes/held-parts.ts';
import { JUMP, kindOfEvent, PASS, RESTART, type Space, subjectOfEvent, type Vector } from './space.ts';
import { readable } from './words.ts';

/** More parts than a page could show beside each other. */
const MAX_PARTS = 32;
const MAX_CHARACTERS = 120;

interface Part extends EntryPart {
  readonly name: string;
  readonly remainingMs: number | null;
}

interface Track extends Omit<HeldPart, 'spans'> {
  readonly spans: HeldSpan[];
}

export function heldAlong(
  space: Space,
  states: readonly Vector[],
  events: readonly number[],
  told: readonly ScheduleEvent[],
): Held {
  const parts: HeldPart[] = [];
  for (let node = 0; node < space.nodes.length; node++)
    parts.push(...partsOf(space, node, states, events, told));
  // What changes goes before what does not.
  const isStill = ({ spans }: HeldPart) => Number(spans.length === 1);
  const kept = new Set([...parts].sort((a, b) => isStill(a) - isStill(b)).slice(0, MAX_PARTS));
  return { parts: parts.filter((part) => kept.has(part)), leftOut: parts.length - kept.size };
}

function partsOf(
  space: Space,
  number: number,
  states: readonly Vector[],
  events: readonly number[],
  told: readonly ScheduleEvent[],
): HeldPart[] {
  const node = space.nodes[number];
  const tracks = new Map<string, Track>();
  const copyOf = copiedFrom(space, number);
  const copiesUntil = promotedAfter(space, number, states);
  for (const [after, state] of states.entries()) {
    const at = space.nodeState(state, number);
    const isDown = node.isDown(at);
    const atMs = after === 0 ? 0 : told[after - 1].atMs;
    const now = new Map(isDown ? [] : partsIn(space, number, at).map((part) => [keyOf(part), part]));
    for (const [key, { name, kind, field }] of now) {
      if (tracks.has(key)) continue;
      const spans: HeldSpan[] =
        after === 0 ? [] : [{ from: 0, value: null, expiresAtMs: null, missing: 'never' }];
      tracks.set(key, { node: node.name, kind, name, field, copyOf, copiesUntil, spans });
    }
    for (const [key, { spans }] of tracks) {
      const part = now.get(key);
      const before = spans.at(-1);
      const span: HeldSpan =
        part === undefined
          ? { from: after, value: null, expiresAtMs: null, missing: 'removed' }
          : {
              from: after,
              value: part.value,
              expiresAtMs: part.remainingMs === null ? null : atMs + part.remainingMs,
              missing: null,
            };
      if (part !== undefined || before === undefined) {
        if (before === undefined || !isSame(before, span)) spans.push(span);
        continue;
      }
      const missing = isDown ? 'down' : whyMissing(space, number, spans, events[after - 1], atMs);
      if (missing !== null && before.missing !== missing) spans.push({ ...span, missing });
    }
  }
  return [...tracks.values()];
}

/** Null if it is missing for the same reason as before. */
function whyMissing(
  space: Space,
  number: number,
  spans: readonly HeldSpan[],
  event: number,
  atMs: number,
): Missing | null {
  const before = spans[spans.length - 1];
  if (before.missing === 'down') {
    // The server is back.
    const known = spans.findLast(({ missing }) => missing !== 'down');
    if (known === undefined || known.missing !== null) return known?.missing ?? 'lost';
    return known.expiresAtMs !== null && known.expiresAtMs < atMs ? 'expired' : 'lost';
  }
  if (before.missing !== null) return null;
  const kind = kindOfEvent(event);
  const isHere = event > PASS && subjectOfEvent(event) === number;
  if (kind === RESTART && isHere) return 'lost';
  const jumpMs = kind === JUMP && isHere ? space.variant.faults.clockJump.ms : 0;
  const isOver = before.expiresAtMs !== null && before.expiresAtMs < atMs + jumpMs;
  return isOver && (event === PASS || kind === JUMP) ? 'expired' : 'removed';
}

function isSame(before: HeldSpan, { value, expiresAtMs }: HeldSpan): boolean {
  return before.expiresAtMs === expiresAtMs && JSON.stringify(before.value) === JSON.stringify(value);
}

function keyOf({ kind, name, field }: Part): string {
  return JSON.stringify([kind, name, field]);
}

function copiedFrom({ scenario, variant }: Space, number: number): string | null {
  const node = variant.nodes[number];
  if (node.kind === 'redis' && node.replicaOf !== undefined) return node.replicaOf;
  const original = scenario.copies?.[node.name];
  return original !== undefined && variant.nodes.some(({ name }) => name === original) ? original : null;
}

/** After how many events a replica says that it is a master; null if it never does, or is no replica. */
function promotedAfter(space: Space, number: number, states: readonly Vector[]): number | null {
  const node = space.variant.nodes[number];
  if (node.kind !== 'redis' || node.replicaOf === undefined) return null;
  const after = states.findIndex((state) => {
    const role = space.nodes[number].read(space.nodeState(state, number), {
      method: 'redis',
      args: ['ROLE'],
    });
    return Array.isArray(role) && role[0] === 'master';
  });
  return after === -1 ? null : after;
}

/** A node is asked once about each of its states. */
const known = new WeakMap<Space, Map<string, readonly Part[]>>();

function partsIn(space: Space, number: number, at: number): readonly Part[] {
  const ofSpace = known.get(space) ?? new Map<string, readonly Part[]>();
  known.set(space, ofSpace);
  const memo = `${number} ${at}`;
  const asked = ofSpace.get(memo) ?? askedFor(space, number, at);
  ofSpace.set(memo, asked);
  return asked;
}

function askedFor(space: Space, number: number, at: number): Part[] {
  return space.nodes[number].entries(at).flatMap(({ name, value, remainingMs, parts }) => {
    const whole: EntryPart = { kind: 'key', field: null, value: plainValue(value) };
    return (parts ?? [whole]).map(
      (part): Part => ({
        name: legible(name),
        kind: part.kind,
        field: part.field === null ? null : legible(part.field),
        value: legibleValue(part.value),
        remainingMs,
      }),
    );
  });
}

function legibleValue(value: HeldValue): HeldValue {
  if (value.type !== 'items') return { ...value, text: legible(value.text) };
  return {
    ...value,
    items: value.items.map(({ text, detail, delivery }) => ({
      text: legible(text),
      detail: detail === null ? null : legible(detail),
      delivery:
        delivery?.state === 'pending' ? { ...delivery, consumer: legible(delivery.consumer) } : delivery,
    })),
  };
}

/** As people read it, and cut short. */
function legible(text: string): string {
  const whole = readable(text);
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS)}…` : whole;
}
