/**
 * Input for the server: bytes from clients, crashes and restarts. For a reader who follows it goes to the present; for
 * one who looks back it makes a branch there.
 */
import type { FrameSummary } from '../../protocol/messages.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import type { Manner, RunOutcome, SessionActions } from './actions.ts';
import type { Arrive } from './arrivals.ts';
import type { CommandTable } from './command-table.ts';
import type { FrameList } from './frame-list.ts';
import { isConnected, newClient } from './frames.ts';
import type { Playhead } from './playhead.ts';
import { isAtHead, isServerDown, lastMoment, presentFrame } from './state.ts';
import type { RefusalCode, StoreAccess } from './store-access.ts';

interface Sending
  extends Pick<
    SessionActions,
    | 'run'
    | 'sendBytes'
    | 'crash'
    | 'changeDisk'
    | 'crashNode'
    | 'changeWorld'
    | 'openClient'
    | 'closeClient'
    | 'advance'
  > {
  /** Starts a server that has died; true if it runs again. */
  restart(node?: number): Promise<boolean>;
}

interface SendingParts {
  readonly playhead: Playhead;
  readonly list: FrameList;
  readonly arrive: Arrive;
  readonly commands: CommandTable;
}

export function createSending(
  { get, set, ask, notify, refuse }: StoreAccess,
  { playhead, list, arrive, commands }: SendingParts,
): Sending {
  const { details, player, stream, place, settle } = playhead;
  /** An unanswered input in the past, which makes a branch. */
  let forking: Promise<unknown> | null = null;

  async function sendBytes(
    client: number,
    bytes: Uint8Array,
    manner: Manner = 'played',
  ): Promise<RunOutcome> {
    // Wait for an unanswered input in the past: later input continues on its branch.
    while (forking !== null) await forking;
    if (manner === 'stream') return sendInStream(client, bytes);
    const sent = send(client, bytes, manner);
    return get().following ? sent : forkingUntil(sent);
  }

  function forkingUntil<Result>(sent: Promise<Result>): Promise<Result> {
    forking = sent.finally(() => {
      forking = null;
    });
    return sent;
  }

  /** Connects or disconnects a client where the reader looks; null when that was refused. */
  async function connection<Answer extends { frame: FrameSummary; forked: boolean }>(
    happen: (atFrame: number) => Promise<Answer>,
    where: 'here' | 'present' = 'here',
  ): Promise<Answer | null> {
    while (forking !== null) await forking;
    const { following, position } = get();
    const isPresent = where === 'present' || following;
    const answered = (async () => {
      try {
        const answer = await happen(isPresent ? presentFrame : position.frame);
        if (answer.forked) {
          details.forget();
          list.fork(answer.frame);
          arrive([answer.frame], null, 'quiet');
        }
        return answer;
      } catch (error) {
        refuse(error);
        return null;
      }
    })();
    return isPresent ? answered : forkingUntil(answered);
  }

  async function openClient(node?: number, wanted?: number): Promise<number | null> {
    if (!get().following && isServerDown(get(), node)) {
      notify('server-down');
      return null;
    }
    const answer = await connection((atFrame) => ask().ask('open', { atFrame, node, wanted }));
    if (answer === null) return null;
    const { clients } = get();
    const { client } = answer;
    if (!clients.some((known) => known.id === client))
      set({ clients: [...clients, newClient(client, node)] });
    return client;
  }

  async function closeClient(client: number, where?: 'here' | 'present'): Promise<void> {
    const answer = await connection((atFrame) => ask().ask('close', { client, atFrame }), where);
    if (answer !== null) set({ clients: get().clients.filter((known) => known.id !== client) });
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
    // A command typed while the one before still plays ends that play.
    if (following && get().playing) {
      player.stop();
      place(frames.length - 1, lastMoment, true);
    }
    try {
      // A reader who follows means the present, even if the server has moved on since the last message.
      const atFrame = following ? presentFrame : position.frame;
      if (!following && !isConnected(frames, client, atFrame)) {
        notify('no-such-client');
        return { outcome: 'refused', code: 'no-such-client' };
      }
      const { frame, detail, forked } = await ask().ask('send', { client, bytes, atFrame, look: true });
      if (forked) {
        details.forget();
        list.fork(frame);
      }
      arrive([frame], detail, manner);
      void commands.learn();
      return { outcome: 'done', frame, forked };
    } catch (error) {
      return { outcome: 'refused', code: refuseInput(error) };
    }
  }

  async function advance(ms: number): Promise<void> {
    while (forking !== null) await forking;
    const isPast = !isAtHead(get());
    const atFrame = isPast ? get().position.frame : presentFrame;
    const moved = (async () => {
      try {
        const clock = await ask().ask('advance', { ms, atFrame });
        set({ clock });
        if (!isPast) return;
        details.forget();
        notify('forked');
        place(get().frames.length - 1, lastMoment, true);
      } catch (error) {
        refuse(error);
      }
    })();
    await (isPast ? forkingUntil(moved) : moved);
  }

  /** The server may have carried out an input whose answer was lost: fetch the list of frames. */
  function refuseInput(error: unknown): RefusalCode {
    const code = refuse(error);
    if (code === 'not-shown') void list.resync().catch(() => {});
    return code;
  }

  async function fromOutside(
    happen: (atFrame: number) => Promise<{ frame: FrameSummary; forked: boolean }>,
  ): Promise<boolean> {
    while (forking !== null) await forking;
    const { following, position } = get();
    const happened = (async () => {
      try {
        const { frame, forked } = await happen(following ? presentFrame : position.frame);
        details.forget();
        if (forked) list.fork(frame);
        arrive([frame], null, 'quiet');
        return true;
      } catch (error) {
        refuse(error);
        return false;
      }
    })();
    return following ? happened : forkingUntil(happened);
  }

  return {
    async run(client, line) {
      const args = splitArguments(line);
      if (args === null) return { outcome: 'invalid-arguments' };
      if (args.length === 0) return { outcome: 'empty' };
      return sendBytes(client, encodeCommand(args));
    },
    sendBytes,
    openClient,
    closeClient,
    advance,
    async crash(loss) {
      await fromOutside((atFrame) => ask().ask('crash', { loss, atFrame }));
    },
    crashNode: (node, loss) => fromOutside((atFrame) => ask().ask('crash', { loss, node, atFrame })),
    changeWorld: (change) => fromOutside((atFrame) => ask().ask('change', { change, atFrame })),
    changeDisk: (change) => fromOutside((atFrame) => ask().ask('disk', { ...change, atFrame })),
    async restart(node) {
      let problem: string | null = null;
      const happened = await fromOutside(async (atFrame) => {
        const answer = await ask().ask('restart', { atFrame, node });
        problem = answer.problem;
        return answer;
      });
      if (problem !== null) notify('not-started', problem);
      return problem === null && happened;
    },
  };
}
