/**
 * The engine's door for programs in Lua: the interpreter of scripts, with operations in place of `redis.call`. It brings
 * the whole interpreter along, so whatever imports it is fetched on demand.
 */
export {
  checkSyntax,
  type ProgramParts,
  type ProgramProblem,
  ProgramRun,
  type ProgramValue,
  type Turn,
} from './scripting/lua/program.ts';
