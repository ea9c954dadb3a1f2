/** Every sample gives its stated reply, and its steps can be walked. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadScripting } from '../../../engine/scripting/loader.ts';
import { Engine } from '../../../engine/server/engine.ts';
import { formatReply } from '../../../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../../../protocol/resp.ts';
import { splitArguments } from '../../../protocol/split-arguments.ts';
import { sharedCourse } from '../../../testing/shared-course.ts';
import { evalArguments } from './run.ts';
import { samples } from './samples.ts';

beforeAll(() => loadScripting());

const nowMs = 1_700_000_000_000;

function send(engine: Engine, args: readonly Uint8Array[]): string {
  const { replies } = engine.step({ type: 'data', nowMs, client: 1, bytes: encodeCommand(args) });
  return decodeReplies(replies[0].bytes).map(formatReply).join('\n');
}

describe.each(samples)('$id', (sample) => {
  it('gives its stated reply', () => {
    const engine = new Engine({ generation: '7.0', seed: 1, startMs: nowMs, config: {} });
    engine.step({ type: 'open', nowMs, client: 1 });
    for (const line of sample.given) expect(send(engine, splitArguments(line)!)).not.toContain('(error)');
    expect(send(engine, evalArguments(sample)!)).toBe(sample.prints);
  });
});

describe('the lesson of a sample', () => {
  const taught = samples.flatMap(({ id, taughtIn }) => (taughtIn === undefined ? [] : [{ id, ...taughtIn }]));
  it.each(taught)('$id is taught in a step that is there', ({ lessonId, stepId }) => {
    const lesson = sharedCourse().lessons.find(({ id }) => id === lessonId);
    expect(lesson?.content.map(({ id }) => id)).toContain(stepId);
  });
});

describe('text typed beside a script', () => {
  it('becomes KEYS and ARGV as at the console', () => {
    const words = evalArguments({ source: 'return 1', keys: 'a "b c"', values: '\'x y\' "\\x00"' });
    expect(words?.map((word) => new TextDecoder().decode(word))).toEqual([
      'EVAL',
      'return 1',
      '2',
      'a',
      'b c',
      'x y',
      '\0',
    ]);
    expect(evalArguments({ source: 'return 1', keys: '"a', values: '' })).toBeNull();
  });
});
