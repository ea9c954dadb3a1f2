/**
 * Lists in RDB (rdb.c):
 *
 *   LIST              count, then the elements as strings
 *   LIST_ZIPLIST      one string, a ziplist with all elements: older than 3.2
 *   LIST_QUICKLIST    count, then each node as a string, a ziplist: 6.2; 7.0 makes listpacks of them
 *   LIST_QUICKLIST_2  count, then for each node its container and a string: 1 and the element itself for a
 *                     plain node, 2 and a listpack for a packed one: 7.0
 *
 * A node that is compressed in memory is written as it is, whatever rdbcompression says. Nodes are loaded as they were
 * written, however full: only the two older forms are laid out again.
 */
import { listOptions } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { Listpack } from '../structures/listpack.ts';
import { isValidListpack } from '../structures/listpack-validate.ts';
import { valueBytes } from '../structures/packed-list.ts';
import { Quicklist } from '../structures/quicklist.ts';
import { Ziplist } from '../structures/ziplist.ts';
import { isValidZiplist, listpackFromZiplist } from '../structures/ziplist-validate.ts';
import { listObject, quicklistOf } from '../types/list.ts';
import { type RedisObject, TYPE_LIST } from '../types/object.ts';
import type { RdbKind } from './rdb-kind.ts';
import { type RdbReader, refuse } from './rdb-reader.ts';
import { RDB_LIST, RDB_LIST_QUICKLIST, RDB_LIST_QUICKLIST_2, RDB_LIST_ZIPLIST } from './rdb-types.ts';

const CONTAINER_PLAIN = 1;
const CONTAINER_PACKED = 2;
/** Header and end: a packed list of this size has no elements. */
const EMPTY_BYTES = { plain: 0, listpack: 7, ziplist: 11 };

interface Node {
  readonly bytes: Uint8Array;
  readonly format: 'plain' | 'listpack' | 'ziplist';
}

export const rdbList: RdbKind = {
  type: TYPE_LIST,
  form: (_object, generation) => (generation === '7.0' ? RDB_LIST_QUICKLIST_2 : RDB_LIST_QUICKLIST),
  write(writer, object) {
    const list = quicklistOf(object);
    const hasContainers = list.format.generation === '7.0';
    writer.count(list.nodeCount);
    for (let node = list.head; node !== null; node = node.next) {
      if (hasContainers) writer.count(node.isPlain ? CONTAINER_PLAIN : CONTAINER_PACKED);
      const { stream } = node;
      if (stream === null) writer.string(node.rawBytes());
      else writer.compressed(stream, node.sizeBytes);
    }
  },
  forms(generation) {
    const old = [RDB_LIST, RDB_LIST_ZIPLIST, RDB_LIST_QUICKLIST];
    return generation === '7.0' ? [...old, RDB_LIST_QUICKLIST_2] : old;
  },
  read(form, reader, server) {
    switch (form) {
      case RDB_LIST:
        return fromElements(server, readElements(reader));
      case RDB_LIST_ZIPLIST:
        return fromElements(server, elementsOfZiplist(reader.string()));
      default:
        return fromNodes(server, readNodes(reader, form === RDB_LIST_QUICKLIST_2));
    }
  },
};

function emptyList(server: Server): Quicklist {
  return new Quicklist(server.env, server.generation, listOptions(server));
}

function readElements(reader: RdbReader): Uint8Array[] {
  const elements: Uint8Array[] = [];
  for (let left = reader.count(); left > 0; left--) elements.push(reader.string());
  return elements;
}

function elementsOfZiplist(bytes: Uint8Array): Uint8Array[] {
  const elements: Uint8Array[] = [];
  const isValid = isValidZiplist(bytes, true, (value) => elements.push(valueBytes(value)) > 0);
  return isValid ? elements : refuse('a damaged ziplist');
}

function fromElements(server: Server, elements: readonly Uint8Array[]): RedisObject {
  if (elements.length === 0) refuse('a list without elements');
  const list = emptyList(server);
  for (const element of elements) list.pushTail(element);
  return listObject(server.env, list, server.keyspace.stamps.fresh);
}

/** The nodes, valid all of them; empty ones are left out. */
function readNodes(reader: RdbReader, hasContainers: boolean): Node[] {
  const nodes: Node[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const format = hasContainers ? readContainer(reader) : 'ziplist';
    const bytes = reader.string();
    if (bytes.length === 0) refuse('a node without bytes');
    if (format === 'listpack' && !isValidListpack(bytes, true)) refuse('a damaged listpack');
    if (format === 'ziplist' && !isValidZiplist(bytes, true)) refuse('a damaged ziplist');
    if (bytes.length !== EMPTY_BYTES[format]) nodes.push({ bytes, format });
  }
  if (nodes.length === 0) refuse('a list without elements');
  return nodes;
}

function readContainer(reader: RdbReader): Node['format'] {
  switch (reader.count()) {
    case CONTAINER_PLAIN:
      return 'plain';
    case CONTAINER_PACKED:
      return 'listpack';
    default:
      return refuse('an unknown container');
  }
}

function fromNodes(server: Server, nodes: readonly Node[]): RedisObject {
  const { env, generation, keyspace } = server;
  const list = emptyList(server);
  for (const { bytes, format } of nodes) {
    if (format === 'plain') list.appendPlain(bytes);
    else if (format === 'listpack') list.appendPacked(Listpack.fromBytes(env, bytes));
    else if (generation === '6.2') list.appendPacked(Ziplist.fromBytes(env, bytes));
    else list.appendPacked(listpackFromZiplist(env, bytes)!);
  }
  return listObject(env, list, keyspace.stamps.fresh);
}
