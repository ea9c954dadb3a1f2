/** What may stand in scenario.yaml. */
import { z } from 'zod';
import { faultKinds } from '../../protocol/scenario.ts';
import { id } from '../lesson-schema.ts';
import { lsmNode } from './lsm-node.ts';

const name = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'Write the name in small letters, digits and underscores, such as "m1".');

type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };
const plain: z.ZodType<Plain> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(plain), z.record(z.string(), plain)]),
);

const chance = z.number().min(0).max(1);
const milliseconds = z.int().min(0);

const LAST_SLOT = 16383;

const redisNode = z.strictObject({
  kind: z.literal('redis'),
  config: z.record(z.string(), z.string({ error: 'Put the value in quotes, as in "10".' })).default({}),
  given: z.array(z.string()).default([]),
  of: name.optional(),
  cluster: z
    .array(
      z.union([z.int().min(0).max(LAST_SLOT), z.string().regex(/^\d{1,5}-\d{1,5}$/)], {
        error: 'Write slots as in [0-8191, 12000].',
      }),
    )
    .optional(),
});

const sentinelNode = z.strictObject({
  kind: z.literal('sentinel'),
  watches: name,
  quorum: z.int().min(1).default(2),
  config: z.record(z.string(), z.string({ error: 'Put the value in quotes, as in "1000".' })).default({}),
});

const databaseNode = z.strictObject({
  kind: z.literal('database'),
  rows: z.record(z.string(), plain).default({}),
});

const node = z.discriminatedUnion('kind', [redisNode, sentinelNode, databaseNode, lsmNode], {
  error: 'Make "kind" one of "redis", "sentinel", "database", "lsm".',
});

const actor = z.union(
  [
    z.string(),
    z.strictObject({
      file: z.string(),
      with: z.record(z.string().regex(/^[A-Za-z_]\w*$/, 'Name the value as Lua would.'), plain).default({}),
      clock: z.int().default(0),
    }),
  ],
  { error: 'Write the file, as in "buyer.lua", or { file: buyer.lua, with: { … }, clock: 0 }.' },
);

const fault = z.union([
  z.int().min(0).max(9),
  z.strictObject({
    most: z.int().min(1).max(9),
    to: z.array(name).default([]),
    ms: milliseconds.optional(),
  }),
]);

const condition = z.union(
  [z.string(), z.strictObject({ when: z.string(), at: z.enum(['any', 'end']).default('any') })],
  { error: 'Write an expression in quotes, or { when: "…", at: end }.' },
);

const limits = z.strictObject({
  states: z.int().min(1).max(2_000_000).default(200_000),
  operations: z.int().min(1).max(1000).default(60),
});

export const scenarioSchema = z.strictObject({
  id,
  seed: z.int().min(0).default(1),
  nodes: z.record(name, node),
  copies: z.record(name, name).default({}),
  latency: z
    .strictObject({
      ms: milliseconds.default(1),
      jitter: milliseconds.default(4),
      stall: z.strictObject({ chance, ms: milliseconds }).default({ chance: 0, ms: 0 }),
      crash: chance.default(0),
      fault: chance.default(0),
      startWithin: milliseconds.default(20),
    })
    .default({ ms: 1, jitter: 4, stall: { chance: 0, ms: 0 }, crash: 0, fault: 0, startWithin: 20 }),
  limits: limits.default({ states: 200_000, operations: 60 }),
  never: z.record(id, condition).default({}),
  possible: z.record(id, condition),
  variants: z.record(
    id,
    z.strictObject({
      actors: z.record(name, actor),
      faults: z.partialRecord(z.enum(faultKinds), fault).default({}),
      nodes: z.record(name, node).default({}),
      never: z.array(id).optional(),
      possible: z.array(id).optional(),
      breaks: z.array(id).default([]),
      limits: limits.optional(),
    }),
  ),
});

export type ScenarioData = z.output<typeof scenarioSchema>;
export type NodeData = z.output<typeof node>;
export type ActorData = z.output<typeof actor>;
export type FaultData = z.output<typeof fault>;
export type ConditionData = z.output<typeof condition>;
