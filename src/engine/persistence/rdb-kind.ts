/** How the values of one type are written to RDB and read from it. Each type has one; rdb-value.ts gathers them. */
import type { Generation } from '../../protocol/session.ts';
import type { Environment } from '../base/probe.ts';
import type { Server } from '../state/server.ts';
import type { RedisObject } from '../types/object.ts';
import type { RdbReader } from './rdb-reader.ts';
import type { RdbWriter } from './rdb-writer.ts';

export interface RdbKind {
  /** TYPE_STRING and so on: whose values these are. */
  readonly type: number;
  /** The form (rdb-types.ts) in which a server of this generation writes the value, by its encoding. */
  form(object: RedisObject, generation: Generation): number;
  /** Writes what follows the form. */
  write(writer: RdbWriter, object: RedisObject, env: Environment, generation: Generation): void;
  /** The forms that a server of this generation reads. */
  forms(generation: Generation): readonly number[];
  /**
   * Reads what follows the form, and gives the value in the encoding that the server's configuration asks for.
   * Everything is read and checked before the first allocation on the heap: an RdbRefusal leaves nothing.
   */
  read(form: number, reader: RdbReader, server: Server): RedisObject;
}
