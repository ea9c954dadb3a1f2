/** Replies, events and the file of a sentinel, word for word those of redis-sentinel in the same situation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../protocol/resp.ts';
import {
  itemsOf,
  type Member,
  SentinelCrew,
  type SentinelMember,
  textOf,
} from '../../testing/sentinel-crew.ts';

const crew = new SentinelCrew();
afterAll(() => crew.end());

/** What is each sentinel's own: ids, ports and times. */
function masked(text: string, ports: ReadonlyMap<number, string>): string {
  return text
    .replace(/[0-9a-f]{40}/g, '<id>')
    .replace(/\d{4,5}/g, (digits) => ports.get(Number(digits)) ?? digits);
}

function shown(reply: Reply): string {
  const items = itemsOf(reply);
  if (reply.type === 'map') {
    return `map ${reply.entries.map((entry) => entry.map(shown).join('=')).join(' ')}`;
  }
  return reply.type === 'array' || reply.type === 'push'
    ? `[${items.map(shown).join(', ')}]`
    : `${reply.type} ${textOf(reply)}`;
}

/** Fields whose values are times, or change while nothing happens. */
const OWN_FIELDS = [
  'link-pending-commands',
  'last-ping-sent',
  'last-ok-ping-reply',
  'last-ping-reply',
  'info-refresh',
  'role-reported-time',
  'last-hello-message',
  'slave-repl-offset',
  's-down-time',
];

function withoutTimes(text: string): string {
  return OWN_FIELDS.reduce(
    (masking, field) => masking.replaceAll(new RegExp(`(string ${field}, string )\\d+`, 'g'), '$1<n>'),
    text,
  );
}

interface Side {
  readonly sentinel: SentinelMember;
  readonly master: Member;
  readonly replica: Member;
  readonly ports: ReadonlyMap<number, string>;
}

