import { describe, expect, it } from 'vitest';
import { cutReplies } from '../../protocol/frame-replies.ts';
import type { FrameSummary } from '../../protocol/messages.ts';
import { frameWith } from '../../testing/frames.ts';
import {
  consoleEntries,
  cutText,
  type Entry,
  entryFrame,
  firstLook,
  type LocalEntry,
  printedReplies,
  sharedEntries,
  unaskedSince,
} from './entries.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function frame(index: number, part: Partial<FrameSummary> = {}): FrameSummary {
  return frameWith(index, {
    text: 'PING',
    replies: [{ client: part.client ?? 1, bytes: bytes('+OK\r\n') }],
    ...part,
  });
}

const connect = (index: number, client: number) =>
  frame(index, { kind: 'connect', client, replies: [], text: '' });

function local(afterFrame: number, client = 1): LocalEntry {
  return { key: `l${afterFrame}`, client, branch: 1, afterFrame, line: 'help', output: 'x', tone: 'plain' };
}

const keys = (entries: readonly Entry[]) => entries.map(({ key }) => key);

describe('the entries of a console', () => {
  it('are the frames of its client, with what the page said between them', () => {
    const frames = [
      frame(0, { kind: 'start', client: 0 }),
      connect(1, 1),
      frame(2),
      connect(3, 2),
      frame(4, { client: 2 }),
      frame(5),
    ];
    expect(keys(consoleEntries(frames, 1, [local(2), local(5)]))).toEqual(['f2', 'l2', 'f5', 'l5']);
    expect(keys(consoleEntries(frames, 2, [local(2)]))).toEqual(['f4']);
  });

  it('know the database at each prompt', () => {
    const frames = [
      connect(0, 1),
      frame(1, { text: 'SELECT 3', selected: [{ client: 1, db: 3 }] }),
      frame(2),
      frame(3, { text: 'select 99', replies: [{ client: 1, bytes: bytes('-ERR\r\n') }] }),
      frame(4),
    ];
    const entries = consoleEntries(frames, 1, [local(1)]);
    expect(entries.map((entry) => ('db' in entry ? entry.db : null))).toEqual([0, 3, 3, 3, 3]);
  });

  it('show what another client caused, and the end of the connection', () => {
    const frames = [
      connect(0, 1),
      connect(1, 2),
      frame(2, {
        client: 2,
        replies: [
          { client: 1, bytes: bytes('+pushed\r\n') },
          { client: 2, bytes: bytes(':1\r\n') },
        ],
        closed: [1],
      }),
    ];
    const entries = consoleEntries(frames, 1, []);
    expect(entries).toMatchObject([{ kind: 'frame', own: false }, { kind: 'closed' }]);
    expect(printedReplies(frames[2], 1).text).toBe('pushed');
    expect(printedReplies(frames[2], 2).text).toBe('(integer) 1');
  });

  it('are counted if they came unrequested', () => {
    const message = [{ client: 1, bytes: bytes('+m\r\n') }];
    const frames = [
      connect(0, 1),
      connect(1, 2),
      frame(2, { client: 2, replies: message }),
      frame(3, { client: 1, replies: message }),
      frame(4, { client: 0, kind: 'cron', replies: message }),
      frame(5, { client: 2 }),
    ];
    expect(unaskedSince(frames, 1, 0)).toBe(2);
    expect(unaskedSince(frames, 1, 3)).toBe(1);
    expect(unaskedSince(frames, 1, 6)).toBe(0);
    expect(unaskedSince(frames, 2, 0)).toBe(0);
  });

  it('begin with the connection, when a number is used a second time', () => {
    const frames = [connect(0, 2), frame(1, { client: 2 }), connect(2, 2), frame(3, { client: 2 })];
    expect(keys(consoleEntries(frames, 2, []))).toEqual(['f3']);
  });

  it('leave out cleared entries', () => {
    const frames = [connect(0, 1), frame(1), frame(2), frame(3)];
    const entries = consoleEntries(frames, 1, [], 2);
    expect(keys(entries)).toEqual(['f3']);
    expect(entryFrame(entries[0])).toBe(3);
  });
});

