/** Scripts and functions. */
import type { Command } from '../../state/command/command.ts';
import { evalCommands } from './eval.ts';
import { functionCommands } from './function.ts';
import { scriptCommand } from './script.ts';

export const scriptingCommands: readonly Command[] = [...evalCommands, scriptCommand, ...functionCommands];
