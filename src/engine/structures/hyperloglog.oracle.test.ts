import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { ReplyError } from '../base/errors.ts';
import { createEnvironment, type Environment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { countRegisters, HyperLogLog, hyperLogLogErrors, isHyperLogLog } from './hyperloglog.ts';
import { REGISTERS } from './hyperloglog-dense.ts';
import { Sds } from './sds.ts';

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis();
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const ask = async (...command: (string | Uint8Array)[]) => latin1(await client.send(command));

/** The bytes of a bulk reply. */
async function get(key: string): Promise<string> {
  const reply = await ask('GET', key);
  return reply.slice(reply.indexOf('\n') + 1, -2);
}

/** What the commands do with the string at one key. */
class Key {
  hll: HyperLogLog | null = null;
  readonly env: Environment;

  constructor(env: Environment) {
    this.env = env;
  }

  add(elements: Uint8Array[], maxBytes: number): string {
    return replyOf(() => {
      let changed = this.hll === null;
      this.hll ??= HyperLogLog.create(this.env);
      if (changed) this.hll.invalidateCount();
      for (const element of elements) if (this.hll.add(element, maxBytes)) changed = true;
      return changed ? 1 : 0;
    });
  }

  count(): string {
    const { hll } = this;
    if (hll === null) return ':0\r\n';
    return replyOf(() => {
      const count = hll.rememberedCount ?? hll.count();
      if (hll.rememberedCount === null) hll.remember(count);
      return count;
    });
  }

  get text(): string {
    return this.hll === null ? '' : latin1(this.hll.sds.view());
  }
}

function replyOf(act: () => number | bigint): string {
  try {
    return `:${act()}\r\n`;
  } catch (error) {
    if (error instanceof ReplyError) return `-${error.text}\r\n`;
    throw error;
  }
}

const seed = 20240506;

it(`strings, replies and memory are the server's after every PFADD (seed ${seed})`, async () => {
  const random = new Random(seed).stream('add');
  const env = createEnvironment(seed);
  for (const maxBytes of [3000, 0, 17, 40, 400, 15_000]) {
    await ask('CONFIG', 'SET', 'hll-sparse-max-bytes', `${maxBytes}`);
    await ask('DEL', 'k');
    const key = new Key(env);
    let dense = 0;
    for (let round = 0; round < 400 && dense < 20; round++) {
      const elements: Uint8Array[] = [];
      for (let left = random.below(12); left > 0; left--) {
        elements.push(
          random.below(3) === 0 ? random.bytes(random.below(30)) : bytesOf(`e${random.below(5000)}`),
        );
      }
      const label = `seed ${seed}, max ${maxBytes}, round ${round}`;
      expect(key.add(elements, maxBytes), label).toBe(await ask('PFADD', 'k', ...elements));
      if (random.below(4) === 0) expect(key.count(), label).toBe(await ask('PFCOUNT', 'k'));
      expect(key.text === (await get('k')), label).toBe(true);
      // Object, entry and the string of the key "k" take 16, 24 and 8 bytes.
      const memory = 48 + key.hll!.sds.allocationBytes;
      expect(`:${memory}\r\n`, label).toBe(await ask('MEMORY', 'USAGE', 'k'));
      if (key.hll!.encoding === 'dense') dense++;
      else {
        const decoded = key.hll!.decode()!;
        expect(await ask('PFDEBUG', 'DECODE', 'k'), label).toBe(`$${decoded.length}\r\n${decoded}\r\n`);
      }
    }
    expect(await ask('PFDEBUG', 'ENCODING', 'k')).toBe(`+${key.hll!.encoding}\r\n`);
    const registers = [...key.hll!.registers()];
    expect(await ask('PFDEBUG', 'TODENSE', 'k')).toBe(`:${key.hll!.toDense() ? 1 : 0}\r\n`);
    expect(key.text === (await get('k'))).toBe(true);
    expect(await ask('PFDEBUG', 'GETREG', 'k')).toBe(
      `*${REGISTERS}\r\n${registers.map((value) => `:${value}\r\n`).join('')}`,
    );
  }
});

it(`counts are the server's from one element to a hundred thousand (seed ${seed})`, async () => {
  await ask('CONFIG', 'SET', 'hll-sparse-max-bytes', '3000');
  const key = new Key(createEnvironment(seed));
  let added = 0;
  while (added < 100_000) {
    const elements: Uint8Array[] = [];
    const batch = Math.max(1, Math.floor(added / 8));
    for (let index = 0; index < batch; index++) elements.push(bytesOf(`visitor:${seed}:${added++}`));
    key.add(elements, 3000);
    await ask('PFADD', 'visitors', ...elements);
    expect(key.count(), `${added} elements`).toBe(await ask('PFCOUNT', 'visitors'));
  }
  expect(key.text === (await get('visitors'))).toBe(true);
});

it(`joins are the server's (seed ${seed})`, async () => {
  const random = new Random(seed).stream('merge');
  const env = createEnvironment(seed);
  for (let round = 0; round < 60; round++) {
    const label = `seed ${seed}, round ${round}`;
    const maxBytes = [3000, 100, 1000][random.below(3)];
    await ask('CONFIG', 'SET', 'hll-sparse-max-bytes', `${maxBytes}`);
    await ask('FLUSHALL');
    const names = ['a', 'b', 'c', 'd'];
    const keys = names.map(() => new Key(env));
    for (let index = 0; index < 4; index++) {
      if (random.below(4) === 0) continue;
      const elements: Uint8Array[] = [];
      for (let left = random.below(2) === 0 ? random.below(20) : random.below(900); left > 0; left--) {
        elements.push(bytesOf(`${random.below(2000)}`));
      }
      keys[index].add(elements, maxBytes);
      await ask('PFADD', names[index], ...elements);
    }
    const joined = new Uint8Array(REGISTERS);
    for (const { hll } of keys) hll?.mergeInto(joined);
    expect(`:${countRegisters(joined)}\r\n`, label).toBe(await ask('PFCOUNT', ...names));

    const [target] = keys;
    const useDense = keys.some(({ hll }) => hll?.encoding === 'dense');
    target.hll ??= HyperLogLog.create(env);
    if (useDense) target.hll.toDense();
    target.hll.absorb(joined, maxBytes);
    expect(await ask('PFMERGE', ...names), label).toBe('+OK\r\n');
    expect(target.text === (await get('a')), label).toBe(true);
    expect(target.count(), label).toBe(await ask('PFCOUNT', 'a'));
  }
});

it(`corrupt strings are refused as the server refuses them (seed ${seed})`, async () => {
  const random = new Random(seed).stream('corrupt');
  const env = createEnvironment(seed);
  await ask('CONFIG', 'SET', 'hll-sparse-max-bytes', '3000');
  let refused = 0;
  for (let round = 0; round < 1_500; round++) {
    const whole = HyperLogLog.create(env);
    for (let left = random.below(20); left > 0; left--) whole.add(random.bytes(4), 3000);
    const bytes = whole.sds
      .view()
      .slice(0, random.below(3) === 0 ? random.below(whole.sds.length + 1) : undefined);
    for (let flips = random.below(3); flips > 0 && bytes.length > 0; flips--) {
      const runsOnly = bytes.length > 16 && random.below(4) > 0;
      const at = runsOnly ? 16 + random.below(bytes.length - 16) : random.below(bytes.length);
      bytes[at] = random.bits(8);
    }
    const label = `seed ${seed}, round ${round}, ${Buffer.from(bytes).toString('hex')}`;
    await ask('SET', 'k', bytes);
    const element = random.bytes(4);
    if (!isHyperLogLog(bytes)) {
      refused++;
      const refusal = `-${hyperLogLogErrors.notOne().text}\r\n`;
      expect(await ask('PFADD', 'k', element), label).toBe(refusal);
      expect(await ask('PFCOUNT', 'k'), label).toBe(refusal);
      continue;
    }
    const key = new Key(env);
    key.hll = new HyperLogLog(env, Sds.create(env, bytes));
    const added = key.add([element], 3000);
    if (added.startsWith('-')) refused++;
    expect(added, label).toBe(await ask('PFADD', 'k', element));
    expect(key.count(), label).toBe(await ask('PFCOUNT', 'k'));
    expect(latin1(key.hll.sds.view()), label).toBe(await get('k'));
    const dense = replyOf(() => (key.hll!.toDense() ? 1 : 0));
    expect(dense, label).toBe(await ask('PFDEBUG', 'TODENSE', 'k'));
  }
  expect(refused).toBeGreaterThan(300);
});

it('registers that no element can set give the count the server gives', async () => {
  const env = createEnvironment(seed);
  for (const value of [1, 50, 51, 52, 63]) {
    const key = new Key(env);
    key.hll = HyperLogLog.create(env);
    key.hll.toDense();
    for (let register = 0; register < REGISTERS; register++) key.hll.raise(register, value, 0);
    await ask('SET', 'k', bytesOf(key.text));
    expect(key.count(), `all at ${value}`).toBe(await ask('PFCOUNT', 'k'));
    expect(key.text === (await get('k')), `all at ${value}`).toBe(true);
  }
});