describe('printed replies', () => {
  it('are raw for commands that redis-cli shows raw', () => {
    const replies = [{ client: 1, bytes: bytes('$13\r\n# Server\r\na:1\r\n') }];
    expect(printedReplies(frame(1, { text: 'INFO server', replies }), 1).text).toBe('# Server\na:1');
    expect(printedReplies(frame(1, { text: 'GET server', replies }), 1).text).toBe('"# Server\\r\\na:1"');
  });

  it('of a long pipeline are the last ones', () => {
    const replies = [{ client: 1, bytes: bytes(':1\r\n'.repeat(1000)) }];
    const { text, isCut } = printedReplies(frame(1, { commands: 1000, replies }), 1);
    expect(isCut).toBe(true);
    expect(text.split('\n')).toHaveLength(21);
    expect(text.split('\n')[0]).toBe('… (+980)');
  });

  it('report bytes that are no reply', () => {
    expect(printedReplies(frame(1, { replies: [{ client: 1, bytes: bytes('?') }] }), 1).text).toContain(
      '(error)',
    );
  });

  it('of a long reply are no more than a person reads, whatever it consists of', () => {
    const long: Record<string, string> = {
      'one line': `$100000\r\n${'x'.repeat(100_000)}\r\n`,
      'many lines': `*20000\r\n${':1\r\n'.repeat(20_000)}`,
      'bytes that are escaped': `$100000\r\n${'\0'.repeat(100_000)}\r\n`,
      'a long error': `-ERR ${'x'.repeat(100_000)}\r\n`,
      'a map': `%20000\r\n${':1\r\n:2\r\n'.repeat(20_000)}`,
      'a text that is printed raw': `=100004\r\ntxt:${'line\n'.repeat(20_000)}\r\n`,
      'messages that nobody asked for': `>2\r\n+message\r\n$90000\r\n${'m'.repeat(90_000)}\r\n`,
      'a reply that is nested': `${'*2\r\n'.repeat(900)}${':1\r\n'.repeat(901)}`,
    };
    for (const [what, text] of Object.entries(long)) {
      const whole = bytes(text);
      for (const replies of [
        [{ client: 1, bytes: whole }],
        cutReplies([{ client: 1, bytes: whole }], 64 * 1024),
        cutReplies([{ client: 1, bytes: whole }], 1024),
      ]) {
        const printed = printedReplies(frame(1, { replies }), 1);
        expect(printed.text.length, what).toBeLessThanOrEqual(firstLook.chars + 1);
        expect(printed.text.split('\n').length, what).toBeLessThanOrEqual(firstLook.lines);
        expect(printed.isCut, what).toBe(true);
        expect(printed.text.endsWith('…'), what).toBe(true);
      }
    }
  });

  it('of a pipeline that was cut between two replies say that there are more', () => {
    const replies = cutReplies(
      [{ client: 1, bytes: bytes(`$50\r\n${'x'.repeat(50)}\r\n`.repeat(100)) }],
      1024,
    );
    const printed = printedReplies(frame(1, { commands: 100, replies }), 1);
    expect(printed.isCut).toBe(true);
    const between = cutReplies([{ client: 1, bytes: bytes('+OK\r\n'.repeat(10)) }], 25);
    expect(printedReplies(frame(1, { commands: 10, replies: between }), 1)).toEqual({
      text: 'OK\nOK\nOK\nOK\nOK\n…',
      isCut: true,
    });
  });

  it('number the items of a cut list as those of the whole one', () => {
    const whole = bytes(`*20000\r\n${':1\r\n'.repeat(20_000)}`);
    const [first, second] = [
      [{ client: 1, bytes: whole }],
      cutReplies([{ client: 1, bytes: whole }], 1024),
    ].map((replies) => printedReplies(frame(1, { replies }), 1).text);
    expect(first.split('\n')[0]).toBe('    1) (integer) 1');
    expect(second).toBe(first);
  });
});

