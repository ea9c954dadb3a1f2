/**
 * Four servers that follow each other in ways that change, while they crash, freeze and are cut off, and every master
 * among them is written to. At the end all follow one of them, through a chain, and have its data.
 *
 * There is no PFCOUNT: when one waits while its server becomes a replica, it runs there and changes the value, as in
 * redis-server.
 */
import type { RandomStream } from '../../engine/index.ts';
import { RandomWrites } from '../random-writes.ts';
import { DisturbedWorld } from './disturbed-world.ts';
import { type Life, lifeOf } from './life.ts';

const NODES = 4;
const DISTURBED_MS = 40_000;
const LIMIT_MS = 120_000;
const FAILOVER_MS = 3000;
/** One turn in so many changes who follows whom. */
const CHANGE_ONE_IN = 150;

const hostOf = (node: number): string => `10.0.0.${node + 1}`;
const PORT = '6379';

function shuffled(count: number, random: RandomStream): number[] {
  const left = Array.from({ length: count }, (_, each) => each);
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]);
}

export function liveReplication(seed: number, wantedEvents = 0): Life {
  const followed = [null, 0, 0, 1];
  const disturbed = new DisturbedWorld(
    {
      generation: '7.0',
      seed,
      startMs: 1_750_000_000_000,
      config: {
        'repl-timeout': '4',
        'repl-ping-replica-period': '1',
        'repl-diskless-sync-delay': '0',
        'repl-backlog-size': seed % 2 === 0 ? '16kb' : '1mb',
        'repl-diskless-sync': seed % 3 === 0 ? 'no' : 'yes',
        'repl-diskless-load': seed % 5 === 0 ? 'swapdb' : 'disabled',
        appendonly: seed % 4 < 2 ? 'no' : 'yes',
        save: seed % 8 < 4 ? '' : '5 1',
      },
      world: {
        nodes: followed.map((master, node) => ({
          name: `n${node}`,
          host: hostOf(node),
          port: Number(PORT),
          config: { replicaof: master === null ? '' : `${hostOf(master)} ${PORT}` },
        })),
        latency: { ms: 1, jitterMs: 5 },
      },
    },
    wantedEvents,
  );
  const { random } = disturbed;
  const writes = new RandomWrites(seed, () => disturbed.server(0));
  let changes = 0;
  const change = (): void => {
    const node = random.below(NODES);
    const other = (node + 1 + random.below(NODES - 1)) % NODES;
    changes++;
    const kind = random.below(3);
    if (kind === 0) disturbed.say(node, 'REPLICAOF', 'NO', 'ONE');
    else if (kind === 1) disturbed.say(node, 'REPLICAOF', hostOf(other), PORT);
    else disturbed.say(node, 'FAILOVER', 'TIMEOUT', `${FAILOVER_MS}`);
  };
  disturbed.passDisturbed(DISTURBED_MS, () => {
    if (random.below(CHANGE_ONE_IN) === 0) change();
    for (let node = 0; node < NODES; node++) {
      if (disturbed.server(node).replication.master !== null) continue;
      for (const words of writes.next()) if (words[0] !== 'PFCOUNT') disturbed.say(node, ...words);
    }
  });
  disturbed.heal();
  // A failover that has begun may still promote somebody, after an ABORT as well: its request is under way.
  for (let node = 0; node < NODES; node++) disturbed.say(node, 'FAILOVER', 'ABORT');
  disturbed.pass(FAILOVER_MS);
  const order = shuffled(NODES, random);
  const [top, ...others] = order;
  disturbed.say(top, 'REPLICAOF', 'NO', 'ONE');
  for (const [at, node] of others.entries()) {
    disturbed.say(node, 'REPLICAOF', hostOf(at === 2 ? others[0] : top), PORT);
  }
  const links = others.map((node, at): [number, number] => [node, at === 2 ? others[0] : top]);
  disturbed.until(
    'every server follows its master',
    () => links.every(([node, master]) => disturbed.follows(node, hostOf(master))),
    LIMIT_MS,
  );
  disturbed.untilEqual(links);
  const sum = (figure: (node: number) => number) => order.reduce((total, node) => total + figure(node), 0);
  return lifeOf(disturbed, {
    changes,
    keys: disturbed.server(top).keyspace.databases[0].keys.size,
    full: sum((node) => disturbed.server(node).replication.fullSyncs),
    partial: sum((node) => disturbed.server(node).replication.partialSyncs),
  });
}
