/** Files and links from strangers: damaged, cut off, put together from parts that do not belong together. */

import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Requests, SaveMark } from '../protocol/messages.ts';
import { RefusedError } from '../protocol/refused.ts';
import type { Input, SessionStart } from '../protocol/session.ts';
import { fuzzSeed } from '../testing/fuzz-seed.ts';
import { branchesOf, type SavedBranch } from './history/branches.ts';
import { BLOCK_BYTES, joined, packBlock, pipe, preface, storeBlock, withHeader } from './session-blocks.ts';
import {
  decodeFile,
  decodeLink,
  encodeFile,
  encodeLink,
  encodeSince,
  type SavedSession,
} from './session-file.ts';

// Small limits, so that both sides of them are met.
vi.mock('../protocol/session-limits.ts', () => ({
  sessionLimits: {
    inputs: 60,
    sharedInputs: 150,
    branches: 4,
    contentBytes: 3000,
    fileBytes: 1_000_000,
    files: 3,
    linkCharacters: 2000,
  },
}));

const START: SessionStart = { generation: '7.0', seed: 1, startMs: 1_700_000_000_000, config: { hz: '20' } };
const POSITION = { frame: 2, moment: 1 };
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const bytes = fc.uint8Array({ maxLength: 400 });
const step = fc.oneof(
  fc.record({ type: fc.constant('tick' as const) }),
  fc.record({ type: fc.constant('data' as const), client: fc.constant(1), bytes }),
  fc.record({
    type: fc.constant('disk' as const),
    full: fc.boolean(),
    fsyncMs: fc.double({ min: 0, max: 50, noNaN: true }),
  }),
  fc.record({ type: fc.constant('open' as const), client: fc.integer({ min: 2, max: 1_000_000 }) }),
);
const sinceMs = fc.oneof(fc.constant(100), fc.nat(5), fc.double({ min: 0, max: 1e6, noNaN: true }));
const inputs = fc.array(fc.tuple(sinceMs, step), { maxLength: 80 }).map((rows) => {
  let nowMs = START.startMs;
  const list: Input[] = [{ type: 'open', nowMs, client: 1 }];
  for (const [since, rest] of rows) {
    nowMs += since;
    list.push({ ...rest, nowMs } as Input);
  }
  return list;
});
const saved = fc
  .record({
    inputs,
    files: fc.option(fc.array(fc.record({ path: fc.string(), bytes }), { maxLength: 4 }), { nil: undefined }),
  })
  .map(
    ({ inputs, files }): SavedSession => ({
      start: files === undefined ? START : { ...START, files },
      inputs,
      position: POSITION,
      page: { n: 1 },
    }),
  );

/** The session, or null when it was refused; anything else fails. */
async function orRefused<Value>(attempt: Promise<Value>): Promise<Value | null> {
  try {
    return await attempt;
  } catch (problem) {
    expect(problem).toBeInstanceOf(RefusedError);
    return null;
  }
}

test('what can be saved can be read: the limits are the same in both directions', async () => {
  let refused = 0;
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(saved, async (session) => {
      const file = await orRefused(encodeFile(session));
      if (file !== null) expect(await decodeFile(file)).toEqual(session);
      const link = await orRefused(encodeLink(session));
      if (link !== null) expect(await decodeLink(link)).toEqual(session);
      if (file === null) refused++;
      else kept++;
    }),
    { seed: fuzzSeed, numRuns: 300 },
  );
  expect(Math.min(refused, kept)).toBeGreaterThan(30);
});

test('what is kept in parts can be read after every part', async () => {
  await fc.assert(
    fc.asyncProperty(inputs, fc.array(fc.nat(20), { maxLength: 6 }), async (log, forks) => {
      const branches: (SavedBranch<Input> & { inputs: Input[] })[] = [
        { id: 1, parent: null, inputs: [...log] },
      ];
      let current = branches[0];
      let since: SaveMark | null = null;
      let parts: Uint8Array[] = [];
      for (const at of [0, ...forks]) {
        const answer: Requests['saveSince']['answer'] | null = await orRefused(
          encodeSince({ session: 1, start: START, branch: current.id, branches }, since, POSITION, {}),
        );
        if (answer === null) return;
        since = answer.since;
        parts = answer.head === null ? [...parts, answer.blocks] : [answer.head, answer.blocks];
        const read = await decodeFile(joined([...parts, answer.tail]));
        expect(read.inputs).toEqual(current.inputs);
        expect(read.branch ?? 1).toBe(current.id);
        expect(branchesOf(read)).toEqual(branches);
        const from = Math.min(current.inputs.length, at + 1);
        const nowMs = current.inputs[from - 1].nowMs;
        current = {
          id: branches.length + 1,
          parent: { branch: current.id, inputs: from },
          inputs: [...current.inputs.slice(0, from), { type: 'tick', nowMs }],
        };
        branches.push(current);
      }
    }),
    { seed: fuzzSeed, numRuns: 150 },
  );
});

let file: Uint8Array;
let link: string;
beforeAll(async () => {
  const list: Input[] = [{ type: 'open', nowMs: START.startMs, client: 1 }];
  for (let nth = 1; nth < 40; nth++) {
    list.push({ type: 'tick', nowMs: START.startMs + nth * 100 });
    if (nth % 3 === 0)
      list.push({ type: 'data', nowMs: START.startMs + nth * 100, client: 1, bytes: new Uint8Array(nth) });
  }
  const files = [{ path: 'dump.rdb', bytes: new Uint8Array(300).fill(7) }];
  const session = { start: { ...START, files }, inputs: list, position: POSITION, page: {} };
  file = await encodeFile(session);
  link = await encodeLink({ ...session, start: START });
});