describe('long texts', () => {
  it('are cut after so many lines or characters', () => {
    const lines = (count: number) => ({ chars: 100, lines: count });
    expect(cutText('a\nb\nc\nd', lines(2))).toEqual({ text: 'a\nb', isCut: true });
    expect(cutText('a\nb', lines(2))).toEqual({ text: 'a\nb', isCut: false });
    expect(cutText('', lines(2))).toEqual({ text: '', isCut: false });
    expect(cutText('abcd', { chars: 3, lines: 2 })).toEqual({ text: 'abc', isCut: true });
  });
});

describe('the log of all clients', () => {
  const frames = [
    frame(0, { kind: 'start', client: 0, replies: [] }),
    connect(1, 1),
    connect(2, 2),
    frame(3, { text: 'SELECT 3', selected: [{ client: 1, db: 3 }] }),
    frame(4, {
      client: 2,
      text: 'PUBLISH news x',
      replies: [2, 1].map((client) => ({ client, bytes: bytes('+x\r\n') })),
    }),
    frame(5, { text: 'GET a' }),
    frame(6, { kind: 'disconnect', client: 2, replies: [] }),
    connect(7, 2),
    frame(8, { client: 2, text: 'GET b' }),
  ];

  it('has what each has sent and been answered, in order, also of a client that is gone', () => {
    expect(keys(sharedEntries(frames, 1, []))).toEqual(['f3.1', 'f4.2', 'f4.1', 'f5.1', 'c6.2', 'f8.2']);
  });

  it('knows whose an entry is, whether it was asked for, and the database of each', () => {
    expect(sharedEntries(frames, 1, [])).toMatchObject([
      { client: 1, own: true, db: 0 },
      { client: 2, own: true, db: 0 },
      { client: 1, own: false, db: 3 },
      { client: 1, own: true, db: 3 },
      { client: 2, kind: 'closed' },
      { client: 2, own: true, db: 0 },
    ]);
  });

  it('leaves out what was cleared, of each client for itself', () => {
    expect(keys(sharedEntries(frames, 1, [], { 1: 5 }))).toEqual(['f4.2', 'c6.2', 'f8.2']);
  });

  it('has what the page said where it was said', () => {
    expect(keys(sharedEntries(frames, 1, [local(4, 2)]))).toEqual([
      'f3.1',
      'f4.2',
      'f4.1',
      'l4',
      'f5.1',
      'c6.2',
      'f8.2',
    ]);
  });

  describe('pipelines of a client that is not at the prompt', () => {
    const before = frames.slice(0, 3);
    const pipelines = (commands: number) =>
      [3, 4, 5].map((index) => frame(index, { client: 2, text: `SET k${index} 1`, commands }));

    it('are counted when they come one after the other, and printed when there is one', () => {
      const few = pipelines(3);
      expect(sharedEntries([...before, ...few, frame(6)], 1, [])).toMatchObject([
        { kind: 'stream', key: 'f3.2', client: 2, commands: 9, first: { index: 3 }, frame: { index: 5 } },
        { kind: 'frame', key: 'f6.1' },
      ]);
      expect(sharedEntries([...before, few[0], frame(4)], 1, [])).toMatchObject([
        { kind: 'frame' },
        { kind: 'frame' },
      ]);
    });

    it('are counted when nobody could read them', () => {
      const [one] = pipelines(1000);
      expect(sharedEntries([...before, one], 1, [])).toMatchObject([{ kind: 'stream', commands: 1000 }]);
      expect(sharedEntries([...before, one], 2, [])).toMatchObject([{ kind: 'frame', own: true }]);
    });
  });
});
