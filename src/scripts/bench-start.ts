/**
 * The cost of a new server: a search over schedules makes thousands of them a second. Beside it, the cost of a SET in
 * the same run.
 */
import { Engine } from '../engine/server/engine.ts';
import { encodeCommand } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';

const ENGINES = 20_000;
const COMMANDS = 200_000;
const START: SessionStart = { generation: '7.0', seed: 1, startMs: 1_700_000_000_000, config: {} };

function microsecondsEach(times: number, run: (nth: number) => void): number {
  for (let nth = 0; nth < times / 10; nth++) run(nth);
  const start = process.cpuUsage();
  for (let nth = 0; nth < times; nth++) run(nth);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / times;
}

export function benchStart(): void {
  const engine = new Engine(START);
  engine.step({ type: 'open', nowMs: START.startMs, client: 1 });
  const bytes = encodeCommand(['SET', 'key', 'value'].map((word) => new TextEncoder().encode(word)));
  const set = microsecondsEach(COMMANDS, () =>
    engine.step({ type: 'data', nowMs: START.startMs, client: 1, bytes }),
  );
  const start = microsecondsEach(ENGINES, (seed) => new Engine({ ...START, seed }));
  console.log(
    `\nA new engine: ${start.toFixed(1)} µs of processor time, ${(start / set).toFixed(0)} times a SET (${set.toFixed(2)} µs).`,
  );
}
