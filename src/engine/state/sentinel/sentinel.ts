/** What a server in sentinel mode holds: the masters it watches, its epoch and its settings. */
import type { Instance } from './instance.ts';

/** Names as SENTINEL DEBUG has them, all in milliseconds. */
export const DEFAULT_PERIODS = {
  'info-period': 10_000,
  'ping-period': 1000,
  'ask-period': 1000,
  'publish-period': 2000,
  'default-down-after': 30_000,
  'default-failover-timeout': 180_000,
  'tilt-trigger': 2000,
  'tilt-period': 30_000,
  'slave-reconf-timeout': 10_000,
  'min-link-reconnect-period': 15_000,
  'election-timeout': 10_000,
  'script-max-runtime': 60_000,
  'script-retry-delay': 30_000,
};
export type Period = keyof typeof DEFAULT_PERIODS;

/** Something that was made known, as a subscriber hears it. */
export interface SentinelEvent {
  readonly atMs: number;
  readonly type: string;
  readonly text: string;
}

/** Events that are kept to be looked at. */
export const KEPT_EVENTS = 256;

export class Sentinel {
  /** Of the file that keeps the state. */
  readonly path: string;
  /** 40 hexadecimal digits; outlives the process. */
  id = '';
  readonly masters = new Map<string, Instance>();
  currentEpoch = 0;
  readonly periods: Record<Period, number> = { ...DEFAULT_PERIODS };

  /** Time has jumped, or the process stood still: for a while nothing is decided. */
  isTilted = false;
  tiltedSinceMs = 0;
  lastTimerMs: number;

  announceIp: string | null = null;
  announcePort = 0;
  user: string | null = null;
  password: string | null = null;
  resolvesHostnames = false;
  announcesHostnames = false;
  deniesScriptsReconfig = true;

  /** SENTINEL SIMULATE-FAILURE. */
  crashesAfterElection = false;
  crashesAfterPromotion = false;

  /** The latest events, the newest last. */
  readonly events: SentinelEvent[] = [];
  /** How many there were since the process began. */
  toldEvents = 0;

  constructor(path: string, nowMs: number) {
    this.path = path;
    this.lastTimerMs = nowMs;
  }
}
