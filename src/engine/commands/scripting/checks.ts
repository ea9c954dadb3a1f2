/** Finding a script or function, and checking it before it runs. Mirrors eval.c and scriptPrepareForRun. */
import { errors, ReplyError } from '../../base/errors.ts';
import { parseInteger } from '../../base/numbers.ts';
import { sha1Hex } from '../../base/sha1.ts';
import { failedFile, lacksReplicas, NOT_ENOUGH_REPLICAS } from '../../state/disk/write-refusal.ts';
import { hasStaleData, isReadOnly, MASTER_DOWN } from '../../state/replication/refusals.ts';
import type { CachedScript, ScriptFlag, ScriptMachine } from '../../state/scripting.ts';
import type { Server } from '../../state/server.ts';
import { readShebang } from './shebang.ts';

/** Keys and other arguments behind the number of keys. */
export function takeKeys(args: readonly Uint8Array[]): {
  keys: readonly Uint8Array[];
  values: readonly Uint8Array[];
} {
  const count = parseInteger(args[2]);
  if (count === null) throw errors.notAnInteger();
  return split(args, Number(count));
}

function split(args: readonly Uint8Array[], count: number): ReturnType<typeof takeKeys> {
  if (count > args.length - 3) {
    throw new ReplyError("ERR Number of keys can't be greater than number of args");
  }
  if (count < 0) throw new ReplyError("ERR Number of keys can't be negative");
  return { keys: args.slice(3, 3 + count), values: args.slice(3 + count) };
}

/** FCALL has its own wording. */
export function takeFunctionKeys(args: readonly Uint8Array[]): ReturnType<typeof takeKeys> {
  const count = parseInteger(args[2]);
  if (count === null) throw new ReplyError('ERR Bad number of keys provided');
  return split(args, Number(count));
}

export function machineOf(server: Server): ScriptMachine {
  const { machine } = server.scripting;
  if (machine === null) throw new ReplyError('LOADING The script engine is being loaded');
  return machine;
}

/** Memory of a compiled script, and the part of the server's memory that all of them may take. */
const COMPILED_BYTES = 4096;
const COMPILED_BYTES_PER_BYTE = 40;
const COMPILED_SHARE = 1 / 4;

/** The script for a source, compiled and remembered. */
export function cacheScript(server: Server, source: Uint8Array): CachedScript {
  const { scripts } = server.scripting;
  const sha = sha1Hex(source);
  const known = scripts.get(sha);
  if (known !== undefined) return known;
  const machine = machineOf(server);
  const compiledBytes = COMPILED_BYTES + source.length * COMPILED_BYTES_PER_BYTE;
  if (server.scripting.compiledBytes + compiledBytes > server.memoryBytes * COMPILED_SHARE) {
    throw errors.outOfMemory();
  }
  const { flags, body } = readShebang(source);
  const result = machine.compileScript(body);
  if ('problem' in result) {
    throw new ReplyError(`ERR Error compiling script (new function): ${result.problem}`);
  }
  const script: CachedScript = { sha, source: source.slice(), flags, compiled: result.compiled };
  scripts.set(sha, script);
  server.scripting.compiledBytes += compiledBytes;
  return script;
}

/** Refuses a script that may not run now; returns whether it may only read. */
export function checkFlags(
  server: Server,
  flags: readonly ScriptFlag[] | null,
  isReadOnlyCommand: boolean,
): boolean {
  const isStale = hasStaleData(server);
  if (flags === null) {
    if (isStale) throw new ReplyError(MASTER_DOWN);
    return isReadOnlyCommand;
  }
  if (server.cluster !== null && flags.includes('no-cluster')) {
    throw new ReplyError("ERR Can not run script on cluster, 'no-cluster' flag is set.");
  }
  if (isStale && !flags.includes('allow-stale')) {
    throw new ReplyError(
      "MASTERDOWN Link with MASTER is down, replica-serve-stale-data is set to 'no' and 'allow-stale' flag is not set on the script.",
    );
  }
  if (!flags.includes('no-writes')) checkWritable(server, isReadOnlyCommand);
  if (!flags.includes('no-writes') && !flags.includes('allow-oom') && server.wasOutOfMemory) {
    throw new ReplyError(
      "OOM allow-oom flag is not set on the script, can not run it when used memory > 'maxmemory'",
    );
  }
  return isReadOnlyCommand || flags.includes('no-writes');
}

/** Before a script that says it may write. */
function checkWritable(server: Server, isReadOnlyCommand: boolean): void {
  if (isReadOnly(server) && server.currentClient?.isMaster !== true) {
    throw new ReplyError('READONLY Can not run script with write flag on readonly replica.');
  }
  const failed = failedFile(server);
  if (failed === 'rdb') {
    throw new ReplyError(`MISCONF Redis is configured to save RDB snapshots, ${WRITABLE_SCRIPTS_BLOCKED}`);
  }
  if (failed === 'aof') {
    const { lastWriteError } = server.persistence.aof;
    throw new ReplyError(
      `MISCONF Redis is configured to persist data to AOF, ${WRITABLE_SCRIPTS_BLOCKED} AOF error: ${lastWriteError}`,
    );
  }
  if (isReadOnlyCommand) {
    throw new ReplyError('ERR Can not execute a script with write flag using *_ro command.');
  }
  if (lacksReplicas(server)) throw new ReplyError(NOT_ENOUGH_REPLICAS);
}

const WRITABLE_SCRIPTS_BLOCKED =
  "but it's currently unable to persist to disk. Writable scripts are blocked. Use 'no-writes' flag for read only scripts.";
