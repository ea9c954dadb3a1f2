/** Watching changes nothing: the same random commands over hashes and sets, once watched and once not. */
import { expect, test } from 'vitest';
import { Random } from '../../engine/base/random.ts';
import type { Generation } from '../../protocol/session.ts';
import { CollectionFuzz } from '../collection-fuzz.ts';
import { escapeReply } from '../transcript.ts';
import { EngineClients } from '../transcript-players.ts';

/** Another seed can be tried with PROPERTY_SEED. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20_240_214);

test.each<Generation>(['7.0', '6.2'])(`%s, seed ${SEED}`, (generation) => {
  const fuzz = new CollectionFuzz(SEED);
  const stream = new Random(SEED).stream('watching');
  const [plain, watched] = [1, 2].map(() => new EngineClients({}, undefined, 5, generation));
  let steps = 0;
  for (let command = 0; command < 4000; command++) {
    const isWatched = stream.below(4) !== 0;
    const stop = isWatched ? watched.engine.listen({ step: () => steps++ }) : () => {};
    const { args } = fuzz.next();
    const where = `command ${command}: ${args.join(' ')}`;
    expect(escapeReply(watched.send(args)), where).toBe(escapeReply(plain.send(args)));
    stop();
  }
  expect(steps).toBeGreaterThan(1000);
  expect(watched.engine.server.env.heap.usedBytes).toBe(plain.engine.server.env.heap.usedBytes);
  for (const clients of [plain, watched]) {
    clients.send(['FLUSHALL']);
    clients.send(['HELLO', '2']);
  }
});

test('after all keys are gone nothing of them is left on the heap', () => {
  const fuzz = new CollectionFuzz(SEED + 1);
  const clients = new EngineClients();
  const { heap } = clients.engine.server.env;
  clients.send(['SADD', 'k', 'a']);
  clients.send(['FLUSHALL']);
  const before = heap.usedBytes;
  for (let command = 0; command < 4000; command++) clients.send(fuzz.next().args);
  expect(heap.usedBytes).toBeGreaterThan(before);
  clients.send(['FLUSHALL']);
  expect(heap.usedBytes).toBe(before);
});
