/** Failovers of real servers: by our sentinels alone, and by ours and redis-sentinel together. */
import { afterEach, describe, expect, test } from 'vitest';
import {
  fieldsOf,
  type Member,
  SentinelCrew,
  type SentinelMember,
  textOf,
} from '../../testing/sentinel-crew.ts';

const crew = new SentinelCrew();
afterEach(() => crew.end());

interface Settings {
  readonly quorum?: number;
  readonly downAfterMs?: number;
}

function lines(port: number, { quorum = 2, downAfterMs = 1000 }: Settings = {}): string[] {
  return [
    `sentinel monitor mymaster 127.0.0.1 ${port} ${quorum}`,
    `sentinel down-after-milliseconds mymaster ${downAfterMs}`,
    'sentinel failover-timeout mymaster 10000',
  ];
}

async function masterPort(sentinel: SentinelMember): Promise<number> {
  const [, port] = await addressOf(sentinel);
  return Number(port);
}

async function addressOf(sentinel: SentinelMember): Promise<string[]> {
  const reply = await sentinel.ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'mymaster');
  return reply.type === 'array' ? reply.items.map(textOf) : [];
}

async function state(sentinel: SentinelMember): Promise<Record<string, string>> {
  return fieldsOf(await sentinel.ask('SENTINEL', 'MASTER', 'mymaster'));
}

/** Quick turns: nothing waits for the usual ten seconds. */
async function hurry(sentinels: readonly SentinelMember[]): Promise<void> {
  for (const sentinel of sentinels) {
    await sentinel.ask('SENTINEL', 'DEBUG', 'info-period', '500', 'publish-period', '200');
  }
}

async function allMeet(sentinels: readonly SentinelMember[], replicas: number): Promise<void> {
  const others = String(sentinels.length - 1);
  await crew.until(async () => {
    for (const sentinel of sentinels) {
      const fields = await state(sentinel);
      if (fields['num-slaves'] !== String(replicas) || fields['num-other-sentinels'] !== others) return false;
    }
    return true;
  }, 'all sentinels know each other and the replicas');
}

async function role(server: Member): Promise<Record<string, string>> {
  const info = textOf(await server.ask('INFO', 'replication'));
  return Object.fromEntries(info.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2)));
}

async function threeServers(): Promise<[Member, Member[]]> {
  const master = await crew.server();
  const replicas = [await crew.server(master.port), await crew.server(master.port)];
  for (const replica of replicas) {
    await crew.until(async () => (await role(replica)).master_link_status === 'up', 'a replica is in sync');
  }
  return [master, replicas];
}

/** All sentinels name one master in one epoch, it is one, and all other servers follow it. */
async function atRest(sentinels: readonly SentinelMember[], servers: readonly Member[]): Promise<boolean> {
  const states = await Promise.all(sentinels.map(state));
  const [{ port, 'config-epoch': epoch }] = states;
  if (states.some((each) => each.port !== port || each['config-epoch'] !== epoch)) return false;
  for (const server of servers) {
    const info = await role(server);
    const isMaster = server.port === Number(port);
    const follows = info.role === 'slave' && info.master_port === port && info.master_link_status === 'up';
    if (isMaster ? info.role !== 'master' : !follows) return false;
  }
  return true;
}

/** kill -9 of the master; all agree on a new one, and the old one comes back as a replica. */
async function failOver(
  master: Member,
  replicas: readonly Member[],
  sentinels: readonly SentinelMember[],
): Promise<void> {
  await master.kill();
  await crew.until(async () => {
    const ports = await Promise.all(sentinels.map(masterPort));
    return ports.every((port) => port !== master.port) && (await atRest(sentinels, replicas));
  }, 'all sentinels agree on a new master, and the other replica follows it');
  for (const { events } of sentinels) {
    expect(events.filter((event) => event.startsWith('+switch-master')).length).toBeGreaterThan(0);
  }
  const back = await crew.server(null, [], master.port);
  await crew.until(() => atRest(sentinels, [...replicas, back]), 'the old master follows');
  expect(leaders(sentinels)).toEqual([...new Set(leaders(sentinels))]);
}

/** The epochs in which somebody was elected. */
function leaders(sentinels: readonly SentinelMember[]): string[] {
  return sentinels.flatMap(({ events }) => {
    let epoch = '';
    return events.flatMap((event) => {
      if (event.startsWith('+new-epoch ')) epoch = event.slice('+new-epoch '.length);
      return event.startsWith('+elected-leader') ? [epoch] : [];
    });
  });
}

function led({ events }: SentinelMember): boolean {
  return events.some((event) => event.startsWith('+elected-leader'));
}

describe('the master is killed', () => {
  test('three of ours fail it over', async () => {
    const [master, replicas] = await threeServers();
    const sentinels = [];
    for (let n = 0; n < 3; n++) sentinels.push(await crew.ours(lines(master.port)));
    await hurry(sentinels);
    await allMeet(sentinels, 2);
    await failOver(master, replicas, sentinels);
    expect(sentinels.some(led)).toBe(true);
  });

  test('two redis-sentinels elect ours, which sees it first', async () => {
    const [master, replicas] = await threeServers();
    const ours = await crew.ours(lines(master.port, { quorum: 1, downAfterMs: 300 }));
    const others = [];
    for (let n = 0; n < 2; n++) others.push(await crew.real(lines(master.port, { downAfterMs: 20_000 })));
    const sentinels = [ours, ...others];
    await hurry(sentinels);
    await allMeet(sentinels, 2);
    await failOver(master, replicas, sentinels);
    expect(led(ours)).toBe(true);
    await expectVoteFor(ours, others);
  });

  test('one of ours votes for a redis-sentinel and follows it', async () => {
    const [master, replicas] = await threeServers();
    const real = await crew.real(lines(master.port, { quorum: 1, downAfterMs: 300 }));
    const others = [];
    for (let n = 0; n < 2; n++) others.push(await crew.ours(lines(master.port, { downAfterMs: 20_000 })));
    const sentinels = [real, ...others];
    await hurry(sentinels);
    await allMeet(sentinels, 2);
    await failOver(master, replicas, sentinels);
    expect(led(real)).toBe(true);
    await expectVoteFor(real, others);
  });
});

/** With its own a leader needs only one more of the three votes, and who is slow may give none. */
async function expectVoteFor(leader: SentinelMember, others: readonly SentinelMember[]): Promise<void> {
  const id = textOf(await leader.ask('SENTINEL', 'MYID'));
  const votes = others.flatMap(({ events }) => events.filter((each) => each.startsWith('+vote-for-leader')));
  expect(votes).toContainEqual(expect.stringMatching(`^\\+vote-for-leader ${id} \\d+$`));
}
