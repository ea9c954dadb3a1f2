/** Scripts and functions. */
import type { Command } from '../state/command.ts';
import { evalCommands } from './scripting-eval.ts';
import { functionCommands } from './scripting-function.ts';
import { scriptCommand } from './scripting-script.ts';

export const scriptingCommands: readonly Command[] = [...evalCommands, scriptCommand, ...functionCommands];
