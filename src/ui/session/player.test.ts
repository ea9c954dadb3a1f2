import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameDetail } from '../../protocol/messages.ts';
import type { DictView } from '../../protocol/views.ts';
import { frameWith } from '../../testing/frames.ts';
import { createCaptions, readingMs } from './captions.ts';
import { createPlayer, momentMs, type Player } from './player.ts';
import { initialState, type SessionState } from './state.ts';

/** What is said at each moment of the frame that is played; null at moments that say nothing. */
let sentences: (string | null)[];
/** The picture at each moment: two equal numbers are the same picture. */
let pictures: number[];
let frames: number;
let state: SessionState;
let player: Player;
let captions: ReturnType<typeof createCaptions>;
/** Every moment looked at, and when. */
let stays: { moment: number; atMs: number }[];
let passedMs: number;

const views = new Map<number, DictView>();
const view = (number: number) => {
  if (!views.has(number)) views.set(number, { address: number } as DictView);
  return views.get(number)!;
};

function detail(index: number): FrameDetail {
  const moments = pictures.map((number) => ({ step: null, picture: { dict: view(number) } }));
  return { index, moments, droppedSteps: 0 };
}

beforeEach(() => {
  vi.useFakeTimers();
  captions = createCaptions();
  stays = [];
  passedMs = 0;
  frames = 1;
  sentences = [null, 'The search begins', null, 'It ends here', null];
  pictures = [1, 2, 2, 3, 3];
  state = { ...initialState, status: 'ready' };
  captions.add(() => sentences[state.position.moment] ?? null);
  player = createPlayer({
    get: () => state,
    set: (part) => {
      state = { ...state, ...part };
    },
    place(frame, moment, following) {
      const last = pictures.length - 1;
      state = {
        ...state,
        position: { frame, moment: Math.min(moment, last) },
        following,
        detail: detail(frame),
        frames: Array.from({ length: frames }, (_, index) => frameWith(index)),
      };
      stays.push({ moment: Math.min(moment, last), atMs: Date.now() });
    },
    captions,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets the player go on until it stops or waits. */
function run(): void {
  while (state.playing && !state.waiting && passedMs < 600_000) {
    vi.advanceTimersByTime(1);
    passedMs++;
  }
}

/** How long a moment stayed. */
function staysOf(moment: number): number {
  const nth = stays.findIndex((stay) => stay.moment === moment);
  return (stays[nth + 1]?.atMs ?? Date.now()) - stays[nth].atMs;
}

describe('at reading pace', () => {
  it('a captioned moment stays as long as its sentence is read', () => {
    player.playFrame(0);
    run();
    expect(state.playing).toBe(false);
    expect(staysOf(1)).toBeGreaterThanOrEqual(readingMs('The search begins'));
    expect(staysOf(3)).toBeGreaterThanOrEqual(readingMs('It ends here'));
  });

  it('a moment with nothing to say and nothing that moves is no stop', () => {
    player.playFrame(0);
    run();
    expect(staysOf(2)).toBeLessThan(10);
  });

  it('a moment with nothing to say stays as long as something moves', () => {
    pictures = [1, 2, 3, 4, 4];
    player.playFrame(0);
    run();
    expect(staysOf(2)).toBeGreaterThanOrEqual(momentMs(5));
    expect(staysOf(2)).toBeLessThan(momentMs(5) + 10);
  });

  it('a sentence that stays the same is read once', () => {
    sentences = ['It waits', 'It waits', 'It waits', 'It waits', 'It waits'];
    player.playFrame(0);
    run();
    expect(staysOf(0)).toBeGreaterThanOrEqual(readingMs('It waits'));
    expect(staysOf(1)).toBeLessThan(readingMs('It waits'));
  });

  it('what is said at the very end is read before the playing is over', () => {
    sentences = [null, null, null, null, 'Two hops'];
    player.playFrame(0);
    run();
    expect(staysOf(4)).toBeGreaterThanOrEqual(readingMs('Two hops'));
    expect(state).toMatchObject({ playing: false, following: true });
  });

  it('half the speed gives twice the time', () => {
    state = { ...state, speed: 0.5 };
    player.playFrame(0);
    run();
    expect(staysOf(1)).toBeGreaterThanOrEqual(2 * readingMs('The search begins'));
  });

  it('the loop of a script is watched and not read', () => {
    pictures = Array.from({ length: 1000 }, (_, index) => index);
    sentences = pictures.map((index) => `Line ${index}`);
    player.playFrame(0);
    run();
    expect(passedMs).toBeLessThan(60_000);
  });

  it('what is read does not end because its picture comes once more', () => {
    player.playFrame(0);
    while (state.position.moment === 0) vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(100);
    player.arrived();
    vi.advanceTimersByTime(readingMs('The search begins') - 110);
    expect(state.position.moment).toBe(1);
  });

  it('a reader who follows is taken to the present after the frame, if the server is far ahead', () => {
    player.playFrame(0);
    frames = 9;
    run();
    expect(state).toMatchObject({ position: { frame: 8, moment: 4 }, playing: false, following: true });
  });
});

describe('narrated', () => {
  beforeEach(() => {
    state = { ...state, pace: 'narrated' };
  });

  it('stops at each caption and nowhere else', () => {
    player.playFrame(0);
    run();
    expect(state).toMatchObject({ position: { moment: 1 }, playing: true, waiting: true });
    vi.advanceTimersByTime(100_000);
    expect(state.position.moment).toBe(1);
    player.play();
    run();
    expect(state).toMatchObject({ position: { moment: 3 }, waiting: true });
    player.play();
    run();
    expect(state).toMatchObject({ position: { moment: 4 }, playing: false, waiting: false });
  });

  it('can be stopped while it waits, and goes on from there', () => {
    player.playFrame(0);
    run();
    player.stop();
    expect(state).toMatchObject({ playing: false, waiting: false });
    player.play();
    run();
    expect(state).toMatchObject({ position: { moment: 3 }, waiting: true });
  });

  it('holds a command that is not played until the reader goes on', async () => {
    const held = vi.fn();
    state = { ...state, position: { frame: 0, moment: 1 } };
    const holding = player.hold(650).then(held);
    vi.advanceTimersByTime(60_000);
    await Promise.resolve();
    expect(held).not.toHaveBeenCalled();
    expect(state).toMatchObject({ playing: true, waiting: true });
    player.play();
    await holding;
    expect(state).toMatchObject({ playing: false, waiting: false });
  });
});

describe('quick', () => {
  it('does not care for captions', () => {
    state = { ...state, pace: 'quick' };
    player.playFrame(0);
    run();
    for (const moment of [0, 1, 2, 3]) expect(staysOf(moment)).toBeLessThanOrEqual(momentMs(5));
  });
});
