/** Work that a server hands to a child that shares its memory. */
export { rewriteInBackground } from './aof-rewrite.ts';
export { letChildWrite, RETRY_DELAY_SECONDS, saveInBackground } from './rdb-save.ts';
