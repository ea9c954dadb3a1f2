/**
 * Going back: a session of ten thousand commands, the last thousand watched as the lab watches them and then gone back
 * over, at once and frame by frame. Printed beside the time of the same thousand forward in the same run: watched, as
 * the page executes them, and unwatched, as a plain server does.
 */
import { RandomStream } from '../engine/base/random.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { WatchTarget } from '../protocol/views.ts';
import { newMachine } from '../sim/machine.ts';
import { Session } from '../worker/session.ts';

const COMMANDS = 10_000;
const BACK = 1_000;
const ROUNDS = 3;
const START_MS = 1_700_000_000_000;
const WINDOW = { from: 0, count: 64 };
const WATCHES: Readonly<Record<string, WatchTarget>> = {
  dict: { kind: 'dict', db: 0, which: 'keys', windows: [WINDOW, WINDOW], follow: true },
  keyspace: { kind: 'keyspace', db: 0, window: WINDOW },
};

/** Commands as a long session in the lab has them. */
function commandAt(number: number, draw: RandomStream): string[] {
  const key = String(draw.below(200));
  const value = String(number);
  switch (draw.below(8)) {
    case 0:
    case 1:
      return ['SET', `key:${key}`, value];
    case 2:
      return ['GET', `key:${key}`];
    case 3:
      return ['HSET', `hash:${draw.below(20)}`, `field:${key}`, value];
    case 4:
      return ['RPUSH', `list:${draw.below(20)}`, value];
    case 5:
      return ['ZADD', `zset:${draw.below(20)}`, value, `member:${key}`];
    case 6:
      return ['SADD', `set:${draw.below(20)}`, value];
    default:
      return ['DEL', `key:${key}`];
  }
}

function send(session: Session, words: readonly string[]): void {
  session.send(1, encodeCommand(words.map((word) => new TextEncoder().encode(word))), START_MS);
}

function cpuMs(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

interface Round {
  readonly forwardMs: number;
  readonly plainMs: number;
  readonly jumpMs: number;
  readonly walkMs: number;
  readonly recentMs: number;
  readonly oldestMs: number;
}

function round(): Round {
  const draw = new RandomStream(11, 2, 3);
  const session = new Session({ generation: '7.0', seed: 3, startMs: START_MS, config: {} });
  session.open(START_MS);
  send(session, ['SET', 'first', '1']);
  for (let number = 1; number < COMMANDS - BACK; number++) send(session, commandAt(number, draw));
  for (const [id, target] of Object.entries(WATCHES)) session.watch(id, target, session.lastIndex);
  const forwardMs = cpuMs(() => {
    for (let number = COMMANDS - BACK; number < COMMANDS; number++) send(session, commandAt(number, draw));
  });
  const plain = newMachine(session.start);
  const before = session.inputs.length - BACK;
  for (const input of session.inputs.slice(0, before)) plain.step(input);
  const plainMs = cpuMs(() => {
    for (const input of session.inputs.slice(before)) plain.step(input);
  });
  const last = session.lastIndex;
  const at = { frame: last, moment: Number.MAX_SAFE_INTEGER };
  const askFor = (part: string) => () => {
    const answer = session.lastChange('keyspace', part, at, () => true);
    if (answer.result !== 'changed') throw new Error(`no change was found: ${answer.result}`);
  };
  const recentMs = cpuMs(askFor('usedMemoryBytes'));
  const oldestMs = cpuMs(askFor('rows[key=first].preview'));
  // Another window: nothing seen on the way forward is remembered.
  session.watch('keyspace', WATCHES.keyspace, last);
  const jumpMs = cpuMs(() => session.detail(last - BACK));
  session.watch('keyspace', WATCHES.keyspace, last);
  const walkMs = cpuMs(() => {
    for (let frame = last - 1; frame >= last - BACK; frame--) session.detail(frame);
  });
  return { forwardMs, plainMs, jumpMs, walkMs, recentMs, oldestMs };
}

export function benchBack(): void {
  round();
  const rounds = Array.from({ length: ROUNDS }, round);
  const median = (pick: (round: Round) => number) => rounds.map(pick).sort((a, b) => a - b)[ROUNDS >> 1];
  console.log(`\nBack in a session of ${COMMANDS.toLocaleString('en')} commands, watched by two panels`);
  const print = (name: string, pick: (round: Round) => number) => {
    const ratio = (base: (round: Round) => number) => median((each) => pick(each) / base(each)).toFixed(2);
    const ms = median(pick).toFixed(0).padStart(6);
    const ratios = `${ratio((each) => each.forwardMs)} × watched   ${ratio((each) => each.plainMs)} × unwatched`;
    console.log(`  ${name.padEnd(52)} ${ms} ms   ${ratios}`);
  };
  const rows: readonly (readonly [string, (round: Round) => number])[] = [
    [`${BACK} commands forward, watched`, (each) => each.forwardMs],
    [`${BACK} commands forward, unwatched`, (each) => each.plainMs],
    [`${BACK} commands back at once, inside included`, (each) => each.jumpMs],
    [`${BACK} commands back one by one, each with its inside`, (each) => each.walkMs],
    ['when did the memory in use last change?', (each) => each.recentMs],
    ['when did the oldest key last change?', (each) => each.oldestMs],
  ];
  for (const [name, pick] of rows) print(name, pick);
}
