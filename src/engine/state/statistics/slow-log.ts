/** Commands that took long: SLOWLOG. The newest comes first; long commands are cut as the server cuts them. */
import { bytesOf, concatBytes } from '../../base/bytes.ts';
import type { Client } from '../client/client.ts';

export interface SlowEntry {
  readonly id: number;
  /** Unix seconds. */
  readonly atSeconds: number;
  readonly microseconds: number;
  readonly args: readonly Uint8Array[];
  readonly address: string;
  readonly clientName: string;
}

const MAX_ARGUMENTS = 32;
const MAX_ARGUMENT_BYTES = 128;

export class SlowLog {
  entries: SlowEntry[] = [];
  #nextId = 0;

  add(
    client: Client,
    args: readonly Uint8Array[],
    microseconds: number,
    nowMs: number,
    maxLength: number,
  ): void {
    this.entries.unshift({
      id: this.#nextId++,
      atSeconds: Math.floor(nowMs / 1000 + microseconds / 1_000_000),
      microseconds,
      args: shortened(args),
      address: client.address,
      clientName: client.name,
    });
    if (this.entries.length > maxLength) this.entries.length = maxLength;
  }
}

/** At most 32 arguments of at most 128 bytes; the omitted ones are counted. */
export function shortened(args: readonly Uint8Array[]): Uint8Array[] {
  const kept = args.length > MAX_ARGUMENTS ? args.slice(0, MAX_ARGUMENTS - 1) : args;
  const shown = kept.map((argument) => {
    const more = argument.length - MAX_ARGUMENT_BYTES;
    if (more <= 0) return argument.slice();
    return concatBytes([argument.subarray(0, MAX_ARGUMENT_BYTES), bytesOf(`... (${more} more bytes)`)]);
  });
  if (kept !== args) shown.push(bytesOf(`... (${args.length - kept.length} more arguments)`));
  return shown;
}
