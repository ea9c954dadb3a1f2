/**
 * Servers that follow each other over TCP, ours and real ones, while a client writes commands of all types and links
 * between them are cut and mended. At the end every server must have the same data.
 *
 *     const run = await ReplicationRun.start(['real', 'ours', 'real'], 7);
 *     await run.write(2000, { cuts: 3 });
 *     await run.settle();          // throws if the digests stay different
 *     await run.stop();
 */
import { setTimeout as pause } from 'node:timers/promises';
import { latin1 } from '../engine/base/bytes.ts';
import { RandomStream } from '../engine/base/random.ts';
import type { Server } from '../engine/state/server.ts';
import { decodeReplies } from '../protocol/resp.ts';
import { listen, wallClockMs } from '../tcp/server.ts';
import { CutLink } from './cut-link.ts';
import { encodeCommand, freePort, startRedis, WireClient } from './oracle.ts';
import { RandomWrites } from './random-writes.ts';

export type Kind = 'real' | 'ours';

/** A server of either kind, with a client. */
export interface Node {
  readonly kind: Kind;
  readonly port: number;
  readonly client: WireClient;
  /** What is inside of one of ours; null for a real one. */
  readonly server: (() => Server) | null;
  stop(): Promise<void>;
}

const LIMIT_MS = 30_000;
const BATCH = 50;

export async function startNode(
  kind: Kind,
  config: Readonly<Record<string, string>> = {},
  seed = 1,
): Promise<Node> {
  const all: Record<string, string> = {
    'enable-debug-command': 'yes',
    'repl-diskless-sync-delay': '0',
    ...config,
  };
  if (kind === 'real') {
    const options = Object.entries(all).flatMap(([name, value]) => [`--${name}`, ...value.split(' ')]);
    const redis = await startRedis(options);
    const client = await WireClient.connect(redis.port);
    return {
      kind,
      port: redis.port,
      client,
      server: null,
      async stop() {
        client.close();
        await redis.stop();
      },
    };
  }
  const port = await freePort();
  const ours = await listen({
    port,
    host: '127.0.0.1',
    start: {
      generation: '7.0',
      seed,
      startMs: wallClockMs(),
      config: { port: String(port), save: '', ...all },
    },
    onFault(problem) {
      throw problem;
    },
  });
  const client = await WireClient.connect(port);
  return {
    kind,
    port,
    client,
    server: () => ours.engine.server,
    async stop() {
      client.close();
      await ours.stop();
    },
  };
}

export async function infoOf({ client }: Node, section: string): Promise<ReadonlyMap<string, string>> {
  const text = latin1(await client.send(['INFO', section]));
  return new Map([...text.matchAll(/^([a-z0-9_]+):(.*)\r$/gm)].map(([, name, value]) => [name, value]));
}

export async function digestOf({ client }: Node): Promise<string> {
  return latin1(await client.send(['DEBUG', 'DIGEST'])).trim();
}

/** Waits until it is so; throws with the words if it does not become so. */
export async function until(what: string, isSo: () => Promise<boolean>, limitMs = LIMIT_MS): Promise<void> {
  const start = performance.now();
  while (!(await isSo())) {
    if (performance.now() - start > limitMs) throw new Error(`waited in vain: ${what}`);
    await pause(20);
  }
}

export class ReplicationRun {
  readonly nodes: readonly Node[];
  /** links[i] lies between nodes[i] and nodes[i + 1], its replica. */
  readonly links: readonly CutLink[];
  readonly #random: RandomStream;
  readonly #writes: RandomWrites;
  written = 0;
  errors = 0;
  cuts = 0;

  private constructor(nodes: readonly Node[], links: readonly CutLink[], seed: number) {
    this.nodes = nodes;
    this.links = links;
    this.#random = new RandomStream(seed, 5, 17);
    const ours = nodes.find(({ server }) => server !== null)?.server;
    if (ours == null) throw new Error('one of the servers must be ours');
    this.#writes = new RandomWrites(seed, ours);
  }

  /** Each follows the one before it. */
  static async start(
    kinds: readonly Kind[],
    seed: number,
    config: Readonly<Record<string, string>> = {},
  ): Promise<ReplicationRun> {
    const nodes: Node[] = [];
    const links: CutLink[] = [];
    for (const [index, kind] of kinds.entries()) {
      const node = await startNode(kind, config, seed + index);
      const before = nodes.at(-1);
      nodes.push(node);
      if (before === undefined) continue;
      const link = await CutLink.to(before.port);
      links.push(link);
      await node.client.send(['REPLICAOF', '127.0.0.1', String(link.port)]);
      await until('the first synchronisation', async () => {
        return (await infoOf(node, 'replication')).get('master_link_status') === 'up';
      });
    }
    return new ReplicationRun(nodes, links, seed);
  }

