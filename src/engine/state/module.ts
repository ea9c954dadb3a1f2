/**
 * Modules: commands and types that are not the server's own. In the real server a module is a shared library; here
 * it is one object, and the engine has a few to choose from (src/engine/modules). A server begins without any, so
 * that its commands are those of a plain redis-server.
 */
import type { ModuleType } from '../types/module-type.ts';
import type { Command } from './command/command.ts';
import type { Server } from './server.ts';

export interface EngineModule {
  /** As MODULE LIST reports it. */
  readonly name: string;
  /** Major times 10000, minor times 100, patch. */
  readonly version: number;
  /** What `loadmodule` and MODULE LOAD know it by: a short word, and the file name of the shared library. */
  readonly aliases: readonly string[];
  readonly commands: readonly Command[];
  readonly types: readonly ModuleType[];
  /** Called once, when a server loads the module. The server keeps the result for the module. */
  start?(server: Server): unknown;
}

export interface LoadedModule {
  readonly module: EngineModule;
  /** As it was given. */
  readonly path: string;
  readonly args: readonly Uint8Array[];
  /** The module's own state in this server. */
  readonly state: unknown;
}

export class Modules {
  readonly loaded: LoadedModule[] = [];
  /** What can be loaded. The engine sets it. */
  available: readonly EngineModule[] = [];

  /** Loads the module that a path or a word names; false when there is none, or it is loaded already. */
  load(server: Server, path: string, args: readonly Uint8Array[] = []): boolean {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const module = this.available.find(({ aliases }) => aliases.includes(file));
    if (module === undefined || this.find(module.name) !== null) return false;
    server.commands.add(module.commands);
    this.loaded.push({ module, path, args, state: module.start?.(server) });
    return true;
  }

  find(name: string): LoadedModule | null {
    return this.loaded.find(({ module }) => module.name === name) ?? null;
  }

  /** A type of a loaded module by its nine characters. */
  type(name: string): ModuleType | null {
    for (const { module } of this.loaded) {
      for (const type of module.types) if (type.name === name) return type;
    }
    return null;
  }
}
