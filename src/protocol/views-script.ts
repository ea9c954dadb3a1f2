/** The running script, or the last one: its source, its current line, its variables. */

export interface ScriptTarget {
  readonly kind: 'script';
  readonly db: number;
}

export interface ScriptFrameView {
  /** 'main', or where the function was written. */
  readonly name: string;
  readonly line: number;
  /** In the order of their declaration. Values as a debugger prints them, cut where they are long. */
  readonly locals: readonly { readonly name: string; readonly value: string }[];
}

/** The constant part of a running script: a separate object, so that the pictures of a thousand lines can share it. */
export interface ScriptProgramView {
  readonly kind: 'eval' | 'function';
  /** SHA-1 of a script, name of a function. */
  readonly name: string;
  /** As text, whatever its bytes. */
  readonly source: string;
  readonly keys: readonly string[];
  readonly values: readonly string[];
  readonly startedAtMs: number;
  readonly isReadOnly: boolean;
}

export interface ScriptLibraryView {
  readonly name: string;
  readonly functions: readonly { readonly name: string; readonly flags: readonly string[] }[];
}

export interface ScriptView {
  readonly kind: 'script';
  /**
   *   idle     nothing runs; the rest is about the last one
   *   running  it is inside of a step: pictures at its lines see this
   *   held     paused between two slices; all clients wait
   *   busy     paused, and other clients get BUSY
   */
  readonly state: 'idle' | 'running' | 'held' | 'busy';
  /** Null before the first script. */
  readonly script: {
    readonly program: ScriptProgramView;
    /** The line that is about to run; 0 when none is. */
    readonly line: number;
    /** The innermost function first; empty when nothing runs. */
    readonly frames: readonly ScriptFrameView[];
    readonly instructions: number;
    readonly hasWritten: boolean;
  } | null;
  readonly cachedScripts: number;
  readonly libraries: readonly ScriptLibraryView[];
  /** What redis.log wrote, the latest last. */
  readonly logLines: readonly { readonly level: number; readonly text: string }[];
}
