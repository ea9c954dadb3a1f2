/**
 * Error replies. A command throws a ReplyError before it has changed anything; call() writes it
 * to the client. It is deliberately not an Error: no stack is captured for a wrong argument.
 * Texts are the server's own, to the letter, with the error code as the first word.
 */
export class ReplyError {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A command with keys must run at another node of the cluster, or cannot run now. */
export class Redirection extends ReplyError {}

/** The engine contradicts itself. It must stop; the session log reproduces the fault. */
export class AssertionFailure extends Error {
  override name = 'AssertionFailure';
}

export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new AssertionFailure(what);
}

export const errors = {
  wrongType: () => new ReplyError('WRONGTYPE Operation against a key holding the wrong kind of value'),
  syntax: () => new ReplyError('ERR syntax error'),
  notAnInteger: () => new ReplyError('ERR value is not an integer or out of range'),
  notAFloat: () => new ReplyError('ERR value is not a valid float'),
  noSuchKey: () => new ReplyError('ERR no such key'),
  dbIndexOutOfRange: () => new ReplyError('ERR DB index is out of range'),
  invalidDbIndex: () => new ReplyError('ERR invalid DB index'),
  sameObject: () => new ReplyError('ERR source and destination objects are the same'),
  invalidCursor: () => new ReplyError('ERR invalid cursor'),
  invalidExpire: (command: string) => new ReplyError(`ERR invalid expire time in '${command}' command`),
  overflow: () => new ReplyError('ERR increment or decrement would overflow'),
  outOfMemory: () => new ReplyError("OOM command not allowed when used memory > 'maxmemory'."),
  stringTooLong: () => new ReplyError('ERR string exceeds maximum allowed size (proto-max-bulk-len)'),
  offsetOutOfRange: () => new ReplyError('ERR offset is out of range'),
  wrongArity: (command: string) => new ReplyError(`ERR wrong number of arguments for '${command}' command`),
  unknownSubcommand: (subcommand: string, command: string) =>
    new ReplyError(`ERR unknown subcommand '${subcommand}'. Try ${command.toUpperCase()} HELP.`),
};
