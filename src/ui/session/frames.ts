/** Keeping the list of frames, and reading from it what the page shows about clients. */
import type { FrameSummary } from '../../protocol/messages.ts';

/**
 * Adds frames to the list. A frame that is already there is replaced, since an answer and an event may tell of
 * the same one. Null when frames in between are missing and the list must be fetched anew.
 */
export function withFrames(
  frames: readonly FrameSummary[],
  arrived: readonly FrameSummary[],
): readonly FrameSummary[] | null {
  const result = frames.slice();
  for (const frame of arrived) {
    if (frame.index > result.length) return null;
    result[frame.index] = frame;
  }
  return result;
}

export type Clients = readonly { readonly id: number; readonly db: number }[];

/** The clients after these frames, given those before them. */
export function clientsAfter(clients: Clients, arrived: readonly FrameSummary[]): Clients {
  let result = clients;
  for (const frame of arrived) {
    if (frame.kind === 'connect' && !result.some((client) => client.id === frame.client)) {
      result = [...result, { id: frame.client, db: 0 }].sort((a, b) => a.id - b.id);
    }
    const gone = frame.kind === 'disconnect' ? [...frame.closed, frame.client] : frame.closed;
    if (gone.length > 0) result = result.filter((client) => !gone.includes(client.id));
    const db = selectedDatabase(frame);
    if (db !== null) {
      result = result.map((client) => (client.id === frame.client ? { ...client, db } : client));
    }
  }
  return result;
}

const ok = [0x2b, 0x4f, 0x4b, 0x0d, 0x0a];
const resetReply = [0x2b, 0x52, 0x45, 0x53, 0x45, 0x54, 0x0d, 0x0a];

/** The database a frame's command selected; read, as redis-cli does, from the command and its reply. */
export function selectedDatabase(frame: FrameSummary): number | null {
  if (frame.kind !== 'command' || frame.commands !== 1) return null;
  const own = frame.replies.find((reply) => reply.client === frame.client);
  if (own === undefined) return null;
  const select = /^"?select"?\s+"?(\d+)"?$/i.exec(frame.text);
  if (select !== null && equals(own.bytes, ok)) return Number(select[1]);
  if (/^"?reset"?$/i.test(frame.text) && equals(own.bytes, resetReply)) return 0;
  return null;
}

/** Whether a client was connected at the end of a frame. */
export function isConnected(frames: readonly FrameSummary[], client: number, atFrame: number): boolean {
  for (let index = Math.min(atFrame, frames.length - 1); index >= 0; index--) {
    const frame = frames[index];
    if (frame.closed.includes(client)) return false;
    if (frame.client !== client) continue;
    if (frame.kind === 'disconnect') return false;
    if (frame.kind === 'connect') return true;
  }
  return false;
}

/** Whether a client has sent anything since it connected. */
export function hasActed(frames: readonly FrameSummary[], client: number): boolean {
  for (let index = frames.length - 1; index >= 0; index--) {
    const { kind, client: whose } = frames[index];
    if (whose !== client) continue;
    if (kind === 'connect') return false;
    if (kind === 'command') return true;
  }
  return false;
}

/** The database each client had selected at the end of a frame. */
export function databaseOf(frames: readonly FrameSummary[], client: number, atFrame: number): number {
  for (let index = Math.min(atFrame, frames.length - 1); index >= 0; index--) {
    const frame = frames[index];
    if (frame.client !== client) continue;
    if (frame.kind === 'connect') return 0;
    const db = selectedDatabase(frame);
    if (db !== null) return db;
  }
  return 0;
}

/** How many inputs of clients there were up to and including a frame: what "command n of m" counts. */
export function commandNumber(frames: readonly FrameSummary[], atFrame: number): number {
  let count = 0;
  for (let index = 0; index <= atFrame && index < frames.length; index++) {
    if (frames[index].kind === 'command') count++;
  }
  return count;
}

function equals(bytes: Uint8Array, expected: readonly number[]): boolean {
  return bytes.length === expected.length && expected.every((byte, index) => bytes[index] === byte);
}
