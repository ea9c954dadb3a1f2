/** Nodes of a cluster behind real ports, ours and real ones, and redis-cli to look after them. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SessionStart } from '../protocol/session.ts';
import { listen, wallClockMs } from '../tcp/server.ts';
import { startRedis, WireClient } from './oracle.ts';

export interface ClusterServer {
  readonly port: number;
  stop(): Promise<void>;
}

const FIRST_PORT = 16_000;
const LAST_PORT = 30_000;
const BUS_PORT_DISTANCE = 10_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A port whose bus port is free too. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if ((await isFree(port)) && (await isFree(port + BUS_PORT_DISTANCE))) return port;
  }
}

/** Longer than a busy machine lets a process wait. */
export const NODE_TIMEOUT_MS = '5000';

export async function startOurs(
  config: Readonly<Record<string, string>> = {},
  generation: SessionStart['generation'] = '7.0',
): Promise<ClusterServer> {
  const port = await freePorts();
  const start = {
    generation,
    seed: port,
    startMs: wallClockMs(),
    config: {
      port: `${port}`,
      'cluster-enabled': 'yes',
      'cluster-node-timeout': NODE_TIMEOUT_MS,
      'enable-debug-command': 'yes',
      ...config,
    },
  };
  return listen({ port, host: '127.0.0.1', start });
}

export async function startReal(options: readonly string[] = []): Promise<ClusterServer> {
  const busPort = (await freePorts()) + BUS_PORT_DISTANCE;
  return startRedis([
    ...['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`],
    ...['--cluster-node-timeout', NODE_TIMEOUT_MS, '--enable-debug-command', 'yes'],
    ...options,
  ]);
}

/** redis-cli; gives what it prints, and fails with it if the program does. */
export function cli(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('redis-cli', args, (problem, stdout, stderr) => {
      if (problem === null) resolve(stdout);
      else reject(new Error(`redis-cli ${args.join(' ')} failed:\n${stdout}${stderr}`));
    });
  });
}

export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(50);
}

/** Makes a cluster of them and waits until every node is content with it. */
export async function createCluster(servers: readonly ClusterServer[], replicas: number): Promise<string> {
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  const output = await cli(
    ...['--cluster', 'create', ...addresses],
    ...['--cluster-replicas', `${replicas}`, '--cluster-yes'],
  );
  await until(async () => {
    const states = await Promise.all(servers.map(({ port }) => cli('-p', `${port}`, 'cluster', 'info')));
    return states.every((state) => state.includes('cluster_state:ok'));
  });
  return output;
}

export interface Console {
  /** A line of words; gives the reply's bytes as text. */
  ask(...words: string[]): Promise<string>;
  /** The next message that comes unasked. */
  next(): Promise<string>;
  close(): void;
}

export async function openConsole({ port }: ClusterServer): Promise<Console> {
  const client = await WireClient.connect(port);
  return {
    async ask(...words) {
      return new TextDecoder().decode(await client.send(words));
    },
    async next() {
      return new TextDecoder().decode(await client.next());
    },
    close: () => client.close(),
  };
}
