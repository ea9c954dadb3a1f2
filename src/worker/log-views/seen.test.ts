import { expect, it } from 'vitest';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import type { HllView } from '../../protocol/views.ts';
import { Session } from '../session.ts';

function open(): { session: Session; run(line: string): HllView[] } {
  const session = new Session({ generation: '7.0', seed: 1, startMs: 0, config: {} });
  session.open(0);
  session.watch('hll', { kind: 'hll', db: 0, key: null }, 0);
  return {
    session,
    run(line) {
      session.send(1, encodeCommand(splitArguments(line)!), session.nowMs);
      return session.detail(session.lastIndex).moments.map(({ picture }) => picture.hll as HllView);
    },
  };
}

const last = (views: readonly HllView[]) => views.at(-1)!;

it('counts different elements, inside a command too', () => {
  const { run } = open();
  const views = run('PFADD h a b a');
  expect(last(views)).toMatchObject({ key: 'h', encoding: 'sparse', seen: 2, estimate: '2', cached: null });
  // The key is made first; then every element counts as it is hashed, the third not again.
  const counted = views.filter(({ encoding }) => encoding !== null).map(({ seen }) => seen);
  expect([...new Set(counted)]).toEqual([null, 1, 2]);
  expect(last(run('PFADD h c')).seen).toBe(3);
  expect(last(run('PFCOUNT h'))).toMatchObject({ seen: 3, cached: '3' });
});

it('joins what was merged, through scripts and transactions, and goes back in time', async () => {
  await loadScripting();
  const { session, run } = open();
  run('PFADD a 1 2 3');
  run(`EVAL "return redis.call('PFADD', 'b', '3', '4')" 0`);
  run('MULTI');
  run('PFMERGE c a b');
  expect(last(run('EXEC')).seen).not.toBe(0);
  expect(last(run('PFCOUNT c'))).toMatchObject({ seen: 4, estimate: '4' });
  expect((session.watch('now', { kind: 'hll', db: 0, key: new Uint8Array([0x61]) }, 2) as HllView).seen).toBe(
    3,
  );
});

it('says nothing of a value that it has not seen grow', () => {
  const { run } = open();
  run('PFADD a 1 2 3');
  run('COPY a b');
  expect(last(run('PFADD b 4')).seen).toBe(null);
  run('SETRANGE a 16 x');
  expect(last(run('PFCOUNT a')).seen).toBe(null);
  run('DEL a');
  expect(last(run('PFADD a 1')).seen).toBe(1);
  run('SET a other');
  expect(last(run('PFADD a 1'))).toMatchObject({ encoding: null, seen: null });
});
