/** One connection, as the server sees it. */
import type { Address } from '../../../protocol/session.ts';
import type { Database } from '../../keyspace/database.ts';
import type { User } from '../acl/user.ts';
import type { CommandEntry } from '../command/table.ts';
import type { Replica } from '../replication/replica.ts';
import type { Blocked } from './blocking.ts';
import { QueryBuffer } from './query-buffer.ts';
import { ReplyBuffer } from './reply.ts';
import type { ClientSubscriptions } from './subscriptions.ts';
import type { ClientTracking } from './tracking.ts';
import { Transaction } from './transaction.ts';

export class Client {
  readonly id: number;
  /** Where it connects from, without and with the port. */
  readonly host: string;
  readonly address: string;
  readonly connectedAtMs: number;
  readonly query = new QueryBuffer();
  readonly reply = new ReplyBuffer();
  db: Database;
  name = '';
  /** The last command; null if its name is unknown. */
  lastEntry: CommandEntry | null = null;
  lastInteractionMs: number;
  /** Hang up once the pending reply is sent. */
  closeAfterReply = false;
  /** CLIENT REPLY: 'off' until changed, 'skip' for one command. */
  replyMode: 'on' | 'off' | 'skip' = 'on';
  /** CLIENT REPLY SKIP was called: the command after the running one gets no reply. */
  skipsNextReply = false;
  /** While a command runs that is not answered: where in the buffer that begins which is not to be said; else -1. */
  mutedFrom = -1;
  noEvict = false;
  /** Replies that were handed over and that the other side has not taken yet. */
  unsentBytes = 0;
  /** Since when it has had more unsent than the soft limit allows; 0 while it has not. */
  overSoftLimitSinceMs = 0;
  /** The longest reply so far. */
  replyPeakBytes = 0;
  /** Whether it may run commands while a password is required. */
  authenticated = true;
  /** Who it is logged in as; null for the server itself, which may do anything. */
  user: User | null = null;

  /** MULTI and WATCH. */
  readonly transaction = new Transaction();
  /** Why it is blocked; the server reads nothing it sends until it is unblocked. */
  blocked: Blocked | null = null;
  /** A command that was held back: it runs first when the client is unblocked. */
  postponed: readonly Uint8Array[] | null = null;
  /** Inside EXEC and scripts: a command that would wait answers as if its time were over. */
  denyBlocking = false;

  /** The client that runs the commands of scripts: MONITOR marks them. */
  isScript = false;
  /** ASKING: the next command may use a slot that is on its way here. */
  isAsking = false;
  /** In a cluster: the slot of the keys of its command; null where it has none. */
  slot: number | null = null;
  /** READONLY: a replica in a cluster may answer its reads. */
  readsFromReplica = false;
  /** Null until it listens to something. */
  subscriptions: ClientSubscriptions | null = null;
  /** Null unless CLIENT TRACKING is on. */
  tracking: ClientTracking | null = null;
  /**
   * The redirect target when tracking was last on: pending invalidations still go there after tracking was turned off.
   */
  trackingRedirect = 0;

  /** What it is as a replica of this server; null for nearly all. */
  replica: Replica | null = null;
  /** It brings the commands of the master, which are obeyed whatever the gates would say. */
  isMaster = false;
  /** How long the replication stream was when its last command had run: what WAIT waits for. */
  writeOffset = 0;

  constructor(id: number, db: Database, nowMs: number, from?: Address) {
    this.id = id;
    this.db = db;
    this.host = from?.host ?? '127.0.0.1';
    this.address = `${this.host}:${from?.port ?? 50000 + (id % 10000)}`;
    this.connectedAtMs = nowMs;
    this.lastInteractionMs = nowMs;
  }

  /** CLIENT REPLY OFF: from here on only messages are written. */
  fallSilent(): void {
    this.replyMode = 'off';
    if (this.mutedFrom === -1) this.mutedFrom = this.reply.length;
  }

  /** CLIENT REPLY ON: drops the bytes written while it was off. */
  speakAgain(): void {
    this.replyMode = 'on';
    this.forgetMuted();
  }

  forgetMuted(): void {
    if (this.mutedFrom === -1) return;
    this.reply.truncate(this.mutedFrom);
    this.mutedFrom = -1;
  }

  /** Name of the last command, with its subcommand: 'config|get'. */
  get lastCommand(): string {
    return this.lastEntry === null ? 'NULL' : this.lastEntry.fullName;
  }
}
