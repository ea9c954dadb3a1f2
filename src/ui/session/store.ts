/**
 * The session as the page holds it: a vanilla store over the link to the worker. React only reads it; what paints
 * itself subscribes to it directly.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Check, CheckResult } from '../../protocol/checks.ts';
import type { CommandDoc } from '../../protocol/docs.ts';
import type {
  FrameDetail,
  FrameSummary,
  LastChange,
  PageState,
  Position,
  Refusal,
  SessionOverview,
  WorkerEvent,
} from '../../protocol/messages.ts';
import { splitArguments } from '../../protocol/redis-cli.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { CrashLoss, SessionStart } from '../../protocol/session.ts';
import type { WatchTarget } from '../../protocol/views.ts';
import { createDetailShelf } from './details.ts';
import { clientsAfter, isConnected, withFrames } from './frames.ts';
import { createPlayer } from './player.ts';
import { initialState, type LoopRange, lastMoment, type Notice, type SessionState } from './state.ts';
import { createStreamGate } from './stream.ts';
import { createWatchKeeper } from './watches.ts';
import { LinkFailedError, RefusedError, type WorkerLink } from './worker-link.ts';

export * from './state.ts';

export type RunOutcome =
  | { readonly outcome: 'done'; readonly frame: FrameSummary; readonly forked: boolean }
  /** Nothing but blanks. */
  | { readonly outcome: 'empty' }
  /** Unbalanced quotes: redis-cli says "Invalid argument(s)". */
  | { readonly outcome: 'invalid-arguments' }
  | { readonly outcome: 'refused'; readonly code: Refusal['code'] | 'no-worker' };

/**
 * How input is shown: played moment by moment, quietly at its end, or as part of a stream, which always goes to the
 * present, is seen in samples, and leaves alone who looks elsewhere.
 */
export type Manner = 'played' | 'quiet' | 'stream';

export interface SessionActions {
  /** Starts a new server; resolves when client 1 is connected. */
  startServer(start: SessionStart, clock?: { running: boolean; speed: number }): Promise<boolean>;
  /** Loads a link's fragment or a file. If it is refused, the running session stays and null is answered. */
  load(saved: string | Uint8Array): Promise<{ readonly page: PageState } | null>;
  save(as: 'link' | 'file', page: PageState): Promise<string | Uint8Array | null>;
  /** As a file, for keeping in the browser: null, and no word about it, when that is not possible. */
  saveQuietly(page: PageState): Promise<Uint8Array | null>;
  /** The commands of the branch as lines for redis-cli. */
  script(): Promise<string | null>;
  /** Sends one line as typed at a console. */
  run(client: number, line: string): Promise<RunOutcome>;
  /** Sends raw bytes. */
  sendBytes(client: number, bytes: Uint8Array, manner?: Manner): Promise<RunOutcome>;

  /** The server dies where the reader looks, and the disk loses what it loses. */
  crash(loss: CrashLoss): Promise<void>;
  /** It is started again, reads its disk, and client 1 or the next one connects. */
  restart(): Promise<void>;

  seek(position: Position): void;
  first(): void;
  last(): void;
  /** One moment back or forward, over the edges of frames. */
  back(): void;
  forward(): void;
  /** One frame back or forward: to the end of that frame. */
  backFrame(): void;
  forwardFrame(): void;
  play(): void;
  /** Plays the frame looked at again, from its beginning. */
  replay(): void;
  pause(): void;
  setSpeed(speed: number): void;
  /** Plays these frames again and again, from the first; null ends it. */
  setLoop(loop: LoopRange | null): void;

  openClient(): Promise<number | null>;
  closeClient(client: number): Promise<void>;
  /** Of several owners of a watch the latest has it: an earlier one does not end it. */
  watch(id: string, target: WatchTarget, owner?: symbol): void;
  unwatch(id: string, owner?: symbol): void;
  setClock(clock: { running?: boolean; speed?: number }): Promise<void>;
  advance(ms: number): Promise<void>;
  switchBranch(branch: number): Promise<void>;
  /** Forgets a branch that is not the one looked at. */
  deleteBranch(branch: number): Promise<void>;
  setGoal(checks: readonly Check[]): Promise<readonly CheckResult[]>;
  /** Reads observations at the end of a frame; of the one looked at unless another is named. */
  observe(paths: readonly string[], atFrame?: number): Promise<readonly (string | number | null)[]>;
  /** Since when a part of what a watch sees is as it is; `again` goes on with a search. Null when it was refused. */
  lastChange(watchId: string, part: string, at: Position, again: boolean): Promise<LastChange | null>;
  /** The command table, for whoever cannot wait until it comes by itself. */
  learnCommands(): Promise<readonly CommandDoc[]>;
  tell(code: Notice['code'], detail?: string): void;
  dismissNotice(): void;
}

