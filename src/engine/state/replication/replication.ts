/**
 * What a server knows about copies of its data: the name and length of its history, those that follow it, and whom it
 * follows itself. Work is done in `engine/replication`, which arrives when it is first needed; until then `work` is null
 * and nothing here changes.
 */
import type { Client } from '../client/client.ts';
import type { Backlog } from './backlog.ts';
import type { Master, StreamPlace } from './master.ts';

/** A handover to a replica: FAILOVER. */
export interface Failover {
  stage: 'waiting-for-sync' | 'failover-in-progress';
  /** Null while any replica that has everything will do. */
  target: { readonly host: string; readonly port: number } | null;
  readonly isForced: boolean;
  /** 0 for never. */
  readonly endsAtMs: number;
}

/** What the rest of the server calls. */
export interface ReplicationWork {
  /** In every step, before unblocked clients go on: serves clients that wait for replicas. */
  goOn(): void;
  /** Before the server sleeps, in every step. */
  beforeSleep(): void;
  /** The master was held back and may go on. */
  runMaster(): void;
  /** `repl-backlog-size` and others may have changed. */
  followConfig(): void;
}

const NO_ID = '0'.repeat(40);

export class Replication {
  readonly #newId: () => string;
  #id: string | null = null;
  /** The history before this one, which replicas may still know, and up to where it was the same. */
  id2 = NO_ID;
  secondOffset = -1;
  /** How many bytes the stream has had. */
  offset = 0;
  /** Null until there is a first replica. */
  backlog: Backlog | null = null;
  /** The database that the stream has selected; -1 to say it again. */
  selectedDb = -1;
  /** Connections that are replicas, in the order in which they came. */
  replicas: Client[] = [];
  /** Those that are online and not late. */
  goodReplicas = 0;
  /** Since when there are none. */
  aloneSinceMs = 0;
  /** Null for a master. */
  master: Master | null = null;
  failover: Failover | null = null;
  work: ReplicationWork | null = null;
  /** Some client waits for acknowledgements: replicas are asked before the server sleeps. */
  wantsAcknowledgements = false;
  /** Where the file that was loaded at the start had been in a stream. */
  loaded: StreamPlace | null = null;
  /** Keys of that file that had expired by then: replicas have to hear of it. */
  expiredAtStart: { readonly db: number; readonly key: Uint8Array }[] = [];
  fullSyncs = 0;
  partialSyncs = 0;
  refusedPartialSyncs = 0;
  inputBytes = 0;
  outputBytes = 0;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** 40 hexadecimal digits that name the history of the data. Drawn when first asked for: most servers never are. */
  get id(): string {
    this.#id ??= this.#newId();
    return this.#id;
  }

  /** The same without drawing one. */
  get drawnId(): string | null {
    return this.#id;
  }

  set id(id: string) {
    this.#id = id;
  }

  /** The data starts a new history now. */
  renewId(): void {
    // The first one is drawn even if nothing uses it: the second must be different.
    void this.id;
    this.#id = this.#newId();
  }

  /** The history so far becomes the second one, up to here. */
  shiftId(): void {
    this.id2 = this.id;
    this.secondOffset = this.offset + 1;
    this.renewId();
  }

  /** Null while there is none. */
  get secondId(): string | null {
    return this.id2 === NO_ID ? null : this.id2;
  }

  forgetSecondId(): void {
    this.id2 = NO_ID;
    this.secondOffset = -1;
  }

  resetCounts(): void {
    this.fullSyncs = 0;
    this.partialSyncs = 0;
    this.refusedPartialSyncs = 0;
    this.inputBytes = 0;
    this.outputBytes = 0;
  }
}
