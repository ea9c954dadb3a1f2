/** The show of the home page, played on a real engine without waiting. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Host } from '../../worker/host.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { createShow, type Show, type ShowState } from './show.ts';
import { showScenes } from './show-script.ts';

const atOnce = { openingMs: 0, leadMs: 0, readingMs: () => 0 };

let session: SessionStore;
let show: Show;
let states: ShowState[];

beforeEach(() => {
  session = createSessionStore(
    directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })),
  );
  session.actions.setSpeed(10_000);
  show = createShow(session, showScenes, atOnce, async () => {});
  states = [];
  show.subscribe((state) => states.push(state));
});

afterEach(() => show.stop());

function until(is: (state: ShowState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!is(show.getState())) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = show.subscribe(look);
    look();
  });
}

/** Long enough for the show to have sent its next line, if it had one: each round trip is one of its steps. */
async function roundTrips(): Promise<void> {
  for (let count = 0; count < 20; count++) {
    await session.actions.observe(['db0.keys']);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const commands = () =>
  session
    .getState()
    .frames.filter(({ kind }) => kind === 'command')
    .map(({ text }) => text);

describe('the show', () => {
  it('plays every beat of every scene in order, and ends with its server as the last line left it', async () => {
    show.play();
    await until(({ phase }) => phase === 'ended');
    const beats = states.filter(({ phase, beat }) => phase === 'playing' && beat >= 0);
    expect(beats.map(({ scene, beat }) => `${scene}.${beat}`)).toEqual(
      showScenes.flatMap(({ beats }, scene) => beats.map((_, beat) => `${scene}.${beat}`)),
    );
    const last = showScenes.at(-1);
    expect(commands()).toEqual([...(last?.given ?? []), ...(last?.beats ?? []).map(({ line }) => line)]);
  });

  it('does nothing more while it is paused, and goes on with the same beat', async () => {
    show.play();
    await until(({ scene, beat }) => scene === 0 && beat === 1);
    show.pause();
    await roundTrips();
    expect(show.getState()).toEqual({ phase: 'paused', scene: 0, beat: 1 });
    expect(commands().length).toBeLessThanOrEqual(showScenes[0].given.length + 2);
    show.play();
    await until(({ scene }) => scene === 1);
  });

  it('jumps to another scene, and the run before it ends', async () => {
    show.play();
    await until(({ beat }) => beat === 0);
    show.play(2);
    await until(({ phase }) => phase === 'ended');
    expect(states.some(({ scene }) => scene === 1)).toBe(false);
    expect(commands()[0]).toBe(showScenes[2].given[0]);
  });

  it('sends nothing after it was stopped', async () => {
    show.play();
    await until(({ beat }) => beat === 0);
    show.stop();
    await roundTrips();
    const before = commands().length;
    await roundTrips();
    expect(commands()).toHaveLength(before);
    expect(show.getState().scene).toBe(0);
  });

  it('has a still for readers who want no motion', async () => {
    await show.still();
    expect(show.getState()).toEqual({ phase: 'still', scene: 0, beat: 0 });
    expect(commands().at(-1)).toBe(showScenes[0].beats[0].line);
    expect(session.getState().playing).toBe(false);
  });
});
