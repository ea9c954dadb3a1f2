/**
 * What the servers held, as a drawing: a column for each part that changes, a row for the beginning and for each event,
 * and bands that last from change to change.
 *
 *                    redis item   db item
 *     Start          ┌ 1 ┐        ┌ 1 ┐
 *     1 writer: …    └   ┘        └   ┘
 *     2 writer: …    removed      ┌ 2 ┐
 *     3 reader: …    ┌▨1▨┐ stale  │   │
 *
 * Beside them facts, which the page puts into sentences: how long a copy was stale, and what left a queue and came
 * nowhere.
 */
import type { Schedule, ScheduleEvent } from '../../../protocol/explore.ts';
import type { Delivery, HeldItem, HeldPart, HeldSpan, HeldValue, Missing } from '../../../protocol/held.ts';

export interface HeldMarks {
  readonly columns: readonly HeldColumn[];
  readonly rows: readonly HeldRow[];
  readonly facts: readonly HeldFact[];
  /** Parts that are the same all the time. */
  readonly still: readonly { readonly part: PartName; readonly text: string }[];
  readonly leftOut: number;
}

export type PartName = Pick<HeldPart, 'node' | 'kind' | 'name' | 'field'>;

export interface HeldColumn extends PartName {
  /** Of the item that the name is about, as in `done:1-0`; null if it is about none. */
  readonly tone: number | null;
  /** It takes more room than a value. */
  readonly hasItems: boolean;
}

export interface HeldRow {
  /** How many events have happened; 0 is the beginning. */
  readonly after: number;
  readonly event: ScheduleEvent | null;
  readonly cells: readonly HeldCell[];
}

export interface HeldCell {
  /** Null while there is nothing. */
  readonly value: HeldValue | null;
  readonly text: string | null;
  readonly missing: Missing | null;
  /** Here the band begins; here it ends. */
  readonly opens: boolean;
  readonly closes: boolean;
  /** From 0 to 1; null where the value is no level. */
  readonly level: number | null;
  readonly chips: readonly ItemMark[];
  /** What is left to live, where it is worth saying: at the beginning, and when time has passed. */
  readonly leftMs: number | null;
  readonly behind: Behind | null;
  /** Here it begins to be behind. */
  readonly fallsBehind: boolean;
}

/** 'stale': the original held this once. 'other': the original never held this, so the copy is no old one. */
export type Behind = 'stale' | 'other';

export interface ItemMark {
  readonly text: string;
  readonly detail: string | null;
  readonly delivery: Delivery | null;
  readonly tone: number;
  /** 'gone': it was here before the event. */
  readonly state: 'stays' | 'comes' | 'gone';
}

export type HeldFact =
  | {
      readonly type: 'behind';
      readonly how: Behind;
      readonly part: PartName;
      readonly original: PartName;
      readonly from: number;
      /** The event that ends it; null if none does. */
      readonly to: number | null;
      readonly value: string;
      readonly originalValue: string | null;
    }
  | {
      /** Somebody took an item away, and no server holds it since. */
      readonly type: 'nowhere';
      readonly item: string;
      readonly part: PartName;
      readonly at: number;
      readonly actor: string;
      /** The actor has crashed since, or has never got it; null if it is still going on. */
      readonly end: { readonly how: 'crash' | 'reply'; readonly at: number } | null;
    }
  | {
      /** Delivered to a consumer that has crashed, and not claimed by another. */
      readonly type: 'pending';
      readonly item: string;
      readonly part: PartName;
      readonly consumer: string;
      /** When it crashed. */
      readonly at: number;
    }
  | {
      /** A server that was killed forgot it. */
      readonly type: 'forgotten';
      readonly item: string;
      readonly part: PartName;
      readonly at: number;
    };

export const ITEM_TONES = 5;

