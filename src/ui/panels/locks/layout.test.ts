import { describe, expect, it } from 'vitest';
import type { LockEvent, LocksView } from '../../../protocol/views.ts';
import { locksStory } from '../../gallery/locks-items.ts';
import { layoutAxis, narrowestGap, widthOfTime } from './axis.ts';
import { asOfNow, layoutLocks, shortCommand } from './layout.ts';

const wrong = locksStory('wrong');
const last = wrong[wrong.length - 1];

function marksOf(view: LocksView, width = 900, nowMs = view.nowMs) {
  return layoutLocks({ view: asOfNow(view, nowMs), frame: 0, nowMs, width });
}

describe('the axis', () => {
  it('gives every event a column of its own, in order, also at one instant', () => {
    const { columns, ticks } = layoutAxis(last.events, last.nowMs, -1, 400);
    for (let nth = 1; nth < columns.length; nth++) {
      expect(columns[nth] - columns[nth - 1]).toBeGreaterThan(narrowestGap * 0.8);
    }
    const instants = new Set(last.events.map(({ atMs }) => atMs));
    expect(ticks).toHaveLength(instants.size);
    expect(ticks[0].sinceMs).toBe(0);
  });

  it('widens a gap by the time in it, the less the longer it is', () => {
    expect(widthOfTime(0)).toBe(0);
    expect(widthOfTime(100)).toBeGreaterThan(0);
    expect(widthOfTime(10_000)).toBeGreaterThan(widthOfTime(1000));
    expect(widthOfTime(3_600_000)).toBeLessThan(3 * widthOfTime(1000));
  });

  it('fits if it can and grows beyond its place if it cannot', () => {
    const few = layoutAxis(last.events.slice(0, 2), last.nowMs, -1, 900);
    expect(few.width).toBe(900);
    expect(few.nowX).toBeLessThan(900);
    const many = layoutAxis([...last.events, ...last.events], last.nowMs, -1, 300);
    expect(many.width).toBeGreaterThan(300);
  });

  it('puts a coming expiry after the present, and a past one nowhere', () => {
    const ahead = layoutAxis(last.events, last.nowMs, last.nowMs + 5000, 900);
    expect(ahead.expiryX).toBeGreaterThan(ahead.nowX);
    expect(layoutAxis(last.events, last.nowMs, -1, 900).expiryX).toBeNull();
  });
});

