/**
 * The session as the page holds it: a vanilla store over the link to the worker. React only reads it; what paints
 * itself subscribes to it directly.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandDoc } from '../../protocol/docs.ts';
import { ALL_REPLY_BYTES, BRIEF_REPLY_BYTES, cutReplies, replyBytes } from '../../protocol/frame-replies.ts';
import type {
  FrameDetail,
  FrameSummary,
  PageState,
  Position,
  Refusal,
  SessionOverview,
  WorkerEvent,
} from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import type { Manner, RunOutcome, SessionActions } from './actions.ts';
import { clientsAfter, isConnected, withFrames } from './frames.ts';
import { createPlayhead } from './playhead.ts';
import type { Restarts } from './restartable-link.ts';
import { initialState, lastMoment, presentFrame, type SessionState } from './state.ts';
import { LinkFailedError, type WorkerLink } from './worker-link.ts';

export * from './actions.ts';
export * from './state.ts';

export interface SessionStore extends StoreApi<SessionState> {
  readonly actions: SessionActions;
}

/** Input that follows an earlier one this closely came from no human hand, and is not played. */
const rapidMs = 200;
/** A load that takes longer is told of. */
const readingMs = 1000;
/** Whoever has not sent a command by then is given the hints for it. */
const docsAfterMs = 1000;
/** While the server does things by itself, the player may lag this many frames before it lets go. */
const lagFrames = 3;

