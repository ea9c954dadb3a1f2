import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { Rax } from './rax.ts';

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--stream-node-max-entries', '1']);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const seed = 20240504;

function idBytes(ms: number, sequence: number): Uint8Array {
  const id = new DataView(new ArrayBuffer(16));
  id.setBigUint64(0, BigInt(ms));
  id.setBigUint64(8, BigInt(sequence));
  return new Uint8Array(id.buffer);
}

const ask = async (...command: string[]) => latin1(await client.send(command));

async function treeOf(key: string): Promise<[keys: number, nodes: number]> {
  const reply = await ask('XINFO', 'STREAM', key);
  const number = (name: string) => Number(new RegExp(`${name}\r\n:(\\d+)`).exec(reply)?.[1]);
  return [number('radix-tree-keys'), number('radix-tree-nodes')];
}

it(`has as many nodes as the tree of a stream with one entry each (seed ${seed})`, async () => {
  const random = new Random(seed).stream('stream');
  const rax = new Rax<string>(createEnvironment(seed));
  const ids: [ms: number, sequence: number][] = [];
  let ms = 0;
  let sequence = 0;
  for (let round = 0; round < 3_000; round++) {
    if (ids.length < 2 || random.below(100) < (round % 600 < 400 ? 75 : 20)) {
      const jump = random.below(4);
      if (jump === 0) sequence += 1 + random.below(3);
      else {
        ms += [1, 7, 300, 70_000][random.below(4)];
        sequence = random.below(2);
      }
      ids.push([ms, sequence]);
      await ask('XADD', 's', `${ms}-${sequence}`, 'f', 'v');
      expect(rax.insert(idBytes(ms, sequence), '')).toBe(true);
    } else {
      const [[goneMs, goneSequence]] = ids.splice(random.below(ids.length), 1);
      expect(await ask('XDEL', 's', `${goneMs}-${goneSequence}`)).toBe(':1\r\n');
      expect(rax.remove(idBytes(goneMs, goneSequence))).toBe('');
    }
    expect([rax.size, rax.nodes], `seed ${seed}, round ${round}`).toEqual(await treeOf('s'));
  }
});

/** What MEMORY USAGE counts for a tree of 16-byte ids, and for each pending entry beside its two trees. */
const ID_BYTES = 16;
const NODE_BYTES = 4 + 30 * 8;
const PENDING_BYTES = 24;

it(`has as many nodes as a pending entries list filled in any order (seed ${seed})`, async () => {
  const random = new Random(seed).stream('pending');
  const ids: [ms: number, sequence: number][] = [];
  for (let index = 0; index < 400; index++) {
    const last = ids.at(-1) ?? [5, 0];
    ids.push(
      random.below(3) === 0 ? [last[0], last[1] + 1] : [last[0] + 1 + random.below(90), random.below(300)],
    );
    await ask('XADD', 'p', `${ids[index][0]}-${ids[index][1]}`, 'f', 'v');
  }
  await ask('XGROUP', 'CREATE', 'p', 'g', '0');
  await ask('XGROUP', 'CREATECONSUMER', 'p', 'g', 'c');
  const usage = async () => Number((await ask('MEMORY', 'USAGE', 'p', 'SAMPLES', '0')).slice(1));
  const empty = await usage();

  const rax = new Rax<number>(createEnvironment(seed));
  const pending: [number, number][] = [];
  for (let round = 0; round < 3_000; round++) {
    if (pending.length === 0 || (ids.length > 0 && random.below(100) < (round % 500 < 300 ? 70 : 30))) {
      const [id] = ids.splice(random.below(ids.length), 1);
      pending.push(id);
      expect(await ask('XCLAIM', 'p', 'g', 'c', '0', `${id[0]}-${id[1]}`, 'FORCE', 'JUSTID')).toMatch(/^\*1/);
      rax.insert(idBytes(...id), round);
    } else {
      const [id] = pending.splice(random.below(pending.length), 1);
      ids.push(id);
      expect(await ask('XACK', 'p', 'g', `${id[0]}-${id[1]}`)).toBe(':1\r\n');
      rax.remove(idBytes(...id));
    }
    // The group and the consumer each have a tree of these entries.
    const tree = rax.size * ID_BYTES + (rax.nodes - 1) * NODE_BYTES;
    expect(await usage(), `seed ${seed}, round ${round}`).toBe(empty + 2 * tree + rax.size * PENDING_BYTES);
  }
});
