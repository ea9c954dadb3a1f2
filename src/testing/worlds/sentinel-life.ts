/**
 * A master, two replicas and three sentinels that crash, freeze and are cut off, while the master that a sentinel names is
 * written to. No epoch may have two leaders, and at rest all sentinels name one master, which the others follow.
 */
import type { Address } from '../../protocol/session.ts';
import { RandomWrites } from '../random-writes.ts';
import { DisturbedWorld } from './disturbed-world.ts';
import { type Life, lifeOf } from './life.ts';

const SERVERS = [0, 1, 2];
const SENTINELS = [3, 4, 5];
const DISTURBED_MS = 60_000;
const MEETING_MS = 15_000;
const LIMIT_MS = 400_000;
/** For so long nothing may change any more: longer than any timeout of a failover. */
const REST_MS = 30_000;
const PORT = 6379;

const FILE = [
  `sentinel monitor mymaster 10.0.0.1 ${PORT} 2`,
  'sentinel down-after-milliseconds mymaster 2500',
  'sentinel failover-timeout mymaster 5000',
  '',
].join('\n');

const hostOf = (node: number): string => `10.0.0.${node + 1}`;

class Watched extends DisturbedWorld {
  /** Leaders by their epochs, read from the events of each sentinel. */
  readonly #leaders = new Map<string, number>();
  readonly #read = SENTINELS.map(() => ({ last: undefined as unknown, epoch: '' }));
  elections = 0;
  switches = 0;

  /** Reads the events that are new. */
  readEvents(): void {
    for (const [at, node] of SENTINELS.entries()) {
      const events = this.server(node).sentinel?.events ?? [];
      const place = this.#read[at];
      const from = events.indexOf(place.last as (typeof events)[number]) + 1;
      for (const event of events.slice(from)) {
        if (event.type === '+new-epoch') place.epoch = event.text;
        if (event.type === '+switch-master') this.switches++;
        if (event.type === '+elected-leader') this.#elected(node, place.epoch);
      }
      place.last = events.at(-1);
    }
  }

  #elected(node: number, epoch: string): void {
    const other = this.#leaders.get(epoch);
    if (other !== undefined && other !== node) {
      throw new Error(`epoch ${epoch} has two leaders: sentinels ${other} and ${node}`);
    }
    this.#leaders.set(epoch, node);
    this.elections++;
  }

  /** Sentinels have servers rewrite their redis.conf; this is what would stand in it. */
  protected override restarted(node: number, master: Address | null): void {
    if (!SERVERS.includes(node)) return;
    if (master === null) this.say(node, 'REPLICAOF', 'NO', 'ONE');
    else this.say(node, 'REPLICAOF', master.host, `${master.port}`);
  }

  named(node: number): string {
    return this.server(node).sentinel?.masters.get('mymaster')?.address.host ?? '';
  }

  /** The server that all sentinels name, if all others follow it. */
  get master(): number | null {
    const host = this.named(SENTINELS[0]);
    if (SENTINELS.some((node) => this.named(node) !== host)) return null;
    const master = SERVERS.find((node) => hostOf(node) === host);
    if (master === undefined || this.server(master).replication.master !== null) return null;
    return SERVERS.every((node) => node === master || this.follows(node, host)) ? master : null;
  }
}

export function liveSentinels(seed: number, wantedEvents = 0): Life {
  const watched = new Watched(
    {
      generation: '7.0',
      seed,
      startMs: 1_750_000_000_000,
      config: { 'repl-timeout': '4', 'repl-ping-replica-period': '1' },
      world: {
        nodes: [
          ...SERVERS.map((node) => ({
            name: `n${node}`,
            host: hostOf(node),
            port: PORT,
            config: {
              'repl-diskless-sync-delay': '0',
              appendonly: seed % 2 === 0 ? 'yes' : 'no',
              ...(node === 0 ? {} : { replicaof: `${hostOf(0)} ${PORT}` }),
            },
          })),
          ...SENTINELS.map((node) => ({
            name: `s${node}`,
            host: hostOf(node),
            port: 26379,
            config: {},
            sentinel: FILE,
          })),
        ],
        latency: { ms: 1, jitterMs: 20 },
      },
    },
    wantedEvents,
  );
  const { random } = watched;
  const writes = new RandomWrites(seed, () => watched.server(0));
  watched.pass(MEETING_MS);
  watched.passDisturbed(DISTURBED_MS, () => {
    watched.readEvents();
    const host = watched.named(SENTINELS[random.below(SENTINELS.length)]);
    const master = SERVERS.find((node) => hostOf(node) === host);
    if (master !== undefined) for (const words of writes.next()) watched.say(master, ...words);
  });
  watched.heal();
  for (let since = watched.nowMs, end = since + LIMIT_MS; watched.nowMs < since + REST_MS; ) {
    watched.pass(500);
    watched.readEvents();
    if (watched.master === null) since = watched.nowMs;
    if (watched.nowMs > end) throw new Error('the servers and sentinels do not come to rest');
  }
  const replicas = SERVERS.filter((node) => node !== watched.master);
  watched.untilEqual(replicas.map((node) => [node, watched.master ?? 0]));
  const { elections, switches } = watched;
  return lifeOf(watched, { elections, switches });
}
