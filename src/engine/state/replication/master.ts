/** The server that this one follows: where it is, how far the link to it has come, and where its stream was left. */
import type { Client } from '../client/client.ts';
import type { Link } from '../links.ts';
import type { Resync } from './replica.ts';

/**
 * connect: dial at the next chance · connecting · handshake: asks and answers before PSYNC · transfer: the file comes
 * · connected.
 */
export type MasterStage = 'connect' | 'connecting' | 'handshake' | 'transfer' | 'connected';

/** A place in a stream: enough to ask for what follows. */
export interface StreamPlace {
  readonly id: string;
  readonly offset: number;
  /** The database that the stream had selected. */
  readonly db: number;
}

/** The file while it comes. */
export interface Transfer {
  /** Null while it ends with a mark and its length is not known. */
  readonly lengthBytes: number | null;
  readonly receivedBytes: number;
}

export class Master {
  readonly host: string;
  readonly port: number;
  stage: MasterStage = 'connect';
  link: Link | null = null;
  /** Runs the commands of the stream; null unless connected. */
  client: Client | null = null;
  /** How much of the stream has arrived, and how much of it has run. */
  readOffset = 0;
  offset = 0;
  /** Where the stream was when the link broke: there it may go on. */
  cached: StreamPlace | null = null;
  transfer: Transfer | null = null;
  /** How this server last got into step with it. */
  resync: Resync | null = null;
  /** Tries since the link last stood that came to nothing. */
  failedTries = 0;
  /** When anything was last heard during handshake and transfer. */
  lastHeardAtMs = 0;
  /** Since when the link is down; 0 if it never stood. */
  downSinceMs = 0;
  /** It does not understand PSYNC, and is told nothing. */
  isOld = false;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }
}
