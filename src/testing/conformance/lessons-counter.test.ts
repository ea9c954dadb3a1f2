/**
 * The claim of the lesson on scripts about INCR and EXPIRE, tried on every order of its two programs: without a crash
 * the counter always gets its expiry, and a crash can prevent that.
 */

import { expect, it } from 'vitest';
import { type Happening, type Player, type Players, progressOf } from '../../protocol/players.ts';
import { formatReply, lineCommand } from '../../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { Session } from '../../worker/session.ts';
import { sharedCourse } from '../shared-course.ts';

function playersOf(id: string): readonly Player[] {
  const lesson = sharedCourse().lessons.find((other) => other.id === 'lua-atomicity')!;
  const items = lesson.content.flatMap((step) => step.items);
  return (items.find((item) => item.id === id) as Players).players;
}

const players = playersOf('count-then-expire');

/**
 * Lets the players send their programs once, in the order of `turns`; a player after whose turn `crash` comes is never
 * heard of again. Gives when the counter expires, -1 for never.
 */
function expiryAfter(turns: readonly number[], crash: number | null): number {
  const session = new Session({ generation: '7.0', seed: 1, startMs: 0, config: {} });
  const happenings: Happening[][] = players.map(() => []);
  const gone = new Set<number>();
  for (const _player of players) session.open(0);
  for (const [nth, turn] of turns.entries()) {
    const player = players[turn];
    const { next } = progressOf(player, happenings[turn]);
    if (!gone.has(turn) && next < player.program.length) {
      const { line } = player.program[next];
      const { frame } = session.send(player.client, encodeCommand(splitArguments(line)!), 0);
      const printed = frame.replies.flatMap(({ bytes }) => decodeReplies(bytes).map(formatReply)).join('\n');
      happenings[turn].push({ type: 'command', command: lineCommand(line)!, printed });
    }
    if (nth === crash) gone.add(turn);
  }
  return session.observe('db0.expireAt(hits:10.0.0.7)', session.lastIndex) as number;
}

const orders = [
  [0, 0, 1, 1],
  [0, 1, 0, 1],
  [0, 1, 1, 0],
  [1, 0, 0, 1],
  [1, 0, 1, 0],
  [1, 1, 0, 0],
];

it.each(orders)('a second INCR does not prevent the EXPIRE: %s %s %s %s', (...turns) => {
  expect(expiryAfter(turns, null)).toBe(60_000);
});

it.each(orders)('a crash after the first INCR does: %s %s %s %s', (...turns) => {
  expect(expiryAfter(turns, 0)).toBe(-1);
});
