/** What became of a scripted client, read from the timeline. */
import type { Action } from '../../protocol/actions.ts';
import type { FrameSummary } from '../../protocol/messages.ts';
import type { Happening } from '../../protocol/players.ts';
import { printReplies } from '../../protocol/redis-cli.ts';
import { readReplies } from '../../protocol/resp.ts';

/** Everything a client has done or suffered since the step began, up to and including a frame. */
export function happeningsOf(
  frames: readonly FrameSummary[],
  given: readonly Action[],
  client: number,
  upToFrame: number,
): Happening[] {
  const happenings: Happening[] = [];
  for (const frame of frames.slice(firstFrame(frames, given), upToFrame + 1)) {
    if (frame.client === client && frame.command !== null) {
      happenings.push({ type: 'command', command: frame.command, printed: printedFor(frame, client) });
    }
    const isGone = frame.closed.includes(client) || (frame.client === client && frame.kind === 'disconnect');
    if (isGone) happenings.push({ type: 'closed' });
    else if (frame.client === client && frame.kind === 'connect') happenings.push({ type: 'opened' });
  }
  return happenings;
}

/** The frame after the last command that the step began with. */
function firstFrame(frames: readonly FrameSummary[], given: readonly Action[]): number {
  const commands = given.filter((action) => action.type === 'command');
  let done = 0;
  for (const frame of frames) {
    if (done === commands.length) return frame.index;
    if (frame.kind === 'command' && frame.client === commands[done].client) done++;
  }
  return done === commands.length ? frames.length : 0;
}

function printedFor(frame: FrameSummary, client: number): string {
  const own = frame.replies.find((reply) => reply.client === client);
  return own === undefined ? '' : printReplies(readReplies(own.bytes)).text;
}
