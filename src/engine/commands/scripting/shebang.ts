/** The first line of a script, which may declare what the script does. The gates read it before anything is compiled. */
import { splitArguments } from '../../../protocol/split-arguments.ts';
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { SCRIPT_FLAGS, type ScriptFlag } from '../../state/scripting.ts';
import type { Server } from '../../state/server.ts';

/** `#!lua flags=…` in the first line; without it `flags` is null. Lines keep their numbers. */
export function readShebang(source: Uint8Array): { flags: ScriptFlag[] | null; body: Uint8Array } {
  if (source[0] !== 35 || source[1] !== 33) return { flags: null, body: source };
  const end = source.indexOf(10);
  if (end === -1) throw new ReplyError('ERR Invalid script shebang');
  const words = splitArguments(source.subarray(0, end));
  if (words === null) throw new ReplyError('ERR Invalid engine in script shebang');
  const parts = words.map((word) => latin1(word));
  if (parts[0] !== '#!lua') {
    throw new ReplyError(`ERR Unexpected engine in script shebang: ${parts[0] ?? ''}`);
  }
  const flags: ScriptFlag[] = [];
  for (const part of parts.slice(1)) {
    if (!part.startsWith('flags=')) throw new ReplyError(`ERR Unknown lua shebang option: ${part}`);
    for (const name of part.slice(6).split(',')) {
      if (name === '') continue;
      if (!(SCRIPT_FLAGS as readonly string[]).includes(name)) {
        throw new ReplyError(`ERR Unexpected flag in script shebang: ${name}`);
      }
      flags.push(name as ScriptFlag);
    }
  }
  return { flags, body: source.subarray(end) };
}

/**
 * The flags that a script or function declares, before it is looked up or compiled; null where it declares none. The
 * gates need them: a script may write or use memory, and the flags of EVAL itself do not say so.
 */
export function declaredFlags(
  server: Server,
  commandName: string,
  args: readonly Uint8Array[],
): readonly ScriptFlag[] | null {
  const { scripts, functions } = server.scripting;
  if (commandName.startsWith('fcall')) return functions.get(latin1(args[1]))?.flags ?? null;
  if (commandName.startsWith('evalsha')) return scripts.get(latin1(args[1]).toLowerCase())?.flags ?? null;
  try {
    return readShebang(args[1]).flags;
  } catch (problem) {
    if (problem instanceof ReplyError) return null;
    throw problem;
  }
}
