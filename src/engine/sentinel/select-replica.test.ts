import { beforeEach, expect, test } from 'vitest';
import { Engine } from '../server/engine.ts';
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { addReplica } from './instances.ts';
import { selectReplica } from './select-replica.ts';

let server: Server;
let master: Instance;
const FILE = 'sentinel monitor mymaster 10.0.0.1 6379 2\nsentinel down-after-milliseconds mymaster 1000\n';
const NOW_MS = 100_000;

beforeEach(() => {
  const bytes = Uint8Array.from(FILE, (each) => each.charCodeAt(0));
  const files = [{ path: 'sentinel.conf', bytes }];
  const start = {
    generation: '7.0',
    seed: 1,
    startMs: NOW_MS,
    config: {},
    sentinel: 'sentinel.conf',
  } as const;
  server = new Engine({ ...start, files }).server;
  master = server.sentinel?.masters.get('mymaster') as Instance;
});

function replica(n: number, change: Partial<Instance> = {}): Instance {
  const added = addReplica(server, master, { host: `10.0.0.${n}`, port: 6379 });
  if (typeof added === 'string') throw new Error(added);
  added.link.isDisconnected = false;
  added.infoRefreshMs = NOW_MS;
  added.runId = String(n).repeat(40);
  return Object.assign(added, change);
}

test('the lowest priority number, then the highest offset, then the smallest run id', () => {
  const third = replica(5);
  expect(selectReplica(server, master)).toBe(third);
  const smaller = replica(4);
  expect(selectReplica(server, master)).toBe(smaller);
  const ahead = replica(6, { offset: 10 });
  expect(selectReplica(server, master)).toBe(ahead);
  const wanted = replica(7, { priority: 50 });
  expect(selectReplica(server, master)).toBe(wanted);
});

test.each<[string, (each: Instance) => void]>([
  ['down', (each) => each.flags.add('s_down')],
  ['disconnected', (each) => Object.assign(each.link, { isDisconnected: true })],
  ['silent for five seconds', (each) => Object.assign(each.link, { lastAvailableMs: NOW_MS - 5001 })],
  ['not to be promoted', (each) => Object.assign(each, { priority: 0 })],
  ['without news for half a minute', (each) => Object.assign(each, { infoRefreshMs: NOW_MS - 30_001 })],
  ['cut off from its master for long', (each) => Object.assign(each, { masterLinkDownMs: 10_001 })],
])('one that is %s is not chosen', (_, change) => {
  const only = replica(2);
  expect(selectReplica(server, master)).toBe(only);
  change(only);
  expect(selectReplica(server, master)).toBe(null);
});
