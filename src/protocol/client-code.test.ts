import { expect, it } from 'vitest';
import { type ClientCode, programOf } from './client-code.ts';

const code: ClientCode = {
  type: 'code',
  id: 'counter',
  programs: { node: "console.log(await redis.incr('n'));\n", python: "print(r.incr('n'))\n" },
  prints: '1',
};

it('puts the import, the connection and its end around the lines', () => {
  expect(programOf(code, 'node')).toBe(`import Redis from 'ioredis';

const redis = new Redis();

console.log(await redis.incr('n'));

await redis.quit();
`);
  expect(programOf(code, 'python')).toBe(`import redis

r = redis.Redis(decode_responses=True)

print(r.incr('n'))
`);
});

it('connects to another port if it is given one', () => {
  expect(programOf(code, 'node', 7000)).toContain('new Redis(7000)');
  expect(programOf(code, 'python', 7000)).toContain('redis.Redis(port=7000, decode_responses=True)');
});