export interface SessionStore extends StoreApi<SessionState> {
  readonly actions: SessionActions;
}

/** Later than every frame. */
const present = Number.MAX_SAFE_INTEGER;
/** What follows a stream of frames changes its picture no more often than this. */
const settleEveryMs = 100;
/** Input that follows an earlier one this closely came from no human hand, and is not played. */
const rapidMs = 200;
/** Whoever has not sent a command by then is given the hints for it. */
const docsAfterMs = 1000;
/** While the server does things by itself, the player may lag this many frames before it lets go. */
const lagFrames = 3;

export function createSessionStore(
  link: WorkerLink | LinkFailedError,
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

  const details = createDetailShelf(
    async (frame) => ask().ask('frame', { index: frame }),
    (detail) => {
      if (detail.index === get().position.frame) show(detail);
    },
    refuse,
  );
  /** The views of one watch were mended in by hand: moments other than the last still lack it. */
  let patchedDetail: FrameDetail | null = null;

  const owners = new Map<string, symbol | undefined>();
  const watches = createWatchKeeper({
    watch: async (id, target) => {
      // Whoever follows is shown the present, which costs no replay however long the history is.
      const { following, position } = get();
      const atFrame = following ? present : Math.max(0, position.frame);
      return ask().ask('watch', { watchId: id, target, atFrame });
    },
    unwatch: async (id) => ask().ask('unwatch', { watchId: id }),
    answered(id, { view, branch, frame }) {
      details.forget();
      const { detail, position } = get();
      // The reader may have gone elsewhere meanwhile: then the view belongs to another picture.
      const isHere = branch === get().branch && frame === position.frame;
      if (detail === null || detail.index !== position.frame || !isHere) {
        if (get().status === 'ready') details.want(position.frame);
        return;
      }
      const last = detail.moments.length - 1;
      const patched: FrameDetail = {
        ...detail,
        moments: detail.moments.map((moment, index) =>
          index === last ? { ...moment, picture: { ...moment.picture, [id]: view } } : moment,
        ),
      };
      patchedDetail = patched;
      set({ detail: patched });
      if (position.moment < last) details.want(position.frame);
    },
  });

  function show(detail: FrameDetail): void {
    const { position, frames, following } = get();
    patchedDetail = null;
    const last = detail.moments.length - 1;
    const moment = Math.min(position.moment, last);
    const atEnd = position.frame === frames.length - 1 && moment === last;
    set({ detail, position: { frame: position.frame, moment }, following: following || atEnd });
    player.arrived();
  }

  /** Looks at a position, fetching the frame's inside if it is not here. */
  function place(frame: number, moment: number, following: boolean): void {
    const { frames, detail } = get();
    const target = Math.max(0, Math.min(frame, frames.length - 1));
    const here = detail !== null && detail.index === target ? detail : details.get(target);
    if (here === undefined) {
      set({ position: { frame: target, moment: Math.max(0, moment) }, following });
      details.want(target);
      return;
    }
    const clamped = Math.max(0, Math.min(moment, here.moments.length - 1));
    set({ position: { frame: target, moment: clamped }, following, detail: here });
    if (here === patchedDetail && clamped < here.moments.length - 1) details.want(target);
  }

  let lastSettledMs = Number.NEGATIVE_INFINITY;
  let settling: ReturnType<typeof setTimeout> | undefined;

  /** Goes to the end of the newest frame; in a stream of frames not to each of them. */
  function settle(): void {
    player.stop();
    const waitMs = lastSettledMs + settleEveryMs - now();
    if (waitMs <= 0) {
      lastSettledMs = now();
      place(newestToShow(), lastMoment, true);
      return;
    }
    set({ following: true });
    if (settling !== undefined) return;
    settling = setTimeout(() => {
      settling = undefined;
      lastSettledMs = now();
      const { following, playing } = get();
      if (following && !playing) place(newestToShow(), lastMoment, true);
    }, waitMs);
  }

  const player = createPlayer({ get, set, place });

  const stream = createStreamGate(settleEveryMs, now, {
    tell: (arrived) => void merge(arrived),
    rest() {
      if (get().following && !get().playing) place(newestToShow(), lastMoment, true);
    },
  });

  /** The end of what there is; of a stream that flows, the last of it that was looked into. */
  function newestToShow(): number {
    const newest = get().frames.length - 1;
    return stream.flows() ? Math.min(newest, details.newest() ?? newest) : newest;
  }

  function seekBy(position: Position): void {
    stream.release();
    player.stop();
    const { frames } = get();
    const frame = Math.max(0, Math.min(position.frame, frames.length - 1));
    place(frame, position.moment, false);
    // Standing at the very end is the same as following what comes.
    const { position: placed, detail } = get();
    const atEnd =
      placed.frame === frames.length - 1 &&
      (placed.moment === lastMoment ||
        (detail?.index === placed.frame && placed.moment >= detail.moments.length - 1));
    if (atEnd) set({ following: true });
  }

  function applyOverview(overview: SessionOverview): void {
    details.forget();
    stream.drop();
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
  async function enter(overview: SessionOverview, position: Position | null): Promise<void> {
    player.stop();
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
        // Whoever needs it next asks again.
        learning = null;
        refuse(error);
        return [];
      });
    return learning;
  }

  /** The list of frames has a hole: asks for all of it. */
  async function resync(): Promise<void> {
    applyOverview(await ask().ask('switchBranch', { branch: get().branch }));
    if (get().following) place(get().frames.length - 1, lastMoment, true);
  }

  /** Takes frames into the list and gives those that were not in it; null when some in between are missing. */
  function merge(arrived: readonly FrameSummary[]): readonly FrameSummary[] | null {
    const { frames, clients } = get();
    const merged = withFrames(frames, arrived);
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
      case 'goal':
        set({ goalResults: event.results });
        break;
      case 'branch':
        applyOverview(event.overview);
        break;
      case 'fault':
        player.stop();
        set({ status: 'faulted', fault: { message: event.message, report: event.report } });
        break;
    }
  }

  if (!(link instanceof LinkFailedError)) {
    link.onEvent(onEvent);
    link.onFailure((error) => {
      player.stop();
      set({ status: 'unsupported', failure: error.failure });
    });
  }

  function refuse(error: unknown): Refusal['code'] | 'no-worker' {
    if (error instanceof RefusedError) {
      actions.tell(error.refusal.code, error.refusal.detail);
      return error.refusal.code;
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
      const { frame, detail } = await ask().ask('send', { client, bytes, atFrame: present, look });
      if (detail !== null) details.put(detail);
      stream.take(frame, look);
      if (look && get().following) settle();
      return { outcome: 'done', frame, forked: false };
    } catch (error) {
      return { outcome: 'refused', code: refuse(error) };
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
      const atFrame = following ? present : position.frame;
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
      return { outcome: 'refused', code: refuse(error) };
    }
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
      const { frame, forked } = await happen(following ? present : position.frame);
      details.forget();
      if (forked) tellFork(frame);
      arrive([frame], null, 'quiet');
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  }

  async function saved(as: 'link' | 'file', page: PageState): Promise<string | Uint8Array> {
    const { position, detail } = get();
    const moment =
      detail?.index === position.frame ? Math.min(position.moment, detail.moments.length - 1) : 0;
    return (await ask().ask('save', { position: { frame: position.frame, moment }, page, as })).saved;
  }

  const actions: SessionActions = {
    async startServer(start, clock = { running: true, speed: 1 }) {
      try {
        await enter(await ask().ask('start', { start, clock }), null);
        return true;
      } catch (error) {
        refuse(error);
        return false;
      }
    },
    async load(saved) {
      try {
        const { overview, position, page } = await ask().ask('load', { saved });
        await enter(overview, position);
        return { page };
      } catch (error) {
        refuse(error);
        return null;
      }
    },
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

    seek: seekBy,
    first: () => seekBy({ frame: 0, moment: 0 }),
    last: () => seekBy({ frame: get().frames.length - 1, moment: lastMoment }),
    back() {
      const { position, detail } = get();
      const moment =
        detail?.index === position.frame ? Math.min(position.moment, detail.moments.length - 1) : 0;
      if (moment > 0) seekBy({ frame: position.frame, moment: moment - 1 });
      else if (position.frame > 0) seekBy({ frame: position.frame - 1, moment: lastMoment });
    },
    forward() {
      const { position, detail, frames } = get();
      const last = detail?.index === position.frame ? detail.moments.length - 1 : 0;
      if (position.moment < last) seekBy({ frame: position.frame, moment: position.moment + 1 });
      else if (position.frame < frames.length - 1) seekBy({ frame: position.frame + 1, moment: 0 });
    },
    backFrame: () => seekBy({ frame: get().position.frame - 1, moment: lastMoment }),
    forwardFrame: () => seekBy({ frame: get().position.frame + 1, moment: lastMoment }),
    play: () => player.play(),
    replay: () => player.playFrame(get().position.frame),
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
    tell: (code, detail = '') => set({ notice: { key: ++noticeKey, code, detail } }),
    dismissNotice: () => set({ notice: null }),
  };

  return Object.assign(store, { actions });
}
