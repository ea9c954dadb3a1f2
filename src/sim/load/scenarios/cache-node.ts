/**
 * One of several cache nodes dies. With the remainder, all clients then look for three quarters of the keys on nodes that
 * have never seen them; on a ring only for those of the dead node.
 */
import { hashOfName } from '../../ring/hash.ts';
import { HashRing, nodeByRemainder } from '../../ring/ring.ts';
import { CacheClient, cacheOutcome } from '../cache-client.ts';
import { RedisServer } from '../redis-server.ts';
import type { LoadProgram } from '../stage.ts';
import { slowDatabase } from './avalanche.ts';

const KEYS = 6000;
const DURATION_MS = 20_000;
const DIES_AT_MS = 5000;
/** Until clients agree that a node is gone. */
const NOTICED_AFTER_MS = 500;
const POINTS = 100;
const TTL_MS = 3_600_000;

export const cacheNode: LoadProgram = {
  id: 'cache-node',
  durationMs: DURATION_MS,
  windowMs: 250,
  begin(stage) {
    const { simulation, chance, meter } = stage;
    const nodes = Array.from({ length: stage.setting('nodes') }, (_, node) => node);
    const servers = nodes.map(
      (node) =>
        new RedisServer(simulation, chance, {
          name: `cache-${node}`,
          seed: stage.run.seed + node,
          commandMs: 0.02,
          latencyMs: 0.5,
        }),
    );
    const placing = (alive: readonly number[]) => {
      if (!stage.has('ring')) return (position: number) => nodeByRemainder(alive, position);
      const ring = new HashRing(alive, POINTS, 'md5');
      return (position: number) => ring.nodeAt(position);
    };
    let placeOf = placing(nodes);
    const positions = Array.from({ length: KEYS }, (_, key) => hashOfName('md5', `product:${key}`));
    for (const [key, position] of positions.entries()) {
      servers[placeOf(position)].inside(['SET', `product:${key}`, 'row', 'PX', String(TTL_MS)]);
    }
    const client = new CacheClient(stage, {
      database: slowDatabase(stage),
      serverOf: (key) => servers[placeOf(positions[Number(key.slice(8))])],
      ttlMs: () => TTL_MS,
      retries: stage.setting('retries'),
    });
    const keys = chance.stream('keys');
    stage.arrivals('requests', stage.setting('rate'), 0, DURATION_MS, () =>
      simulation.spawn(client.request(`product:${keys.below(KEYS)}`)),
    );
    stage.mark('died', DIES_AT_MS);
    stage.mark('noticed', DIES_AT_MS + NOTICED_AFTER_MS);
    simulation.at(DIES_AT_MS, () => {
      servers[1].isDown = true;
    });
    simulation.at(DIES_AT_MS + NOTICED_AFTER_MS, () => {
      placeOf = placing(nodes.filter((node) => node !== 1));
    });
    return () => cacheOutcome(meter);
  },
};
