/** Strings in RDB: one string, in the form rdb-writer.ts gives every string. */
import type { Int64 } from '../base/numbers.ts';
import { ENCODING_INT, TYPE_STRING } from '../types/object.ts';
import { stringBytes } from '../types/string.ts';
import type { RdbKind } from './rdb-kind.ts';
import { RDB_STRING } from './rdb-types.ts';

export const rdbString: RdbKind = {
  type: TYPE_STRING,
  form: () => RDB_STRING,
  write(writer, object) {
    if (object.encoding === ENCODING_INT) writer.integerString(object.value as Int64);
    else writer.string(stringBytes(object));
  },
  forms: () => [RDB_STRING],
  read(_form, reader, server) {
    return server.strings.encoded(reader.string(), server.keyspace.stamps.fresh);
  },
};
