/**
 * What an entry of a node consists of, for the pictures of a schedule: a string or a list is one part, a hash one for
 * each field, a stream one for each group with what that group has still to do. It asks the server and knows nothing
 * by itself.
 */
import type { ProgramValue } from '../../engine/programs.ts';
import type { HeldItem, HeldKind, HeldValue } from '../../protocol/held.ts';
import { shownValue } from '../actors/operation.ts';

export interface EntryPart {
  readonly kind: HeldKind;
  readonly field: string | null;
  readonly value: HeldValue;
}

type ItemsValue = Extract<HeldValue, { type: 'items' }>;
type Ask = (...args: string[]) => ProgramValue;

const MAX_ITEMS = 12;

/** Of a key, by its type. */
export function heldParts(key: string, ask: Ask): EntryPart[] {
  const type = ask('TYPE', key);
  const name = typeof type === 'object' && type !== null && 'ok' in type ? String(type.ok) : '';
  const whole = (value: HeldValue): EntryPart[] => [{ kind: 'key', field: null, value }];
  switch (name) {
    case 'string':
      return whole(plainValue(ask('GET', key)));
    case 'list':
      return whole(itemsOf('list', listed(ask('LRANGE', key, '0', '-1')).map(named)));
    case 'set':
      return whole(itemsOf('set', listed(ask('SMEMBERS', key)).sort().map(named)));
    case 'zset': {
      const members = inPairs(listed(ask('ZRANGE', key, '0', '-1', 'WITHSCORES')));
      return whole(
        itemsOf(
          'zset',
          members.map(([text, score]) => item(text, score)),
        ),
      );
    }
    case 'hash':
      return inPairs(listed(ask('HGETALL', key))).map(([field, value]) => ({
        kind: 'field',
        field,
        value: plainValue(value),
      }));
    case 'stream':
      return streamParts(key, ask);
    default:
      return whole({ type: 'text', text: name });
  }
}

/** A value of a string, a field or a row. */
export function plainValue(value: ProgramValue): HeldValue {
  const text = typeof value === 'string' ? value : shownValue(value);
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number)
    ? { type: 'number', text, number }
    : { type: 'text', text };
}

export function itemsOf(of: ItemsValue['of'], items: readonly HeldItem[]): HeldValue {
  return {
    type: 'items',
    of,
    items: items.slice(0, MAX_ITEMS),
    leftOut: Math.max(0, items.length - MAX_ITEMS),
  };
}

export function item(text: string, detail: string | null = null): HeldItem {
  return { text, detail, delivery: null };
}

function named(text: string): HeldItem {
  return item(text);
}

function streamParts(key: string, ask: Ask): EntryPart[] {
  const entries = listed(ask('XRANGE', key, '-', '+')).map((entry): HeldItem => {
    const [id, fields] = entry as unknown as [string, readonly string[]];
    return item(id, fields.join(' '));
  });
  const groups = listed(ask('XINFO', 'GROUPS', key)).map((group) =>
    Object.fromEntries(inPairs(listed(group))),
  );
  if (groups.length === 0) return [{ kind: 'key', field: null, value: itemsOf('stream', entries) }];
  return groups.map((group) => {
    const name = String(group.name);
    const pending = listed(ask('XPENDING', key, name, '-', '+', '1000')) as unknown as [
      id: string,
      consumer: string,
      idleMs: number,
      times: number,
    ][];
    const last = String(group['last-delivered-id']);
    const items = entries.map((entry): HeldItem => {
      const taken = pending.find(([id]) => id === entry.text);
      if (taken !== undefined) return { ...entry, delivery: pendingOf(taken) };
      return { ...entry, delivery: { state: isLater(entry.text, last) ? 'new' : 'acknowledged' } };
    });
    // Pending stays what was deleted from the stream.
    for (const taken of pending) {
      if (!entries.some(({ text }) => text === taken[0])) {
        items.push({ ...item(taken[0]), delivery: pendingOf(taken) });
      }
    }
    return { kind: 'group', field: name, value: itemsOf('stream', items) };
  });
}

function pendingOf([, consumer, , times]: readonly [string, string, number, number]) {
  return { state: 'pending', consumer, times } as const;
}

function isLater(id: string, other: string): boolean {
  const [ms, sequence] = id.split('-').map(BigInt);
  const [otherMs, otherSequence] = other.split('-').map(BigInt);
  return ms > otherMs || (ms === otherMs && sequence > otherSequence);
}

function listed(value: ProgramValue): string[] {
  return Array.isArray(value) ? [...(value as readonly string[])] : [];
}

function inPairs(values: readonly string[]): [string, string][] {
  return values.flatMap((value, at): [string, string][] => (at % 2 === 0 ? [[value, values[at + 1]]] : []));
}
