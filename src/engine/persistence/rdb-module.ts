/**
 * Values of modules in RDB. Their bytes are the module's affair, but each piece is marked with its kind, so that a
 * program without the module can still step over them (rdbLoadCheckModuleValue):
 *
 *     [7][id of the type: nine characters and a version in 64 bits]
 *     [2][a number without a sign]  [4][eight bytes of a double]  [5][a string]  …  [0]
 */

import type { ModuleLoader, ModuleSaver } from '../types/module-type.ts';
import { moduleObject, moduleTypeId, moduleTypeOfId, moduleValueOf } from '../types/module-type.ts';
import { TYPE_MODULE } from '../types/object.ts';
import type { RdbKind } from './rdb-kind.ts';
import { type RdbReader, refuse } from './rdb-reader.ts';
import { RDB_MODULE_2 } from './rdb-types.ts';
import type { RdbWriter } from './rdb-writer.ts';

const END = 0;
const UNSIGNED = 2;
const DOUBLE = 4;
const STRING = 5;

function saver(writer: RdbWriter): ModuleSaver {
  return {
    unsigned(value) {
      writer.count(UNSIGNED);
      writer.count(value);
    },
    double(value) {
      writer.count(DOUBLE);
      writer.double(value);
    },
    string(bytes) {
      writer.count(STRING);
      writer.string(bytes);
    },
  };
}

function loader(reader: RdbReader): ModuleLoader {
  const expect = (kind: number) => {
    if (reader.count() !== kind) refuse('another kind of value than the module expects');
  };
  return {
    unsigned() {
      expect(UNSIGNED);
      return reader.count();
    },
    double() {
      expect(DOUBLE);
      return reader.double();
    },
    string() {
      expect(STRING);
      return reader.string().slice();
    },
    refuse,
  };
}

export const rdbModule: RdbKind = {
  type: TYPE_MODULE,
  form: () => RDB_MODULE_2,
  write(writer, object) {
    const value = moduleValueOf(object);
    const { name, encodingVersion } = value.moduleType;
    writer.count(moduleTypeId(name, encodingVersion));
    value.moduleType.save(saver(writer), value);
    writer.count(END);
  },
  forms: () => [RDB_MODULE_2],
  read(_form, reader, server) {
    const { name, encodingVersion } = moduleTypeOfId(reader.unsigned());
    const type = server.modules.type(name) ?? refuse(`no module has the type ${name}`);
    if (encodingVersion !== type.encodingVersion) refuse(`version ${encodingVersion} of ${name}`);
    const value = type.load(loader(reader), server.env);
    let isWhole = false;
    try {
      isWhole = reader.count() === END;
    } finally {
      if (!isWhole) type.free(value);
    }
    if (!isWhole) refuse('the value of a module does not end where it should');
    return moduleObject(server.env, value, server.keyspace.stamps.fresh);
  },
};
