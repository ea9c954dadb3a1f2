/** INFO, ROLE, CLIENT LIST and errors of servers that replicate, word for word those of a real one. */
import { afterEach, describe, expect, test } from 'vitest';
import { infoOf, type Kind, type Node, startNode, until } from '../../testing/replication-run.ts';
import { latin1 } from '../base/bytes.ts';

const nodes: Node[] = [];

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

async function start(kind: Kind, config: Record<string, string> = {}): Promise<Node> {
  const node = await startNode(kind, config);
  nodes.push(node);
  return node;
}

async function follow(replica: Node, master: Node): Promise<void> {
  await replica.client.send(['REPLICAOF', '127.0.0.1', String(master.port)]);
  await until(
    'the link',
    async () => (await infoOf(replica, 'replication')).get('master_link_status') === 'up',
  );
  await until('the replica to be online', async () => {
    return (await infoOf(master, 'replication')).get('slave0')?.includes('state=online') === true;
  });
}

async function ask(node: Node, line: string): Promise<string> {
  return latin1(await node.client.send(line.split(' ')));
}

/** Ports and ids are not the same on both sides, nor is what time and chance decide. */
function plain(text: string): string {
  return text
    .replace(/^\$\d+\r\n(?=#)/, '')
    .replace(/[0-9a-f]{40}/g, '<id>')
    .replace(/(port[=:])\d{4,5}/g, '$1<port>')
    .replace(/\$[45]\r\n\d{4,5}\r\n/g, '<port>\r\n')
    .replace(/:\d{4,5}\r\n(?=\$9\r\nconnected)/g, '<port>\r\n')
    .replace(/(master|connected)\r\n:\d+/g, '$1\r\n<n>')
    .replace(/(<port>\r\n)\$\d+\r\n\d+/g, '$1<n>')
    .replace(/^(.*offset[:=])\d+/gm, '$1<n>')
    .replace(/offset=\d+/g, 'offset=<n>')
    .replace(/(histlen|seconds_ago|lag)([:=])\d+/g, '$1$2<n>');
}

/** A real master with a real replica, and the same with ours in one of the places. */
async function pairs(config: Record<string, string> = {}): Promise<{ real: Node[]; ours: Node[] }> {
  const real = [await start('real', config), await start('real', config)];
  const ours = [await start('ours', config), await start('ours', config)];
  await follow(real[1], real[0]);
  await follow(ours[1], ours[0]);
  return { real, ours };
}

describe('what servers say of themselves', () => {
  test('as master and replica', { timeout: 60_000 }, async () => {
    const { real, ours } = await pairs();
    for (const line of ['INFO replication', 'ROLE']) {
      for (const place of [0, 1]) {
        expect(plain(await ask(ours[place], line)), line).toBe(plain(await ask(real[place], line)));
      }
    }
    const flags = async (node: Node, type: string) =>
      /flags=\S+/.exec(await ask(node, `CLIENT LIST TYPE ${type}`))?.[0];
    expect(await flags(ours[0], 'replica')).toBe(await flags(real[0], 'replica'));
    expect(await flags(ours[1], 'master')).toBe(await flags(real[1], 'master'));
  });

  test('errors of a replica', { timeout: 60_000 }, async () => {
    const { real, ours } = await pairs();
    const lines = [
      'SET k v',
      'EVAL return(redis.call("SET","k","v")) 0',
      'EVAL #!lua\nreturn(1) 0',
      'EVAL #!lua\x20flags=no-writes\nreturn(1) 0',
      'WAIT 1 0',
      'FAILOVER',
      'FAILOVER ABORT',
      'PSYNC ? -1 FAILOVER',
      'REPLCONF nope 1',
      'REPLCONF listening-port x',
      'REPLCONF rdb-only 2',
      'REPLCONF rdb-filter-only x',
      'REPLCONF rdb-filter-only "',
      'REPLCONF a',
      'REPLICAOF 127.0.0.1 x',
      'REPLICAOF 127.0.0.1 70000',
      'REPLICAOF a b c',
      'CONFIG SET replica-serve-stale-data no',
      'REPLICAOF 127.0.0.1 1',
      'GET k',
      'EVAL return(redis.call("GET","k")) 0',
      'EVAL #!lua\nreturn(1) 0',
      'EVAL #!lua\x20flags=allow-stale\nreturn(redis.call("GET","k")) 0',
      'PING',
      'PSYNC ? -1',
      'ROLE',
      'INFO replication',
      'REPLICAOF NO ONE',
      'REPLICAOF NO ONE',
      'ROLE',
      'INFO replication',
      'REPLICAOF 127.0.0.1 1',
      'INFO replication',
      'ROLE',
    ];
    for (const line of lines) {
      expect(`${line}: ${plain(await ask(ours[1], line))}`).toBe(
        `${line}: ${plain(await ask(real[1], line))}`,
      );
    }
  });

  test('errors of a master', { timeout: 60_000 }, async () => {
    const { real, ours } = await pairs({ 'min-replicas-to-write': '1' });
    const lines = [
      'SET k v',
      'WAIT 0 0',
      'WAIT x 0',
      'WAIT 1 -1',
      'INFO replication',
      'CONFIG SET min-replicas-to-write 2',
      'SET k v',
      'EVAL return(redis.call("SET","k","v")) 0',
      'EVAL #!lua\nreturn(1) 0',
      'FAILOVER TO 127.0.0.1 1',
      'FAILOVER TO 127.0.0.1 1 FORCE',
      'FAILOVER TIMEOUT 0',
      'FAILOVER TO',
      'FAILOVER ABORT',
      'PSYNC ? -1 FAILOVER',
      'PSYNC ? x',
    ];
    for (const line of lines) {
      expect(`${line}: ${plain(await ask(ours[0], line))}`).toBe(
        `${line}: ${plain(await ask(real[0], line))}`,
      );
    }
  });
});
