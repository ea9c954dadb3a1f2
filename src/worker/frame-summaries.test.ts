import { expect, it } from 'vitest';
import { ALL_REPLY_BYTES, FRAME_REPLY_BYTES, replyBytes } from '../protocol/frame-replies.ts';
import type { FrameSummary } from '../protocol/messages.ts';
import { decodeReplies, encodeCommand, readReplies } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import { Session } from './session.ts';

const START: SessionStart = {
  generation: '7.0',
  seed: 7,
  startMs: 1_700_000_000_000,
  config: { 'enable-debug-command': 'yes' },
};

class Told {
  session = new Session(START);
  nowMs = START.startMs;

  constructor(clients = 1) {
    for (let client = 0; client < clients; client++) this.session.open(this.nowMs);
  }

  /** Each line as one input of a client; several commands of a pipeline are parted by ";". */
  run(line: string, client = 1): FrameSummary {
    const parts = line.split(';').map((command) => encodeCommand(splitArguments(command)!));
    const bytes = new Uint8Array(parts.flatMap((part) => [...part]));
    return this.session.send(client, bytes, ++this.nowMs).frame;
  }
}

it('a frame carries the beginning of a long reply, and the rest is there for asking', () => {
  const told = new Told();
  told.run('SETRANGE k 5000000 x');
  const frame = told.run('GET k');
  expect(replyBytes(frame.replies)).toBe(FRAME_REPLY_BYTES);
  expect(frame.replies[0].cut?.totalBytes).toBe(5_000_001 + '$5000001\r\n\r\n'.length);
  expect(readReplies(frame.replies[0].bytes)).toMatchObject([{ type: 'string' }]);
  const { session } = told;
  const whole = () => decodeReplies(session.reply(frame.index, 1))[0];
  expect(whole()).toMatchObject({ type: 'string', bytes: { length: 5_000_001 } });
  // Also when it is long past and has to be replayed.
  told.session = Session.replay(session.start, session.inputs);
  told.run('FLUSHALL');
  expect(decodeReplies(told.session.reply(frame.index, 1))[0]).toEqual(whole());
  expect(told.session.frames[frame.index].summary).toEqual(frame);
  expect(session.reply(frame.index, 9)).toHaveLength(0);
});

it('everybody who is written to in a frame has a share of what it carries', () => {
  const told = new Told(3);
  told.run('MONITOR', 2);
  told.run('SUBSCRIBE news', 3);
  const frame = told.run(`PUBLISH news ${'n'.repeat(200_000)}`);
  expect(replyBytes(frame.replies)).toBeLessThanOrEqual(FRAME_REPLY_BYTES);
  expect(frame.replies.map(({ client, bytes }) => [client, bytes.length > 3])).toContainEqual([3, true]);
  expect(frame.replies.find(({ client }) => client === 1)?.bytes).toHaveLength(4);
});

it('many long replies are kept in part, all together too', () => {
  const told = new Told();
  told.run('SETRANGE k 200000 x');
  const count = ALL_REPLY_BYTES / FRAME_REPLY_BYTES + 200;
  for (let nth = 0; nth < count; nth++) told.run('GET k');
  let bytes = 0;
  for (const { replies } of told.session.overview().frames) bytes += replyBytes(replies);
  expect(bytes).toBeLessThan(ALL_REPLY_BYTES * 1.02);
  expect(told.session.observe('last.reply', told.session.lastIndex)).toHaveLength(64 * 1024 + 1);
});

it('a frame says which database its clients have selected', () => {
  const told = new Told(2);
  const selected = (line: string, client = 1) => told.run(line, client).selected;
  expect(selected('SELECT 3')).toEqual([{ client: 1, db: 3 }]);
  expect(selected('SELECT 99')).toEqual([]);
  expect(selected('SELECT 3')).toEqual([]);
  told.run('MULTI');
  expect(selected('SELECT 5')).toEqual([]);
  expect(selected('EXEC')).toEqual([{ client: 1, db: 5 }]);
  expect(selected('PING;SELECT 6;PING')).toEqual([{ client: 1, db: 6 }]);
  expect(selected('EVAL "redis.call(\'SELECT\', 7)" 0')).toEqual([]);
  expect(selected('RESET')).toEqual([{ client: 1, db: 0 }]);
  // What a blocked client has sent ahead runs when another lets it go on.
  expect(selected('BLPOP list 0;SELECT 4', 2)).toEqual([]);
  expect(selected('RPUSH list x')).toEqual([{ client: 2, db: 4 }]);
  const overview = told.session.overview();
  expect(overview.clients).toEqual([
    { id: 1, db: 0 },
    { id: 2, db: 4 },
  ]);
  expect(Session.replay(START, told.session.inputs).overview().frames).toEqual(overview.frames);
});

it('a fork goes on from the databases that were selected there', () => {
  const told = new Told();
  const { index } = told.run('SELECT 3');
  told.run('SELECT 4');
  told.session.fork(index);
  expect(told.run('SELECT 3').selected).toEqual([]);
  expect(told.run('SELECT 4').selected).toEqual([{ client: 1, db: 4 }]);
});
