import { expect, test } from 'vitest';
import { bytesOf } from '../../engine/base/bytes.ts';
import type { Dict } from '../../engine/structures/dict.ts';
import { EngineClients } from '../transcript-players.ts';
import { VALUE_REHASH_RUNS, valueRehashCases, valueRehashFilling } from '../value-rehash-cases.ts';

const filling = valueRehashFilling();

test.each(valueRehashCases)('$name moves $buckets buckets', ({ buckets, key, during, command }) => {
  const clients = new EngineClients();
  for (const args of filling) clients.send(args);
  for (let number = 0; during !== undefined && number < VALUE_REHASH_RUNS; number++) {
    clients.send(during(number));
  }
  const { keys } = clients.engine.server.keyspace.databases[0];
  const table = keys.find(bytesOf(key))?.value.value as Dict<unknown>;
  expect(table.isRehashing).toBe(true);
  const left = () => table.tables[0].buckets.filter((head) => head !== null).length;
  const start = left();
  for (let number = 0; number < VALUE_REHASH_RUNS; number++) clients.send(command(number));
  expect(table.isRehashing).toBe(true);
  expect((start - left()) / VALUE_REHASH_RUNS).toBe(buckets);
});
