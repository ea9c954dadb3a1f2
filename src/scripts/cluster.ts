/**
 * A cluster of processes under traffic: slots move, masters are killed with SIGKILL and come back, and what clients were
 * promised is compared with what is there in the end.
 *
 *   npm run cluster -- [--real N] [--kills N] [--slots N] [--writers N] [--timeout MS] [--base PORT]
 *
 * Three masters and three replicas; `--real N` makes N of the six real redis-servers. Prints what each step took, and
 * how many writes were refused and how many acknowledged ones were lost: replication is asynchronous, so a master that
 * dies can take its last ones with it, and none may be lost that was acknowledged after a failover. Ends with 1 if the
 * cluster does not come to rest, or replicas differ from their masters.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Cluster } from 'ioredis';

const { values } = parseArgs({
  options: {
    real: { type: 'string', default: '0' },
    kills: { type: 'string', default: '2' },
    slots: { type: 'string', default: '100' },
    writers: { type: 'string', default: '8' },
    timeout: { type: 'string', default: '3000' },
    base: { type: 'string', default: '17100' },
  },
});
const NODES = 6;
const REAL = Number(values.real);
const BASE = Number(values.base);
/** A step that takes longer than this has failed. */
const LIMIT_MS = 120_000;

/** Redis-cli makes masters of the first three, so real ones are spread over both kinds. */
const isRealAt = (i: number): boolean => (i % 2 === 1 ? (i - 1) / 2 < REAL : i / 2 < REAL - 3);

const run = promisify(execFile);
const cli = async (...args: string[]): Promise<string> => (await run('redis-cli', args)).stdout;

class Node {
  readonly port: number;
  readonly isReal: boolean;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  constructor(port: number, isReal: boolean, root: string) {
    this.port = port;
    this.isReal = isReal;
    this.#folder = mkdtempSync(join(root, `${port}-`));
  }

  start(): void {
    const words = ['--port', `${this.port}`, '--dir', this.#folder, '--cluster-enabled', 'yes'];
    words.push(
      '--cluster-node-timeout',
      values.timeout,
      '--appendonly',
      'yes',
      '--enable-debug-command',
      'yes',
    );
    this.#process = this.isReal
      ? spawn('redis-server', words, { stdio: 'ignore' })
      : spawn(process.execPath, [process.env.REDISCOPE_SERVER ?? '', ...words], { stdio: 'ignore' });
  }

  kill(): void {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  get isUp(): boolean {
    return this.#process !== null;
  }

  ask(...words: string[]): Promise<string> {
    return cli('-p', `${this.port}`, ...words);
  }
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const begin = performance.now();
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() - begin > LIMIT_MS) throw new Error(`not within ${LIMIT_MS / 1000} s: ${what}`);
    await pause(50);
  }
  console.log(`${((performance.now() - begin) / 1000).toFixed(1).padStart(6)} s  ${what}`);
}

const root = mkdtempSync(join(tmpdir(), 'rediscope-cluster-'));
const nodes = Array.from({ length: NODES }, (_, i) => new Node(BASE + i, isRealAt(i), root));
process.on('exit', () => {
  for (const node of nodes) node.kill();
  rmSync(root, { recursive: true, force: true });
});

const up = () => nodes.filter(({ isUp }) => isUp);
const isContent = async () => {
  const infos = await Promise.all(up().map((node) => node.ask('cluster', 'info')));
  return infos.every((info) => info.includes('cluster_state:ok'));
};
const field = (text: string, name: string): string =>
  new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(text)?.[1] ?? '';
const replication = (node: Node): Promise<string> => node.ask('info', 'replication');
const mastersUp = async (): Promise<Node[]> => {
  const roles = await Promise.all(up().map(replication));
  return up().filter((_, at) => field(roles[at], 'role') === 'master');
};

/** Writers that remember what they were promised. Each has its own keys and writes ever larger numbers. */
class Traffic {
  readonly promised = new Map<string, { value: number; atMs: number }>();
  writes = 0;
  refused = 0;
  #isOn = true;
  readonly #done: Promise<void>[];

