/**
 * The pictures of packed bytes in the gallery are photographs of a real engine, kept as a file so that the gallery
 * needs none. This holds the file to the engine; `RECORD=1` in front of the test writes it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encodeCommand } from '../../protocol/resp.ts';
import type { Generation } from '../../protocol/session.ts';
import type { PackedTarget } from '../../protocol/views-packed.ts';
import { Session } from '../../worker/session.ts';

interface Story {
  readonly generation: Generation;
  readonly given: readonly string[];
  /** The command whose moments are kept. */
  readonly shown: string;
  readonly target?: Partial<PackedTarget>;
}

const letters = (letter: string, count: number) => letter.repeat(count);

const stories: Readonly<Record<string, Story>> = {
  insert: { generation: '7.0', given: ['HSET user:1 name ann'], shown: 'HSET user:1 age 41 city Hangzhou' },
  sorted: { generation: '6.2', given: ['ZADD board 90 ann 300 cat'], shown: 'ZADD board 120.5 bob' },
  delete: { generation: '7.0', given: ['HSET user:1 name ann age 41 zip 310000'], shown: 'HDEL user:1 name' },
  cascade: {
    generation: '6.2',
    given: [`RPUSH l ${letters('a', 250)} ${letters('b', 250)} ${letters('c', 250)} z`],
    shown: `LPUSH l ${letters('x', 251)}`,
  },
  upgrade: { generation: '7.0', given: ['SADD s 5 1 300'], shown: 'SADD s 70000' },
  conversion: {
    generation: '7.0',
    given: ['HSET user:1 name ann age 41'],
    shown: `HSET user:1 note ${letters('v', 65)}`,
  },
  nodes: {
    generation: '7.0',
    given: [
      'CONFIG SET list-max-listpack-size 3',
      'CONFIG SET list-compress-depth 1',
      `RPUSH tasks a b c ${letters('x', 40)} ${letters('x', 40)} ${letters('y', 20)} 7 8 9 10`,
    ],
    shown: 'LINSERT tasks BEFORE 8 new',
  },
};

/** Bytes are kept as text, and a view that did not change from one moment to the next is kept once. */
function record({ generation, given, shown, target = {} }: Story): unknown {
  const startMs = Date.UTC(2024, 0, 1);
  const session = new Session({ generation, seed: 7, startMs, config: {} });
  session.open(startMs);
  session.watch('packed', { kind: 'packed', db: 0, key: null, follow: true, ...target }, 0);
  const run = (line: string) =>
    session.send(1, encodeCommand(line.split(' ').map((word) => new TextEncoder().encode(word))), startMs);
  for (const line of given) run(line);
  const { moments } = run(shown).detail!;
  const views: string[] = [];
  const steps = moments.map(({ step, picture }) => {
    const view = JSON.stringify(picture.packed, (_, value) =>
      value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value,
    );
    if (!views.includes(view)) views.push(view);
    return { step, view: views.indexOf(view) };
  });
  return { views: views.map((view) => JSON.parse(view)), moments: steps };
}

it('the recorded pictures are those of the engine', () => {
  const file = join(import.meta.dirname, 'packed-recorded.json');
  const pictures = Object.fromEntries(Object.entries(stories).map(([name, story]) => [name, record(story)]));
  if (process.env.RECORD === '1') writeFileSync(file, `${JSON.stringify(pictures)}\n`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(pictures)));
});
