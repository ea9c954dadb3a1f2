/**
 * Values of every type in RDB, and the DUMP payload around one:
 *
 *     [form 1][value …][RDB version 2][CRC-64 of all before 8]         numbers little endian
 *
 * Worked example: DUMP of "hello" in 7.0 is
 *
 *     00 | 05 68 65 6c 6c 6f | 0a 00 | 63 72 df 76 65 34 20 0a
 *     string  "hello"          10      checksum
 *
 * To add a type, write rdb-<type>.ts with one RdbKind (rdb-kind.ts says what it has to do, rdb-string.ts is
 * the shortest example) and add it to KINDS below. DUMP, RESTORE and DEBUG OBJECT follow. What a kind has to
 * keep to:
 *
 *   - `write` gives the bytes of the server to the last one, in both generations: the form follows from the
 *     encoding, so a listpack is written as one and a ziplist as one.
 *   - `read` takes the forms of its own generation and all older ones. Foreign bytes are always checked
 *     thoroughly, as with sanitize-dump-payload yes: what the server would take unseen and stumble over
 *     later is refused here. First read everything from the reader and check it (call `refuse`), then build
 *     the value: an exception after an allocation would leak heap memory. A value
 *     without elements is refused.
 *   - Thresholds are read from server.config, so that a value comes in the encoding it would have had here.
 */
import type { Generation } from '../../protocol/session.ts';
import { equalBytes } from '../base/bytes.ts';
import { crc64 } from '../base/crc64.ts';
import { AssertionFailure } from '../base/errors.ts';
import type { Server } from '../state/server.ts';
import { type RedisObject, TYPE_NAMES } from '../types/object.ts';
import { unwatched } from '../types/unwatched.ts';
import { rdbHash } from './rdb-hash.ts';
import type { RdbKind } from './rdb-kind.ts';
import { rdbList } from './rdb-list.ts';
import { rdbModule } from './rdb-module.ts';
import { RdbReader, RdbRefusal, refuse } from './rdb-reader.ts';
import { rdbSet } from './rdb-set.ts';
import { rdbStream } from './rdb-stream.ts';
import { rdbString } from './rdb-string.ts';
import { RdbWriter } from './rdb-writer.ts';
import { rdbZset } from './rdb-zset.ts';

const KINDS: readonly RdbKind[] = [rdbString, rdbList, rdbHash, rdbSet, rdbZset, rdbStream, rdbModule];

const VERSION_BYTES = 2;
const CHECKSUM_BYTES = 8;
const FOOTER_BYTES = VERSION_BYTES + CHECKSUM_BYTES;

export function rdbVersion(generation: Generation): number {
  return generation === '7.0' ? 10 : 9;
}

function kindOf(object: RedisObject): RdbKind {
  const kind = KINDS.find(({ type }) => type === object.type);
  if (kind === undefined) throw new AssertionFailure(`no RDB form for type ${TYPE_NAMES[object.type]}`);
  return kind;
}

/** The size of the value without its form: serializedlength of DEBUG OBJECT. */
export function rdbValueBytes(server: Server, object: RedisObject): number {
  const writer = new RdbWriter(server.config.flag('rdbcompression'));
  kindOf(object).write(writer, object, server.env, server.generation);
  return writer.length;
}

/** A value with its form before it and, in a file, its key between the two: rdbSaveKeyValuePair. */
export function writeKeyedValue(
  writer: RdbWriter,
  server: Server,
  key: Uint8Array,
  object: RedisObject,
): void {
  const kind = kindOf(object);
  writer.byte(kind.form(object, server.generation));
  writer.string(key);
  kind.write(writer, object, server.env, server.generation);
}

/** The value that follows in a form; throws an RdbRefusal. */
export function readFormedValue(form: number, reader: RdbReader, server: Server): RedisObject {
  const kind = KINDS.find((each) => each.forms(server.generation).includes(form));
  if (kind === undefined) return refuse(`Unknown RDB encoding type ${form}`);
  return unwatched(server.env, () => kind.read(form, reader, server));
}

/** The payload that DUMP answers with: createDumpPayload. */
export function dumpPayload(server: Server, object: RedisObject): Uint8Array {
  const writer = new RdbWriter(server.config.flag('rdbcompression'));
  const kind = kindOf(object);
  writer.byte(kind.form(object, server.generation));
  kind.write(writer, object, server.env, server.generation);
  const version = rdbVersion(server.generation);
  writer.byte(version & 0xff);
  writer.byte(version >> 8);
  writer.raw(crc64(writer.view()));
  return writer.view().slice();
}

/** Whether version and checksum of a payload are right: verifyDumpPayload. */
export function isWholePayload(payload: Uint8Array, generation: Generation): boolean {
  if (payload.length < FOOTER_BYTES) return false;
  const footer = payload.length - FOOTER_BYTES;
  const version = payload[footer] | (payload[footer + 1] << 8);
  if (version > rdbVersion(generation)) return false;
  const end = footer + VERSION_BYTES;
  return equalBytes(crc64(payload, 0, end), payload.subarray(end));
}

/** The value in a payload whose footer was checked; null if the bytes are not a value. */
export function valueOfPayload(server: Server, payload: Uint8Array): RedisObject | null {
  const reader = new RdbReader(payload);
  try {
    const form = reader.byte();
    const kind = KINDS.find((each) => each.forms(server.generation).includes(form));
    if (kind === undefined) return null;
    // No watch can reach a value without a key.
    return unwatched(server.env, () => kind.read(form, reader, server));
  } catch (problem) {
    if (problem instanceof RdbRefusal) return null;
    throw problem;
  }
}
