/**
 * The claims of the lesson on locks, tried on every order of events: whose turn it is and when time passes. The
 * versions it calls broken can be broken, and the one it calls safe cannot.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { readCourse } from '../../content/course.ts';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { type Happening, type Player, type Players, progressOf } from '../../protocol/players.ts';
import { formatReply, lineCommand } from '../../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { Session } from '../../worker/session.ts';

/** Each of two clients, and time beyond the expiry of every lock. */
type Move = 0 | 1 | 'time';
const moves: readonly Move[] = [0, 1, 'time'];
const passMs = 11_000;

beforeAll(loadScripting);

function playersOf(id: string): readonly Player[] {
  const lesson = readCourse(process.cwd()).lessons.find((other) => other.id === 'lock-evolution')!;
  const items = lesson.content.flatMap((step) => step.items);
  return (items.find((item) => item.id === id) as Players).players;
}

/** Follows an order of events on a fresh server and returns how often a lock was deleted wrongly. */
function wrongReleases(players: readonly Player[], order: readonly Move[]): number {
  const session = new Session({ generation: '7.0', seed: 1, startMs: 0, config: {} });
  const happenings: Happening[][] = players.map(() => []);
  let nowMs = 0;
  for (const _player of players) session.open(nowMs);
  for (const move of order) {
    if (move === 'time') {
      nowMs += passMs;
      continue;
    }
    const player = players[move];
    const { next } = progressOf(player, happenings[move]);
    const { line } = player.program[next] ?? player.program[0];
    const { frame } = session.send(player.client, encodeCommand(splitArguments(line)!), nowMs);
    const printed = frame.replies.flatMap(({ bytes }) => decodeReplies(bytes).map(formatReply)).join('\n');
    happenings[move].push({ type: 'command', command: lineCommand(line)!, printed });
  }
  return session.observe('db0.lock(lock:order).wrongReleases', session.lastIndex) as number;
}

/** Time that passes at the beginning or twice in a row makes no new order. */
function* orders(length: number): Generator<Move[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const rest of orders(length - 1)) {
    for (const move of moves) if (move !== 'time' || typeof rest.at(-1) === 'number') yield [...rest, move];
  }
}

const LENGTH = 6;

const all = [...orders(LENGTH)];

describe(`over all ${all.length} orders of ${LENGTH} events`, () => {
  it.each([
    ['no-token', true],
    ['race-again', true],
    ['scripts', false],
  ])('%s: a lock can be deleted wrongly: %s', (id, expected) => {
    const players = playersOf(id);
    const broken = all.find((order) => wrongReleases(players, order) > 0);
    expect(broken !== undefined, broken?.join(' ')).toBe(expected);
  });
});
