/** Keeps the list of frames, and reads the page's data about clients from it. */
import type { FrameSummary } from '../../protocol/messages.ts';
import type { SessionStart } from '../../protocol/session.ts';

/**
 * Adds frames to the list. It replaces a frame that is already there, since an answer and an event may both carry it.
 * Null if frames in between are missing and the list must be fetched anew.
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

/** A client, its database, and where there are several servers the one that it is connected to. */
export interface ConnectedClient {
  readonly id: number;
  readonly db: number;
  readonly node?: number;
}
export type Clients = readonly ConnectedClient[];

export function newClient(id: number, node: number | undefined): ConnectedClient {
  return { id, db: 0, ...(node === undefined ? {} : { node }) };
}

/** The clients after these frames, given those before them. */
export function clientsAfter(clients: Clients, arrived: readonly FrameSummary[]): Clients {
  let result = clients;
  for (const frame of arrived) {
    if (frame.kind === 'connect' && !result.some((client) => client.id === frame.client)) {
      result = [...result, newClient(frame.client, frame.node)].sort((a, b) => a.id - b.id);
    }
    const gone = frame.kind === 'disconnect' ? [...frame.closed, frame.client] : frame.closed;
    if (gone.length > 0) result = result.filter((client) => !gone.includes(client.id));
    for (const { client, db } of frame.selected) {
      result = result.map((known) => (known.id === client ? { ...known, db } : known));
    }
  }
  return result;
}

/** The clients connected at the end of a frame. */
export function clientsAt(frames: readonly FrameSummary[], atFrame: number): Clients {
  return clientsAfter([], frames.slice(0, atFrame + 1));
}

/** The database a client selected in a frame; null if it selected none. */
export function selectedDatabase(frame: FrameSummary, client: number): number | null {
  return frame.selected.find((each) => each.client === client)?.db ?? null;
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
    const db = selectedDatabase(frame, client);
    if (db !== null) return db;
    if (frame.client === client && frame.kind === 'connect') return 0;
  }
  return 0;
}

/** How many inputs of clients there were up to and including a frame, for "command n of m". */
export function commandNumber(frames: readonly FrameSummary[], atFrame: number): number {
  let count = 0;
  for (let index = 0; index <= atFrame && index < frames.length; index++) {
    if (frames[index].kind === 'command') count++;
  }
  return count;
}

/** The name of a server, one that the session began with or one that was added; null where there is only one. */
export function nodeName(
  { start, frames }: { readonly start: SessionStart | null; readonly frames: readonly FrameSummary[] },
  node: number | undefined,
): string | null {
  const nodes = start?.world?.nodes;
  if (nodes === undefined || node === undefined) return null;
  if (node < nodes.length) return nodes[node].name;
  const added = frames.flatMap(({ change }) => (change?.type === 'add' ? [change.start.name] : []));
  return added[node - nodes.length] ?? null;
}

/** Of several servers: the consoles that lost theirs when it died, while it is down. */
export function strandedAt(frames: readonly FrameSummary[], atFrame: number): Clients {
  let stranded: Clients = [];
  for (let index = 0; index <= atFrame && index < frames.length; index++) {
    const { kind, client, node, closed, down } = frames[index];
    if (node === undefined) continue;
    if (kind === 'connect') stranded = stranded.filter(({ id }) => id !== client);
    if (down === true) for (const id of closed) stranded = [...stranded, newClient(id, node)];
    else if (stranded.length > 0) stranded = stranded.filter((known) => known.node !== node);
  }
  return stranded;
}
