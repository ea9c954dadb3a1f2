import { describe, expect, it } from 'vitest';
import type { Moment } from '../../../protocol/messages.ts';
import { parsePart, readPart } from '../../../protocol/parts.ts';
import type { ScriptFrameView, ScriptView } from '../../../protocol/views-script.ts';
import { frameWith } from '../../../testing/frames.ts';
import { answerOf, callRows, errorLine, frameRows, replyText } from './story.ts';

function view(...frames: ScriptFrameView[]): ScriptView {
  const program = {
    kind: 'eval',
    name: 'a',
    source: '',
    keys: [],
    values: [],
    startedAtMs: 0,
    isReadOnly: false,
  } as const;
  return {
    kind: 'script',
    state: 'running',
    script: { program, line: frames[0]?.line ?? 0, frames, instructions: 0, hasWritten: false },
    cachedScripts: 1,
    libraries: [],
    logLines: [],
  };
}

const main = (...locals: [string, string][]): ScriptFrameView => ({
  name: 'main',
  line: 3,
  locals: locals.map(([name, value]) => ({ name, value })),
});
const inner = (value: string): ScriptFrameView => ({
  name: 'function at line 1',
  line: 2,
  locals: [{ name: 'n', value }],
});

describe('locals', () => {
  it('show their value one line earlier', () => {
    const rows = frameRows(
      view(main(['i', '2'], ['s', '"x"'], ['t', '{}'])),
      view(main(['i', '1'], ['s', '"x"'])),
    );
    expect(rows[0].locals).toMatchObject([
      { name: 'i', value: '2', was: '1', isNew: false },
      { name: 's', value: '"x"', was: null, isNew: false },
      { name: 't', value: '{}', was: null, isNew: true },
    ]);
  });

  it('are parts of the view, except those of a function that called itself', () => {
    const seen = view(inner('1'), inner('2'), main(['i', '2'], ['n', '3']));
    const rows = frameRows(seen, null);
    const found = rows.map(({ locals }) =>
      locals.map(({ part }) => (part === null ? null : readPart(seen, parsePart(part)!)?.value)),
    );
    expect(found).toEqual([
      [{ name: 'n', value: '1' }],
      [null],
      [
        { name: 'i', value: '2' },
        { name: 'n', value: '3' },
      ],
    ]);
  });

  it('are not called new if the past is unknown', () => {
    expect(frameRows(view(main(['i', '2'])), null)[0].locals[0]).toMatchObject({ isNew: false, was: null });
  });

  it('of a caller are compared with the caller, however many functions are active', () => {
    const rows = frameRows(view(inner('1'), main(['i', '1'])), view(main(['i', '1'])));
    expect(rows[0].locals[0]).toMatchObject({ isNew: true });
    expect(rows[1].locals[0]).toMatchObject({ isNew: false, was: null });
  });
});

describe('calls', () => {
  it('are those that have returned by now, as redis-cli prints them', () => {
    const call = (command: string[], reply: string): Moment => ({
      step: { type: 'script.call', line: 2, command, reply },
      picture: {},
    });
    const moments = [
      call(['get', 'k 1'], '$1\r\nv\r\n'),
      call(['incr', 'k'], ':2\r\n'),
      call(['x'], '-ERR no'),
    ];
    expect(callRows(moments, 1)).toEqual([
      { line: 2, command: 'get "k 1"', reply: '"v"', failed: false, isNow: false },
      { line: 2, command: 'incr k', reply: '(integer) 2', failed: false, isNow: true },
    ]);
    expect(callRows(moments, 2)[2]).toMatchObject({ reply: '(error) ERR no', failed: true });
  });

  it('that were cut are shown as far as they go', () => {
    expect(replyText('$400\r\nabc')).toBe('$400 abc…');
  });
});

describe('errors', () => {
  it('name their line', () => {
    expect(errorLine('ERR x script: 0a, on @user_script:12.')).toBe(12);
    expect(errorLine("ERR Error compiling script (new function): user_script:3: '=' expected near 'x'")).toBe(
      3,
    );
    expect(errorLine('WRONGTYPE')).toBeNull();
  });

  it('are the answer of the frame, when it was that of a script', () => {
    const bytes = new TextEncoder().encode('-ERR x script: 0a, on @user_script:2.\r\n');
    const frame = (text: string) => frameWith(1, { text, replies: [{ client: 1, bytes }] });
    expect(answerOf(frame('eval "x" 0'))).toEqual({
      text: '(error) ERR x script: 0a, on @user_script:2.',
      line: 2,
    });
    expect(answerOf(frame('GET eval'))).toBeNull();
  });
});