export function createSessionStore(
  link: (WorkerLink & { readonly restarts?: Restarts }) | LinkFailedError,
  now: () => number = () => performance.now(),
): SessionStore {
  const store = createStore<SessionState>(() => initialState);
  const { getState: get, setState: set } = store;
  let lastOwnArrivalMs = Number.NEGATIVE_INFINITY;
  let lastArrivalMs = Number.NEGATIVE_INFINITY;
  let noticeKey = 0;

  if (link instanceof LinkFailedError) {
    set({ status: 'unsupported', failure: link.failure });
  }
  function ask(): WorkerLink {
    if (link instanceof LinkFailedError) throw link;
    return link;
  }

  const playhead = createPlayhead({ get, set, now, ask, refuse, takeIn: (arrived) => void merge(arrived) });
  const { details, watches, player, stream, place, settle, seek } = playhead;
  const owners = new Map<string, symbol | undefined>();

  function applyOverview(overview: SessionOverview): void {
    details.forget();
    stream.drop();
    keptReplyBytes = 0;
    for (const { replies } of overview.frames) keptReplyBytes += replyBytes(replies);
    set({
      start: overview.start,
      clock: overview.clock,
      branch: overview.branch,
      loop: null,
      branches: overview.branches,
      frames: overview.frames,
      clients: overview.clients,
    });
  }

  /** A new world: everything shown before belongs to another server. */
  async function enter(
    overview: SessionOverview,
    position: Position | null,
    server = get().server,
  ): Promise<void> {
    player.stop();
    set({ server });
    applyOverview(overview);
    const last = overview.frames.length - 1;
    const target = position ?? { frame: last, moment: lastMoment };
    set({
      status: 'ready',
      fault: null,
      detail: null,
      goalResults: [],
      position: target,
      following: position === null || (target.frame >= last && target.moment >= lastMoment),
    });
    await watches.resend();
    details.forget();
    details.want(get().position.frame);
    setTimeout(() => void learnCommands(), docsAfterMs);
  }

  let learning: Promise<readonly CommandDoc[]> | null = null;

  /** Asks for the command table, once: it comes with everything the first command can do without. */
  function learnCommands(): Promise<readonly CommandDoc[]> {
    learning ??= ask()
      .ask('commands', {})
      .then(({ docs, absent, idleParameters }) => {
        set({ docs, absent, idleParameters });
        return docs;
      })
      .catch((error) => {
        // Whoever needs it next asks again. Nobody typed anything: what did not arrive is not worth a word.
        learning = null;
        const isAway = error instanceof RefusedError && error.refusal.code === 'not-loaded';
        if (!isAway) refuse(error);
        return [];
      });
    return learning;
  }

  /** The list of frames has a hole: asks for all of it. */
  async function resync(): Promise<void> {
    applyOverview(await ask().ask('switchBranch', { branch: get().branch }));
    if (get().following) place(get().frames.length - 1, lastMoment, true);
  }

  /** Bytes of replies in the list of frames. */
  let keptReplyBytes = 0;

  /** A frame as the page keeps it: when it keeps many long replies, of later ones only a little. */
  function kept(frame: FrameSummary): FrameSummary {
    const isFull = keptReplyBytes >= ALL_REPLY_BYTES;
    const replies = isFull ? cutReplies(frame.replies, BRIEF_REPLY_BYTES) : frame.replies;
    keptReplyBytes += replyBytes(replies);
    return replies === frame.replies ? frame : { ...frame, replies };
  }

  /** Takes frames into the list and gives those that were not in it; null when some in between are missing. */
  function merge(arrived: readonly FrameSummary[]): readonly FrameSummary[] | null {
    const { frames, clients } = get();
    const merged = withFrames(frames, arrived.map(kept));
    if (merged === null) {
      void resync().catch(refuse);
      return null;
    }
    const fresh = arrived.filter((frame) => frame.index >= frames.length);
    set({ frames: merged, clients: clientsAfter(clients, fresh) });
    return fresh;
  }

  function arrive(
    arrived: readonly FrameSummary[],
    detail: FrameDetail | null,
    own: 'played' | 'quiet' | null,
  ): void {
    if (detail !== null) details.put(detail);
    stream.release();
    const { following, position } = get();
    const fresh = merge(arrived);
    if (fresh === null) return;
    const newest = get().frames.length - 1;
    const sinceLastMs = now() - lastArrivalMs;
    lastArrivalMs = now();

    if (own !== null) {
      // Whoever types wants to see what comes of it.
      if (get().loop !== null) set({ loop: null });
      const rapid = now() - lastOwnArrivalMs < rapidMs;
      lastOwnArrivalMs = now();
      const frame = arrived[arrived.length - 1].index;
      if (own === 'quiet' || rapid) settle();
      else player.playFrame(frame);
      return;
    }
    if (!following || fresh.length === 0) return;
    if (get().playing) {
      if (newest - position.frame > lagFrames) settle();
      return;
    }
    const worthPlaying =
      sinceLastMs >= rapidMs && fresh.length === 1 && detail !== null && detail.moments.length > 2;
    if (worthPlaying && position.frame === newest - 1) player.playFrame(newest);
    else settle();
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
        set({ goalResults: event.results });
        break;
      case 'branch':
        applyOverview(event.overview);
        break;
      case 'fault':
        player.stop();
        // The whole page speaks of it; a notice on top would say the same.
        set({ status: 'faulted', fault: event, notice: null });
        break;
      case 'trouble':
        actions.tell(event.refusal.code, event.refusal.detail);
        break;
    }
  }

  if (!(link instanceof LinkFailedError)) {
    link.onEvent(onEvent);
    link.onFailure((error) => {
      player.stop();
      const canRestart = error.failure === 'worker-died' && link.restarts !== undefined;
      set({ status: canRestart ? 'stopped' : 'unsupported', failure: error.failure });
    });
    link.restarts?.onSilence((silent) => set({ silent }));
  }

  function refuse(error: unknown): Refusal['code'] | 'no-worker' {
    if (error instanceof RefusedError) {
      const { code, detail } = error.refusal;
      if (code !== 'fault' || get().status !== 'faulted') actions.tell(code, detail);
      return code;
    }
    if (error instanceof LinkFailedError) return 'no-worker';
    throw error;
  }

  /** The input in the past that has not been answered yet, and will have made a branch. */
  let forking: Promise<unknown> | null = null;

  async function sendBytes(
    client: number,
    bytes: Uint8Array,
    manner: Manner = 'played',
  ): Promise<RunOutcome> {
    // What is typed after something in the past, before that is answered, goes on where it leads.
    while (forking !== null) await forking;
    if (manner === 'stream') return sendInStream(client, bytes);
    const sent = send(client, bytes, manner);
    if (get().following) return sent;
    forking = sent.finally(() => {
      forking = null;
    });
    return sent;
  }

  async function sendInStream(client: number, bytes: Uint8Array): Promise<RunOutcome> {
    const look = get().following && stream.claimLook();
    try {
      const { frame, detail } = await ask().ask('send', { client, bytes, atFrame: presentFrame, look });
      if (detail !== null) details.put(detail);
      stream.take(frame, look);
      if (look && get().following) settle();
      return { outcome: 'done', frame, forked: false };
    } catch (error) {
      return { outcome: 'refused', code: refuseInput(error) };
    }
  }

  async function send(client: number, bytes: Uint8Array, manner: 'played' | 'quiet'): Promise<RunOutcome> {
    const { following, position, frames } = get();
    // A command typed while the one before still plays lets that one finish at once.
    if (following && get().playing) {
      player.stop();
      place(frames.length - 1, lastMoment, true);
    }
    try {
      // Whoever follows means the present, also when the server has moved on since the last message.
      const atFrame = following ? presentFrame : position.frame;
      if (!following && !isConnected(frames, client, atFrame)) {
        actions.tell('no-such-client');
        return { outcome: 'refused', code: 'no-such-client' };
      }
      const { frame, detail, forked } = await ask().ask('send', { client, bytes, atFrame, look: true });
      if (forked) {
        details.forget();
        tellFork(frame);
      }
      arrive([frame], detail, manner);
      void learnCommands();
      return { outcome: 'done', frame, forked };
    } catch (error) {
      return { outcome: 'refused', code: refuseInput(error) };
    }
  }

  /** An input may have been carried out although its answer could not be brought: the list of frames says. */
  function refuseInput(error: unknown): Refusal['code'] | 'no-worker' {
    const code = refuse(error);
    if (code === 'not-shown') void resync().catch(() => {});
    return code;
  }

  /** What came after the place of the fork belongs to the other branch. */
  function tellFork(first: FrameSummary): void {
    const { frames: shared, detail } = get();
    if (shared.length > first.index) set({ frames: shared.slice(0, first.index) });
    // A frame of the same number on the branch that was left is another one.
    if (detail !== null && detail.index >= first.index) set({ detail: null });
    actions.tell('forked');
  }

  /** Whoever follows means the present; whoever looks back forks there. */
  async function fromOutside(
    happen: (atFrame: number) => Promise<{ frame: FrameSummary; forked: boolean }>,
  ): Promise<boolean> {
    const { following, position } = get();
    try {
      const { frame, forked } = await happen(following ? presentFrame : position.frame);
      details.forget();
      if (forked) tellFork(frame);
      arrive([frame], null, 'quiet');
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  }

  /** Where the reader looks, as it is saved. */
  function savedPosition(): Position {
    const { position, detail, following, playing } = get();
    const last = detail?.index === position.frame ? detail.moments.length - 1 : 0;
    // Also while the last command still plays, or its frame is on its way: what is opened again is up to date.
    if (following && (playing || position.moment >= last)) return { frame: presentFrame, moment: lastMoment };
    return { frame: position.frame, moment: Math.min(position.moment, last) };
  }

  async function saved(as: 'link' | 'file', page: PageState): Promise<string | Uint8Array> {
    return (await ask().ask('save', { position: savedPosition(), page, as })).saved;
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
      // Before a session is replayed it is read, and that may take long, too.
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
    async save(as, page) {
      try {
        return await saved(as, page);
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    async saveQuietly(page) {
      try {
        return (await saved('file', page)) as Uint8Array;
      } catch {
        return null;
      }
    },
    saveSince: (since, page) => ask().ask('saveSince', { since, position: savedPosition(), page }),
    async script() {
      try {
        return (await ask().ask('script', {})).text;
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    async run(client, line) {
      const args = splitArguments(line);
      if (args === null) return { outcome: 'invalid-arguments' };
      if (args.length === 0) return { outcome: 'empty' };
      return sendBytes(client, encodeCommand(args));
    },
    sendBytes,

    async crash(loss) {
      await fromOutside((atFrame) => ask().ask('crash', { loss, atFrame }));
    },
    async restart() {
      let problem: string | null = null;
      const happened = await fromOutside(async (atFrame) => {
        const answer = await ask().ask('restart', { atFrame });
        problem = answer.problem;
        return answer;
      });
      if (problem !== null) actions.tell('not-started', problem);
      else if (happened) await actions.openClient();
    },

    here: playhead.here,
    seek,
    first: () => seek({ frame: 0, moment: 0 }),
    last: () => seek({ frame: get().frames.length - 1, moment: lastMoment }),
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
    setSpeed: (speed) => set({ speed }),
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

    async openClient() {
      try {
        const { client } = await ask().ask('open', {});
        const { clients } = get();
        if (!clients.some((known) => known.id === client))
          set({ clients: [...clients, { id: client, db: 0 }] });
        return client;
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    async closeClient(client) {
      try {
        await ask().ask('close', { client });
        set({ clients: get().clients.filter((known) => known.id !== client) });
      } catch (error) {
        refuse(error);
      }
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
    async advance(ms) {
      try {
        set({ clock: await ask().ask('advance', { ms }) });
      } catch (error) {
        refuse(error);
      }
    },
    async switchBranch(branch) {
      try {
        const overview = await ask().ask('switchBranch', { branch });
        player.stop();
        applyOverview(overview);
        set({ detail: null });
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
        const { results } = await ask().ask('goal', { checks });
        set({ goalResults: results });
        return results;
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
    async lastChange(watchId, part, at, again) {
      try {
        return await ask().ask('lastChange', { watchId, part, at, again });
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    learnCommands,
    tell: (code, detail = '', act) =>
      set({ notice: { key: ++noticeKey, code, detail, ...(act === undefined ? {} : { act }) } }),
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
        learning = null;
        const overview = await link.restarts.restart(bringBack);
        if (overview === null) return false;
        await enter(overview, null);
        actions.tell('brought-back');
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
        // The goal is still the same, and how it stands was told before the answer.
        const { goalResults } = get();
        await enter(overview, null);
        set({ goalResults });
        return true;
      } catch (error) {
        refuse(error);
        return false;
      }
    },
  };

  return Object.assign(store, { actions });
}
