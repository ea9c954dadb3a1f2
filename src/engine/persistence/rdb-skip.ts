/** Skips a value in an RDB file without building it, to find where it ends. */
import { type RdbReader, refuse } from './rdb-reader.ts';
import * as forms from './rdb-types.ts';

const STREAM_ID_BYTES = 16;
const TIME_BYTES = 8;

export function skipValue(form: number, reader: RdbReader): void {
  switch (form) {
    case forms.RDB_STRING:
    case forms.RDB_HASH_ZIPMAP:
    case forms.RDB_LIST_ZIPLIST:
    case forms.RDB_SET_INTSET:
    case forms.RDB_ZSET_ZIPLIST:
    case forms.RDB_HASH_ZIPLIST:
    case forms.RDB_HASH_LISTPACK:
    case forms.RDB_ZSET_LISTPACK:
      reader.string();
      return;
    case forms.RDB_LIST:
    case forms.RDB_SET:
    case forms.RDB_LIST_QUICKLIST:
      repeat(reader, () => reader.string());
      return;
    case forms.RDB_HASH:
      repeat(reader, () => {
        reader.string();
        reader.string();
      });
      return;
    case forms.RDB_ZSET:
      repeat(reader, () => {
        reader.string();
        // A length of 253 to 255 stands for a number that has no digits.
        const length = reader.byte();
        if (length < 253) reader.raw(length);
      });
      return;
    case forms.RDB_ZSET_2:
      repeat(reader, () => {
        reader.string();
        reader.raw(8);
      });
      return;
    case forms.RDB_LIST_QUICKLIST_2:
      repeat(reader, () => {
        reader.count();
        reader.string();
      });
      return;
    case forms.RDB_STREAM_LISTPACKS:
    case forms.RDB_STREAM_LISTPACKS_2:
      skipStream(reader, form === forms.RDB_STREAM_LISTPACKS_2);
      return;
    case forms.RDB_MODULE_2:
      reader.unsigned();
      skipModule(reader);
      return;
    default:
      refuse(`Unknown RDB encoding type ${form}`);
  }
}

function repeat(reader: RdbReader, each: () => void): void {
  for (let left = reader.count(); left > 0; left--) each();
}

function skipStream(reader: RdbReader, isNew: boolean): void {
  repeat(reader, () => {
    reader.string();
    reader.string();
  });
  const numbers = isNew ? 1 + 2 + 2 + 2 + 1 : 1 + 2;
  for (let left = numbers; left > 0; left--) reader.unsigned();
  repeat(reader, () => {
    reader.string();
    for (let left = isNew ? 3 : 2; left > 0; left--) reader.unsigned();
    repeat(reader, () => {
      reader.raw(STREAM_ID_BYTES + TIME_BYTES);
      reader.unsigned();
    });
    repeat(reader, () => {
      reader.string();
      reader.raw(TIME_BYTES);
      repeat(reader, () => reader.raw(STREAM_ID_BYTES));
    });
  });
}

/** Pieces that say what they are, up to the end mark. */
function skipModule(reader: RdbReader): void {
  for (;;) {
    const kind = reader.count();
    if (kind === 0) return;
    if (kind === 1 || kind === 2) reader.unsigned();
    else if (kind === 3) reader.raw(4);
    else if (kind === 4) reader.raw(8);
    else if (kind === 5) reader.string();
    else refuse('an unknown piece of a module value');
  }
}
