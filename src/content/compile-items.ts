/** The items of a step as lesson.yaml states them: demonstrations, predictions and tasks, without their words. */
import type { z } from 'zod';
import type { Action } from '../protocol/actions.ts';
import type { Check } from '../protocol/checks.ts';
import type { ClientCode } from '../protocol/client-code.ts';
import type { NearMiss, NumberScale, Prediction, Task } from '../protocol/exercise.ts';
import type { Demonstration } from '../protocol/lesson.ts';
import { observationName, observationWords } from '../protocol/observations/index.ts';
import type { PlayedCommand, Player, Players } from '../protocol/players.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import { readActions, readOneAction, readTranscript } from './actions.ts';
import type { DataFile, Path } from './data-file.ts';
import { codeSchema, compileCode } from './items/code.ts';
import { type CompareData, compareSchema, compileCompare } from './items/compare.ts';
import { compileDial, type DialData, dialSchema } from './items/dial.ts';
import { compileMatch, type MatchData, matchSchema } from './items/match.ts';
import { compileOrder, type OrderData, orderSchema } from './items/order.ts';
import { compileRepair, type RepairData, repairSchema } from './items/repair.ts';
import { compileScenarioTask, type ScenarioTaskData, scenarioTaskSchema } from './items/scenario.ts';
import { checkSchemas, itemSchemas } from './lesson-schema.ts';
import { readLines } from './read-lines.ts';

export type ItemData =
  | Omit<Demonstration, 'caption'>
  | (Omit<Prediction, 'options' | 'question' | 'explanation'> & {
      readonly options: readonly { readonly id: string; readonly value: string | number }[];
    })
  | (Omit<Task, 'title' | 'detail' | 'hints' | 'nearMisses'> & {
      readonly nearMisses: readonly NearMissData[];
    })
  | Players
  | DialData
  | CompareData
  | ClientCode
  | OrderData
  | MatchData
  | RepairData
  | ScenarioTaskData;

/** A near miss with the name of its sentence. */
export interface NearMissData extends Omit<NearMiss, 'say'> {
  readonly say: string | null;
}

const kinds = {
  ...itemSchemas,
  dial: dialSchema,
  compare: compareSchema,
  code: codeSchema,
  order: orderSchema,
  match: matchSchema,
  repair: repairSchema,
  scenario: scenarioTaskSchema,
};

export function compileItem(file: DataFile, value: unknown, path: Path): ItemData | null {
  const kind = kindOf(value, kinds);
  switch (kind) {
    case 'demo':
      return compileDemo(file, value, path);
    case 'predict':
      return compilePrediction(file, value, path);
    case 'task':
      return compileTask(file, value, path);
    case 'players':
      return compilePlayers(file, value, path);
    case 'dial':
      return compileDial(file, value, path);
    case 'compare':
      return compileCompare(file, value, path);
    case 'code':
      return compileCode(file, value, path);
    case 'order':
      return compileOrder(file, value, path);
    case 'match':
      return compileMatch(file, value, path);
    case 'repair':
      return compileRepair(file, value, path, (check, at) => compileCheck(file, check, at));
    case 'scenario':
      return compileScenarioTask(file, value, path);
    default:
      file.problem(
        path,
        `Begin the item with its kind and its id, as in "demo: its-id": ${Object.keys(kinds).join(', ')}.`,
      );
      return null;
  }
}

function compileDemo(file: DataFile, value: unknown, path: Path): ItemData | null {
  const data = file.check(itemSchemas.demo, value, path);
  if (data === null) return null;
  const at = [...path, 'transcript'];
  const actions = readTranscript(data.transcript, (line, message) => file.problemInText(at, line, message));
  if (actions.length === 0) file.problem(at, 'Write at least one command, as in "> SET user:1 ann".');
  return { type: 'demo', id: data.demo, actions, portable: data.portable };
}

function compilePrediction(file: DataFile, value: unknown, path: Path): ItemData | null {
  const data = file.check(itemSchemas.predict, value, path);
  if (data === null) return null;
  const at = [...path, 'run'];
  const action = readOneAction(data.run, (line, message) => file.problemInText(at, line, message));
  const options = Object.entries(data.options ?? {}).map(([id, optionValue]) => ({ id, value: optionValue }));
  const scale = data.number === undefined ? null : compileScale(file, data.number, data.answer, path);
  if (scale === null) checkOptions(file, options, data.answer, path);
  if (action === null) return null;
  return {
    type: 'predict',
    id: data.predict,
    action,
    observe: data.observe,
    observeName: observationName(data.observe),
    options,
    scale,
    answer: String(data.answer),
  };
}

function checkOptions(
  file: DataFile,
  options: readonly { readonly id: string; readonly value: string | number }[],
  answer: string | number,
  path: Path,
): void {
  if (options.length < 2) file.problem([...path, 'options'], 'Give a prediction at least two options.');
  options.forEach((option, index) => {
    if (options.findIndex((other) => String(other.value) === String(option.value)) !== index) {
      file.problem([...path, 'options', option.id], 'Give every option a value of its own.');
    }
  });
  if (!options.some((option) => option.id === answer)) {
    file.problem(
      [...path, 'answer'],
      `Make "answer" the id of an option: ${options.map(({ id }) => id).join(', ')}.`,
    );
  }
}

