/**
 * The claims of the lesson on locks, tried on every order of events: whose turn it is and when time passes. The
 * versions it calls broken can be broken, and the one it calls safe cannot.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { type Happening, type Player, type Players, progressOf } from '../../protocol/players.ts';
import { formatReply, lineCommand } from '../../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { Session } from '../../worker/session.ts';
import { sharedCourse } from '../shared-course.ts';

/** Each of two clients, and time beyond the expiry of every lock. */
type Move = 0 | 1 | 'time';
const moves: readonly Move[] = [0, 1, 'time'];
const passMs = 11_000;

beforeAll(loadScripting);

function playersOf(id: string): readonly Player[] {
  const lesson = sharedCourse().lessons.find((other) => other.id === 'lock-evolution')!;
  const items = lesson.content.flatMap((step) => step.items);
  return (items.find((item) => item.id === id) as Players).players;
}

interface Sent {
  readonly player: number;
  readonly line: string;
  readonly printed: string;
}

/** Follows an order of events on a fresh server. */
function follow(players: readonly Player[], order: readonly Move[]): { session: Session; sent: Sent[] } {
  const session = new Session({ generation: '7.0', seed: 1, startMs: 0, config: {} });
  const happenings: Happening[][] = players.map(() => []);
  const sent: Sent[] = [];
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
    sent.push({ player: move, line, printed });
  }
  return { session, sent };
}

function wrongReleases(players: readonly Player[], order: readonly Move[]): number {
  const { session } = follow(players, order);
  return session.observe('db0.lock(lock:order).wrongReleases', session.lastIndex) as number;
}

/** The numbers that the holders drew, in the order in which they took the lock. */
function numbersDrawn(sent: readonly Sent[]): number[] {
  const drawn: (number | null)[] = [];
  /** Of each player the last time it took the lock, as an index of `drawn`. */
  const taken = new Map<number, number>();
  for (const { player, line, printed } of sent) {
    const number = Number(/^\(integer\) (\d+)$/.exec(printed)?.[1] ?? 0);
    if (printed === 'OK' || (line.startsWith('EVAL') && number > 0)) taken.set(player, drawn.push(null) - 1);
    if (number > 0) drawn[taken.get(player)!] = number;
  }
  return drawn.filter((number) => number !== null);
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

  /** As the last demonstration of the lesson takes the lock. */
  const inOneScript = [1, 2].map((client): Player => {
    const script =
      "if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', 10) then return 0 end return redis.call('INCR', KEYS[2])";
    const line = `EVAL "${script}" 2 lock:order lock:order:fence token-${client}`;
    return { client, name: `${client}`, program: [{ line }] };
  });

  it.each([
    ['two commands', true, () => playersOf('lock-then-draw')],
    ['one script', false, () => inOneScript],
  ])('%s: a later holder can have a smaller fencing token: %s', (_name, expected, programs) => {
    const players = programs();
    const numbers = all.map((order) => numbersDrawn(follow(players, order).sent));
    const outOfOrder = numbers.find((drawn) =>
      drawn.some((number, nth) => nth > 0 && number < drawn[nth - 1]),
    );
    expect(outOfOrder !== undefined).toBe(expected);
    // Somebody does draw after somebody else: the promise is not an empty one.
    expect(numbers.some((drawn) => drawn.length > 1)).toBe(true);
  });
});
