/**
 * A cluster of processes under traffic, looked after with redis-cli: slots move, a node comes and goes, an interrupted
 * migration is mended, masters are killed with SIGKILL and come back, and what clients were promised is compared with
 * what is there in the end.
 *
 *   npm run cluster -- [--real N] [--kills N] [--slots N] [--writers N] [--timeout MS] [--base PORT]
 *
 * Three masters and three replicas; `--real N` makes N of the six real redis-servers. Prints what each step took, and
 * how many writes were refused and how many acknowledged ones were lost: replication is asynchronous, so a master that
 * dies can take its last ones with it, and none may be lost that was acknowledged after a failover. Ends with 1 if the
 * cluster does not come to rest, or replicas differ from their masters.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ClusterProcess, cli } from '../testing/cluster-process.ts';
import { ClusterTraffic } from '../testing/cluster-traffic.ts';

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
/** Between a kill that is over and the next one. */
const CALM_MS = 1000;

/** The share of the node that comes for a while, where that of the others is 1. */
const GUEST_WEIGHT = 0.1;
const SLOTS_BEFORE_KILL = 20;

/** What a redis-cli printed that ended with 1. */
const outputOf = (problem: { readonly stdout?: string }): string => problem.stdout ?? '';

/** Redis-cli makes masters of the first three, so real ones are spread over both kinds. */
const isRealAt = (i: number): boolean => (i % 2 === 1 ? (i - 1) / 2 < REAL : i / 2 < REAL - 3);

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const begin = performance.now();
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() - begin > LIMIT_MS) throw new Error(`not within ${LIMIT_MS / 1000} s: ${what}`);
    await pause(50);
  }
  console.log(`${seconds(performance.now() - begin)}  ${what}`);
}

const root = mkdtempSync(join(tmpdir(), 'rediscope-cluster-'));
const nodes = Array.from(
  { length: NODES },
  (_, i) => new ClusterProcess(BASE + i, isRealAt(i), root, values.timeout),
);
/** Comes later, and goes again. */
const guest = new ClusterProcess(BASE + NODES, REAL > 0, root, values.timeout);
process.on('exit', () => {
  for (const node of [...nodes, guest]) node.kill();
  rmSync(root, { recursive: true, force: true });
});

const up = () => [...nodes, guest].filter(({ isUp }) => isUp);
const isContent = async () => {
  const infos = await Promise.all(up().map((node) => node.ask('cluster', 'info')));
  return infos.every((info) => info.includes('cluster_state:ok'));
};
const mastersUp = async (): Promise<ClusterProcess[]> => {
  const roles = await Promise.all(up().map((node) => node.replication()));
  return up().filter((_, at) => roles[at].get('role') === 'master');
};
const know = async (count: number): Promise<boolean> => {
  const lists = await Promise.all(up().map((node) => node.ask('cluster', 'nodes')));
  return lists.every((list) => list.trim().split('\n').length === count && !list.includes('handshake'));
};
const check = (): Promise<string> => cli('--cluster', 'check', nodes[0].address);
const isWhole = async (): Promise<boolean> => {
  const report = await check();
  return (
    report.includes('[OK] All nodes agree') &&
    report.includes('[OK] All 16384 slots covered') &&
    !report.includes('[WARNING]')
  );
};

