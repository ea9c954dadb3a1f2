import { expect, it } from 'vitest';
import { registersIn, runAt, runBytes } from '../../protocol/hyperloglog-bytes.ts';
import type { HllView } from '../../protocol/views.ts';
import { bytesOf } from '../base/bytes.ts';
import { TestServer } from './test-server.ts';

const look = (server: TestServer, key = 'h') =>
  server.look({ kind: 'hll', db: 0, key: bytesOf(key) }) as HllView;

const elements = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `user:${from + at}`).join(' ');

/** As PFDEBUG DECODE prints them. */
function decoded({ bytes }: HllView): string {
  const words: string[] = [];
  for (let at = 16; at < bytes.length; at += runBytes(bytes[at])) {
    const { opcode, value, count } = runAt(bytes, at, bytes.length);
    words.push(opcode === 'VAL' ? `v:${value},${count}` : `${opcode === 'ZERO' ? 'z' : 'Z'}:${count}`);
  }
  return words.join(' ');
}

it('has the runs and the registers that PFDEBUG prints', () => {
  const server = new TestServer();
  server.run(`PFADD h ${elements(0, 300)}`);
  const sparse = look(server);
  expect(sparse).toMatchObject({ key: 'h', encoding: 'sparse', cached: null, sparseMaxBytes: 3000 });
  expect(server.run('PFDEBUG DECODE h')).toBe(`"${decoded(sparse)}"`);
  const before = registersIn(sparse.bytes, 'sparse');
  const replied = [...server.run('PFDEBUG GETREG h').matchAll(/\(integer\) (\d+)/g)].map(([, value]) =>
    Number(value),
  );
  const dense = look(server);
  expect(dense.encoding).toBe('dense');
  expect([...registersIn(dense.bytes, 'dense')]).toEqual(replied);
  expect([...before]).toEqual(replied);
});

it('estimates as PFCOUNT does, and sees the count remembered and outdated', () => {
  const server = new TestServer();
  server.run(`PFADD h ${elements(0, 5000)}`);
  const { estimate, cached } = look(server);
  expect(cached).toBe(null);
  expect(server.run('PFCOUNT h')).toBe(`(integer) ${estimate}`);
  expect(look(server).cached).toBe(estimate);
  expect(server.stepsOf('PFCOUNT h').find(({ type }) => type === 'hyperloglog.count')).toMatchObject({
    cached: true,
  });
  server.run(`PFADD h ${elements(5000, 6000)}`);
  expect(look(server).cached).toBe(null);
});

it('is dense from the very step on that says so', () => {
  const server = new TestServer('7.0', { 'hll-sparse-max-bytes': '40' });
  server.run(`PFADD h ${elements(0, 5)}`);
  const seen: string[] = [];
  server.stepsOf(`PFADD h ${elements(5, 9)}`, (step) => {
    if (step.type.startsWith('hyperloglog.')) seen.push(`${step.type.slice(12)} ${look(server).encoding}`);
  });
  const promoted = seen.indexOf('promote dense');
  expect(promoted).toBeGreaterThan(0);
  expect(seen.slice(0, promoted).every((line) => line.endsWith('sparse'))).toBe(true);
  expect(seen.slice(promoted).every((line) => line.endsWith('dense'))).toBe(true);
});

it('shows no other string, and offers only HyperLogLogs', () => {
  const server = new TestServer();
  server.runAll('SET s HYLL', 'SET n 5', 'PFADD h a');
  expect(look(server, 's')).toMatchObject({ key: 's', encoding: null, estimate: null });
  expect(look(server, 'n').encoding).toBe(null);
  expect(look(server).keys.map(({ key }) => key)).toEqual(['h']);
});
