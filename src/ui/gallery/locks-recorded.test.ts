/**
 * A file keeps the gallery's pictures of locks, recorded from a session, so that the gallery needs no engine. This test
 * compares the file with the engine; `RECORD=1` in front of the test writes it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { packetOf, readLines } from '../../protocol/action-lines.ts';
import { encodeUtf8 } from '../../protocol/utf8.ts';
import { Session } from '../../worker/session.ts';

const compareAndDelete =
  "\"if redis.call('get',KEYS[1]) == ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end\" 1 lock:order";

/** Lines as in lessons: `2> …` a client's command, `@ 500` milliseconds that pass, `1!` a client that disconnects. */
const stories: Readonly<Record<string, readonly string[]>> = {
  empty: ['1> PING', '2> PING'],
  orphaned: [
    '1> SETNX lock:order A',
    '@ 400 ms',
    '1!',
    '2> SETNX lock:order B',
    '@ 60000 ms',
    '2> SETNX lock:order B',
  ],
  wrong: [
    '1> SET lock:order 1 NX PX 10000',
    '2> SET lock:order 1 NX PX 10000',
    '@ 12000 ms',
    '2> SET lock:order 1 NX PX 10000',
    '@ 3000 ms',
    '1> DEL lock:order',
    '3> SET lock:order 1 NX PX 10000',
    '@ 500 ms',
  ],
  script: [
    '1> SET lock:order 58c6 NX PX 10000',
    '@ 12000 ms',
    '2> SET lock:order 9f3c NX PX 10000',
    '@ 1000 ms',
    `1> EVAL ${compareAndDelete} 58c6`,
    '3> SET lock:order 77aa NX PX 10000',
    `2> EVAL ${compareAndDelete} 9f3c`,
  ],
  crowd: [
    ...Array.from({ length: 9 }, (_, nth) => `${nth + 1}> SET lock:order token-${nth + 1} NX PX 500`),
    '@ 700 ms',
    ...Array.from({ length: 9 }, (_, nth) => `${9 - nth}> SET lock:order token-${9 - nth} NX PX 500`),
  ],
};

function record(lines: readonly string[]): unknown {
  // Later than the gallery's clock, so that no time passes there.
  const startMs = Date.UTC(2024, 0, 1, 13);
  const session = new Session({ generation: '7.0', seed: 7, startMs, config: {} });
  let nowMs = startMs;
  for (let client = 1; client <= 9; client++) session.open(nowMs);
  const named = lines.some((line) => line.startsWith('4>')) ? [] : ['A', 'B', 'C'];
  const send = (client: number, line: string) => session.send(client, packetOf(line), nowMs);
  named.forEach((name, nth) => {
    send(nth + 1, `CLIENT SETNAME ${name}`);
  });
  const first = session.lastIndex + 1;
  for (const line of readLines(lines)) {
    if (line.type === 'advance') {
      const end = nowMs + line.ms;
      for (let wake = session.wakeAtMs; wake !== null && wake <= end; wake = session.wakeAtMs)
        session.tick(wake);
      nowMs = end;
    } else if (line.type === 'close') session.close(Number(line.client), nowMs);
    else if (line.type === 'command') send(Number(line.client ?? 1), line.command);
  }
  const views = [];
  const key = lines.some((line) => line.includes('lock:order')) ? encodeUtf8('lock:order') : null;
  const target = { kind: 'locks', db: 0, key } as const;
  for (let frame = first; frame <= session.lastIndex; frame++) {
    const view = session.watch('locks', target, frame) as { names: unknown };
    views.push({
      ...view,
      names: [],
      nowMs: frame === session.lastIndex ? nowMs : session.frames[frame].summary.atMs,
    });
  }
  return views;
}

it('the recorded pictures are those of the engine', async () => {
  await loadScripting();
  const file = join(import.meta.dirname, 'locks-recorded.json');
  const pictures = Object.fromEntries(Object.entries(stories).map(([name, lines]) => [name, record(lines)]));
  if (process.env.RECORD === '1') writeFileSync(file, `${JSON.stringify(pictures)}\n`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(pictures)));
});
