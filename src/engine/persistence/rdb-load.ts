/**
 * Loads a whole RDB file into the databases: rdbLoadRio. The bytes are untrusted. Where the real server logs and exits,
 * this throws an RdbLoadFailure with the text of that log; the caller must discard what was loaded until then.
 */
import { equalBytes, latin1, repr } from '../base/bytes.ts';
import { Crc64 } from '../base/crc64.ts';
import type { Int64 } from '../base/numbers.ts';
import type { Server } from '../state/server.ts';
import { readInt32 } from '../structures/little-endian.ts';
import { TYPE_MODULE } from '../types/object.ts';
import { releaseObject } from '../types/release.ts';
import { restoreUse } from './rdb-file.ts';
import { RdbReader, RdbRefusal, refuse } from './rdb-reader.ts';
import {
  RDB_AUX,
  RDB_EOF,
  RDB_EXPIRETIME,
  RDB_EXPIRETIME_MS,
  RDB_FREQ,
  RDB_FUNCTION_2,
  RDB_FUNCTION_PRE_GA,
  RDB_IDLE,
  RDB_MODULE_AUX,
  RDB_RESIZEDB,
  RDB_SELECTDB,
} from './rdb-types.ts';
import { rdbVersion, readFormedValue } from './rdb-value.ts';

export class RdbLoadFailure {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface RdbLoadOptions {
  /** The file begins an append only file: commands may follow, and keys are loaded even if they have expired. */
  readonly isPreamble?: boolean;
  /** The file of a master: it decides which keys expire. */
  readonly keepsExpired?: boolean;
  /** A key that is left out because its time has passed. */
  onExpired?(db: number, key: Uint8Array): void;
  /** DEBUG RELOAD MERGE: replaces existing keys. */
  readonly mayReplace?: boolean;
}

export interface RdbLoadReport {
  readonly keys: number;
  /** Keys that were left out because their time has passed. */
  readonly expiredKeys: number;
  /** Where the file ends; what follows is not RDB. */
  readonly endBytes: number;
  readonly aux: ReadonlyMap<string, string>;
}

const MAGIC_BYTES = 9;
const FIRST_VERSION_WITH_CHECKSUM = 5;
const CHECKSUM_BYTES = 8;
/** A table is not made larger beforehand than the bytes of the file could fill. */
const MIN_KEY_BYTES = 3;

export function loadRdb(server: Server, bytes: Uint8Array, options: RdbLoadOptions = {}): RdbLoadReport {
  const version = versionOfFile(server, bytes);
  const reader = new RdbReader(bytes, MAGIC_BYTES);
  try {
    return new Loading(server, reader, version, options).run();
  } catch (problem) {
    if (!(problem instanceof RdbRefusal)) throw problem;
    server.persistence.note(`Internal error in RDB reading offset ${reader.position} -> ${problem.reason}`);
    throw new RdbLoadFailure(
      problem.reason === 'the bytes end too early'
        ? 'Short read or OOM loading DB. Unrecoverable error, aborting now.'
        : `Internal error in RDB reading offset ${reader.position}: ${problem.reason}`,
    );
  }
}

function versionOfFile(server: Server, bytes: Uint8Array): number {
  if (bytes.length < MAGIC_BYTES) {
    throw new RdbLoadFailure('Short read or OOM loading DB. Unrecoverable error, aborting now.');
  }
  if (latin1(bytes, 0, 5) !== 'REDIS') {
    throw new RdbLoadFailure('Wrong signature trying to load DB from file');
  }
  const version = Number.parseInt(latin1(bytes, 5, MAGIC_BYTES), 10) || 0;
  if (version < 1 || version > rdbVersion(server.generation)) {
    throw new RdbLoadFailure(`Can't handle RDB format version ${version}`);
  }
  return version;
}

class Loading {
  readonly #server: Server;
  readonly #reader: RdbReader;
  readonly #version: number;
  readonly #options: RdbLoadOptions;
  readonly #aux = new Map<string, string>();
  #keys = 0;
  #expiredKeys = 0;

  constructor(server: Server, reader: RdbReader, version: number, options: RdbLoadOptions) {
    this.#server = server;
    this.#reader = reader;
    this.#version = version;
    this.#options = options;
  }

