/** What clients see of replication, in pairs of real servers and of ours in every place: numbers of WAIT, expiry, refusals. */
import { afterEach, describe, expect, test } from 'vitest';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { CutLink } from '../../testing/cut-link.ts';
import { WireClient } from '../../testing/oracle.ts';
import { infoOf, type Kind, type Node, startNode, until } from '../../testing/replication-run.ts';
import { latin1 } from '../base/bytes.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

const CASTS: readonly (readonly [master: Kind, replicas: Kind])[] = [
  ['real', 'real'],
  ['ours', 'ours'],
  ['real', 'ours'],
  ['ours', 'real'],
];

/** A master with two replicas; the link of the first one can be cut. */
interface Trio {
  readonly master: Node;
  readonly replica: Node;
  readonly other: Node;
  readonly link: CutLink;
}

type Config = Readonly<Record<string, string>>;

async function trio([master, replicas]: readonly [Kind, Kind], config: Config, own: Config): Promise<Trio> {
  const start = async (kind: Kind, more: Config): Promise<Node> => {
    const node = await startNode(kind, { ...config, ...more });
    undo.push(() => node.stop());
    return node;
  };
  const all = [await start(master, {}), await start(replicas, own), await start(replicas, own)];
  const link = await CutLink.to(all[0].port);
  undo.push(() => link.close());
  for (const [at, port] of [link.port, all[0].port].entries()) {
    await all[at + 1].client.send(['REPLICAOF', '127.0.0.1', `${port}`]);
  }
  const made = { master: all[0], replica: all[1], other: all[2], link };
  await untilOnline(made.master, 2);
  return made;
}

async function untilOnline(master: Node, count: number): Promise<void> {
  await until(`${count} replicas`, async () => {
    const list = [...(await infoOf(master, 'replication')).entries()];
    const online = list.filter(([name, text]) => /^slave\d/.test(name) && text.includes('state=online'));
    return online.length === count && list.some(([, text]) => text === `${count}`);
  });
}

async function cut({ master, link }: Trio): Promise<void> {
  link.cut();
  await untilOnline(master, 1);
}

/** Lines and their answers. */
class Script {
  readonly said: string[] = [];

  async ask(node: Node, ...lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      const reply = latin1(await node.client.send(splitArguments(line) ?? []));
      // Where in memory, and when it was used.
      this.said.push(`${line}: ${reply.replace(/at:\S+|lru\S*:\d+/g, '')}`);
    }
  }

  /** A client that waits; gives the way to what it is answered. */
  async block(node: Node, line: string, ...before: readonly string[]): Promise<() => Promise<void>> {
    const client = await WireClient.connect(node.port);
    undo.push(() => client.close());
    for (const each of before) await client.send(splitArguments(each) ?? []);
    const reply = client.send(splitArguments(line) ?? []);
    await until(
      'a blocked client',
      async () => (await infoOf(node, 'clients')).get('blocked_clients') === '1',
    );
    return async () => void this.said.push(`${line}: ${latin1(await reply)}`);
  }
}

/** The same answers from every cast. */
function same(
  name: string,
  play: (servers: Trio, script: Script) => Promise<void>,
  config: Config = {},
  own: Config = {},
): void {
  test(name, { timeout: 240_000 }, async () => {
    const said: string[][] = [];
    for (const cast of CASTS) {
      const script = new Script();
      await play(await trio(cast, config, own), script);
      said.push(script.said);
    }
    for (const [at, each] of said.entries()) expect([CASTS[at], each]).toEqual([CASTS[at], said[0]]);
  });
}

const ALL = 'WAIT 2 60000';

