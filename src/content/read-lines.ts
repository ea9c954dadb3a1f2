/** Commands of lesson.yaml, with complaints at their lines. */
import type { Action } from '../protocol/actions.ts';
import { readActions } from './actions.ts';
import type { DataFile, Path } from './data-file.ts';

/** Commands stand in a text, a line each, or in a list of lines. */
export function readLines(file: DataFile, value: string | readonly string[], path: Path): Action[] {
  if (typeof value === 'string') {
    return readActions(value, (line, message) => file.problemInText(path, line, message));
  }
  return value.flatMap((line, index) =>
    readActions(line, (_, message) => file.problem([...path, index], message)),
  );
}
