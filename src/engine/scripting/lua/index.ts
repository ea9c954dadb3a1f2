/** The door of the interpreter: the chunk that is loaded with the first script. */
import type { ScriptingModule } from '../../state/scripting.ts';
import { Interpreter } from './interpreter.ts';

export const scriptingModule: ScriptingModule = {
  createMachine: (server) => new Interpreter(server),
};
