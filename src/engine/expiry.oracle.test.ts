/**
 * Active expiry beside the real server: the same keys with the same times to live, never asked for, and the share of
 * those that are dead but still there. The real clock runs; the engine's is moved as the real one moved.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRedis, WireClient } from '../scripts/oracle.ts';
import { EngineClients } from '../scripts/transcript-players.ts';
import { latin1 } from './base/bytes.ts';

const ROUNDS = 90;
/** No part of the period of the cron, so that the samples fall everywhere between its runs. */
const ROUND_MS = 73;
const SETTLED = 15;

const ttlMs = (key: number) => 200 + ((key * 37) % 800);

/** Ticks as the engine asks for them, up to an instant. */
function passUntil(clients: EngineClients, untilMs: number): void {
  const { engine } = clients;
  let { wakeAtMs } = engine.step({ type: 'tick', nowMs: clients.nowMs });
  while (wakeAtMs !== null && wakeAtMs <= untilMs) {
    clients.nowMs = wakeAtMs;
    wakeAtMs = engine.step({ type: 'tick', nowMs: wakeAtMs }).wakeAtMs;
  }
  clients.nowMs = untilMs;
}

test.concurrent.each([
  ['1', 100],
  ['1', 1000],
  ['10', 300],
])('effort %s, %d keys a round', { timeout: 60_000 }, async (effort, keysPerRound) => {
  const redis = await startRedis(['--active-expire-effort', effort]);
  const client = await WireClient.connect(redis.port);
  const engine = new EngineClients({ 'active-expire-effort': effort }, Date.now());
  const ours: number[] = [];
  const theirs: number[] = [];
  const expiries: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
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
      const size = Number(latin1(await client.send(['DBSIZE'])).slice(1));
      const askedMs = Date.now();
      passUntil(engine, askedMs);
      const alive = expiries.filter((atMs) => atMs >= askedMs).length;
      if (round < SETTLED) continue;
      theirs.push((size - alive) / size);
      const { size: ourSize } = engine.engine.server.keyspace.databases[0].keys;
      ours.push((ourSize - alive) / ourSize);
    }
  } finally {
    client.close();
    await redis.stop();
  }
  const mean = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const told = `server ${(mean(theirs) * 100).toFixed(1)} %, engine ${(mean(ours) * 100).toFixed(1)} %`;
  expect(Math.abs(mean(ours) - mean(theirs)), told).toBeLessThan(0.05);
});
