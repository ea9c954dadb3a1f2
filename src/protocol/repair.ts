/**
 * A broken script or list of commands that the reader mends. Each case runs it on a server of its own. In the lines of
 * a case, `$script` stands for the reader's script and a line `$commands` for the reader's lines; `$commands before
 * EXEC` and `$commands from EXEC` are the lines up to the first of that name and those from it on.
 */
import { countedCommands, LineError, readLine, requireOneRange } from './action-lines.ts';
import type { Action } from './actions.ts';
import type { Check } from './checks.ts';
import type { Block, InBothLanguages, Inline } from './prose.ts';
import type { SessionStart } from './session.ts';
import { splitArguments } from './split-arguments.ts';
import type { Trial, TrialOutcome } from './trial.ts';

export interface Repair {
  readonly type: 'repair';
  readonly id: string;
  readonly language: RepairLanguage;
  /** What the reader begins with. */
  readonly broken: string;
  readonly cases: readonly RepairCase[];
  readonly solution: string;
  /** Other texts that must pass as well: for the tests. */
  readonly otherWays: readonly string[];
  readonly nearMisses: readonly RepairMiss[];
  /** What is to be mended. */
  readonly title: InBothLanguages<readonly Inline[]>;
  readonly detail: InBothLanguages<readonly Block[]>;
  readonly hints: InBothLanguages<readonly (readonly Inline[])[]>;
  /** Shown once all cases pass; may be empty. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export const repairLanguages = ['lua', 'commands'] as const;
export type RepairLanguage = (typeof repairLanguages)[number];

export interface RepairCase {
  readonly id: string;
  readonly name: InBothLanguages<readonly Inline[]>;
  readonly given: readonly Action[];
  /** With `$script` or `$commands` in it. */
  readonly run: readonly Action[];
  /** What redis-cli prints for the last line; null when that does not matter. */
  readonly prints: string | null;
  /** Hold afterwards. */
  readonly checks: readonly Check[];
}

/** A text that looks right and is not. */
export interface RepairMiss {
  readonly way: string;
  /** The first case that it fails. */
  readonly fails: string;
  /** Said to a reader whose text fails that case in the same way. */
  readonly say: InBothLanguages<readonly Inline[]> | null;
}

export function namesCode(line: string, language: RepairLanguage): boolean {
  return language === 'lua'
    ? / \$script(?= |$)/.test(line)
    : /^\$commands(?: (?:before|from) \S+)?$/.test(line);
}

/** A line of the reader's commands that cannot be read, from 1. */
export class UnreadableLine extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'UnreadableLine';
    this.line = line;
  }
}

/** The lines of a case with the reader's text in them. Throws an UnreadableLine. */
export function filledRun(
  { run }: Pick<RepairCase, 'run'>,
  language: RepairLanguage,
  text: string,
): readonly Action[] {
  if (language === 'lua') {
    const script = quoted(text);
    return run.map((action) =>
      action.type === 'command' ? { ...action, line: action.line.replace('$script', () => script) } : action,
    );
  }
  const own = readCommands(text);
  return run.flatMap((action) => {
    if (action.type !== 'command' || !namesCode(action.line, 'commands')) return [action];
    const [, part, name] = action.line.split(' ');
    const found = own.findIndex(
      (other) => other.type === 'command' && nameOf(other.line) === name?.toLowerCase(),
    );
    const at = found < 0 ? own.length : found;
    return part === 'before' ? own.slice(0, at) : part === 'from' ? own.slice(at) : own;
  });
}

function nameOf(line: string): string {
  return line.trim().split(/\s+/)[0].toLowerCase();
}

/** Blank lines and those that begin with # are left out. */
function readCommands(text: string): Action[] {
  return text.split('\n').flatMap((line, nth): Action[] => {
    if (line.trim().startsWith('#')) return [];
    try {
      const read = readLine(line);
      if (read === null) return [];
      if (read.type === 'event') throw new LineError('no time');
      if (read.type === 'advance') return [{ type: 'advance', ms: read.ms }];
      const client = Number(read.client ?? '1');
      if (!(client >= 1 && client <= 9)) throw new LineError('no client');
      if (read.type === 'close') return [{ type: 'close', client }];
      requireOneRange(read.command);
      if (countedCommands(read.command).some((command) => splitArguments(command) === null))
        throw new LineError('quotes');
      return [{ type: 'command', client, line: read.command }];
    } catch (problem) {
      if (!(problem instanceof LineError)) throw problem;
      throw new UnreadableLine(nth + 1, problem.message);
    }
  });
}

/** A script as redis-cli reads it in double quotes. A range such as {1..3} in it must not count. */
function quoted(script: string): string {
  const escaped = script
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '')
    .replaceAll('\t', '\\t')
    .replace(/\{(?=\d+\.\.\d+\})/g, '\\x7b');
  return `"${escaped}"`;
}

/** What the engine is asked for one case. `start`: the server of the step. */
export function caseTrial(start: SessionStart, repair: CodeOf, one: CaseOf, text: string): Trial {
  const run = filledRun(one, repair.language, text);
  return {
    start,
    actions: [...one.given, ...run],
    observe: [],
    goal: { checks: one.checks, from: one.given.length },
  };
}

type CodeOf = Pick<Repair, 'language'>;
type CaseOf = Pick<RepairCase, 'given' | 'run' | 'checks'>;

export interface CaseVerdict {
  readonly passed: boolean;
  /** What redis-cli printed for the last line. */
  readonly printed: string | null;
  readonly isPrintedRight: boolean;
  /** Of the checks: whether each holds, and what was found. */
  readonly checks: readonly { readonly passed: boolean; readonly found: string }[];
  /** It was still running when its time was over. */
  readonly isEndless: boolean;
}

export function judgeCase({ prints }: Pick<RepairCase, 'prints'>, outcome: TrialOutcome): CaseVerdict {
  const { printed = null, results = [], isEndless = false } = outcome;
  const isPrintedRight = prints === null || prints === printed;
  return {
    passed: !isEndless && isPrintedRight && results.every(({ passed }) => passed),
    printed,
    isPrintedRight,
    checks: results,
    isEndless,
  };
}

/** Two texts fail a case alike when the engine shows the same of both. */
export function isSameFailure(one: CaseVerdict, other: CaseVerdict): boolean {
  const shown = ({ printed, checks, isEndless }: CaseVerdict) =>
    JSON.stringify([printed, checks.map(({ passed, found }) => [passed, found]), isEndless]);
  return !one.passed && shown(one) === shown(other);
}
