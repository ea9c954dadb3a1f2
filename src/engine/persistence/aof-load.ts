/**
 * Loads an append only file: every command runs again, in the original order. Mirrors loadAppendOnlyFiles of 7.0.
 *
 * A file that was being written during a power failure ends in the middle of a command. With aof-load-truncated the end
 * is cut off and the rest is loaded, but only in the last file of the set; a damaged middle is never guessed.
 *
 * Half a transaction runs as none. A file that ends between two of its commands is cut off from its MULTI on. One that
 * ends inside a command is cut off only there: the open MULTI stays, later writes are appended behind it, and the next
 * start cuts them off with it, or runs them and the half transaction if a later one brought an EXEC. So does 7.0.15.
 */
import { latin1 } from '../base/bytes.ts';
import { ReplyError } from '../base/errors.ts';
import { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { AofFileEntry } from '../state/disk/persistence.ts';
import type { Server } from '../state/server.ts';
import { aofPath, isMultiPart } from './aof-manifest.ts';
import { readAofText } from './aof-text.ts';
import { loadRdb, RdbLoadFailure } from './rdb-load.ts';

/** Why the server does not start. */
export class AofLoadFailure {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A client without a connection that runs the commands. */
const NOBODY = 0;

/** Loads all files of the manifest; the data set is empty before. */
export function loadAof(server: Server): void {
  const { aof } = server.persistence;
  const parts = isMultiPart(server)
    ? [...(aof.manifest.base === null ? [] : [aof.manifest.base]), ...aof.manifest.incremental]
    : [{ name: server.config.text('appendfilename'), seq: 1, type: 'b' } as const];
  let totalBytes = 0;
  let baseBytes = 0;
  for (const [index, part] of parts.entries()) {
    const path = aofPath(server, part.name);
    loadPart(server, part, path, index === parts.length - 1);
    const bytes = server.disk.find(path)?.length ?? 0;
    totalBytes += bytes;
    if (part.type === 'b') baseBytes = bytes;
  }
  aof.currentBytes = totalBytes;
  aof.rewriteBaseBytes = isMultiPart(server) ? baseBytes : totalBytes;
}

function loadPart(server: Server, part: AofFileEntry, path: string, isLast: boolean): void {
  const { disk, persistence, nowMs } = server;
  const file = disk.find(path);
  if (file === null) {
    if (!isMultiPart(server)) return;
    throw new AofLoadFailure(`Fatal error: can't open the append log file ${part.name} for reading`);
  }
  const bytes = file.view();
  if (bytes.length === 0) return;
  const from = loadPreamble(server, part.name, bytes);
  const replay = new Replay(server, part.name);
  const trouble = replay.run(bytes, from);
  const truncatedBytes = trouble === null ? 0 : bytes.length - replay.validBytes;
  if (trouble === 'damaged') {
    throw new AofLoadFailure(
      `Bad file format reading the append only file ${part.name}: make a backup of your AOF file, then use ./redis-check-aof --fix <filename.manifest>`,
    );
  }
  if (trouble === 'cut') {
    if (!server.config.flag('aof-load-truncated')) {
      throw new AofLoadFailure(
        `Unexpected end of file reading the append only file ${part.name}. You can: 1) Make a backup of your AOF file, then use ./redis-check-aof --fix <filename.manifest>. 2) Alternatively you can set the 'aof-load-truncated' configuration option to yes and restart the server.`,
      );
    }
    persistence.note(`!!! Warning: short read while loading the AOF file ${part.name}!!!`);
    if (!isLast) throw new AofLoadFailure('Fatal error: the truncated file is not the last file');
    persistence.note(`Truncating the AOF ${part.name} at offset ${replay.validBytes}`);
    file.truncate(replay.validBytes, nowMs);
    persistence.note(`AOF ${part.name} loaded anyway because aof-load-truncated is enabled`);
  }
  persistence.note(
    part.type === 'b' ? `DB loaded from base file ${part.name}` : `DB loaded from incr file ${part.name}`,
  );
  server.env.probe?.emit({ type: 'disk.load', path, bytes: file.length, truncatedBytes });
}

/** A photograph at the beginning of the file; gives where commands begin. */
function loadPreamble(server: Server, name: string, bytes: Uint8Array): number {
  if (latin1(bytes, 0, Math.min(5, bytes.length)) !== 'REDIS') return 0;
  server.persistence.note('Reading RDB base file on AOF loading...');
  try {
    return loadRdb(server, bytes, { isPreamble: true }).endBytes;
  } catch (problem) {
    if (!(problem instanceof RdbLoadFailure)) throw problem;
    throw new AofLoadFailure(
      `Error reading the RDB preamble of the AOF file ${name}, AOF loading aborted: ${problem.text}`,
    );
  }
}

/** Runs the commands of one file. */
class Replay {
  readonly #server: Server;
  readonly #name: string;
  readonly #client: Client;
  /** Up to here the file is kept. */
  validBytes = 0;

  constructor(server: Server, name: string) {
    this.#server = server;
    this.#name = name;
    this.#client = new Client(NOBODY, server.keyspace.databases[0], server.nowMs);
    this.#client.denyBlocking = true;
  }

  /** The error at the end of the file, or null. */
  run(bytes: Uint8Array, from: number): 'cut' | 'damaged' | null {
    this.validBytes = from;
    let queued: [CommandEntry, Uint8Array[]][] | null = null;
    let beforeMulti = from;
    for (const piece of readAofText(bytes, from)) {
      if (piece.kind === 'cut') return 'cut';
      if (piece.kind === 'damaged') return 'damaged';
      if (piece.kind === 'command') {
        const entry = this.#commandOf(piece.args);
        // No server has written that.
        if (!entry.acceptsCount(piece.args.length)) return 'damaged';
        if (entry.fullName === 'multi') {
          // Nested in one that a torn file left open, it is an error that nobody hears, and the queue stays.
          queued ??= [];
          beforeMulti = this.validBytes;
        } else if (entry.fullName === 'exec') {
          for (const [each, args] of queued ?? []) this.#repeat(each, args);
          queued = null;
        } else if (queued === null) this.#repeat(entry, piece.args);
        else queued.push([entry, piece.args]);
      }
      this.validBytes = piece.end;
    }
    if (queued === null) return null;
    this.validBytes = beforeMulti;
    this.#server.persistence.note('Revert incomplete MULTI/EXEC transaction in AOF file');
    return 'cut';
  }

  #commandOf(args: readonly Uint8Array[]): CommandEntry {
    const entry = this.#server.commands.resolve(args);
    if (entry === null) {
      throw new AofLoadFailure(
        `Unknown command '${latin1(args[0])}' reading the append only file ${this.#name}`,
      );
    }
    return entry;
  }

  /** Replies are dropped, even errors. */
  #repeat(entry: CommandEntry, args: Uint8Array[]): void {
    const server = this.#server;
    const client = this.#client;
    const caller = server.currentClient;
    server.currentClient = client;
    try {
      entry.command.run?.(server, client, args);
    } catch (problem) {
      if (!(problem instanceof ReplyError)) throw problem;
    } finally {
      server.currentClient = caller;
      client.reply.truncate(0);
    }
  }
}
