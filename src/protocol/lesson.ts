/**
 * A lesson as the page receives it: plain data, compiled from content/lessons at build time. Actions appear once; texts
 * appear in both languages.
 */
import type { Check, ObservationName } from './checks.ts';
import type { Player } from './players.ts';
import type { Generation } from './session.ts';

export interface InBothLanguages<Content> {
  readonly zh: Content;
  readonly en: Content;
}

/** The course as its table of contents knows it. */
export interface CourseIndex {
  readonly parts: readonly PartEntry[];
}

export interface PartEntry {
  readonly id: string;
  readonly title: InBothLanguages<string>;
  /** In the recommended order. */
  readonly lessons: readonly LessonEntry[];
  /** Lessons planned for this part, also in order. */
  readonly planned: readonly PlannedLesson[];
}

/** A lesson that is not written yet. */
export interface PlannedLesson {
  readonly id: string;
  readonly title: InBothLanguages<string>;
  /** How many existing lessons come before it. */
  readonly after: number;
}

export interface LessonEntry {
  readonly id: string;
  readonly part: string;
  readonly title: InBothLanguages<string>;
  /** One sentence: what the reader will have seen. */
  readonly lead: InBothLanguages<string>;
  /** Ids of lessons that this one builds on. */
  readonly prerequisites: readonly string[];
  readonly steps: readonly string[];
  /** Its predictions and tasks, which can be practised later, as 'step/item'. */
  readonly drills: readonly string[];
}

export interface Lesson extends LessonEntry {
  readonly generation: Generation;
  readonly seed: number;
  readonly clock: { readonly startMs: number; readonly running: boolean };
  readonly config: Readonly<Record<string, string>>;
  readonly panels: readonly LessonPanel[];
  readonly content: readonly LessonStep[];
}

/** A panel on the stage and what it watches. */
export interface LessonPanel {
  /** The folder of the panel. */
  readonly panel: string;
  readonly db: number;
  /** For panels that show one key. */
  readonly key?: string;
}

export interface LessonStep {
  readonly id: string;
  readonly heading: InBothLanguages<string>;
  /** The lesson's, unless the step is about the other one. */
  readonly generation: Generation;
  /** Everything that is done to a fresh server before the step begins. */
  readonly given: readonly Action[];
  readonly items: readonly LessonItem[];
  /** Statements of the prose about the engine, which the tests check. */
  readonly facts: readonly Fact[];
  readonly prose: InBothLanguages<readonly Block[]>;
}

/** An observation the prose relies on, after an item (or at the step's beginning, when null). */
export interface Fact {
  readonly after: string | null;
  readonly observe: string;
  readonly is: string | number;
}

/**
 * Something done to the server: a command line as typed into redis-cli, time passing on a stopped clock, or a
 * client that is cut off.
 */
export type Action = CommandAction | AdvanceAction | CloseAction;

export interface CommandAction {
  readonly type: 'command';
  /** Clients are numbered from 1 and connected when first used. */
  readonly client: number;
  /** May count: SET user:{1..9} x stands for nine commands. */
  readonly line: string;
}

export interface AdvanceAction {
  readonly type: 'advance';
  readonly ms: number;
}

/** The connection of a client ends without a word, as when its process dies. */
export interface CloseAction {
  readonly type: 'close';
  readonly client: number;
}

const countedRange = /\{(\d+)\.\.(\d+)\}/;

/** The commands an action stands for: the line itself, or one for each number of its range. */
export function commandLines({ line }: CommandAction): string[] {
  const range = countedRange.exec(line);
  if (range === null) return [line];
  const lines: string[] = [];
  for (let number = Number(range[1]); number <= Number(range[2]); number++) {
    lines.push(line.replaceAll(range[0], String(number)));
  }
  return lines;
}

/** An action of a demonstration, with the lines redis-cli prints for it. */
export type ShownAction = Action & { readonly printed: readonly string[] };

export type LessonItem = Demonstration | Prediction | Task | Players;

/** What an item does to the server when the step is followed as written. */
export function actionsOf(
  item:
    | Pick<Demonstration, 'type' | 'actions'>
    | Pick<Prediction, 'type' | 'action'>
    | Pick<Task, 'type' | 'solution'>
    | Pick<Players, 'type'>,
): readonly Action[] {
  switch (item.type) {
    case 'demo':
      return item.actions.map(({ printed: _printed, ...action }) => action as Action);
    case 'predict':
      return [item.action];
    case 'task':
      return item.solution;
    case 'players':
      return [];
  }
}

export interface Demonstration {
  readonly type: 'demo';
  readonly id: string;
  readonly actions: readonly ShownAction[];
  /** A real redis-server prints the same. */
  readonly portable: boolean;
  /** What to look for; may be empty. */
  readonly caption: InBothLanguages<readonly Inline[]>;
}

/** Scripted clients that the learner steps, one command at a time. */
export interface Players {
  readonly type: 'players';
  readonly id: string;
  readonly players: readonly Player[];
  /** Amounts by which the learner can move the stopped clock, in milliseconds. */
  readonly clockMs: readonly number[];
}

export interface Prediction {
  readonly type: 'predict';
  readonly id: string;
  /** What will be run once the learner has answered. */
  readonly action: Action;
  /** The observation that decides, read after the action. */
  readonly observe: string;
  readonly observeName: ObservationName;
  readonly options: readonly PredictionOption[];
  /** The option the engine confirms when the step is followed as written; the tests hold it to that. */
  readonly answer: string;
  readonly question: InBothLanguages<readonly Block[]>;
  /** Shown after the run. */
  readonly explanation: InBothLanguages<readonly Block[]>;
}

export interface PredictionOption {
  readonly id: string;
  readonly value: string | number;
  readonly text: InBothLanguages<readonly Inline[]>;
}

export interface Task {
  readonly type: 'task';
  readonly id: string;
  readonly checks: readonly Check[];
  readonly solution: readonly Action[];
  /** For the tests: other ways that must also pass, and ways that look right and must not. */
  readonly otherWays: readonly (readonly Action[])[];
  readonly nearMisses: readonly (readonly Action[])[];
  readonly title: InBothLanguages<readonly Inline[]>;
  /** More about the task, below its title; may be empty. */
  readonly detail: InBothLanguages<readonly Block[]>;
  /** A ladder: each says a little more than the one before, none says the solution. */
  readonly hints: InBothLanguages<readonly (readonly Inline[])[]>;
}

/** The colours with fixed meanings, the same as in the panels. */
export type Tone = 'old' | 'new' | 'hot' | 'meta' | 'good' | 'bad';

export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | {
      readonly type: 'table';
      readonly align: readonly ('left' | 'center' | 'right' | null)[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  /** A common belief, and what the engine shows instead. */
  | { readonly type: 'claim'; readonly said: readonly Block[]; readonly shown: readonly Block[] }
  /** What this lab or this lesson leaves out. */
  | { readonly type: 'simplified'; readonly children: readonly Block[] }
  /** The place of a demonstration, a prediction, a task or scripted clients. */
  | { readonly type: 'item'; readonly id: string };

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong'; readonly children: readonly Inline[] }
  | { readonly type: 'emphasis'; readonly children: readonly Inline[] }
  | { readonly type: 'tone'; readonly tone: Tone; readonly children: readonly Inline[] }
  | { readonly type: 'lesson'; readonly id: string; readonly children: readonly Inline[] }
  | { readonly type: 'command'; readonly name: string; readonly children: readonly Inline[] }
  /** An address on another host: shown as text, never followed by the page itself. */
  | { readonly type: 'address'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly type: 'break' };