async function side(kind: 'ours' | 'real', more: readonly string[] = []): Promise<Side> {
  const master = await crew.server();
  const replica = await crew.server(master.port);
  const lines = [
    `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
    'sentinel failover-timeout mymaster 60000',
    ...more,
  ];
  const sentinel = await crew[kind](lines);
  const ports = new Map([
    [master.port, '<master>'],
    [replica.port, '<replica>'],
    [sentinel.port, '<sentinel>'],
  ]);
  return { sentinel, master, replica, ports };
}

async function meets({ sentinel }: Side): Promise<void> {
  await crew.until(async () => {
    const replicas = shown(await sentinel.ask('SENTINEL', 'REPLICAS', 'mymaster'));
    return /string flags, string slave,/.test(replicas) && /master-link-status, string ok/.test(replicas);
  }, 'the replica is known, and up');
}

const CASES = `
SENTINEL MASTERS
SENTINEL MASTER mymaster
SENTINEL MASTER nobody
SENTINEL REPLICAS mymaster
SENTINEL SLAVES mymaster
SENTINEL SENTINELS mymaster
SENTINEL SENTINELS nobody
SENTINEL MYID
SENTINEL MYID x
SENTINEL GET-MASTER-ADDR-BY-NAME mymaster
SENTINEL GET-MASTER-ADDR-BY-NAME nobody
SENTINEL CKQUORUM mymaster
SENTINEL CKQUORUM nobody
SENTINEL PENDING-SCRIPTS
SENTINEL IS-MASTER-DOWN-BY-ADDR 127.0.0.1 <master> 0 *
SENTINEL IS-MASTER-DOWN-BY-ADDR 127.0.0.1 <master> 7 abc
SENTINEL IS-MASTER-DOWN-BY-ADDR 127.0.0.1 <master> 7 def
SENTINEL IS-MASTER-DOWN-BY-ADDR 127.0.0.1 <master> 3 *
SENTINEL IS-MASTER-DOWN-BY-ADDR 127.0.0.1 x 0 *
SENTINEL IS-MASTER-DOWN-BY-ADDR 127.0.0.1 1 x *
SENTINEL IS-MASTER-DOWN-BY-ADDR 9.9.9.9 1 1 abc
SENTINEL FAILOVER nobody
SENTINEL INFO-CACHE nobody
SENTINEL INFO-CACHE
SENTINEL SIMULATE-FAILURE
SENTINEL SIMULATE-FAILURE help
SENTINEL SIMULATE-FAILURE nonsense
SENTINEL CONFIG GET *
SENTINEL CONFIG GET ANNOUNCE-*
SENTINEL CONFIG GET a b
SENTINEL CONFIG SET announce-port abc
SENTINEL CONFIG SET announce-port 70000
SENTINEL CONFIG SET resolve-hostnames maybe
SENTINEL CONFIG SET nonsense 1
SENTINEL CONFIG SET
SENTINEL CONFIG
SENTINEL CONFIG SET sentinel-user somebody
SENTINEL CONFIG GET sentinel-user
SENTINEL DEBUG
SENTINEL DEBUG info-period
SENTINEL DEBUG info-period 0
SENTINEL DEBUG info-period 9000 nonsense 1
SENTINEL DEBUG INFO-PERIOD 10000
SENTINEL SET nobody quorum 1
SENTINEL SET mymaster quorum
SENTINEL SET mymaster quorum 0
SENTINEL SET mymaster quorum 2 down-after-milliseconds x
SENTINEL SET mymaster quorum 1 parallel-syncs 2
SENTINEL SET mymaster failover-timeout 0
SENTINEL SET mymaster master-reboot-down-after-period -1
SENTINEL SET mymaster notification-script /bin/true
SENTINEL SET mymaster rename-command a
SENTINEL SET mymaster rename-command a ""
SENTINEL SET mymaster rename-command "" a
SENTINEL SET mymaster Nonsense 1
SENTINEL SET mymaster auth-user somebody
SENTINEL MASTER mymaster
SENTINEL SET mymaster auth-user ""
SENTINEL SET mymaster auth-pass secret
SENTINEL SET mymaster auth-pass ""
SENTINEL SET mymaster rename-command script skript
SENTINEL MONITOR other host 6379 1
SENTINEL MONITOR other 10.0.0.1 x 1
SENTINEL MONITOR other 10.0.0.1 6379 x
SENTINEL MONITOR other 10.0.0.1 6379 0
SENTINEL MONITOR other 10.0.0.1 99999 1
SENTINEL MONITOR mymaster 10.0.0.1 6379 1
SENTINEL MONITOR other 127.0.0.1 1 3
SENTINEL CKQUORUM other
SENTINEL FAILOVER other
SENTINEL RESET oth*
SENTINEL RESET nobody
SENTINEL REMOVE other
SENTINEL REMOVE other
SENTINEL FLUSHCONFIG
SENTINEL FLUSHCONFIG x
SENTINEL NONSENSE
SENTINEL
ROLE
INFO nonsense
INFO sentinel
PUBLISH news hi
PUBLISH __sentinel__:hello hi
PUBLISH
GET k
CONFIG GET port
RESET
MULTI
CLIENT GETNAME
COMMAND COUNT x
PING
`;

describe('the same words', () => {
  let ours: Side;
  let real: Side;
  beforeAll(async () => {
    [ours, real] = [await side('ours'), await side('real')];
    await Promise.all([meets(ours), meets(real)]);
  });

  const ask = async ({ sentinel, master, ports }: Side, line: string): Promise<string> => {
    const words = line
      .replaceAll('<master>', String(master.port))
      .trim()
      .split(' ')
      .map((word) => (word === '""' ? '' : word));
    return withoutTimes(masked(shown(await sentinel.ask(...words)), ports));
  };

  test.each(CASES.trim().split('\n'))('%s', async (line) => {
    const [mine, theirs] = [await ask(ours, line), await ask(real, line)];
    expect(mine).toBe(theirs);
  });

  test('HELLO 3', async () => {
    const [mine, theirs] = [await ask(ours, 'HELLO 3'), await ask(real, 'HELLO 3')];
    const withoutId = (text: string) => text.replace(/string id=integer \d+/, '<id>');
    expect(withoutId(mine)).toBe(withoutId(theirs));
    const maps = [await ask(ours, 'SENTINEL MASTER mymaster'), await ask(real, 'SENTINEL MASTER mymaster')];
    const withoutNumbers = (text: string) => text.replace(',disconnected', '').replace(/\d+/g, '<n>');
    expect(withoutNumbers(maps[0])).toBe(withoutNumbers(maps[1]));
    await ask(ours, 'HELLO 2');
    await ask(real, 'HELLO 2');
  });

  test('the commands, with their facts', async () => {
    const facts = async ({ sentinel }: Side) => {
      const all = itemsOf(
        await sentinel.ask('COMMAND', 'INFO', ...'sentinel publish info role ping'.split(' ')),
      );
      return all.map((each) => itemsOf(each).slice(0, 7).map(shown));
    };
    expect(await facts(ours)).toEqual(await facts(real));
    const names = async ({ sentinel }: Side) =>
      itemsOf(await sentinel.ask('COMMAND', 'LIST'))
        .map(textOf)
        .sort();
    // QUIT is no command in 7.0, but answered all the same.
    expect((await names(ours)).filter((name) => name !== 'quit')).toEqual(await names(real));
  });

  test('all that was told to subscribers', () => {
    expect(events(ours)).toEqual(events(real));
  });

  test('the file', async () => {
    const lines = async ({ sentinel, ports }: Side) =>
      masked(await sentinel.file(), ports)
        .split('\n')
        .filter((line) => /^(port|bind|sentinel|protected-mode|latency|user|#)/.test(line));
    // Empty lines stay where there was a line before, and other parameters come in the order of a hash table.
    const [mine, theirs] = [await lines(ours), await lines(real)];
    const isOwn = (line: string) => /^(sentinel|#)/.test(line);
    expect(mine.filter(isOwn)).toEqual(theirs.filter(isOwn));
    expect(mine.sort()).toEqual(theirs.sort());
  });
});

/** The first ones may have been told before we subscribed. */
function events({ sentinel, ports }: Side): string[] {
  const masking = sentinel.events.map((event) => masked(event, ports));
  const first = masking.findIndex((event) => !event.startsWith('+monitor') && !event.startsWith('+slave'));
  return masking.slice(first);
}

/** A failover from end to end, with one sentinel that decides alone. */
async function failOver(kind: 'ours' | 'real'): Promise<string[]> {
  const all = await side(kind, ['sentinel down-after-milliseconds mymaster 1500']);
  await meets(all);
  await all.master.kill();
  await crew.until(() => {
    const at = all.sentinel.events.findIndex((event) => event.startsWith('+switch-master'));
    return at !== -1 && all.sentinel.events.slice(at).some((event) => event.startsWith('+sdown slave'));
  }, 'the failover is over, and the old master is missed as a replica');
  return events(all);
}

test('the events of a failover', async () => {
  const [mine, theirs] = await Promise.all([failOver('ours'), failOver('real')]);
  expect(mine).toEqual(theirs);
  expect(mine.some((event) => event.startsWith('+promoted-slave'))).toBe(true);
});
