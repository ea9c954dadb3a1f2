/**
 * The engine's door: one Redis server as a pure function.
 *
 *     const engine = new Engine({ generation: '7.0', seed: 1, startMs: 0, config: {} });
 *     engine.step({ type: 'open', nowMs: 0, client: 1 });
 *     const { replies, closed, wakeAtMs } = engine.step({ type: 'data', nowMs: 5, client: 1, bytes });
 *
 * Bytes, time and chance come in as data (`protocol/session.ts`); replies go out as data. The same start and the same
 * inputs give the same outputs, for ever. `wakeAtMs` says when the engine next wants a `tick`.
 *
 * What stands here is all that the worker, the TCP server and simulations use. Two more doors stand beside it:
 * `inspect/` turns live structures into views, and `process.ts` is for a program that runs the engine on a real disk.
 */

/** Byte strings, which keys, values and replies are. */
export {
  bytesOf,
  concatBytes,
  equalBytes,
  equalsIgnoreCase,
  latin1,
  lowerAscii,
  repr,
  utf8,
} from './base/bytes.ts';
/** The slot of a key in a cluster. */
export { keySlot } from './base/crc16.ts';
/** Chance as data: one seed, many named streams. */
export { Random, type RandomStream } from './base/random.ts';
/** The Lua machine is a chunk of its own: await it before a step that may run a script. */
export { loadScripting, needsScripting } from './scripting/loader.ts';
/** One server: `step` takes an input and gives an output. */
export { Engine } from './server/engine.ts';
/** Given to `engine.listen`: hears steps of structures, commands, allocations and changes of keys. */
export type { EngineListener } from './server/listening.ts';
export type { Client } from './state/client/client.ts';
/** Cuts the bytes of a client into commands, as the server does. */
export { QueryBuffer } from './state/client/query-buffer.ts';
export type { Command } from './state/command/command.ts';
/** The keys among the arguments of a command. */
export { keysOf } from './state/command/facts.ts';
export type { CommandEntry } from './state/command/table.ts';
/** Thrown by `new Engine` for a setting that a server would refuse. */
export { ConfigError, idleParameters } from './state/config/table.ts';
/** In the page a server starts with the commands most used; await the rest before a step that needs it. */
export { beginWith, loadRest, needsRest, needsRestForView } from './state/lazy-chunks.ts';
/** Added to the number of a connection of the server's own making: the client at its other end. */
export { FIRST_DIALED_CLIENT } from './state/links.ts';
/** A running server from inside. Only read it: a change from outside breaks the replay. */
export type { CommandCost, Ending, Server } from './state/server.ts';

/** Everything about the commands that a manual would say; fetched when it is asked for. */
export async function describeCommands() {
  const [{ commandDocs }, { MODULES }, { ABSENT_COMMANDS }] = await Promise.all([
    import('./commands/docs.ts'),
    import('./modules/index.ts'),
    import('./commands/absent.ts'),
  ]);
  return { docs: commandDocs(MODULES.flatMap((module) => module.commands)), absent: ABSENT_COMMANDS };
}
