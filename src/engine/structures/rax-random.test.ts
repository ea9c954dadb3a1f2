import { expect, test } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Rax } from './rax.ts';
import { randomRaxKey } from './rax-random.ts';

test('every key comes, no other does, and an empty tree has none', () => {
  const env = createEnvironment(1);
  const random = env.random.stream('rax');
  const rax = new Rax<number>(env);
  expect(randomRaxKey(rax, random)).toBeNull();
  const keys = ['', 'a', 'ab', 'abc', 'foobar', 'footer', 'z', 'zebra'];
  for (const key of keys) rax.insert(bytesOf(key), 1);
  const found = new Set<string>();
  for (let draw = 0; draw < 2000; draw++) found.add(latin1(randomRaxKey(rax, random) as Uint8Array));
  expect([...found].sort()).toEqual(keys);
  rax.remove(bytesOf(''));
  for (let draw = 0; draw < 500; draw++) expect(randomRaxKey(rax, random)).not.toHaveLength(0);
});
