/** One connection, as the server sees it. */
import type { Database } from '../keyspace/database.ts';
import { QueryBuffer } from './query-buffer.ts';
import { ReplyBuffer } from './reply.ts';

export class Client {
  readonly id: number;
  readonly address: string;
  readonly connectedAtMs: number;
  readonly query = new QueryBuffer();
  readonly reply = new ReplyBuffer();
  db: Database;
  name = '';
  /** Name of the last command, with its subcommand: 'config|get'. */
  lastCommand = 'NULL';
  lastInteractionMs: number;
  /** Hang up once the pending reply is sent. */
  closeAfterReply = false;
  /** CLIENT REPLY: 'off' until told otherwise, 'skip' for the next command only. */
  replyMode: 'on' | 'off' | 'skip' | 'skip-next' = 'on';
  noEvict = false;
  /** Whether it may run commands while a password is required. */
  authenticated = true;

  constructor(id: number, db: Database, nowMs: number) {
    this.id = id;
    this.db = db;
    this.address = `127.0.0.1:${50000 + (id % 10000)}`;
    this.connectedAtMs = nowMs;
    this.lastInteractionMs = nowMs;
  }
}
