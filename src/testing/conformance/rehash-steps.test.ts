import { expect, test } from 'vitest';
import { REHASH_KEYS, REHASH_RUNS, REHASH_TRIGGER, rehashCases } from '../rehash-cases.ts';
import { EngineClients } from '../transcript-players.ts';

test.each(rehashCases)('$name moves $buckets buckets', ({ buckets, before = [], during, command }) => {
  const clients = new EngineClients({ activerehashing: 'no' });
  const { keys } = clients.engine.server.keyspace.databases[0];
  const left = () => keys.tables[0].buckets.filter((head) => head !== null).length;

  for (let number = 0; number < REHASH_KEYS; number++) clients.send(['SET', `key:${number}`, 'v']);
  for (const args of before) clients.send(args);
  expect(keys.rehashIndex).toBe(-1);
  clients.send(REHASH_TRIGGER);
  if (during !== undefined)
    for (let number = 0; number <= REHASH_RUNS; number++) clients.send(during(number));
  const start = left();
  for (let number = 0; number < REHASH_RUNS; number++) clients.send(command(number));

  expect(keys.rehashIndex).toBeGreaterThan(0);
  expect((start - left()) / REHASH_RUNS).toBe(buckets);
});