test('a file that is cut off anywhere is refused', async () => {
  for (let length = 0; length < file.length; length++) {
    await expect(decodeFile(file.slice(0, length)), `${length} bytes`).rejects.toMatchObject({
      refusal: { code: 'damaged-file' },
    });
  }
});

test('a file with one wrong byte is refused, whichever byte it is', async () => {
  for (let at = 0; at < file.length; at++) {
    const damaged = file.slice();
    damaged[at] ^= 1 + (at % 255);
    const code = at === 9 ? /damaged-file|newer-format/ : /damaged-file/;
    await expect(decodeFile(damaged), `byte ${at}`).rejects.toMatchObject({
      refusal: { code: expect.stringMatching(code) },
    });
  }
});

test('a link with wrong letters is refused or is the same', async () => {
  const meant = await decodeLink(link);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(link.length - 1),
      fc.base64String({ minLength: 4, maxLength: 8 }),
      async (at, letters) => {
        const read = await orRefused(
          decodeLink(link.slice(0, at) + letters + link.slice(at + letters.length)),
        );
        if (read !== null) expect(read).toEqual(meant);
      },
    ),
    { seed: fuzzSeed, numRuns: 300 },
  );
});

const hostileRows = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  // Rows of the right letters with any numbers.
  fc
    .array(fc.tuple(fc.constantFrom(...'ocdptTxrf@'), fc.array(fc.nat(255), { maxLength: 12 })), {
      maxLength: 10,
    })
    .map((rows) =>
      Uint8Array.from([1, 0, 0, 0, ...rows.flatMap(([letter, rest]) => [letter.charCodeAt(0), ...rest])]),
    ),
);
const hostileBlock = fc.oneof(
  hostileRows.map((rows) => ({ kind: 'I' as const, bytes: rows })),
  fc.jsonValue().map((value) => ({ kind: 'T' as const, bytes: text(value) })),
  fc.jsonValue().map((value) => ({ kind: 'H' as const, bytes: text({ start: value, files: value }) })),
  fc.constant({ kind: 'H' as const, bytes: text({ start: START }) }),
  fc.constant({ kind: 'H' as const, bytes: text({ start: START, files: [['a', 5]] }) }),
  fc.uint8Array({ maxLength: 9 }).map((part) => ({ kind: 'F' as const, bytes: part })),
  fc.nat(70).map((count) => ({
    kind: 'T' as const,
    bytes: text({ branch: 1, inputs: count, position: POSITION, page: {} }),
  })),
);

test('any blocks in any order are read or refused, and never throw anything else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileBlock, { maxLength: 8 }), fc.boolean(), async (blocks, isPacked) => {
      const parts = isPacked ? await Promise.all(blocks.map(packBlock)) : blocks.map(storeBlock);
      const read = await orRefused(decodeFile(joined([preface(), ...parts])));
      if (read !== null) expect(read.inputs.length).toBeLessThanOrEqual(60);
    }),
    { seed: fuzzSeed, numRuns: 2000 },
  );
});

test('any bytes are refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (rest, isOurs) => {
      await expect(decodeFile(isOurs ? joined([preface(), rest]) : rest)).rejects.toBeInstanceOf(
        RefusedError,
      );
    }),
    { seed: fuzzSeed, numRuns: 1000 },
  );
});

const tail = (count: number) => ({
  kind: 'T' as const,
  bytes: text({ branch: 1, inputs: count, position: POSITION, page: {} }),
});
const head = { kind: 'H' as const, bytes: text({ start: START }) };
/** A million million ticks in a few letters. */
const manyTicks = Uint8Array.of(1, 0, 0, 0, 'T'.charCodeAt(0), 0, 255, 255, 255, 255, 255, 31);

test('a run of ticks is counted before it is made', async () => {
  const bomb = joined([
    preface(),
    ...[head, { kind: 'I' as const, bytes: manyTicks }, tail(60)].map(storeBlock),
  ]);
  await expect(decodeFile(bomb)).rejects.toMatchObject({ refusal: { code: 'too-large' } });
});

test('a block that is larger inside than it says is not inflated further', async () => {
  // Written as a stranger would: with a right sum over a wrong length.
  const zeros = await pipe(new Uint8Array(BLOCK_BYTES), new CompressionStream('deflate'), BLOCK_BYTES);
  const hostile = (length: number) =>
    decodeFile(joined([preface(), storeBlock(head), withHeader('I', 1, zeros, length), storeBlock(tail(0))]));
  await expect(hostile(1000)).rejects.toMatchObject({
    refusal: { code: 'damaged-file', detail: 'a block holds more than the 1000 bytes it says' },
  });
  expect(() => hostile(BLOCK_BYTES + 1)).toThrow(RefusedError);
});

test('a file of the disk that says it is huge takes no memory before its bytes are there', async () => {
  const hollow = { kind: 'H' as const, bytes: text({ start: START, files: [['dump.rdb', 3000]] }) };
  await expect(
    decodeFile(joined([preface(), storeBlock(hollow), storeBlock(tail(0))])),
  ).rejects.toMatchObject({
    refusal: { code: 'damaged-file' },
  });
});
