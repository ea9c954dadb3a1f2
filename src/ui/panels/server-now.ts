/** The server's time at the moment looked at: it runs on only in the present. */
import { useEffect, useState } from 'react';
import { useSessionShallow } from '../session/hooks.ts';
import { currentMoment, isAtHead } from '../session/store.ts';

const tickMs = 200;

/** `seenMs` is the time of the picture; `runs` whether anything depends on the time that passes. */
export function useServerNow(seenMs: number, runs: boolean): number {
  const { clock, atPresent } = useSessionShallow((state) => ({
    clock: state.clock,
    atPresent: isAtHead(state) && currentMoment(state)?.step === null,
  }));
  /** When the clock's reading arrived, to extrapolate between two readings. */
  const [read, setRead] = useState({ clock, atMs: performance.now() });
  if (read.clock !== clock) setRead({ clock, atMs: performance.now() });
  const [, setTicks] = useState(0);
  const ticking = atPresent && clock.running && runs;
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), tickMs);
    return () => clearInterval(timer);
  }, [ticking]);
  if (!atPresent) return Math.floor(seenMs);
  const sinceMs = clock.running ? (performance.now() - read.atMs) * clock.speed : 0;
  // Whole milliseconds, as the server compares them with expiry times.
  return Math.floor(Math.max(seenMs, clock.nowMs + sinceMs));
}
