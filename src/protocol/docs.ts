/** What the page knows of a command; derived from the command's own object in the engine. */

export interface ArgumentDoc {
  readonly name: string;
  readonly type:
    | 'string'
    | 'integer'
    | 'double'
    | 'key'
    | 'pattern'
    | 'unix-time'
    | 'pure-token'
    | 'oneof'
    | 'block';
  /** The literal word that introduces the argument, or that is the argument (pure-token). */
  readonly token?: string;
  readonly keySpecIndex?: number;
  readonly optional?: boolean;
  readonly multiple?: boolean;
  /** The token is repeated with each value. */
  readonly multipleToken?: boolean;
  readonly since?: string;
  readonly deprecatedSince?: string;
  readonly arguments?: readonly ArgumentDoc[];
}

export interface CommandDoc {
  /** Lower case; a subcommand's full name is 'config|get'. */
  readonly name: string;
  readonly group: string;
  readonly since: string;
  readonly complexity: string;
  readonly summary: { readonly en: string; readonly zh: string };
  readonly arity: number;
  readonly flags: readonly string[];
  readonly arguments: readonly ArgumentDoc[];
  readonly subcommands?: readonly CommandDoc[];
}

/** A command of the real server that the engine does not have. */
export interface AbsentCommand {
  /** Lower case; a subcommand's full name is 'client|tracking'. */
  readonly name: string;
  readonly group: string;
  readonly reason: { readonly en: string; readonly zh: string };
}
