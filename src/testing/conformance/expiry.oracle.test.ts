/**
 * Active expiry beside the real server: the same keys with the same times to live, never looked up, and the share of
 * expired keys that still exist. The real clock runs; the engine's is moved as the real one moved.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { latin1 } from '../../engine/base/bytes.ts';
import { startRedis, WireClient } from '../oracle.ts';
import { EngineClients } from '../transcript-players.ts';

/** Rounds without disturbance by other work of the machine; and the most that are tried. */
const FAIR_ROUNDS = 75;
const MAX_ROUNDS = 300;
/** No divisor of the cron's period, so that the samples fall everywhere between its runs. */
const ROUND_MS = 73;
const SETTLED = 15;
/** A round that took longer says more about the machine than about the server. */
const FAIR_MS = 100;

const ttlMs = (key: number) => 200 + ((key * 37) % 800);

/** Ticks as the engine requests them, up to an instant. */
function passUntil(clients: EngineClients, untilMs: number): void {
  const { engine } = clients;
  let { wakeAtMs } = engine.step({ type: 'tick', nowMs: clients.nowMs });
  while (wakeAtMs !== null && wakeAtMs <= untilMs) {
    clients.nowMs = wakeAtMs;
    wakeAtMs = engine.step({ type: 'tick', nowMs: wakeAtMs }).wakeAtMs;
  }
  clients.nowMs = untilMs;
}

// The real clock runs, and a busy machine gives the server less time: then measure again.
test.concurrent.each([
  ['1', 100],
  ['1', 400],
  ['10', 300],
])('effort %s, %d keys a round', { timeout: 60_000, retry: 2 }, async (effort, keysPerRound) => {
  const redis = await startRedis(['--active-expire-effort', effort]);
  const client = await WireClient.connect(redis.port);
  const engine = new EngineClients({ 'active-expire-effort': effort }, Date.now());
  let [ourStale, ourKeys, theirStale, theirKeys, fair] = [0, 0, 0, 0, 0];
  let expiries: number[] = [];
  try {
    for (let round = 0; round < MAX_ROUNDS && fair < FAIR_ROUNDS; round++) {
      const nowMs = Date.now();
      passUntil(engine, nowMs);
      const commands: string[][] = [];
      for (let key = 0; key < keysPerRound; key++) {
        const atMs = nowMs + ttlMs(key);
        expiries.push(atMs);
        commands.push(['SET', `k${round}:${key}`, 'v', 'PXAT', String(atMs)]);
      }
      await Promise.all(commands.map((command) => client.send(command)));
      for (const command of commands) engine.send(command);
      await pause(ROUND_MS);
      const [size, time] = await Promise.all([client.send(['DBSIZE']), client.send(['TIME'])]);
      const [, seconds, microseconds] = latin1(time).match(/(\d+)\r\n\$\d+\r\n(\d+)\r\n$/)!;
      const askedMs = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
      passUntil(engine, Math.max(askedMs, engine.nowMs));
      expiries = expiries.filter((atMs) => atMs >= askedMs);
      if (round < SETTLED || askedMs - nowMs > FAIR_MS) continue;
      fair++;
      const keys = Number(latin1(size).slice(1));
      theirKeys += keys;
      theirStale += keys - expiries.length;
      const { size: ourSize } = engine.engine.server.keyspace.databases[0].keys;
      ourKeys += ourSize;
      ourStale += ourSize - expiries.length;
    }
  } finally {
    client.close();
    await redis.stop();
  }
  expect(fair).toBeGreaterThan(SETTLED);
  const [theirs, ours] = [theirStale / theirKeys, ourStale / ourKeys];
  const figures = `server ${(theirs * 100).toFixed(1)} %, engine ${(ours * 100).toFixed(1)} %, ${fair} rounds`;
  expect(Math.abs(ours - theirs), figures).toBeLessThan(0.05);
});