describe('lanes', () => {
  it('every span stands in its client’s lane, from its event to the event that ends it', () => {
    const marks = marksOf(last);
    expect(marks.spans).toHaveLength(last.spans.length);
    last.spans.forEach((span, nth) => {
      const mark = marks.spans[nth];
      const lane = marks.lanes.find(({ client }) => client === span.client)!;
      expect(mark.x).toBe(marks.axis.columns[span.from]);
      expect(mark.x + mark.width).toBeCloseTo(
        span.to === null ? marks.axis.nowX : marks.axis.columns[span.to],
      );
      expect(mark.y).toBeGreaterThan(lane.y);
      expect(mark.open).toBe(span.to === null);
    });
  });

  it('the server’s own work stands on the key’s own row', () => {
    const marks = marksOf(last);
    for (const { event, y } of marks.events) {
      const lane = marks.lanes.find(({ client }) => client === event.client);
      expect(y).toBe((lane === undefined ? marks.keyY : lane.y) + marks.sizes.middle);
    }
    expect(marks.events.some(({ kind }) => kind === 'expired')).toBe(true);
  });

  it('bands of alarm cover exactly the time in which two act as holders', () => {
    const marks = marksOf(last);
    expect(marks.conflicts.map(({ clients, open }) => ({ clients, open }))).toEqual([
      { clients: [1, 2], open: false },
      { clients: [2, 3], open: true },
    ]);
    const [first] = marks.conflicts;
    expect(first.x).toBe(marks.axis.columns[last.conflicts[0].from]);
    expect(first.x + first.width).toBeCloseTo(marks.axis.columns[last.conflicts[0].to!]);
    expect(marksOf(locksStory('orphaned').at(-1)!).conflicts).toEqual([]);
  });

  it('a lease fades with its time and reaches ahead to its end', () => {
    const taken = wrong[0];
    const atOnce = marksOf(taken).leases[0];
    expect(atOnce.share).toBe(1);
    const later = marksOf(taken, 900, taken.nowMs + 7500).leases[0];
    expect(later.share).toBe(0.25);
    expect(later.leftMs).toBe(2500);
    expect(later.ahead).toBeGreaterThan(0);
    const orphan = marksOf(locksStory('orphaned').at(-1)!).leases[0];
    expect(orphan).toMatchObject({ expires: false, share: 1, ahead: 0, leftMs: null });
  });

  it('events keep their identity when the time goes on', () => {
    const before = marksOf(wrong[2]).events.map(({ id }) => id);
    expect(
      marksOf(last)
        .events.map(({ id }) => id)
        .slice(0, before.length),
    ).toEqual(before);
  });

  it('on a phone the rows are lower and two lanes fit', () => {
    const marks = marksOf(wrong[3], 250);
    expect(marks.lanes).toHaveLength(2);
    expect(marks.height).toBeLessThan(185);
    expect(marksOf(wrong[3]).height).toBeGreaterThan(220);
  });

  it('in a low place the rows are lower too, however wide it is', () => {
    const [high, low] = [false, true].map((isLow) =>
      layoutLocks({
        view: wrong[3],
        frame: wrong[3].events.at(-1)!.frame,
        nowMs: wrong[3].nowMs,
        width: 900,
        isLow,
      }),
    );
    expect(low.height).toBeLessThan(high.height);
    expect(low.width).toBe(high.width);
    // What has just happened is in the lane of who did it.
    const { client } = wrong[3].events.at(-1)!;
    const lane = low.lanes.find((one) => one.client === client)!;
    expect(low.focusY).toBe(lane.y + low.sizes.middle);
  });

  it('with more clients than lanes the rest is counted', () => {
    const crowd = locksStory('crowd').at(-1)!;
    expect(marksOf(crowd).lanes).toHaveLength(8);
    expect(crowd.hiddenClients).toBe(1);
  });
});

describe('an expiry that has passed without an event', () => {
  const taken = wrong[0];

  it('ends the lock at its instant, and the holder does not notice', () => {
    const view = asOfNow(taken, taken.expireAtMs + 1);
    expect(view.events.at(-1)).toMatchObject({ kind: 'expired', atMs: taken.expireAtMs, owner: 1 });
    expect(view).toMatchObject({ token: null, owner: 0 });
    expect(view.lanes[0].state).toBe('believed');
    expect(view.spans.map(({ kind }) => kind)).toEqual(['held', 'believed']);
  });

  it('not one millisecond early', () => {
    expect(asOfNow(taken, taken.expireAtMs)).toBe(taken);
  });

  it('and the server says the same as soon as it looks', () => {
    const foreseen = asOfNow(wrong[1], wrong[1].expireAtMs + 200);
    const logged = wrong[2];
    const shape = (view: LocksView) => ({
      kinds: view.events.map(({ kind, atMs }) => `${kind} ${atMs}`),
      states: view.lanes.map(({ state }) => state),
      spans: view.spans.map(({ client, kind, from, to }) => `${client} ${kind} ${from} ${to}`).sort(),
      totals: view.totals,
    });
    expect(shape(foreseen)).toEqual(shape(logged));
  });
});

it('the name below a sign is the command and its decisive option', () => {
  const short = (command: string) => shortCommand({ command } as LockEvent);
  expect(short('SETNX lock:order A')).toBe('SETNX');
  expect(short('set lock:order A nx px 10000')).toBe('SET NX');
  expect(short('SET lock:order nx')).toBe('SET');
  expect(short('EVAL "if redis.call…" 1 lock:order A')).toBe('EVAL');
});
