/** Pictures of what lies below a server: its files with their bytes, and what works on them beside the commands. */
import type { Window } from './views.ts';

export type DiskTarget =
  | {
      readonly kind: 'disk';
      readonly db: number;
      /** The file to show; null for the one that was written to last. */
      readonly path: string | null;
      /** Bytes of that file, at most 2048; null for its end. */
      readonly window: Window | null;
    }
  | { readonly kind: 'jobs'; readonly db: number };

export interface DiskFileRow {
  readonly path: string;
  readonly bytes: number;
  /** From here on to the end a power failure would take it away. */
  readonly syncedBytes: number;
  readonly modifiedAtMs: number;
  readonly role: 'rdb' | 'aof-base' | 'aof-increment' | 'aof-manifest' | 'temporary' | 'other';
  /** Whether commands are appended to it now. */
  readonly isOpen: boolean;
}

export type DiskSpanRole =
  | 'magic'
  | 'aux'
  | 'opcode'
  | 'number'
  | 'form'
  | 'key'
  | 'value'
  | 'checksum'
  | 'command'
  | 'header'
  | 'argument'
  | 'annotation'
  | 'manifest'
  | 'damaged';

/** Bytes that belong together, from `from` up to `to` in the file. Spans of greater depth lie inside others. */
export interface DiskSpan {
  readonly from: number;
  readonly to: number;
  readonly role: DiskSpanRole;
  readonly depth: number;
  /** What the bytes say, cut to 64 characters: 'SELECTDB 0', 'EXPIRETIME_MS', '$3', a key. */
  readonly text: string;
}

export interface DiskBytesView {
  readonly path: string;
  readonly totalBytes: number;
  readonly from: number;
  readonly bytes: Uint8Array;
  /** Those that touch the window, in the order of the file. Empty for files of more than a megabyte. */
  readonly spans: readonly DiskSpan[];
}

export interface DiskView {
  readonly kind: 'disk';
  readonly nowMs: number;
  /** Why no server is running, in the words of its log; null while one is. */
  readonly downBecause: string | null;
  readonly isFull: boolean;
  readonly fsyncMs: number;
  readonly files: readonly DiskFileRow[];
  readonly shown: DiskBytesView | null;
  readonly aof: {
    readonly state: 'off' | 'on' | 'waiting-for-rewrite';
    readonly policy: string;
    /** Commands that are not in the file yet: a write that waits for a slow fsync. */
    readonly bufferBytes: number;
    /** When the written bytes will be fsynced; null if none wait. */
    readonly nextFsyncAtMs: number | null;
    readonly currentBytes: number;
    readonly rewriteBaseBytes: number;
    readonly lastWriteOk: boolean;
  };
  readonly rdb: {
    readonly changes: number;
    readonly lastSaveSeconds: number;
    readonly lastStatusOk: boolean;
    readonly savePoints: readonly { readonly seconds: number; readonly changes: number }[];
  };
  /** What works on the files beside the commands. */
  readonly jobs: JobsView;
  /** The latest lines of the server's log, the latest last. */
  readonly log: readonly string[];
}

export interface JobRow {
  readonly id: number;
  readonly job: 'rdb-save' | 'aof-rewrite' | 'aof-fsync' | 'lazy-free';
  readonly subject: string;
  readonly startedAtMs: number;
  readonly endsAtMs: number;
  readonly amount: number;
  /** From 0 to 1. */
  readonly progress: number;
}

export interface JobsView {
  readonly kind: 'jobs';
  readonly nowMs: number;
  /** In the order in which they were begun. */
  readonly running: readonly JobRow[];
  /** How many were begun since the server started. */
  readonly begun: number;
  /** False while a child shares the memory: tables hardly resize then. */
  readonly dictCanResize: boolean;
}
