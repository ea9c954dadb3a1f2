/** Loads the data from disk at startup and decides where to append. */
import { loadUsersAtStart } from '../state/acl/configured.ts';
import { DiskFailure } from '../state/disk/disk.ts';
import type { Server } from '../state/server.ts';
import { openAofAtStart } from './aof.ts';
import { AofLoadFailure, loadAof } from './aof-load.ts';
import {
  aofPath,
  emptyManifest,
  isMultiPart,
  ManifestFailure,
  manifestPath,
  parseManifest,
  storeManifest,
} from './aof-manifest.ts';
import { aofBaseBytes, deleteHistory } from './aof-rewrite.ts';
import { loadRdb, RdbLoadFailure } from './rdb-load.ts';

/** Loads the data set. Gives why the server cannot start with these files, or null when it has started. */
export function startUp(server: Server): string | null {
  const { persistence } = server;
  const aclProblem = loadUsersAtStart(server);
  if (aclProblem !== null) {
    persistence.note(aclProblem);
    return aclProblem;
  }
  persistence.isLoading = true;
  try {
    if (server.config.flag('appendonly')) {
      readManifest(server);
      loadAof(server);
      openAofAtStart(server, (path) => server.disk.write(path, aofBaseBytes(server), server.nowMs));
      if (isMultiPart(server)) deleteHistory(server);
    } else {
      // The state of an append only file that is off now is needed when it is turned on again.
      if (isMultiPart(server)) readManifest(server);
      loadDump(server);
    }
    server.keyspace.dirty = 0;
    return null;
  } catch (problem) {
    const isKnown =
      problem instanceof AofLoadFailure ||
      problem instanceof RdbLoadFailure ||
      problem instanceof ManifestFailure ||
      problem instanceof DiskFailure;
    if (!isKnown) throw problem;
    const text =
      problem instanceof DiskFailure && problem.path !== null
        ? `Can't use the file '${problem.path}': ${problem.text}`
        : problem.text;
    persistence.note(text);
    return text;
  } finally {
    persistence.isLoading = false;
  }
}

function loadDump(server: Server): void {
  const path = server.config.text('dbfilename');
  const file = server.disk.find(path);
  if (file === null) return;
  const { replication } = server;
  const keepsExpired = server.config.text('replicaof') !== '';
  const onExpired = (db: number, key: Uint8Array) => replication.expiredAtStart.push({ db, key });
  const report = loadRdb(server, file.view(), { keepsExpired, onExpired });
  const [id, offset] = [report.aux.get('repl-id'), report.aux.get('repl-offset')];
  if (id !== undefined && offset !== undefined && /^[0-9a-f]{40}$/i.test(id)) {
    replication.loaded = { id, offset: Number(offset), db: Number(report.aux.get('repl-stream-db') ?? 0) };
  }
  server.persistence.note(
    `Done loading RDB, keys loaded: ${report.keys - report.expiredKeys}, keys expired: ${report.expiredKeys}.`,
  );
  server.env.probe?.emit({ type: 'disk.load', path, bytes: file.length, truncatedBytes: 0 });
}

/** The manifest on the disk: aofLoadManifestFromDisk. */
export function readManifest(server: Server): void {
  const { aof } = server.persistence;
  aof.manifest = emptyManifest();
  if (!isMultiPart(server)) return;
  const file = server.disk.find(manifestPath(server));
  if (file !== null) {
    aof.manifest = parseManifest(file.view());
    return;
  }
  if (server.config.flag('appendonly')) adoptSingleFile(server);
}

/** The single file of a server before 7.0 becomes the base of a set: aofUpgradePrepare. */
function adoptSingleFile(server: Server): void {
  const { disk, persistence } = server;
  const { aof } = persistence;
  const name = server.config.text('appendfilename');
  if (disk.find(name) === null) return;
  aof.manifest.base = { name, seq: 1, type: 'b' };
  persistence.note('AOF file is old style: it becomes the base of a set of files');
  disk.rename(name, aofPath(server, name));
  storeManifest(server, aof.manifest);
}

/** DEBUG RELOAD: returns the error in the file, or null. */
export function reloadDump(server: Server, mayReplace: boolean): string | null {
  const file = server.disk.find(server.config.text('dbfilename'));
  if (file === null) return 'No such file or directory';
  try {
    loadRdb(server, file.view(), { mayReplace });
    return null;
  } catch (problem) {
    if (problem instanceof RdbLoadFailure) return problem.text;
    throw problem;
  }
}

/** DEBUG LOADAOF: returns the error in the files, or null. */
export function reloadAof(server: Server): string | null {
  const { persistence } = server;
  persistence.isLoading = true;
  try {
    if (persistence.aof.state === 'on') readManifest(server);
    loadAof(server);
    return null;
  } catch (problem) {
    if (problem instanceof AofLoadFailure || problem instanceof ManifestFailure) return problem.text;
    throw problem;
  } finally {
    persistence.isLoading = false;
  }
}
