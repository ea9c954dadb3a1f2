/** A problem of a lesson, with its place: `content/…/zh.md:12:3: a sentence that says what to do`. */

export interface Problem {
  /** From the root of the project. */
  readonly path: string;
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function formatProblem(problem: Problem): string {
  return `${problem.path}:${problem.line}:${problem.column}: ${problem.message}`;
}

/** Thrown after a whole lesson was read, so that all its problems are reported at once. */
export class BrokenContentError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'BrokenContentError';
    this.problems = problems;
  }
}

/** The lessons of the course. */
export interface Outline {
  /** The steps of each lesson by its id. */
  readonly written: ReadonlyMap<string, readonly string[]>;
  readonly planned: ReadonlySet<string>;
}

/** One source file: its place in the project and a collector of the problems found in it. */
export class Source {
  readonly path: string;
  readonly text: string;
  /** The lessons it may lead to. */
  readonly outline: Outline;
  readonly problems: Problem[] = [];
  readonly #lineStarts: number[] = [0];

  constructor(path: string, text: string, outline: Outline = { written: new Map(), planned: new Set() }) {
    this.path = path;
    this.text = text;
    this.outline = outline;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
      this.#lineStarts.push(at + 1);
  }

  problem(line: number, column: number, message: string): void {
    this.problems.push({ path: this.path, line, column, message });
  }

  problemAt(offset: number, message: string): void {
    const { line, column } = this.positionOf(offset);
    this.problem(line, column, message);
  }

  positionOf(offset: number): { line: number; column: number } {
    let line = 1;
    while (line < this.#lineStarts.length && this.#lineStarts[line] <= offset) line++;
    return { line, column: offset - this.#lineStarts[line - 1] + 1 };
  }
}