export function layoutHeld({ held, events }: Pick<Schedule, 'held' | 'events'>): HeldMarks {
  const rows = Array.from({ length: events.length + 1 }, (_, after) => after);
  const parts = inOrder(held.parts.filter((part) => isWorthDrawing(part, held.parts)));
  const tones = tonesOf(held.parts);
  const cells = parts.map((part) => cellsOf(part, held.parts, events, tones));
  return {
    columns: parts.map(({ node, kind, name, field, spans }) => ({
      node,
      kind,
      name,
      field,
      tone: [...tones].find(([item]) => isAbout(name, item))?.[1] ?? null,
      hasItems: spans.some(({ value }) => value?.type === 'items'),
    })),
    rows: rows.map((after) => ({
      after,
      event: after === 0 ? null : events[after - 1],
      cells: cells.map((column) => column[after]),
    })),
    facts: lastingFirst([
      ...parts.flatMap((part, at) => behindFacts(part, held.parts, cells[at])),
      // It may be in a part that is left out.
      ...(held.leftOut > 0 ? [] : itemFacts(held.parts, events)),
      ...pendingFacts(held.parts, events),
    ]),
    still: held.parts
      .filter((part) => !parts.includes(part))
      .map((part) => ({ part, text: textOf(part.spans[0]?.value ?? null) ?? '' })),
    leftOut: held.leftOut,
  };
}

/** What is so at the end is read first. */
function lastingFirst(facts: readonly HeldFact[]): HeldFact[] {
  const isOver = (fact: HeldFact) => fact.type === 'behind' && fact.to !== null;
  return [...facts.filter((fact) => !isOver(fact)), ...facts.filter(isOver)];
}

export function spanAt({ spans }: Pick<HeldPart, 'spans'>, after: number): HeldSpan {
  let found = spans[0];
  for (const span of spans) if (span.from <= after) found = span;
  return found;
}

export function textOf(value: HeldValue | null): string | null {
  if (value === null) return null;
  if (value.type !== 'items') return value.text;
  const more = value.leftOut === 0 ? '' : ` +${value.leftOut}`;
  return (
    value.items.map(({ text, detail }) => (detail === null ? text : `${text} (${detail})`)).join(', ') + more
  );
}

function isSamePlace(a: PartName, b: PartName): boolean {
  return a.name === b.name && a.field === b.field;
}

function originalOf(part: HeldPart, all: readonly HeldPart[]): HeldPart | null {
  if (part.copyOf === null) return null;
  return all.find((other) => other.node === part.copyOf && isSamePlace(other, part)) ?? null;
}

function isRelated(a: HeldPart, b: HeldPart): boolean {
  return isSamePlace(a, b) && (a === b || a.copyOf === b.node || b.copyOf === a.node);
}

/** What never changes is left out, unless it became stale just by that. */
function isWorthDrawing(part: HeldPart, all: readonly HeldPart[]): boolean {
  return all.some((other) => isRelated(part, other) && other.spans.length > 1);
}

/** As they come, but a copy beside its original. */
function inOrder(parts: readonly HeldPart[]): HeldPart[] {
  const ordered = new Set<HeldPart>();
  for (const part of parts) for (const other of parts) if (isRelated(part, other)) ordered.add(other);
  return [...ordered];
}

/** Every item has a colour of its own, wherever it goes. */
function tonesOf(parts: readonly HeldPart[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { spans } of parts) {
    for (const { value, from } of spans) {
      if (value?.type !== 'items') continue;
      for (const { text } of value.items) first.set(text, Math.min(from, first.get(text) ?? from));
    }
  }
  const inTime = [...first].sort(([, a], [, b]) => a - b);
  return new Map(inTime.map(([text], at) => [text, (at % ITEM_TONES) + 1]));
}

/** Whether a name is about an item: `done:1-0` is about 1-0. */
function isAbout(name: string, item: string): boolean {
  return item !== '' && name.split(':').includes(item);
}

