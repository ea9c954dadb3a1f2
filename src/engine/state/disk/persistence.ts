/** The state of a server's files: the figures of INFO persistence, and the jobs in progress. */

import type { PageCopies } from '../../base/page-copies.ts';
import type { PropagationSink } from '../propagation.ts';
import type { BackgroundJob } from './background-jobs.ts';
import type { DiskFile } from './disk.ts';

/** One line of an AOF manifest. */
export interface AofFileEntry {
  readonly name: string;
  readonly seq: number;
  /** Base, incremental, history. */
  readonly type: 'b' | 'i' | 'h';
}

export interface AofManifest {
  base: AofFileEntry | null;
  incremental: AofFileEntry[];
  history: AofFileEntry[];
}

/** A running child: its data from the fork, and how much of its file it has written so far. */
export interface SavingChild {
  readonly job: BackgroundJob;
  readonly path: string;
  /** Null when the disk refused to open one. */
  readonly file: DiskFile | null;
  readonly bytes: Uint8Array;
  /** keyspace.dirty at the fork: what comes later is not in the file. */
  readonly dirtyAtFork: number;
  readonly startedAtMs: number;
  /** Set when the disk refused a part of it. */
  failed: boolean;
}

/** A child that rewrites the append only file. */
export interface RewritingChild extends SavingChild {
  readonly file: DiskFile;
  /** 6.2: the commands since the fork, to append to the new file. Null if they go to a separate file. */
  readonly rewriteBuffer: Uint8Array[] | null;
}

/** Save when so many seconds have passed and there were so many changes. */
export interface SavePoint {
  readonly seconds: number;
  readonly changes: number;
}

export class RdbState {
  child: SavingChild | null = null;
  /** Called when a child has ended, well or not: replicas may wait for its file. */
  onChildEnd: ((child: SavingChild, isGood: boolean) => void) | null = null;
  /** BGSAVE SCHEDULE, or a save point while a rewrite was running. */
  isScheduled = false;
  /** Unix seconds of the last save that succeeded; the start of the server before the first. */
  lastSaveSeconds: number;
  lastStatusOk = true;
  lastAttemptSeconds = 0;
  /** -1 before the first. */
  lastDurationSeconds = -1;
  saves = 0;
  /** The parameter save and its save points. */
  savePointsText = '';
  savePoints: readonly SavePoint[] = [];
  lastLoadKeysExpired = 0;
  lastLoadKeysLoaded = 0;

  constructor(startMs: number) {
    this.lastSaveSeconds = Math.floor(startMs / 1000);
  }
}

export class AofState {
  state: 'off' | 'on' | 'waiting-for-rewrite' = 'off';
  manifest: AofManifest = { base: null, incremental: [], history: [] };
  /** The file that is appended to. */
  file: DiskFile | null = null;
  /** Its path on the disk. */
  path = '';
  /** What listens to the commands while they are appended. */
  sink: PropagationSink | null = null;
  /** Where the last rewrite left its result. */
  basePath = '';
  /** Commands since the last flush, to be written before replies go out. */
  buffer: Uint8Array[] = [];
  bufferBytes = 0;
  /** The database that a reader of the file has selected; -1 to write SELECT again. */
  selectedDb = -1;
  /** All files together. */
  currentBytes = 0;
  /** The size after the last rewrite, or at the start. */
  rewriteBaseBytes = 0;
  /** How much of the open file has been handed to fsync. */
  fsyncedBytes = 0;
  lastFsyncSeconds = 0;
  /** A write that waits for a slow fsync, since when; 0 when none does. */
  postponedSinceMs = 0;
  delayedFsyncs = 0;
  child: RewritingChild | null = null;
  isRewriteScheduled = false;
  lastRewriteOk = true;
  lastRewriteSeconds = -1;
  rewrites = 0;
  failuresInARow = 0;
  nextRewriteTrySeconds = 0;
  lastWriteOk = true;
  lastWriteError = '';
  /** When a write that failed is tried again. */
  retryAtMs = 0;
  lastTimestampSeconds = 0;
}

export class PersistenceState {
  readonly rdb: RdbState;
  readonly aof = new AofState();
  isLoading = false;
  /** Why no server is running, in the words of its log; null while one is. */
  downBecause: string | null = null;
  /** When the next work without a command is due: a save point, an fsync. */
  dueAtMs = Number.POSITIVE_INFINITY;
  /** keyspace.dirty when that was computed, and the value from which it must be computed again. */
  plannedDirty = 0;
  replanAtDirty = 0;
  /** Whether it must be computed again anyway. */
  mayBeDue = false;
  /** The lines of the server's log, the latest last. */
  readonly log: string[] = [];
  /** The pages that the latest child shared, and those that were copied while it lived; null before the first. */
  lastCopies: PageCopies | null = null;

  constructor(startMs: number) {
    this.rdb = new RdbState(startMs);
  }

  /** Whether there is work to do before the input of a step. */
  wants(nowMs: number): boolean {
    return nowMs >= this.dueAtMs || this.rdb.child !== null || this.aof.child !== null;
  }

  note(text: string): void {
    this.log.push(text);
    if (this.log.length > MAX_LOG_LINES) this.log.shift();
  }
}

const MAX_LOG_LINES = 200;
