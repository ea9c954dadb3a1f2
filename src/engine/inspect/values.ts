/** Values and figures as they lie in a server, for readers that make something else of them than a view. */
export { SECTIONS } from '../commands/server/info-sections.ts';
export type { Dict, DictEntry } from '../structures/dict.ts';
export { hashGet, isPacked as isPackedHash, tableOf as hashTableOf } from '../types/hash.ts';
export { typeNameOf } from '../types/module-type.ts';
export {
  ENCODING_NAMES,
  type RedisObject,
  TYPE_HASH,
  TYPE_SET,
  TYPE_STRING,
  TYPE_ZSET,
} from '../types/object.ts';
export { isIntset, setHas, setTableOf } from '../types/set.ts';
export { stringBytes } from '../types/string.ts';
export { textBytes } from '../types/text.ts';
export { isPacked, tableOf, zsetScore, zsetSize } from '../types/zset.ts';