describe('in pairs', () => {
  same('numbers of WAIT', async (servers, script) => {
    const { master, replica, link } = servers;
    await script.ask(master, 'WAIT 0 0', 'WAIT 2 0', 'SET k v', ALL, 'WAIT 1 0', 'WAIT 5 2000');
    await script.ask(master, 'MULTI', 'SET k w', 'EXEC', ALL, 'EVAL "return redis.call(\'WAIT\',0,0)" 0');
    await cut(servers);
    await script.ask(master, 'SET k x', 'WAIT 2 2000', 'WAIT 1 60000', 'WAIT 0 0');
    const woken = await script.block(master, 'WAIT 2 0', 'SET k y');
    link.mend();
    await woken();
    await script.ask(replica, 'GET k', 'WAIT 1 0');
  });

  same('a client that waits when its server becomes a replica', async ({ master, replica }, script) => {
    await script.ask(replica, 'BLPOP l 0', 'XREAD BLOCK 10 STREAMS s 0');
    const served = await script.block(replica, 'XREAD BLOCK 0 STREAMS s $');
    await script.ask(master, 'XADD s 1-1 f v');
    await served();
    await script.ask(replica, 'REPLICAOF NO ONE');
    const sentAway = await script.block(replica, 'BLPOP l 0');
    await replica.client.send(['REPLICAOF', '127.0.0.1', `${master.port}`]);
    await sentAway();
  });

  same('keys whose time is over, before the master deletes them', async ({ master, replica }, script) => {
    await script.ask(master, 'DEBUG SET-ACTIVE-EXPIRE 0', 'SET k v PX 50', 'RPUSH l a b', 'PEXPIRE l 50');
    await script.ask(master, 'SET stay 1', ALL);
    await until(
      'they are over',
      async () => latin1(await replica.client.send(['EXISTS', 'k', 'l'])) === ':0\r\n',
    );
    await script.ask(replica, 'GET k', 'EXISTS k', 'PTTL k', 'TYPE k', 'DBSIZE', 'KEYS *', 'SCAN 0');
    await script.ask(replica, 'OBJECT ENCODING k', 'DUMP k', 'LRANGE l 0 -1', 'MGET k stay', 'SORT l ALPHA');
    await script.ask(replica, 'DEBUG OBJECT k', 'MEMORY USAGE k', 'DEL k');
    await script.ask(replica, 'EVAL "return redis.call(\'GET\',KEYS[1])" 1 k');
    await script.ask(master, 'GET k', ALL);
    await script.ask(replica, 'DBSIZE');
    await script.ask(master, 'INCR k', 'SETRANGE l 0 x', ALL);
    await script.ask(replica, 'GET k', 'PTTL k', 'TYPE l', 'DBSIZE');
  });

  same(
    'a replica that clients write to',
    async ({ master, replica }, script) => {
      await script.ask(master, 'DEBUG SET-ACTIVE-EXPIRE 0', 'SET theirs 1 PX 300', ALL);
      await script.ask(replica, 'SET kept v', 'SET own v PX 50', 'SET own2 v', 'PEXPIRE own2 50');
      await until('those of the replica are gone', async () => {
        return latin1(await replica.client.send(['DBSIZE'])) === ':2\r\n';
      });
      await until('that of the master is over', async () => {
        return latin1(await replica.client.send(['EXISTS', 'theirs'])) === ':0\r\n';
      });
      await script.ask(replica, 'DBSIZE', 'EXISTS own own2 kept theirs', 'SET theirs 2 GET', 'DBSIZE');
      script.said.push((await infoOf(replica, 'stats')).get('expired_keys') ?? '');
    },
    {},
    { 'replica-read-only': 'no' },
  );

  same(
    'PFCOUNT is no write: a replica runs it, and keeps the estimate in its own value',
    async (servers, script) => {
      const { master, replica } = servers;
      await script.ask(master, 'PFADD p a b c', ALL);
      await script.ask(replica, 'PFCOUNT p', 'GETRANGE p 8 15');
      await script.ask(master, 'GETRANGE p 8 15');
    },
  );

  same(
    'too few good replicas',
    async (servers, script) => {
      const { master } = servers;
      await script.ask(master, 'SET k v', 'RPUSH l a');
      await cut(servers);
      await script.ask(master, 'SET k w', 'GET k', 'DEL nothing', 'MULTI', 'SET k w', 'EXEC', 'PUBLISH a b');
      await script.ask(master, "EVAL \"return redis.call('SET','k','1')\" 0", 'EVAL "#!lua\\nreturn 1" 0');
      await script.ask(master, 'FLUSHALL', 'SWAPDB 0 1', 'BLPOP l 0', 'PFCOUNT a', 'EXPIRE k 10');
      await script.ask(
        master,
        'CONFIG SET min-replicas-to-write 1',
        'SET k w',
        'CONFIG SET min-slaves-to-write 3',
      );
      await script.ask(master, 'SET k w', 'CONFIG SET min-replicas-max-lag 0', 'SET k w');
    },
    { 'min-replicas-to-write': '2', 'min-replicas-max-lag': '1000' },
  );

  same('FAILOVER and back', async ({ master, other }, script) => {
    await script.ask(master, 'SET k v');
    await master.client.send(['FAILOVER', 'TO', '127.0.0.1', `${other.port}`, 'TIMEOUT', '60000']);
    const leads = async (node: Node) => (await infoOf(node, 'replication')).get('role') === 'master';
    await until('it has moved', async () => (await leads(other)) && !(await leads(master)));
    await until('the old master follows', async () => {
      return (await infoOf(master, 'replication')).get('master_link_status') === 'up';
    });
    await script.ask(other, 'SET k w', 'WAIT 1 60000');
    await script.ask(master, 'GET k', 'SET k z');
    script.said.push((await infoOf(other, 'stats')).get('sync_full') ?? '');
    await script.ask(
      other,
      'FAILOVER TO 127.0.0.1 1 TIMEOUT 500',
      'FAILOVER TIMEOUT 300 FORCE',
      'FAILOVER ABORT',
    );
    await script.ask(other, 'FAILOVER TIMEOUT 60000');
    await until('it is back', async () => (await leads(master)) && !(await leads(other)));
    await script.ask(master, 'INCR n');
  });
});
