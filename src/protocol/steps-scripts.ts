/** Steps of running scripts. */
export type ScriptStep =
  /** A script or function begins. */
  | { readonly type: 'script.begin'; readonly name: string; readonly kind: 'eval' | 'function' }
  /** A line is reached and about to run; the `script` view shows the locals as they are now. */
  | { readonly type: 'script.line'; readonly line: number }
  /** redis.call or redis.pcall came back. */
  | {
      readonly type: 'script.call';
      readonly line: number;
      readonly command: readonly string[];
      /** The reply as RESP, or an error with its dash. */
      readonly reply: string;
    }
  /** It has run for longer than busy-reply-threshold: other clients get BUSY from now on. */
  | { readonly type: 'script.busy'; readonly name: string }
  | { readonly type: 'script.killed'; readonly name: string }
  | { readonly type: 'script.end'; readonly name: string; readonly instructions: number };
