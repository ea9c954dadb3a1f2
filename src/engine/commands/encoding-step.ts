/** Emitting the step that the value of a key has another encoding, at the moment it changes. */
import type { ConversionListener } from '../state/config/packed-limits.ts';
import type { Server } from '../state/server.ts';
import { emitEncodingStep } from './strings/value.ts';

/** Null without a probe. */
export function encodingStepEmitter(server: Server, key: Uint8Array): ConversionListener {
  if (server.env.probe === null) return null;
  return (from, to) => emitEncodingStep(server, key, from, to);
}
