/** Watching packed bytes: the key, the node and the window go where the commands work. */
import { describe, expect, it } from 'vitest';
import type { Moment } from '../protocol/messages.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { Generation } from '../protocol/session.ts';
import type { PackedTarget, PackedView } from '../protocol/views-packed.ts';
import { Session } from './session.ts';

const START_MS = 1_700_000_000_000;
const FOLLOWING: PackedTarget = { kind: 'packed', db: 0, key: null, follow: true };

function sessionOf(generation: Generation, target: PackedTarget = FOLLOWING): Session {
  const session = new Session({ generation, seed: 5, startMs: START_MS, config: {} });
  session.open(START_MS);
  session.watch('packed', target, session.lastIndex);
  return session;
}

function run(session: Session, line: string): readonly Moment[] {
  const bytes = encodeCommand(line.split(' ').map((word) => new TextEncoder().encode(word)));
  return session.send(1, bytes, START_MS).detail!.moments;
}

function viewOf(moment: Moment): PackedView {
  return moment.picture.packed as PackedView;
}

function lastOf(moments: readonly Moment[]): PackedView {
  return viewOf(moments[moments.length - 1]);
}

/** Each step with the bytes used and allocated at that instant. */
function told(moments: readonly Moment[]): string[] {
  return moments.flatMap((moment) => {
    if (moment.step === null || !/^(packed|intset|quicklist|object)\./.test(moment.step.type)) return [];
    const block = viewOf(moment).value?.block;
    return [
      `${moment.step.type} ${block == null ? 'not packed' : `${block.totalBytes}/${block.allocationBytes}`}`,
    ];
  });
}

describe('the key', () => {
  it('is that of the latest command on a collection, in every frame the one it had', () => {
    const session = sessionOf('7.0');
    expect(lastOf(run(session, 'SET plain 1'))).toMatchObject({ key: null, value: null });
    expect(lastOf(run(session, 'HSET h a 1'))).toMatchObject({ key: 'h', value: { encoding: 'listpack' } });
    const hashFrame = session.lastIndex;
    expect(lastOf(run(session, 'RPUSH l a'))).toMatchObject({ key: 'l', value: { encoding: 'quicklist' } });
    expect(lastOf(run(session, 'GET plain'))).toMatchObject({ key: 'l' });
    expect(lastOf(session.detail(hashFrame).moments)).toMatchObject({ key: 'h', keys: [{ key: 'h' }] });
    expect(lastOf(session.detail(session.lastIndex).moments)).toMatchObject({ key: 'l' });
  });

  it('is the one that something arrives in, when it is moved from another', () => {
    const session = sessionOf('7.0');
    run(session, 'RPUSH from a b');
    expect(lastOf(run(session, 'LMOVE from to LEFT LEFT'))).toMatchObject({
      key: 'to',
      value: { elements: 1 },
    });
  });

  it('stays the one that was chosen', () => {
    const session = sessionOf('7.0', { ...FOLLOWING, key: new TextEncoder().encode('h') });
    run(session, 'HSET h a 1');
    expect(lastOf(run(session, 'HSET other b 2'))).toMatchObject({ key: 'h', value: { elements: 1 } });
    expect(lastOf(run(session, 'DEL h'))).toMatchObject({ key: 'h', value: null });
  });
});

describe('inside a command', () => {
  it('the slot is larger before anything moves, and the value converts at the instant it does', () => {
    const session = sessionOf('7.0');
    expect(told(run(session, 'HSET h name ann'))).toEqual([
      'packed.realloc 7/16',
      'packed.insert 13/16',
      'packed.realloc 13/32',
      'packed.insert 18/32',
    ]);
    const moments = run(session, `HSET h note ${'x'.repeat(65)}`);
    expect(told(moments)).toEqual(['object.encoding not packed']);
    expect(viewOf(moments[0]).value).toMatchObject({ encoding: 'listpack', block: { totalBytes: 18 } });
    expect(lastOf(moments).value).toMatchObject({ encoding: 'hashtable', block: null, elements: 2 });
  });

  it('prevlens are wrong while a cascade is found, and right when it has run', () => {
    const session = sessionOf('6.2');
    run(session, `RPUSH l ${'a'.repeat(250)} ${'b'.repeat(250)} ${'c'.repeat(250)}`);
    const moments = run(session, `LPUSH l ${'x'.repeat(251)}`);
    const wrong = moments.flatMap((moment) => {
      if (moment.step === null || !moment.step.type.startsWith('packed.')) return [];
      const entries = viewOf(moment).value?.block?.entries ?? [];
      return `${moment.step.type} ${entries.filter(({ prevlen }) => prevlen!.says !== prevlen!.is).map(({ index }) => index)}`;
    });
    expect(wrong).toEqual([
      'packed.realloc ',
      'packed.insert 2',
      'packed.cascade 2',
      'packed.cascade 2',
      'packed.cascade 2',
      'packed.cascaded ',
    ]);
  });
});

describe('node and window', () => {
  it('go to the node that a step changes', () => {
    const session = sessionOf('7.0');
    run(session, 'CONFIG SET list-max-listpack-size 2');
    expect(lastOf(run(session, 'RPUSH l a b c d e')).value!.nodes).toMatchObject({ total: 3, chosen: 2 });
    expect(lastOf(run(session, 'LSET l 2 x')).value!.nodes!.chosen).toBe(1);
    expect(lastOf(run(session, 'LPUSH l z')).value!.nodes).toMatchObject({ total: 4, chosen: 0 });
  });

  it('go to the byte that a step changes', () => {
    const session = sessionOf('7.0');
    run(session, 'CONFIG SET hash-max-listpack-entries 1000');
    for (let nth = 0; nth < 24; nth++) {
      const pairs = Array.from({ length: 20 }, (_, index) => `field:${nth}:${index} value`);
      run(session, `HSET h ${pairs.join(' ')}`);
    }
    const block = lastOf(run(session, 'HSET h last one')).value!.block!;
    expect(block.totalBytes).toBeGreaterThan(4096 + 2048);
    expect(block.entries.at(-1)).toMatchObject({ value: 'one' });
  });
});
