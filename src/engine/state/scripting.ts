/**
 * The state of scripts and functions. The interpreter is a separate module, loaded when the first script is about to
 * run; nothing uses `machine` before that.
 *
 * One script runs at a time. A script longer than one slice of instructions pauses between steps and blocks the server:
 * until busy-reply-threshold the server reads no other client, after it every other client gets BUSY.
 */
import type { Client } from './client/client.ts';
import type { Server } from './server.ts';

export const SCRIPT_FLAGS = [
  'no-writes',
  'allow-oom',
  'allow-stale',
  'no-cluster',
  'allow-cross-slot-keys',
] as const;
export type ScriptFlag = (typeof SCRIPT_FLAGS)[number];

/** A script in the cache of EVAL. */
export interface CachedScript {
  readonly sha: string;
  /** As it was sent. */
  readonly source: Uint8Array;
  /** Null without a first line of `#!lua`: then the older rules hold. */
  readonly flags: readonly ScriptFlag[] | null;
  /** The compiled function, opaque outside of the machine. */
  readonly compiled: unknown;
}

/** A function of a library. */
export interface LibraryFunction {
  readonly name: string;
  readonly nameBytes: Uint8Array;
  readonly description: Uint8Array | null;
  readonly flags: readonly ScriptFlag[];
  readonly compiled: unknown;
  readonly library: Library;
}

export interface Library {
  readonly name: string;
  readonly engine: string;
  /** Whole, with its first line. */
  readonly source: Uint8Array;
  readonly functions: Map<string, LibraryFunction>;
}

/** A script or function that is to run. */
export interface ScriptRequest {
  readonly kind: 'eval' | 'function';
  readonly client: Client;
  /** SHA-1 of a script, name of a function: what errors and FUNCTION STATS call it. */
  readonly name: string;
  readonly source: Uint8Array;
  readonly compiled: unknown;
  readonly keys: readonly Uint8Array[];
  readonly values: readonly Uint8Array[];
  readonly flags: readonly ScriptFlag[] | null;
  readonly isReadOnly: boolean;
  /** The command with its arguments, as it was sent. */
  readonly command: readonly Uint8Array[];
}

/** A running script. */
export interface RunningScript {
  readonly request: ScriptRequest;
  readonly startedAtMs: number;
  /** When the next slice is due. */
  wakeAtMs: number;
  /** It has called a command that writes: it cannot be undone, and so it cannot be killed. */
  hasWritten: boolean;
  /** Others are answered with BUSY since the threshold has passed. */
  isBusy: boolean;
  isKilled: boolean;
  /** Instructions carried out so far. */
  instructions: number;
  /** Notes how long it took, which is known when it has ended; null in its first slice. */
  account: (() => void) | null;
  /** Runs when it has ended: the rest of a transaction. */
  readonly afterwards: (() => void)[];
}

/** What a debugger sees of a script between two instructions. */
export interface ScriptPosition {
  readonly line: number;
  readonly instructions: number;
  readonly frames: readonly {
    readonly name: string;
    readonly line: number;
    readonly locals: readonly { readonly name: string; readonly value: string }[];
  }[];
}

/** The interpreter of one server. */
export interface ScriptMachine {
  /** Compiles a script of EVAL; returns a text if it is wrong. */
  compileScript(source: Uint8Array): { compiled: unknown } | { problem: string };
  /** Runs a library's code and collects what it registers; returns a text if it is wrong. */
  loadLibrary(
    library: Library,
    body: Uint8Array,
  ): { functions: readonly LibraryFunction[] } | { problem: string };
  /** Begins a script: 'ended' when its reply is written, 'paused' when it needs another slice. */
  start(running: RunningScript): 'ended' | 'paused';
  resume(running: RunningScript): 'ended' | 'paused';
  /** Ends a paused script with the error that it was killed. */
  kill(running: RunningScript): void;
  /** Where the running script stands. */
  position(): ScriptPosition | null;
  /** Bytes that interpreters of this kind take. */
  memoryBytes(kind: 'eval' | 'function'): number;
  /** Forgets everything that EVAL has compiled. */
  resetScripts(): void;
  resetFunctions(): void;
}

/** The part that is loaded separately. */
export interface ScriptingModule {
  createMachine(server: Server): ScriptMachine;
}

export class Scripting {
  readonly #server: Server;
  #machine: ScriptMachine | null = null;
  /** By SHA-1, in the order in which they came. */
  readonly scripts = new Map<string, CachedScript>();
  /** Roughly the memory of the compiled scripts. */
  compiledBytes = 0;
  readonly libraries = new Map<string, Library>();
  readonly functions = new Map<string, LibraryFunction>();
  running: RunningScript | null = null;
  /** The script that ended last, for the panels; no command reads it. */
  last: RunningScript | null = null;
  /** The client whose script is paused: the server reads nothing from it until the script ends. */
  caller: Client | null = null;
  /** SHUTDOWN and the like end a script without an answer. */
  isInScript = false;
  /** Lines that redis.log wrote, the latest last. */
  readonly logLines: { readonly level: number; readonly text: string }[] = [];
  /** DEBUG SET-DISABLE-DENY-SCRIPTS: scripts may call commands marked noscript. */
  allowsEverything = false;

  constructor(server: Server) {
    this.#server = server;
  }

  /** The interpreter, made when it is first needed; null when its module is not loaded. */
  get machine(): ScriptMachine | null {
    if (this.#machine === null && provided !== null) this.#machine = provided.createMachine(this.#server);
    return this.#machine;
  }

  /** The interpreter if there is one by now. */
  get existingMachine(): ScriptMachine | null {
    return this.#machine;
  }

  /** Whether other clients get BUSY. */
  get isBusy(): boolean {
    return this.running?.isBusy === true;
  }

  /** Bytes of the sources and the entries that hold them, for INFO and MEMORY. */
  get scriptCacheBytes(): number {
    let bytes = 0;
    for (const { source } of this.scripts.values()) bytes += source.length + 136;
    return bytes;
  }

  get functionCacheBytes(): number {
    let bytes = 0;
    for (const { source, name } of this.libraries.values()) bytes += source.length + name.length + 184;
    for (const { name } of this.functions.values()) bytes += name.length + 120;
    return bytes;
  }
}

let provided: ScriptingModule | null = null;

/** Hands the interpreter over once it is loaded. It holds no state of any server. */
export function provideScripting(module: ScriptingModule): void {
  provided = module;
}

export function isScriptingProvided(): boolean {
  return provided !== null;
}