  get master(): Node {
    return this.nodes[0];
  }

  /** A link that is cut is mended after some writes, and the next one is cut when the replica has come back. */
  async write(count: number, { cuts = 0 } = {}): Promise<void> {
    const every = cuts === 0 ? Number.POSITIVE_INFINITY : Math.floor(count / cuts);
    const end = this.written + count;
    let nextCut = this.written + Math.floor(every / 2);
    while (this.written < end) {
      await this.#send(Math.min(BATCH, end - this.written));
      if (this.written < nextCut) continue;
      nextCut += every;
      await this.#cutForAWhile(this.#random.below(Math.max(1, Math.floor(every / 2))));
    }
  }

  async #cutForAWhile(writes: number): Promise<void> {
    const at = this.#random.below(this.links.length);
    this.links[at].cut();
    this.cuts++;
    for (const mended = this.written + writes; this.written < mended; ) await this.#send(BATCH);
    this.links[at].mend();
    await until('the link to stand again', async () => {
      await this.#send(1);
      return (await infoOf(this.nodes[at + 1], 'replication')).get('master_link_status') === 'up';
    });
  }

  async #send(count: number): Promise<void> {
    const batch = Array.from({ length: count }, () => this.#writes.next()).flat();
    this.master.client.sendRaw(Buffer.concat(batch.map((args) => encodeCommand(args))));
    for (let i = 0; i < batch.length; i++) {
      if ((await this.master.client.next())[0] === 45) this.errors++;
    }
    this.written += batch.length;
  }

  /** Until every server has what the first one has. */
  async settle(): Promise<void> {
    for (const link of this.links) link.mend();
    // The stream must have come through before anything is compared.
    let digests: string[] = [];
    try {
      await until('equal digests', async () => {
        digests = await Promise.all(this.nodes.map(digestOf));
        const offsets = await Promise.all(
          this.nodes.map(async (node) => (await infoOf(node, 'replication')).get('master_repl_offset')),
        );
        return new Set(digests).size === 1 && new Set(offsets).size === 1;
      });
    } catch (problem) {
      throw new Error(`after ${this.written} writes: ${digests.join(' ')}\n${await this.#difference()}`, {
        cause: problem,
      });
    }
  }

  /** Where each server is, and the keys that are not everywhere the same. */
  async #difference(): Promise<string> {
    const lines: string[] = [];
    const values = new Map<string, (string | undefined)[]>();
    for (const [index, node] of this.nodes.entries()) {
      const info = await infoOf(node, 'replication');
      const [role, offset, link] = ['role', 'master_repl_offset', 'master_link_status'].map((name) =>
        info.get(name),
      );
      lines.push(`${node.kind} ${role} ${offset} ${link ?? ''}`);
      for (const db of ['0', '1', '2', '3']) {
        await node.client.send(['SELECT', db]);
        const [keys] = decodeReplies(await node.client.send(['KEYS', '*']));
        for (const each of keys.type === 'array' ? keys.items : []) {
          if (each.type !== 'string') continue;
          const key = latin1(each.bytes);
          const value = latin1(await node.client.send(['DEBUG', 'DIGEST-VALUE', key]));
          const name = `${db} ${key}`;
          const row = values.get(name) ?? [];
          row[index] = value.split('\r\n').at(-2);
          values.set(name, row);
        }
      }
      await node.client.send(['SELECT', '0']);
    }
    for (const [name, row] of values) {
      if (new Set(this.nodes.map((_, index) => row[index])).size === 1) continue;
      lines.push(`${name}: ${row.join(' ')}`);
      const [db, key] = [name.slice(0, 1), name.slice(2)];
      for (const { client } of this.nodes) {
        await client.send(['SELECT', db]);
        const payload = Buffer.from(await client.send(['DUMP', Buffer.from(key, 'latin1')]));
        lines.push(
          `  ${payload.toString('latin1').replace(/[^ -~]/g, (byte) => `<${byte.charCodeAt(0).toString(16)}>`)}`,
        );
        await client.send(['SELECT', '0']);
      }
    }
    return lines.join('\n');
  }

  /** Of all servers that have replicas. */
  async syncs(): Promise<{ full: number; partial: number; refused: number }> {
    const sum = { full: 0, partial: 0, refused: 0 };
    for (const node of this.nodes) {
      const stats = await infoOf(node, 'stats');
      sum.full += Number(stats.get('sync_full'));
      sum.partial += Number(stats.get('sync_partial_ok'));
      sum.refused += Number(stats.get('sync_partial_err'));
    }
    return sum;
  }

  async stop(): Promise<void> {
    for (const link of this.links) link.close();
    for (const node of this.nodes) await node.stop();
  }
}
