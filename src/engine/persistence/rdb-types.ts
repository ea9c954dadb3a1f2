/** The first byte of a value in RDB: which type it is and in which form it follows. */

export const RDB_STRING = 0;
/** Strings in a row. */
export const RDB_LIST = 1;
export const RDB_SET = 2;
/** Members with their scores as text. */
export const RDB_ZSET = 3;
export const RDB_HASH = 4;
/** Members with their scores as eight bytes. */
export const RDB_ZSET_2 = 5;
/** A value of a module, with every piece marked by its kind. */
export const RDB_MODULE_2 = 7;
export const RDB_HASH_ZIPMAP = 9;
export const RDB_LIST_ZIPLIST = 10;
export const RDB_SET_INTSET = 11;
export const RDB_ZSET_ZIPLIST = 12;
export const RDB_HASH_ZIPLIST = 13;
/** Nodes, each a ziplist. */
export const RDB_LIST_QUICKLIST = 14;
export const RDB_STREAM_LISTPACKS = 15;
export const RDB_HASH_LISTPACK = 16;
export const RDB_ZSET_LISTPACK = 17;
/** Nodes, each with its container: a listpack or one long element. */
export const RDB_LIST_QUICKLIST_2 = 18;
export const RDB_STREAM_LISTPACKS_2 = 19;

/** Where a form could stand in a file: something else than a key follows. */
export const RDB_FUNCTION_2 = 245;
export const RDB_FUNCTION_PRE_GA = 246;
export const RDB_MODULE_AUX = 247;
/** How long the key has not been used, in seconds. */
export const RDB_IDLE = 248;
/** How often it was used lately: the counter of LFU. */
export const RDB_FREQ = 249;
export const RDB_AUX = 250;
export const RDB_RESIZEDB = 251;
export const RDB_EXPIRETIME_MS = 252;
export const RDB_EXPIRETIME = 253;
export const RDB_SELECTDB = 254;
export const RDB_EOF = 255;