let exitCode = 0;
try {
  for (const node of nodes) node.start();
  await until('all nodes answer', async () =>
    (await Promise.all(nodes.map((node) => node.ask('ping')))).every((reply) => reply.includes('PONG')),
  );
  const addresses = nodes.map(({ address }) => address);
  await cli('--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes');
  await until('the cluster is ok', isContent);
  await until('three replicas are connected', async () => {
    const infos = await Promise.all(nodes.map((node) => node.replication()));
    return infos.filter((info) => info.get('master_link_status') === 'up').length === 3;
  });
  console.log(nodes.map(({ name }) => name).join(', '));

  const traffic = new ClusterTraffic(nodes.map(({ port }) => port));
  await traffic.begin(Number(values.writers));

  /** A step of redis-cli under traffic. */
  const under = async (what: string, step: () => Promise<unknown>): Promise<void> => {
    const { writes, refused } = traffic;
    const begin = performance.now();
    await step();
    const took = seconds(performance.now() - begin);
    console.log(`${took}  ${what}: ${traffic.writes - writes} writes, ${traffic.refused - refused} refused`);
  };
  const moved = async (from: ClusterProcess, to: ClusterProcess, slots: string): Promise<string[]> => [
    ...['--cluster', 'reshard', from.address, '--cluster-from', await from.id()],
    ...['--cluster-to', await to.id(), '--cluster-slots', slots, '--cluster-yes'],
  ];
  const weigh = async (weight: number, ...options: string[]): Promise<string> => {
    const words = [
      '--cluster',
      'rebalance',
      nodes[0].address,
      '--cluster-weight',
      `${await guest.id()}=${weight}`,
    ];
    return cli(...words, ...options);
  };
  const [giver, taker] = await mastersUp();
  await under(`${values.slots} slots moved`, async () => cli(...(await moved(giver, taker, values.slots))));
  await until('check finds nothing wrong', isWhole);

  guest.start();
  await until('another node answers', async () => (await guest.ask('ping')).includes('PONG'));
  await cli('--cluster', 'add-node', guest.address, nodes[0].address);
  await until(`add-node: all know ${guest.name}`, () => know(NODES + 1));
  await until('the cluster is ok', isContent);
  await under('rebalance gave the new node its share', () =>
    weigh(GUEST_WEIGHT, '--cluster-use-empty-masters'),
  );
  await until('check finds nothing wrong', isWhole);
  await under('rebalance took it away again', () => weigh(0));
  await cli('--cluster', 'del-node', nodes[0].address, await guest.id());
  guest.kill();
  await until('del-node: nobody knows it any more', () => know(NODES));

  await under('a reshard that was killed on its way, and fix', async () => {
    const child = spawn('redis-cli', await moved(taker, giver, '16000'), {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      // In the middle: some slots have moved, and one is on its way.
      if ((printed.match(/^Moving slot \d+ from [\d.]+:/gm)?.length ?? 0) > SLOTS_BEFORE_KILL)
        child.kill('SIGKILL');
    });
    await ended;
    const open = /(open slots: [\d,]+|slots? in (?:migrating|importing) state)/.exec(
      await check().catch(outputOf),
    )?.[1];
    console.log(`          check finds ${open ?? 'no open slot'}`);
    await cli('--cluster', 'fix', nodes[0].address, '--cluster-yes');
  });
  await until('check finds nothing wrong', isWhole);

  const kills: { readonly atMs: number; readonly overMs: number }[] = [];
  for (let kill = 0; kill < Number(values.kills); kill++) {
    const masters = await mastersUp();
    const victim = masters[kill % masters.length];
    const { refused } = traffic;
    const atMs = performance.now();
    victim.kill();
    await until(`${victim.name} killed: three masters again`, async () => (await mastersUp()).length === 3);
    kills.push({ atMs, overMs: performance.now() });
    await until('the cluster is ok', isContent);
    console.log(`          ${traffic.refused - refused} writes refused`);
    victim.start();
    await until(`${victim.name} is back as a connected replica`, async () => {
      return (await victim.replication()).get('master_link_status') === 'up';
    });
    await pause(CALM_MS);
  }
  await traffic.end();
  await until('replicas equal their masters', async () => {
    for (const replica of nodes) {
      const info = await replica.replication();
      if (info.get('role') !== 'slave') continue;
      const master = nodes.find(({ port }) => `${port}` === info.get('master_port'));
      if (master === undefined) return false;
      const digests = await Promise.all([master, replica].map((node) => node.ask('debug', 'digest')));
      if (digests[0] !== digests[1]) return false;
    }
    return true;
  });
  const lost = await traffic.lost();
  traffic.close();
  const firstKillMs = kills[0]?.atMs ?? Number.POSITIVE_INFINITY;
  const lastOverMs = kills.at(-1)?.overMs ?? Number.NEGATIVE_INFINITY;
  // Before the first kill and after the last takeover nothing excuses a loss.
  const isBroken = ({ atMs }: { readonly atMs: number }) => atMs > lastOverMs;
  const stale = traffic.stale.filter(({ atMs }) => atMs < firstKillMs || atMs > lastOverMs);
  console.log(
    `${traffic.writes} writes acknowledged, ${traffic.refused} refused, ${lost.length} of the latest lost, ${lost.filter(isBroken).length} of them acknowledged after the last takeover; ${traffic.reads} read back, ${stale.length} of them stale while nobody was down`,
  );
  console.log(await check());
  if (lost.some(isBroken) || stale.length > 0) exitCode = 1;
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  exitCode = 1;
}
process.exit(exitCode);