function compileScale(
  file: DataFile,
  { from, to, tolerance, scale, unit }: NumberData,
  answer: string | number,
  path: Path,
): NumberScale {
  if (from >= to) file.problem([...path, 'number', 'to'], 'Let the scale end above where it begins.');
  if (scale === 'log' && from <= 0) {
    file.problem([...path, 'number', 'from'], 'A logarithmic scale begins above 0.');
  }
  if (typeof answer !== 'number' || answer < from || answer > to) {
    file.problem([...path, 'answer'], `Make "answer" a number on the scale, from ${from} to ${to}.`);
  }
  return { from, to, tolerance, spacing: scale, unit: unit ?? null };
}

type NumberData = NonNullable<z.output<typeof itemSchemas.predict>['number']>;

function compilePlayers(file: DataFile, value: unknown, path: Path): ItemData | null {
  const data = file.check(itemSchemas.players, value, path);
  if (data === null) return null;
  const players = data.clients.map(({ client, name, program }, nth): Player => {
    const at = [...path, 'clients', nth];
    if (data.clients.findIndex((other) => other.client === client) !== nth) {
      file.problem(
        [...at, 'client'],
        `Client ${client} has a program already: give this one another number.`,
      );
    }
    const commands = program.map((entry, index): PlayedCommand => {
      const { run, ...conditions } = typeof entry === 'string' ? { run: entry } : entry;
      if ((splitArguments(run) ?? []).length === 0) {
        file.problem([...at, 'program', index], 'Write one command here, with its quotation marks closed.');
      }
      return { line: run, ...conditions };
    });
    if (commands[0].when !== undefined) {
      file.problem([...at, 'program', 0], 'The first command has none before it: remove its "when".');
    }
    return { client, name, program: commands };
  });
  const clockMs = data.clock.flatMap((amount, index) =>
    readActions(`@ ${amount}`, (_, message) => file.problem([...path, 'clock', index], message)).flatMap(
      (action) => (action.type === 'advance' ? [action.ms] : []),
    ),
  );
  return { type: 'players', id: data.players, players, clockMs };
}

function compileTask(file: DataFile, value: unknown, path: Path): ItemData | null {
  const data = file.check(itemSchemas.task, value, path);
  if (data === null) return null;
  const nearMiss = (miss: (typeof data.nearMisses)[number], index: number): NearMissData => {
    const at = [...path, 'nearMisses', index];
    if (typeof miss === 'string' || Array.isArray(miss)) {
      return { way: readLines(file, miss, at), when: [], say: null };
    }
    return {
      way: readLines(file, miss.way, [...at, 'way']),
      when: miss.when.flatMap((check, nth) => compileCheck(file, check, [...at, 'when', nth]) ?? []),
      say: miss.say,
    };
  };
  return {
    type: 'task',
    id: data.task,
    checks: data.checks.flatMap(
      (check, index) => compileCheck(file, check, [...path, 'checks', index]) ?? [],
    ),
    ...(data.continues && { continues: data.continues }),
    ...(data.goal !== undefined && { goal: compileGoal(file, data.goal, [...path, 'goal']) }),
    solution: readLines(file, data.solution, [...path, 'solution']),
    otherWays: data.otherWays.map((way, index) => readLines(file, way, [...path, 'otherWays', index])),
    nearMisses: data.nearMisses.map(nearMiss),
  };
}

function compileGoal(file: DataFile, lines: string | readonly string[], path: Path): Action[] {
  const goal = readLines(file, lines, path);
  if (goal.length === 0) file.problem(path, 'Write the commands that lead to the goal, or leave it out.');
  return goal;
}

function compileCheck(file: DataFile, value: unknown, path: Path): Check | null {
  switch (kindOf(value, checkSchemas)) {
    case 'observe': {
      const check = file.check(checkSchemas.observe, value, path);
      if (check === null) return null;
      const { observe, ...wanted } = check;
      return { type: 'observe', path: observe, words: observationWords(observe), ...wanted };
    }
    case 'reached': {
      const check = file.check(checkSchemas.reached, value, path);
      if (check === null) return null;
      const { reached, ...wanted } = check;
      return { type: 'reached', path: reached, words: observationWords(reached), ...wanted };
    }
    case 'unreached': {
      const check = file.check(checkSchemas.unreached, value, path);
      if (check === null) return null;
      const { unreached, ...wanted } = check;
      return { type: 'unreached', path: unreached, words: observationWords(unreached), ...wanted };
    }
    case 'key': {
      const check = file.check(checkSchemas.key, value, path);
      return check === null ? null : { type: 'key', ...check };
    }
    case 'trace': {
      const check = file.check(checkSchemas.trace, value, path);
      return check === null ? null : { type: 'trace', ...check.trace };
    }
    default:
      file.problem(path, 'Begin the check with "observe:", "reached:", "unreached:", "key:" or "trace:".');
      return null;
  }
}

/** The schema's name that is a key of the value. */
function kindOf<Kind extends string>(value: unknown, schemas: Record<Kind, z.ZodType>): Kind | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const kind of Object.keys(schemas) as Kind[]) if (kind in value) return kind;
  return null;
}
