/**
 * The session as the page holds it: a vanilla store over the link to the worker. React only reads it; views that paint
 * themselves subscribe to it directly.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Position, SessionOverview, WorkerEvent } from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import type { SessionActions } from './actions.ts';
import { createArrivals } from './arrivals.ts';
import { createCaptions } from './captions.ts';
import { createCommandTable } from './command-table.ts';
import { createFrameList } from './frame-list.ts';
import { dropOldNotices } from './old-notices.ts';
import { recallPace, rememberPace, rememberSpeed } from './pace.ts';
import { createPlayhead } from './playhead.ts';
import type { Restarts } from './restartable-link.ts';
import { createSaving } from './saving.ts';
import { createSending } from './sending.ts';
import { initialState, isAtHead, lastMoment, type SessionState, withGoalResults } from './state.ts';
import { createStoreAccess } from './store-access.ts';
import { LinkFailedError, type WorkerLink } from './worker-link.ts';

export * from './actions.ts';
export * from './state.ts';

export interface SessionStore extends StoreApi<SessionState> {
  readonly actions: SessionActions;
}

/** Show the progress of a load that takes longer. */
const readingMs = 1000;
/** Load the hints for commands after this idle time. */
const docsAfterMs = 1000;

export function createSessionStore(
  link: (WorkerLink & { readonly restarts?: Restarts }) | LinkFailedError,
  now: () => number = () => performance.now(),
): SessionStore {
  const store = createStore<SessionState>(() => ({ ...initialState, ...recallPace() }));
  const { getState: get, setState: set } = store;
  if (link instanceof LinkFailedError) set({ status: 'unsupported', failure: link.failure });

  const access = createStoreAccess({ get, set, now }, link);
  const { ask, notify, refuse } = access;
  const captions = createCaptions();
  const playhead = createPlayhead({ ...access, captions, takeIn: (arrived) => void list.merge(arrived) });
  const { details, watches, player, place, seek } = playhead;
  const list = createFrameList(access, playhead);
  const arrive = createArrivals(access, playhead, list);
  const commands = createCommandTable(access);
  const sending = createSending(access, { playhead, list, arrive, commands });
  const owners = new Map<string, symbol | undefined>();

  /** Shows another session: everything shown before belongs to another server. */
  async function enter(
    overview: SessionOverview,
    position: Position | null,
    server = get().server,
  ): Promise<void> {
    player.stop();
    if (server !== get().server) set({ server, openedAt: null });
    list.replace(overview);
    const last = overview.frames.length - 1;
    const target = position ?? { frame: last, moment: lastMoment };
    set({
      status: 'ready',
      fault: null,
      detail: null,
      goalResults: [],
      goalHistory: [],
      position: target,
      following: position === null || (target.frame >= last && target.moment >= lastMoment),
    });
    await watches.resend();
    details.forget();
    details.want(get().position.frame);
    setTimeout(() => void commands.learn(), docsAfterMs);
  }

  function onEvent(event: WorkerEvent): void {
    switch (event.event) {
      case 'frames':
        arrive(event.frames, event.detail, null);
        break;
      case 'clock':
        set({ clock: event.clock });
        break;
      case 'replaying':
        set({ replaying: { done: event.done, of: event.of } });
        break;
      case 'goal':
        set({ goalResults: event.results, goalHistory: withGoalResults(get().goalHistory, event) });
        break;
      case 'branch':
        list.replace(event.overview);
        break;
      case 'fault':
        player.stop();
        // The whole page shows it; a notice would repeat it.
        set({ status: 'faulted', fault: event, notice: null });
        break;
      case 'trouble':
        notify(event.refusal.code, event.refusal.detail);
        break;
    }
  }

  dropOldNotices(store);
  if (!(link instanceof LinkFailedError)) {
    link.onEvent(onEvent);
    link.onFailure((error) => {
      player.stop();
      const canRestart = error.failure === 'worker-died' && link.restarts !== undefined;
      set({ status: canRestart ? 'stopped' : 'unsupported', failure: error.failure });
    });
    link.restarts?.onSilence((silent) => set({ silent }));
  }

  const actions: SessionActions = {
    async startServer(start, clock = { running: true, speed: 1 }) {
      try {
        await enter(await ask().ask('start', { start, clock }), null, get().server + 1);
        return true;
      } catch (error) {
        refuse(error);
        return false;
      }
    },
    async load(saved, withoutLast = false) {
      // A session is read before it is replayed, and that may take long, too.
      const reading = setTimeout(() => set({ replaying: get().replaying ?? { done: 0, of: 0 } }), readingMs);
      try {
        const { overview, position, page, since } = await ask().ask(
          'load',
          withoutLast ? { saved, withoutLast } : { saved },
        );
        await enter(overview, position, get().server + 1);
        return { page, since };
      } catch (error) {
        refuse(error);
        return null;
      } finally {
        clearTimeout(reading);
        set({ replaying: null });
      }
    },
    stopLoad: () => void ask().ask('stopLoad', {}).catch(refuse),
    ...createSaving(access),
    ...sending,
    async restart() {
      if (await sending.restart()) await actions.openClient();
    },
    async restartNode(node) {
      const before = get();
      if (!(await sending.restart(node))) return false;
      const last = isAtHead(before) ? before.frames.length - 1 : before.position.frame;
      const crash = before.frames.findLast(
        (frame) => frame.index <= last && frame.node === node && frame.down === true,
      );
      if (crash !== undefined && crash.closed.length > 0) await actions.openClient(node);
      return true;
    },

    here: playhead.here,
    seek,
    first: () => seek({ frame: 0, moment: 0 }),
    last: () => seek({ frame: get().frames.length - 1, moment: lastMoment }),
    opened: () => set({ openedAt: { branch: get().branch, frame: get().frames.length - 1 } }),
    back: playhead.back,
    forward: playhead.forward,
    backFrame: playhead.backFrame,
    forwardFrame: playhead.forwardFrame,
    play() {
      playhead.here();
      player.play();
    },
    replay: () => player.playFrame(playhead.here().frame),
    pause: () => player.stop(),
    setSpeed(speed) {
      rememberSpeed(speed);
      set({ speed });
    },
    setPace(pace) {
      rememberPace(pace);
      set({ pace });
      // A stop that the new pace does not know is left.
      if (get().waiting) player.play();
    },
    addCaption: captions.add,
    holdCaption: player.hold,
    setLoop(loop) {
      set({ loop });
      if (loop === null) {
        player.stop();
        return;
      }
      player.stop();
      place(loop.from, 0, false);
      player.play();
    },

    watch(id, target, owner) {
      owners.set(id, owner);
      watches.set(id, target);
    },
    unwatch(id, owner) {
      if (owners.get(id) !== owner) return;
      owners.delete(id);
      watches.unset(id);
    },
    async setClock(clock) {
      try {
        set({ clock: await ask().ask('clock', clock) });
      } catch (error) {
        refuse(error);
      }
    },
    async switchBranch(branch) {
      try {
        const overview = await ask().ask('switchBranch', { branch });
        player.stop();
        list.replace(overview);
        // How the goal stood earlier on that branch was never said.
        set({ detail: null, goalHistory: get().goalHistory.slice(-1) });
        place(overview.frames.length - 1, lastMoment, true);
      } catch (error) {
        refuse(error);
      }
    },
    async deleteBranch(branch) {
      try {
        set({ branches: (await ask().ask('deleteBranch', { branch })).branches });
      } catch (error) {
        refuse(error);
      }
    },
    async setGoal(checks) {
      try {
        const answer = await ask().ask('goal', { checks });
        set({ goalResults: answer.results, goalHistory: [answer] });
        return answer.results;
      } catch (error) {
        refuse(error);
        return [];
      }
    },
    async reply(frame, client, maxBytes) {
      try {
        return await ask().ask('reply', { frame, client, maxBytes });
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    async observe(paths, atFrame = get().position.frame) {
      return (await ask().ask('observe', { paths, atFrame })).values;
    },
    async trial(trial) {
      try {
        return await ask().ask('trial', trial);
      } catch (error) {
        if (error instanceof RefusedError && error.refusal.code === 'stopped') return null;
        throw error;
      }
    },
    stopTrial: () => void ask().ask('stopTrial', {}).catch(refuse),
    async lastChange(watchId, part, at, again) {
      try {
        return await ask().ask('lastChange', { watchId, part, at, again });
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    learnCommands: commands.learn,
    notify,
    dismissNotice: () => set({ notice: null }),
    lookAgain() {
      details.forget();
      set({ detail: null });
      details.want(get().position.frame);
    },
    wait() {
      if (!(link instanceof LinkFailedError)) link.restarts?.wait();
    },
    async startAgain(bringBack = true) {
      if (link instanceof LinkFailedError || link.restarts === undefined) return false;
      try {
        player.stop();
        commands.forget();
        const overview = await link.restarts.restart(bringBack);
        if (overview === null) return false;
        await enter(overview, null);
        notify('brought-back');
        return true;
      } catch (error) {
        if (error instanceof LinkFailedError) set({ status: 'unsupported', failure: error.failure });
        else refuse(error);
        return false;
      }
    },
    async goOn() {
      try {
        const overview = await ask().ask('goOn', {});
        // The goal is the same; its results came before the answer.
        const { goalResults, goalHistory } = get();
        await enter(overview, null);
        set({ goalResults, goalHistory });
        return true;
      } catch (error) {
        refuse(error);
        return false;
      }
    },
  };

  return Object.assign(store, { actions });
}