function cellsOf(
  part: HeldPart,
  all: readonly HeldPart[],
  events: readonly ScheduleEvent[],
  tones: ReadonlyMap<string, number>,
): HeldCell[] {
  const original = originalOf(part, all);
  // Copies are compared with their original, and not measured.
  const isCompared = all.some((other) => other !== part && isRelated(part, other));
  const scale = isCompared ? null : scaleOf(part);
  const cells: HeldCell[] = [];
  for (let after = 0; after <= events.length; after++) {
    const span = spanAt(part, after);
    const next = after === events.length ? span : spanAt(part, after + 1);
    const before = after === 0 ? null : spanAt(part, after - 1);
    const isNew = before === null || keyOf(before) !== keyOf(span);
    const behind = original === null ? null : behindAt(part, original, after);
    cells.push({
      value: span.value,
      text: textOf(span.value),
      missing: span.missing,
      opens: isNew,
      closes: after === events.length || keyOf(next) !== keyOf(span),
      level: span.value?.type === 'number' && scale !== null ? span.value.number / scale : null,
      chips: chipsOf(before?.value ?? null, span, isNew, tones),
      leftMs: leftAt(span, before, after, events),
      behind,
      fallsBehind: behind !== null && behind !== cells.at(-1)?.behind,
    });
  }
  return cells;
}

/** The band goes on while this is the same, whatever is left to live. */
function keyOf({ value, missing }: HeldSpan): string {
  return JSON.stringify([value, missing]);
}

/**
 * The greatest value; null if there is nothing to compare. An instant in milliseconds is no level: it hardly changes
 * against its size.
 */
function scaleOf({ spans }: HeldPart): number | null {
  const numbers = spans.flatMap(({ value }) => (value?.type === 'number' ? [value.number] : []));
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  if (numbers.length === 0 || least === most || least < 0) return null;
  return most - least < most / 100 ? null : most;
}

function chipsOf(
  before: HeldValue | null,
  { value }: HeldSpan,
  isNew: boolean,
  tones: ReadonlyMap<string, number>,
): ItemMark[] {
  const earlier = before?.type === 'items' ? before.items : [];
  const now = value?.type === 'items' ? value.items : [];
  const had = new Set(earlier.map(({ text }) => text));
  const has = new Set(now.map(({ text }) => text));
  const mark = (item: HeldItem, state: ItemMark['state']): ItemMark => ({
    ...item,
    tone: tones.get(item.text) ?? 1,
    state,
  });
  const chips = now.map((item) => mark(item, before !== null && !had.has(item.text) ? 'comes' : 'stays'));
  if (!isNew) return chips;
  return [...chips, ...earlier.filter(({ text }) => !has.has(text)).map((item) => mark(item, 'gone'))];
}

function leftAt(
  span: HeldSpan,
  before: HeldSpan | null,
  after: number,
  events: readonly ScheduleEvent[],
): number | null {
  if (span.expiresAtMs === null) return null;
  const timeAt = (at: number) => (at === 0 ? 0 : events[at - 1].atMs);
  const isWorthSaying = before !== span || timeAt(after) !== timeAt(after - 1);
  return isWorthSaying ? Math.max(0, span.expiresAtMs - timeAt(after)) : null;
}

function behindAt(part: HeldPart, original: HeldPart, after: number): Behind | null {
  if (part.copiesUntil !== null && part.copiesUntil <= after) return null;
  const copied = textOf(spanAt(part, after).value);
  const { value, missing } = spanAt(original, after);
  // What nobody can ask is not known to differ.
  if (copied === null || missing === 'down' || textOf(value) === copied) return null;
  const was = original.spans.some((span) => span.from < after && textOf(span.value) === copied);
  return was ? 'stale' : 'other';
}

function behindFacts(part: HeldPart, all: readonly HeldPart[], cells: readonly HeldCell[]): HeldFact[] {
  const original = originalOf(part, all);
  if (original === null) return [];
  const facts: HeldFact[] = [];
  for (const [from, { behind, fallsBehind }] of cells.entries()) {
    if (behind === null || !fallsBehind) continue;
    let last = from;
    while (cells[last + 1]?.behind === behind) last++;
    facts.push({
      type: 'behind',
      how: behind,
      part,
      original,
      from,
      to: last + 1 === cells.length ? null : last + 1,
      value: cells[last].text ?? '',
      originalValue: textOf(spanAt(original, last).value),
    });
  }
  return facts;
}

