/**
 * Writers of a cluster that remember what they were promised, half of them with ioredis and half with node-redis. Each has
 * its own keys, writes ever larger numbers, and now and then reads one back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import { createCluster } from 'redis';

interface Client {
  readonly name: string;
  set(key: string, value: string): Promise<unknown>;
  get(key: string): Promise<string | null>;
}

/** The keys of a writer. */
const KEYS = 200;
const READ_EVERY = 10;
const PAUSE_AFTER_REFUSAL_MS = 20;

export class ClusterTraffic {
  /** By key: the latest value that was acknowledged, and when. */
  readonly promised = new Map<string, { value: number; atMs: number }>();
  writes = 0;
  reads = 0;
  refused = 0;
  /** Reads that found less than was promised. */
  readonly stale: { readonly key: string; readonly atMs: number }[] = [];
  readonly #io: Cluster;
  readonly #redis: ReturnType<typeof createCluster>;
  #isOn = true;
  #done: Promise<void>[] = [];

  constructor(ports: readonly number[]) {
    this.#io = new Cluster(
      ports.map((port) => ({ host: '127.0.0.1', port })),
      { clusterRetryStrategy: () => 100, redisOptions: { maxRetriesPerRequest: 1 } },
    );
    this.#io.on('error', () => {});
    this.#redis = createCluster({
      rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })),
      defaults: { socket: { reconnectStrategy: 100 }, disableOfflineQueue: true },
    });
    this.#redis.on('error', () => {});
    this.#redis.on('node-error', () => {});
  }

  async begin(writers: number): Promise<void> {
    await this.#redis.connect();
    const clients: readonly Client[] = [
      {
        name: 'ioredis',
        set: (key, value) => this.#io.set(key, value),
        get: (key) => this.#io.get(key),
      },
      {
        name: 'node-redis',
        set: (key, value) => this.#redis.set(key, value),
        get: async (key) => (await this.#redis.get(key)) as string | null,
      },
    ];
    this.#done = Array.from({ length: writers }, (_, at) => this.#write(clients[at % clients.length], at));
  }

  async #write(client: Client, writer: number): Promise<void> {
    for (let value = 1; this.#isOn; value++) {
      const key = `w${writer}:${value % KEYS}`;
      try {
        await client.set(key, `${value}`);
        this.promised.set(key, { value, atMs: performance.now() });
        this.writes++;
        if (value % READ_EVERY !== 0) continue;
        const atMs = performance.now();
        const read = Number(await client.get(key));
        this.reads++;
        if (read < value) this.stale.push({ key, atMs });
      } catch {
        this.refused++;
        await pause(PAUSE_AFTER_REFUSAL_MS);
      }
    }
  }

  async end(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#done);
  }

  /** The promises that the cluster does not keep any more. */
  async lost(): Promise<{ readonly key: string; readonly atMs: number }[]> {
    const lost: { key: string; atMs: number }[] = [];
    for (const [key, { value, atMs }] of this.promised) {
      if (!(Number(await this.#io.get(key)) >= value)) lost.push({ key, atMs });
    }
    return lost;
  }

  close(): void {
    this.#io.disconnect();
    this.#redis.destroy();
  }
}
