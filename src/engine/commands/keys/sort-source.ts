/** The source of SORT: a list, a set or a sorted set, or nothing. */
import { errors } from '../../base/errors.ts';
import type { Client } from '../../state/client/client.ts';
import { zsetLimits } from '../../state/config/packed-limits.ts';
import type { Server } from '../../state/server.ts';
import { quicklistOf } from '../../types/list.ts';
import { type RedisObject, TYPE_LIST, TYPE_SET, TYPE_ZSET } from '../../types/object.ts';
import { memberBytes, setSize, visitMembers } from '../../types/set.ts';
import { textBytes } from '../../types/text.ts';
import { convertToTable, isPacked, zsetSize } from '../../types/zset.ts';
import { visitByRank } from '../../types/zset-walk.ts';
import { encodingStepEmitter } from '../encoding-step.ts';

export class SortSource {
  readonly #server: Server;
  readonly #object: RedisObject | null;
  readonly length: number;

  private constructor(server: Server, object: RedisObject | null) {
    this.#server = server;
    this.#object = object;
    this.length = object === null ? 0 : sizeOf(object);
  }

  static at(server: Server, client: Client, key: Uint8Array): SortSource {
    const object = server.keyspace.lookupRead(client.db, key);
    if (object === null) return new SortSource(server, null);
    const { type } = object;
    if (type !== TYPE_LIST && type !== TYPE_SET && type !== TYPE_ZSET) throw errors.wrongType();
    // Like the server, convert a packed sorted set to a table; it stays one.
    if (type === TYPE_ZSET && isPacked(object)) {
      convertToTable(server.env, object, zsetLimits(server, encodingStepEmitter(server, key)));
    }
    return new SortSource(server, object);
  }

  /** A set has no order of its own. */
  get isOrdered(): boolean {
    return this.#object?.type !== TYPE_SET;
  }

  /** All elements, each as bytes of its own. */
  all(): Uint8Array[] {
    return this.isOrdered ? this.range(0, this.length, false) : this.#members();
  }

  /** `count` elements from `start` on in the order of the list or the sorted set, or against it. */
  range(start: number, count: number, backwards: boolean): Uint8Array[] {
    const object = this.#object;
    const elements: Uint8Array[] = [];
    if (object === null || count <= 0) return elements;
    if (object.type === TYPE_ZSET) {
      const { heap } = this.#server.env;
      visitByRank(object, start, count, backwards, false, (member) => {
        elements.push(textBytes(heap, member).slice());
      });
      return elements;
    }
    const list = quicklistOf(object);
    const iterator = list.iterateFrom(backwards ? -1 - start : start, backwards ? 'backwards' : 'forwards');
    while (elements.length < count && iterator?.next()) elements.push(iterator.bytes());
    iterator?.release();
    return elements;
  }

  #members(): Uint8Array[] {
    const { heap } = this.#server.env;
    const members: Uint8Array[] = [];
    visitMembers(this.#object!, (member) => members.push(memberBytes(heap, member)) > 0);
    return members;
  }
}

function sizeOf(object: RedisObject): number {
  if (object.type === TYPE_LIST) return quicklistOf(object).count;
  return object.type === TYPE_SET ? setSize(object) : zsetSize(object);
}
