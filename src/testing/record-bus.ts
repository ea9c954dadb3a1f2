/**
 * Records the messages of a real cluster's bus, for the tests of the codec: `node src/scripts/bundled.mjs src/testing/record-bus.ts FILE`.
 *
 * Five redis-servers (three masters, two replicas) announce bus ports at which this program listens; it passes on what
 * arrives and keeps the first messages of each type. A line of the file is one message: its type, its length, and the
 * stretches that are not zero, as offset and hexadecimal bytes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MESSAGE_TYPES } from '../engine/state/cluster/cluster.ts';
import { sparse } from './bus-recording.ts';
import { startRedis } from './oracle.ts';

const KEPT = 4;

const [file] = process.argv.slice(2);
const kept = new Map<string, string[]>();

function keep(message: Buffer): void {
  const type = MESSAGE_TYPES[message.readUInt16BE(12)];
  // Pings differ by how many nodes they gossip about.
  const kind = `${type} ${message.readUInt16BE(14)}`;
  const known = kept.get(kind) ?? [];
  kept.set(kind, known);
  if (known.length < KEPT) known.push(JSON.stringify({ type, ...sparse(message) }));
}

/** Passes bytes on to `target` and keeps the messages. */
function tap(port: number, target: number): void {
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      let pending = Buffer.alloc(0);
      from.on('data', (chunk: Buffer) => {
        to.write(chunk);
        pending = Buffer.concat([pending, chunk]);
        while (pending.length >= 8 && pending.length >= pending.readUInt32BE(4)) {
          const length = pending.readUInt32BE(4);
          keep(pending.subarray(0, length));
          pending = pending.subarray(length);
        }
      });
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  server.listen(port, '127.0.0.1');
}

function cli(port: number, ...args: string[]): string {
  return execFileSync('redis-cli', ['-p', `${port}`, ...args], { encoding: 'utf8' });
}

async function until(what: () => boolean): Promise<void> {
  while (!what()) await pause(100);
}

const base = 21000 + (process.pid % 200) * 10;
const nodes: { port: number; stop(): Promise<void> }[] = [];
for (let i = 0; i < 5; i++) {
  tap(base + i, base + 5000 + i);
  nodes.push(
    await startRedis([
      '--cluster-enabled',
      'yes',
      '--cluster-node-timeout',
      '3000',
      '--cluster-port',
      `${base + 5000 + i}`,
      '--cluster-announce-bus-port',
      `${base + i}`,
      '--enable-debug-command',
      'yes',
      '--cluster-announce-ip',
      '127.0.0.1',
      ...(i < 2 ? ['--cluster-announce-hostname', `node-${i}.example`] : []),
    ]),
  );
}
const ports = nodes.map(({ port }) => port);
for (const [i, port] of ports.entries()) cli(port, 'cluster', 'set-config-epoch', `${i + 1}`);
const ranges = [
  ['0', '5460'],
  ['5461', '10922'],
  ['10923', '16383'],
];
for (const [i, range] of ranges.entries()) cli(ports[i], 'cluster', 'addslotsrange', ...range);
ports.slice(1).forEach((port, i) => {
  cli(ports[0], 'cluster', 'meet', '127.0.0.1', `${port}`, `${base + i + 1}`);
});
await until(() => ports.every((port) => cli(port, 'cluster', 'info').includes('cluster_known_nodes:5')));
await until(() => ports.every((port) => cli(port, 'cluster', 'info').includes('cluster_state:ok')));
cli(ports[3], 'cluster', 'replicate', cli(ports[0], 'cluster', 'myid').trim());
cli(ports[4], 'cluster', 'replicate', cli(ports[1], 'cluster', 'myid').trim());
await until(() =>
  [3, 4].every((i) => cli(ports[i], 'info', 'replication').includes('master_link_status:up')),
);
await until(() => ports.every((port) => cli(port, 'cluster', 'nodes').match(/slave/g)?.length === 2));
cli(ports[0], 'publish', 'news', 'to all');
// Slot 3300, of the first master.
cli(ports[0], 'spublish', 'b', 'to the shard');
await pause(500);
cli(ports[3], 'cluster', 'failover');
await until(() => cli(ports[3], 'role').startsWith('master'));
await pause(1500);
// A master that fails, its replica's election, and its return with an old configuration.
const nodeId = cli(ports[1], 'cluster', 'myid').trim();
spawn('redis-cli', ['-p', `${ports[1]}`, 'debug', 'sleep', '12'], { stdio: 'ignore' });
await pause(11_000);
await until(() => cli(ports[4], 'role').startsWith('master'));
await until(() => cli(ports[1], 'role').startsWith('slave'));
console.log(`${nodeId} came back as a replica`);
await pause(1000);
for (const node of nodes) await node.stop();
writeFileSync(file, `${[...kept.values()].flat().join('\n')}\n`);
for (const [kind, lines] of kept) console.log(kind, lines.length);
process.exit(0);