/** Items of queues that are in no server at the end, and how they left the last one. */
function itemFacts(parts: readonly HeldPart[], events: readonly ScheduleEvent[]): HeldFact[] {
  const facts: HeldFact[] = [];
  for (const item of queuedItems(parts)) {
    let last = events.length;
    while (last >= 0 && !isAnywhere(item, parts, last)) last--;
    if (last === events.length || last < 0) continue;
    const part = parts.find((each) => isQueuedIn(item, each, last));
    if (part === undefined) continue;
    const at = last + 1;
    const { kind, actor } = events[at - 1];
    if (kind === 'restart' || spanAt(part, at).missing === 'lost') {
      facts.push({ type: 'forgotten', item, part, at });
    }
    const isTaken = kind === 'lostReply' || (actor !== null && hasSeen(item, actor, events.slice(0, at)));
    if (actor === null || !isTaken) continue;
    const later = events.slice(at);
    const crashed = later.findIndex((event) => event.kind === 'crash' && event.actor === actor);
    const isOver = [events[at - 1], ...later].some(({ effects }) =>
      effects.some((effect) => effect.actor === actor && effect.type === 'returned'),
    );
    const end =
      kind === 'lostReply'
        ? ({ how: 'reply', at } as const)
        : crashed === -1
          ? null
          : ({ how: 'crash', at: at + crashed + 1 } as const);
    // One that came to its end without putting it anywhere has used it up.
    if (end !== null || !isOver) facts.push({ type: 'nowhere', item, part, at, actor, end });
  }
  return facts;
}

/** Consumers are clients of the same name here, as far as there are such. */
function pendingFacts(parts: readonly HeldPart[], events: readonly ScheduleEvent[]): HeldFact[] {
  return parts.flatMap((part) => {
    const { value } = spanAt(part, events.length);
    if (value?.type !== 'items') return [];
    return value.items.flatMap(({ text, delivery }): HeldFact[] => {
      if (delivery?.state !== 'pending') return [];
      const { consumer } = delivery;
      const crashed = events.findIndex(({ kind, actor }) => kind === 'crash' && actor === consumer);
      return crashed === -1 ? [] : [{ type: 'pending', item: text, part, consumer, at: crashed + 1 }];
    });
  });
}

function queuedItems(parts: readonly HeldPart[]): Set<string> {
  const items = parts.flatMap(({ spans }) =>
    spans.flatMap(({ value }) => (value?.type === 'items' && value.of !== 'set' ? value.items : [])),
  );
  return new Set(items.map(({ text }) => text));
}

/** Nobody has what a clean-up has removed unseen: it must have been in an answer. */
function hasSeen(item: string, actor: string, events: readonly ScheduleEvent[]): boolean {
  return events.some(
    (event) =>
      (event.actor === actor && event.answer?.includes(item)) ||
      event.effects.some(
        (effect) => effect.actor === actor && effect.type === 'answered' && effect.answer.includes(item),
      ),
  );
}

function isQueuedIn(item: string, part: HeldPart, after: number): boolean {
  const { value } = lastKnown(part, after);
  return (
    value?.type === 'items' &&
    value.items.some(({ text, delivery }) => text === item && delivery?.state !== 'acknowledged')
  );
}

function isAnywhere(item: string, parts: readonly HeldPart[], after: number): boolean {
  return parts.some((part) => {
    const { value } = lastKnown(part, after);
    if (value === null) return false;
    // It may be among those that are left out.
    if (value.type === 'items' && value.leftOut > 0) return true;
    if (isQueuedIn(item, part, after) || isAbout(part.name, item) || part.field === item) return true;
    return value.type !== 'items' && value.text === item;
  });
}

/** What a server held before it went down may still be there. */
function lastKnown(part: HeldPart, after: number): HeldSpan {
  const span = spanAt(part, after);
  if (span.missing !== 'down') return span;
  return part.spans[Math.max(0, part.spans.indexOf(span) - 1)];
}
