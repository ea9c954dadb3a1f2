/** Telling whoever watches, there and then, that the value of a key has another encoding. */
import type { ConversionListener } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { tellEncoding } from './strings/value.ts';

/** Null when nobody watches. */
export function conversionTeller(server: Server, key: Uint8Array): ConversionListener {
  if (server.env.probe === null) return null;
  return (from, to) => tellEncoding(server, key, from, to);
}