  run(): RdbLoadReport {
    const reader = this.#reader;
    const { databases } = this.#server.keyspace;
    let db = databases[0];
    let expireAtMs: Int64 = -1;
    let idle: number | null = null;
    let frequency: number | null = null;
    for (;;) {
      const opcode = reader.byte();
      switch (opcode) {
        case RDB_EXPIRETIME:
          expireAtMs = readInt32(reader.raw(4), 0) * 1000;
          continue;
        case RDB_EXPIRETIME_MS:
          expireAtMs = reader.int64();
          continue;
        case RDB_FREQ:
          frequency = reader.byte();
          continue;
        case RDB_IDLE:
          idle = reader.count();
          continue;
        case RDB_SELECTDB: {
          const id = reader.count();
          if (id >= databases.length) {
            throw new RdbLoadFailure(
              `FATAL: Data file was created with a Redis server configured to handle more than ${databases.length} databases. Exiting`,
            );
          }
          db = databases[id];
          continue;
        }
        case RDB_RESIZEDB: {
          const [keys, expires] = [reader.count(), reader.count()];
          const possible = (reader.bytes.length - reader.position) / MIN_KEY_BYTES;
          if (keys <= possible) db.keys.expand(keys);
          if (expires <= possible) db.expires.expand(expires);
          continue;
        }
        case RDB_AUX: {
          const name = latin1(reader.string());
          this.#aux.set(name, latin1(reader.string()));
          continue;
        }
        case RDB_FUNCTION_2: {
          const code = reader.string().slice();
          const problem =
            this.#server.functionLibraries?.load(code, this.#options.mayReplace === true) ?? null;
          if (problem !== null)
            throw new RdbLoadFailure(`Failed creating function library from RDB: ${problem}`);
          continue;
        }
        case RDB_FUNCTION_PRE_GA:
          refuse('Pre-release function format not supported.');
          continue;
        case RDB_MODULE_AUX:
          refuse("The RDB file contains AUX module data I can't load: no matching module");
          continue;
        case RDB_EOF:
          return this.#end();
      }
      this.#keyValue(opcode, db.id, expireAtMs, idle, frequency);
      expireAtMs = -1;
      idle = null;
      frequency = null;
    }
  }

  #keyValue(
    form: number,
    dbId: number,
    expireAtMs: Int64,
    idle: number | null,
    frequency: number | null,
  ): void {
    const server = this.#server;
    const { keyspace } = server;
    const db = keyspace.databases[dbId];
    const key = this.#reader.string().slice();
    const value = readFormedValue(form, this.#reader, server);
    this.#keys++;
    const { isPreamble = false, keepsExpired = false, onExpired } = this.#options;
    if (expireAtMs !== -1 && expireAtMs < keyspace.nowMs && !isPreamble && !keepsExpired) {
      this.#expiredKeys++;
      onExpired?.(dbId, key);
      releaseObject(server.env, value);
      return;
    }
    if (db.keys.find(key) !== null) {
      if (this.#options.mayReplace !== true) {
        releaseObject(server.env, value);
        throw new RdbLoadFailure(`RDB has duplicated key '${repr(key)}' in DB ${db.id}`);
      }
      keyspace.delete(db, key);
    }
    const entry = db.keys.addNew(key, value);
    keyspace.slotKeys?.added(entry);
    if (db.id > keyspace.highestUsedId) keyspace.highestUsedId = db.id;
    if (value.type === TYPE_MODULE) keyspace.notifyModuleValue(db, key, value);
    if (expireAtMs !== -1) db.expires.replaceShared(entry, expireAtMs);
    restoreUse(server, value, idle, frequency);
  }

  #end(): RdbLoadReport {
    const reader = this.#reader;
    const { rdb } = this.#server.persistence;
    if (this.#version >= FIRST_VERSION_WITH_CHECKSUM) {
      const end = reader.position;
      const stored = reader.raw(CHECKSUM_BYTES);
      if (stored.every((byte) => byte === 0)) {
        this.#server.persistence.note('RDB file was saved with checksum disabled: no check performed.');
      } else if (this.#server.config.flag('rdbchecksum')) {
        const sum = new Crc64().update(reader.bytes, 0, end);
        if (!equalBytes(sum.bytes(), stored)) {
          throw new RdbLoadFailure(
            `Wrong RDB checksum expected: (${hexOf(stored)}) but got (${sum.hex()}). Aborting now.`,
          );
        }
      }
    }
    rdb.lastLoadKeysLoaded = this.#keys - this.#expiredKeys;
    rdb.lastLoadKeysExpired = this.#expiredKeys;
    return { keys: this.#keys, expiredKeys: this.#expiredKeys, endBytes: reader.position, aux: this.#aux };
  }
}

/** A checksum as %llx prints it. */
function hexOf(littleEndian: Uint8Array): string {
  return [...littleEndian]
    .reverse()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^0+(?=.)/, '');
}