  constructor(client: Cluster, writers: number) {
    this.#done = Array.from({ length: writers }, (_, writer) => this.#write(client, writer));
  }

  async #write(client: Cluster, writer: number): Promise<void> {
    for (let value = 1; this.#isOn; value++) {
      const key = `w${writer}:${value % 200}`;
      try {
        await client.set(key, `${value}`);
        this.promised.set(key, { value, atMs: performance.now() });
        this.writes++;
      } catch {
        this.refused++;
        await pause(20);
      }
    }
  }

  async end(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#done);
  }
}

let exitCode = 0;
try {
  for (const node of nodes) node.start();
  await until('all nodes answer', async () =>
    (await Promise.all(nodes.map((node) => node.ask('ping')))).every((reply) => reply.includes('PONG')),
  );
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await cli('--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes');
  await until('the cluster is ok', isContent);
  await until('three replicas are connected', async () => {
    const infos = await Promise.all(nodes.map(replication));
    return infos.filter((info) => info.includes('master_link_status:up')).length === 3;
  });
  console.log(nodes.map(({ port, isReal }) => `${port} ${isReal ? 'real' : 'ours'}`).join(', '));

  const client = new Cluster(
    nodes.map(({ port }) => ({ host: '127.0.0.1', port })),
    { clusterRetryStrategy: () => 100, redisOptions: { maxRetriesPerRequest: 1 } },
  );
  client.on('error', () => {});
  const traffic = new Traffic(client, Number(values.writers));
  const [giver, taker] = await mastersUp();
  const id = async (node: Node) => (await node.ask('cluster', 'myid')).trim();
  const before = performance.now();
  await cli(
    ...['--cluster', 'reshard', `127.0.0.1:${giver.port}`, '--cluster-from', await id(giver)],
    ...['--cluster-to', await id(taker), '--cluster-slots', values.slots, '--cluster-yes'],
  );
  console.log(
    `${((performance.now() - before) / 1000).toFixed(1).padStart(6)} s  ${values.slots} slots moved under ${values.writers} writers: ${traffic.writes} writes, ${traffic.refused} refused`,
  );

  const takeovers: number[] = [];
  for (let kill = 0; kill < Number(values.kills); kill++) {
    const masters = await mastersUp();
    const victim = masters[kill % masters.length];
    const refused = traffic.refused;
    victim.kill();
    await until(
      `${victim.port} (${victim.isReal ? 'real' : 'ours'}) killed: three masters again`,
      async () => (await mastersUp()).length === 3,
    );
    takeovers.push(performance.now());
    await until('the cluster is ok', isContent);
    console.log(`          ${traffic.refused - refused} writes refused`);
    victim.start();
    await until(`${victim.port} is back as a connected replica`, async () =>
      (await replication(victim)).includes('master_link_status:up'),
    );
    await pause(1000);
  }
  await traffic.end();
  await until('replicas equal their masters', async () => {
    const infos = await Promise.all(nodes.map(replication));
    for (const [at, info] of infos.entries()) {
      if (field(info, 'role') !== 'slave') continue;
      const master = nodes.find(({ port }) => `${port}` === field(info, 'master_port'));
      if (master === undefined) return false;
      const digests = await Promise.all([master, nodes[at]].map((node) => node.ask('debug', 'digest')));
      if (digests[0] !== digests[1]) return false;
    }
    return true;
  });
  let lost = 0;
  let lostLater = 0;
  for (const [key, { value, atMs }] of traffic.promised) {
    if (Number(await client.get(key)) >= value) continue;
    lost++;
    if (takeovers.length > 0 && atMs > (takeovers.at(-1) ?? 0)) lostLater++;
  }
  client.disconnect();
  console.log(
    `${traffic.writes} writes acknowledged, ${traffic.refused} refused, ${lost} of the latest lost, ${lostLater} of them acknowledged after the last takeover`,
  );
  console.log(await cli('--cluster', 'check', addresses[0]).catch((problem) => String(problem.stdout)));
  if (lostLater > 0) exitCode = 1;
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  exitCode = 1;
}
process.exit(exitCode);
