/**
 * Plays scenes on a server of their own: line by line, each with its sentence, as fast as one reads. The reader's
 * session has no part in it, so nothing of it is kept and no command of the reader has to wait for it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { packetOf, readLine } from '../../protocol/action-lines.ts';
import type { SessionStore } from '../session/store.ts';
import { type ShowBeat, type ShowScene, startOf } from './show-script.ts';

export interface ShowState {
  /** `still`: one picture, nothing has been played yet. */
  readonly phase: 'still' | 'playing' | 'paused' | 'ended';
  readonly scene: number;
  /** The beat that is shown; -1 before the first. */
  readonly beat: number;
}

export interface Show extends StoreApi<ShowState> {
  /** Sets up a scene and shows its first beat at once. */
  still(): Promise<void>;
  /** Plays from the beginning of a scene, or goes on after a pause. */
  play(scene?: number): void;
  pause(): void;
  /** Ends it for good. */
  stop(): void;
}

export interface ShowPace {
  /** How long a scene is looked at before something happens. */
  readonly openingMs: number;
  /** How long a sentence stands before its line happens. */
  readonly leadMs: number;
  /** How long a beat stays at least, from its sentence on. */
  readingMs(beat: ShowBeat): number;
}

export function createShow(
  session: SessionStore,
  scenes: readonly ShowScene[],
  pace: ShowPace,
  /** Resolves when the panel of the scene can be seen. */
  seen: (scene: ShowScene) => Promise<void>,
  now: () => number = () => performance.now(),
): Show {
  const store = createStore<ShowState>(() => ({ phase: 'still', scene: 0, beat: -1 }));
  const { getState: get, setState: set } = store;
  /** Counts runs: one that is not the latest ends at its next step. */
  let run = 0;
  /** The pause came while a command was being played. */
  let isCut = false;

  async function happen(text: string, manner: 'played' | 'quiet'): Promise<void> {
    const line = readLine(text);
    if (line?.type === 'advance') await session.actions.advance(line.ms);
    if (line?.type !== 'command') return;
    const client = Number(line.client ?? 1);
    while (session.getState().clients.every(({ id }) => id < client)) {
      if ((await session.actions.openClient()) === null) return;
    }
    await session.actions.sendBytes(client, packetOf(line.command), manner);
  }

  /** False when there is no server to be had. */
  async function setUp(scene: ShowScene): Promise<boolean> {
    if (!(await session.actions.startServer(startOf(scene), { running: false, speed: 1 }))) return false;
    for (const line of scene.given) await happen(line, 'quiet');
    return true;
  }

  /** Resolves once `is` holds, or another run has begun. */
  function until<State>(of: StoreApi<State>, is: (state: State) => boolean, mine: number): Promise<void> {
    return new Promise((resolve) => {
      const stops: (() => void)[] = [];
      const look = () => {
        if (mine === run && !is(of.getState())) return;
        for (const stop of stops) stop();
        resolve();
      };
      stops.push(of.subscribe(look), store.subscribe(look));
      look();
    });
  }

  const unpaused = (mine: number) => until(store, ({ phase }) => phase !== 'paused', mine);

  /** Time that passes while it plays; a pause stops it. */
  async function rest(ms: number, mine: number): Promise<void> {
    let leftMs = ms;
    while (mine === run && leftMs > 0) {
      await unpaused(mine);
      const beganMs = now();
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          unsubscribe();
          resolve();
        };
        const timer = setTimeout(end, leftMs);
        const unsubscribe = store.subscribe(({ phase }) => {
          if (mine !== run || phase === 'paused') end();
        });
      });
      leftMs -= now() - beganMs;
    }
    await unpaused(mine);
  }

  /** Until the command has been played to its end, also when a pause cut it. */
  async function played(mine: number): Promise<void> {
    for (;;) {
      await until(session, ({ playing }) => !playing, mine);
      await unpaused(mine);
      if (mine !== run || !isCut) return;
      isCut = false;
      session.actions.play();
    }
  }

  async function playFrom(first: number): Promise<void> {
    const mine = ++run;
    isCut = false;
    for (let nth = first; nth < scenes.length; nth++) {
      const scene = scenes[nth];
      set({ phase: 'playing', scene: nth, beat: -1 });
      const isThere = await setUp(scene);
      if (mine !== run) return;
      if (!isThere) break;
      await seen(scene);
      await rest(pace.openingMs, mine);
      for (const [number, beat] of scene.beats.entries()) {
        if (mine !== run) return;
        set({ beat: number });
        const sinceMs = now();
        await rest(pace.leadMs, mine);
        if (mine !== run) return;
        await happen(beat.line, 'played');
        await played(mine);
        await rest(pace.readingMs(beat) - (now() - sinceMs), mine);
      }
    }
    if (mine === run) set({ phase: 'ended' });
  }

  return Object.assign(store, {
    async still() {
      const mine = ++run;
      const [scene] = scenes;
      await setUp(scene);
      if (mine !== run) return;
      await happen(scene.beats[0].line, 'quiet');
      if (mine === run) set({ phase: 'still', scene: 0, beat: 0 });
    },
    play(scene?: number) {
      if (scene === undefined && get().phase === 'paused') set({ phase: 'playing' });
      else void playFrom(scene ?? 0);
    },
    pause() {
      if (get().phase !== 'playing') return;
      isCut = session.getState().playing;
      set({ phase: 'paused' });
      session.actions.pause();
    },
    stop() {
      run++;
      session.actions.pause();
      // Whatever waits looks again, and ends.
      set({ phase: 'ended' });
    },
  });
}
