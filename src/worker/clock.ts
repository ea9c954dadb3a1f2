/**
 * The lab's clock: real time, faster time, or time that stands still until it is moved.
 * It never looks at a clock itself; the caller passes the real time.
 */
import type { ClockState } from '../protocol/messages.ts';

export class Clock {
  #running: boolean;
  #speed: number;
  /** Virtual and real time at the last change. */
  #virtualMs: number;
  #realMs: number;

  constructor(virtualMs: number, realMs: number, running: boolean, speed: number) {
    this.#virtualMs = virtualMs;
    this.#realMs = realMs;
    this.#running = running;
    this.#speed = speed;
  }

  /** Rounded to microseconds, the finest resolution of the server's replies. */
  nowMs(realMs: number): number {
    const elapsedMs = this.#running ? Math.max(0, realMs - this.#realMs) * this.#speed : 0;
    return Math.round((this.#virtualMs + elapsedMs) * 1000) / 1000;
  }

  /** How long to wait in real time until the virtual time comes; null while the clock stands still. */
  realDelayMs(virtualMs: number, realMs: number): number | null {
    if (!this.#running) return null;
    return Math.max(0, (virtualMs - this.nowMs(realMs)) / this.#speed);
  }

  set(change: { running?: boolean; speed?: number }, realMs: number): void {
    this.jumpTo(this.nowMs(realMs), realMs);
    if (change.running !== undefined) this.#running = change.running;
    if (change.speed !== undefined) this.#speed = Math.min(1000, Math.max(0.01, change.speed));
  }

  jumpTo(virtualMs: number, realMs: number): void {
    this.#virtualMs = virtualMs;
    this.#realMs = realMs;
  }

  state(realMs: number): ClockState {
    return { running: this.#running, speed: this.#speed, nowMs: this.nowMs(realMs) };
  }
}
