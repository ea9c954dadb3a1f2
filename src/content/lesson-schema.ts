/** What may stand in lesson.yaml and part.yaml. The first word of an item or check decides its shape. */
import { z } from 'zod';
import { numberUnits } from '../protocol/exercise.ts';
import { findObservation } from '../protocol/observations/index.ts';
import { nearObservations } from './near-observations.ts';

export const id = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'Write the id in small letters, digits and single hyphens, such as "one-table".',
  );

export const lines = z.union([z.string(), z.array(z.string())], {
  error: 'Write the commands as a text, a line each, below a "|".',
});

export const observation = z.string().refine((path) => findObservation(path) !== null, {
  error: ({ input }) => unknownObservation(String(input)),
});

function unknownObservation(path: string): string {
  const near = nearObservations(path);
  const guess = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `The engine observes no "${path}".${guess} content/OBSERVATIONS.md lists every path.`;
}

export const value = z.union([z.string(), z.number()], { error: 'Write a number or a text here.' });

const panel = z.strictObject({
  panel: id,
  db: z.int().min(0).max(15).default(0),
  key: z.string().optional(),
  show: id.optional(),
});

export const lessonSchema = z.strictObject({
  id,
  prerequisites: z.array(id).default([]),
  generation: z.enum(['7.0', '6.2']),
  seed: z.int().min(0),
  clock: z.strictObject({
    start: z.iso.datetime({ error: 'Write the time as 2024-05-01T08:00:00Z.' }),
    running: z.boolean(),
  }),
  config: z.record(z.string(), z.string({ error: 'Put the value in quotes, as in "10".' })).default({}),
  panels: z.array(panel).min(1),
  setup: lines.default([]),
  steps: z
    .array(
      z.strictObject({
        id,
        generation: z.enum(['7.0', '6.2']).optional(),
        after: id.optional(),
        panels: z.array(panel).min(1).optional(),
        given: lines.default([]),
        items: z.array(z.unknown()).default([]),
        facts: z.array(z.strictObject({ after: id.optional(), observe: observation, is: value })).default([]),
      }),
    )
    .min(1),
});

export const itemSchemas = {
  demo: z.strictObject({ demo: id, portable: z.boolean(), transcript: z.string() }),
  predict: z
    .strictObject({
      predict: id,
      run: z.string(),
      observe: observation,
      options: z.record(id, value).optional(),
      number: z
        .strictObject({
          from: z.number(),
          to: z.number(),
          tolerance: z.number().min(0).default(0),
          scale: z.enum(['linear', 'log']).default('linear'),
          unit: z.enum(numberUnits).optional(),
        })
        .optional(),
      answer: z.union([id, z.number()]),
    })
    .refine(
      (prediction) => (prediction.options === undefined) !== (prediction.number === undefined),
      'Give a prediction either "options" to choose from or a "number" to say.',
    ),
  players: z.strictObject({
    players: id,
    clock: z.array(z.string()).default([]),
    clients: z
      .array(
        z.strictObject({
          client: z.int().min(1).max(9),
          name: z.string().min(1).max(12),
          program: z
            .array(
              z.union(
                [
                  z.string(),
                  z.strictObject({
                    run: z.string(),
                    shown: z.string().optional(),
                    until: z.string().optional(),
                    when: z.string().optional(),
                  }),
                ],
                { error: 'Write a command, or "run:" with "until:", "when:" or "shown:" beside it.' },
              ),
            )
            .min(1)
            .max(6),
        }),
      )
      .min(1)
      .max(4),
  }),
  task: z.strictObject({
    task: id,
    checks: z.array(z.unknown()).min(1),
    continues: z.literal(true).optional(),
    goal: lines.optional(),
    solution: lines,
    otherWays: z.array(lines).min(1),
    nearMisses: z
      .array(
        z.union([lines, z.strictObject({ way: lines, when: z.array(z.unknown()).min(1), say: id })], {
          error: 'Write the commands, or "way:" with "when:" and "say:" beside it.',
        }),
      )
      .min(1),
  }),
};

const commandNames = z.array(
  z.string().regex(/^[a-z._]+$/, 'Write command names in small letters, such as "get".'),
);

export const checkSchemas = {
  observe: z
    .strictObject({
      observe: observation,
      is: value.optional(),
      not: value.optional(),
      atLeast: z.number().optional(),
      atMost: z.number().optional(),
    })
    .refine(
      (check) => [check.is, check.not, check.atLeast, check.atMost].some((wanted) => wanted !== undefined),
      'Say what the observation must be: add "is", "not", "atLeast" or "atMost".',
    ),
  reached: z
    .strictObject({ reached: observation, is: value.optional(), atLeast: z.number().optional() })
    .refine(
      (check) => check.is !== undefined || check.atLeast !== undefined,
      'Say what the observation must have been: add "is" or "atLeast".',
    ),
  unreached: z
    .strictObject({ unreached: observation, is: value.optional(), atLeast: z.number().optional() })
    .refine(
      (check) => check.is !== undefined || check.atLeast !== undefined,
      'Say what the observation must never have been: add "is" or "atLeast".',
    ),
  key: z
    .strictObject({
      key: z.string(),
      node: z.string().optional(),
      db: z.int().min(0).max(15).default(0),
      exists: z.boolean().optional(),
      value: z.string().optional(),
      valueType: z.string().optional(),
      encoding: z.string().optional(),
      hasExpiry: z.boolean().optional(),
    })
    .refine(
      ({ key: _key, node: _node, db: _db, ...wanted }) =>
        Object.values(wanted).some((value) => value !== undefined),
      'Say what the key must be: add "exists", "value", "valueType", "encoding" or "hasExpiry".',
    ),
  trace: z.strictObject({
    trace: z
      .strictObject({
        only: commandNames.optional(),
        never: commandNames.optional(),
        readsOnly: z.literal(true).optional(),
      })
      .refine(
        (trace) => Object.values(trace).some((wanted) => wanted !== undefined),
        'Say which commands may be used: add "only", "never" or "readsOnly: true".',
      ),
  }),
};

const bothLanguages = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) });

export const partSchema = z.strictObject({
  id,
  title: bothLanguages,
  /** All lessons of the part, by the numbers of the folders; a written lesson replaces its entry. */
  planned: z.array(z.strictObject({ number: z.int().min(1), id, title: bothLanguages })).default([]),
});

export const frontMatterSchema = z.strictObject({ title: z.string().min(1), lead: z.string().min(1) });
