/** Steps of what clients wait for and of what they have queued. */
export type ClientStep =
  /** A client blocks. `untilMs` is 0 if it has no timeout. */
  | {
      readonly type: 'client.blocked';
      readonly client: number;
      readonly why: string;
      readonly keys: readonly string[];
      readonly untilMs: number;
    }
  /** A wait has ended: a key was ready, the time was over, or another client ended it. */
  | {
      readonly type: 'client.unblocked';
      readonly client: number;
      readonly how: 'key' | 'timeout' | 'command';
      readonly key: string | null;
    }
  /** A command was put at the end of the queue of a transaction. */
  | {
      readonly type: 'multi.queued';
      readonly client: number;
      readonly command: string;
      readonly position: number;
    }
  /** A watched key was changed: the transaction of this client will not run. */
  | { readonly type: 'watch.touched'; readonly client: number; readonly db: number; readonly key: string }
  /** EXEC ran nothing, because of an error while queueing or of a watched key. */
  | { readonly type: 'exec.refused'; readonly client: number; readonly why: 'error' | 'watch' }
  | { readonly type: 'exec.begin'; readonly client: number; readonly commands: number }
  | {
      readonly type: 'exec.command';
      readonly client: number;
      readonly command: string;
      readonly position: number;
    }
  | { readonly type: 'exec.end'; readonly client: number };
