/**
 * The save file, the share link, the bug report and the time machine are one thing:
 * how a server was started, and every input it was given since.
 */

export type Generation = '7.0' | '6.2';

/** What a server is started with. Together with the inputs it determines everything that follows. */
export interface SessionStart {
  readonly generation: Generation;
  readonly seed: number;
  /** Unix time of the server's start in milliseconds. */
  readonly startMs: number;
  /** Parameters set at start, by their names in redis.conf. */
  readonly config: Readonly<Record<string, string>>;
}

/**
 * All that ever enters an engine. `nowMs` is Unix time in milliseconds; it may carry a fraction
 * (microseconds, which TIME reports) and never goes backwards. It is constant within a step.
 */
export type Input =
  | { readonly type: 'open'; readonly nowMs: number; readonly client: number }
  | { readonly type: 'data'; readonly nowMs: number; readonly client: number; readonly bytes: Uint8Array }
  | { readonly type: 'close'; readonly nowMs: number; readonly client: number }
  | { readonly type: 'tick'; readonly nowMs: number };

/** What a step gives back. */
export interface Output {
  /** Bytes for the clients, in the order in which they were written; at most one entry per client. */
  readonly replies: readonly { readonly client: number; readonly bytes: Uint8Array }[];
  /** Clients the server has hung up on (QUIT, protocol error, CLIENT KILL); their replies are sent first. */
  readonly closed: readonly number[];
  /** When the engine next wants a tick, in Unix milliseconds; null when nothing is pending. */
  readonly wakeAtMs: number | null;
}
