/** Engines that follow each other, wired in memory. */
import { expect, test } from 'vitest';
import { WiredEngines } from '../../testing/wired-engines.ts';

const DEBUG = { 'enable-debug-command': 'yes' };

function pair(config: Record<string, string> = {}) {
  const net = new WiredEngines();
  const master = net.add(7001, { ...DEBUG, 'repl-diskless-sync-delay': '0', ...config });
  const replica = net.add(7002, { ...DEBUG, ...config, replicaof: '10.0.0.1 7001' });
  return { net, master, replica };
}

for (const diskless of ['yes', 'no']) {
  test(`a replica gets what is there and what comes, diskless ${diskless}`, () => {
    const { net, master, replica } = pair({ 'repl-diskless-sync': diskless });
    master.ask('SET', 'before', '1');
    net.advance(3000);
    expect(replica.info('replication', 'master_link_status')).toBe('up');
    expect(replica.ask('GET', 'before')).toBe('$1\r\n1\r\n');
    master.ask('RPUSH', 'list', 'a', 'b');
    master.ask('SELECT', '3');
    master.ask('SET', 'in three', 'x', 'EX', '100');
    net.advance(10);
    expect(replica.digest()).toBe(master.digest());
    expect(master.info('replication', 'slave0')).toMatch(
      /^ip=10.0.0.1,port=7002,state=online,offset=\d+,lag=0$/,
    );
    net.advance(1000);
    const offset = master.info('replication', 'master_repl_offset');
    expect(replica.info('replication', 'slave_repl_offset')).toBe(offset);
    expect(replica.info('replication', 'master_replid')).toBe(master.info('replication', 'master_replid'));
  });
}

test('a link that was cut goes on where it was', () => {
  const { net, master, replica } = pair();
  net.advance(3000);
  net.cut(master, replica);
  net.advance(5000);
  expect(replica.info('replication', 'master_link_status')).toBe('down');
  master.ask('SET', 'meanwhile', '1');
  net.mend(master, replica);
  net.advance(2000);
  expect(replica.ask('GET', 'meanwhile')).toBe('$1\r\n1\r\n');
  expect(master.info('stats', 'sync_full')).toBe('1');
  expect(master.info('stats', 'sync_partial_ok')).toBe('1');
});

test('a chain passes the bytes on, and a promotion keeps the replicas', () => {
  const { net, master, replica } = pair();
  const last = net.add(7003, { ...DEBUG, replicaof: '10.0.0.1 7002' });
  net.advance(10_000);
  master.ask('SET', 'k', 'v');
  net.advance(10);
  expect(last.ask('GET', 'k')).toBe('$1\r\nv\r\n');
  expect(last.ask('SET', 'k', 'w')).toBe("-READONLY You can't write against a read only replica.\r\n");
  replica.ask('REPLICAOF', 'NO', 'ONE');
  replica.ask('SET', 'k', 'promoted');
  net.advance(2000);
  expect(last.ask('GET', 'k')).toBe('$8\r\npromoted\r\n');
  expect(replica.info('stats', 'sync_partial_ok')).toBe('1');
  master.ask('REPLICAOF', '10.0.0.1', '7002');
  net.advance(10_000);
  expect(master.digest()).toBe(last.digest());
});

test('WAIT counts the replicas that have it', () => {
  const { net, master, replica } = pair();
  net.advance(3000);
  master.ask('SET', 'k', '1');
  expect(master.ask('WAIT', '1', '0')).toBe('');
  net.advance(5);
  expect(master.taken()).toBe(':1\r\n');
  net.cut(master, replica);
  master.ask('SET', 'k', '2');
  master.ask('WAIT', '1', '50');
  net.advance(60);
  expect(master.taken()).toBe(':0\r\n');
});

test('a key expires on the replica when the master says so', () => {
  const { net, master, replica } = pair();
  net.advance(3000);
  master.ask('SET', 'k', 'v', 'PX', '100');
  net.advance(5);
  net.cut(master, replica);
  net.advance(200);
  expect(replica.ask('GET', 'k')).toBe('$-1\r\n');
  expect(replica.ask('DBSIZE')).toBe(':1\r\n');
  expect(replica.ask('RANDOMKEY')).toBe('$1\r\nk\r\n');
  net.mend(master, replica);
  net.advance(2000);
  expect(replica.ask('DBSIZE')).toBe(':0\r\n');
});

test('before 3.2 a replica served keys whose time was over', () => {
  const { net, master, replica } = pair({ 'replica-serve-expired': 'yes' });
  net.advance(3000);
  master.ask('SET', 'k', 'v', 'PX', '100');
  net.advance(5);
  net.cut(master, replica);
  net.advance(200);
  expect(replica.ask('GET', 'k')).toBe('$1\r\nv\r\n');
  expect(replica.ask('EXISTS', 'k')).toBe(':1\r\n');
  expect(replica.ask('PTTL', 'k')).toBe(':0\r\n');
  expect(replica.ask('KEYS', '*')).toBe('*0\r\n');
  expect(master.ask('GET', 'k')).toBe('$-1\r\n');
  net.mend(master, replica);
  net.advance(2000);
  expect(replica.ask('GET', 'k')).toBe('$-1\r\n');
});

test('a replica that clients write to deletes what they let expire, and nothing of its master', () => {
  const { net, master, replica } = pair({ 'replica-read-only': 'no' });
  net.advance(3000);
  replica.ask('SET', 'own', 'v', 'PX', '200');
  replica.ask('SET', 'own2', 'v');
  replica.ask('PEXPIRE', 'own2', '200');
  replica.ask('SET', 'later', 'v', 'EX', '100');
  replica.ask('SET', 'kept', 'v', 'EX', '100');
  replica.ask('PERSIST', 'kept');
  expect(replica.info('stats', 'slave_expires_tracked_keys')).toBe('4');
  master.ask('DEBUG', 'SET-ACTIVE-EXPIRE', '0');
  master.ask('SET', 'theirs', 'v', 'PX', '200');
  net.advance(10);
  expect(replica.ask('DBSIZE')).toBe(':5\r\n');
  net.advance(500);
  expect(
    replica
      .ask('KEYS', '*')
      .match(/own|later|kept|theirs/g)
      ?.sort(),
  ).toEqual(['kept', 'later']);
  expect(replica.ask('DBSIZE')).toBe(':3\r\n');
  expect(replica.info('stats', 'slave_expires_tracked_keys')).toBe('1');
});

test('FAILOVER hands over without losing a write', () => {
  const { net, master, replica } = pair();
  net.advance(3000);
  master.ask('SET', 'k', '1');
  expect(master.ask('FAILOVER', 'TO', '10.0.0.1', '7002', 'TIMEOUT', '5000')).toBe('+OK\r\n');
  master.send(['SET', 'held', 'back'], 2);
  net.advance(3000);
  expect(replica.info('replication', 'role')).toBe('master');
  expect(master.info('replication', 'role')).toBe('slave');
  expect(master.taken(2)).toBe("-READONLY You can't write against a read only replica.\r\n");
  replica.ask('SET', 'k', '2');
  net.advance(10);
  expect(master.ask('GET', 'k')).toBe('$1\r\n2\r\n');
  expect(replica.info('stats', 'sync_full')).toBe('0');
});

test('messages reach the subscribers of a replica', () => {
  const { net, master, replica } = pair();
  net.advance(3000);
  replica.send(['SUBSCRIBE', 'news'], 2);
  replica.taken(2);
  master.ask('MULTI');
  master.ask('PUBLISH', 'news', 'hello');
  master.ask('EXEC');
  net.advance(10);
  expect(replica.taken(2)).toBe('*3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$5\r\nhello\r\n');
});

test('writes need as many replicas as the master was told', () => {
  const { net, master, replica } = pair({ 'min-replicas-to-write': '1', 'min-replicas-max-lag': '2' });
  expect(master.ask('SET', 'k', 'v')).toBe('-NOREPLICAS Not enough good replicas to write.\r\n');
  net.advance(3000);
  expect(master.ask('SET', 'k', 'v')).toBe('+OK\r\n');
  net.cut(master, replica);
  net.advance(10);
  expect(master.ask('SET', 'k', 'w')).toBe('-NOREPLICAS Not enough good replicas to write.\r\n');
});

test('servers that restart go on where they were', () => {
  const { net, master, replica } = pair({ save: '3600 1' });
  master.ask('SET', 'short', 'lived', 'PX', '5000');
  master.ask('SET', 'k', '1');
  net.advance(3000);
  replica.ask('SHUTDOWN', 'SAVE');
  master.ask('SET', 'k', '2');
  net.advance(100);
  replica.restart();
  net.advance(1500);
  expect(replica.ask('GET', 'k')).toBe('$1\r\n2\r\n');
  expect(master.info('stats', 'sync_partial_ok')).toBe('1');
  master.ask('SHUTDOWN', 'SAVE');
  net.advance(6000);
  master.restart();
  net.advance(2500);
  expect(master.info('stats', 'sync_partial_ok')).toBe('1');
  expect(master.info('stats', 'sync_full')).toBe('0');
  expect(replica.ask('DBSIZE')).toBe(':1\r\n');
  expect(replica.digest()).toBe(master.digest());
});

test('a replica writes its own append only file', () => {
  const { net, master, replica } = pair({ appendonly: 'yes' });
  master.ask('RPUSH', 'l', 'a');
  net.advance(3000);
  master.ask('MULTI');
  master.ask('RPUSH', 'l', 'b');
  master.ask('SET', 'k', 'v');
  master.ask('EXEC');
  net.advance(10);
  const digest = master.digest();
  expect(replica.ask('DEBUG', 'LOADAOF')).toBe('+OK\r\n');
  expect(replica.digest()).toBe(digest);
});

test('a stale replica serves only what it may', () => {
  const { net, master, replica } = pair({ 'replica-serve-stale-data': 'no' });
  net.advance(3000);
  net.cut(master, replica);
  net.advance(10);
  expect(replica.ask('GET', 'k')).toMatch(/^-MASTERDOWN/);
  expect(replica.ask('PING')).toMatch(/^-MASTERDOWN/);
  expect(replica.ask('INFO', 'server')).toMatch(/^\$/);
  net.mend(master, replica);
  net.advance(1500);
  expect(replica.ask('GET', 'k')).toBe('$-1\r\n');
});

test('a master pings in every tenth second of its life, and not when a replica comes', () => {
  const { net, master } = pair();
  net.advance(3000);
  const offset = () => Number(master.info('replication', 'master_repl_offset'));
  const before = offset();
  expect(before).toBe(0);
  net.advance(6500);
  expect(offset()).toBe(before);
  net.advance(1000);
  expect(offset()).toBe(before + '*1\r\n$4\r\nPING\r\n'.length);
});

test('the backlog is given up when nobody has come for long', () => {
  const { net, master, replica } = pair({ 'repl-backlog-ttl': '5' });
  net.advance(3000);
  const id = master.info('replication', 'master_replid');
  net.cut(master, replica);
  net.advance(8000);
  expect(master.info('replication', 'repl_backlog_active')).toBe('0');
  expect(master.info('replication', 'master_replid')).not.toBe(id);
  net.mend(master, replica);
  net.advance(3000);
  expect(master.info('stats', 'sync_partial_err')).toBe('2');
  expect(replica.digest()).toBe(master.digest());
});

test('a silent master is left after repl-timeout, a silent replica too', () => {
  const { net, master, replica } = pair({ 'repl-timeout': '5', 'repl-ping-replica-period': '2' });
  net.advance(3000);
  net.freeze(master, replica);
  net.advance(8000);
  expect(replica.info('replication', 'master_link_status')).toBe('down');
  expect(master.info('replication', 'connected_slaves')).toBe('0');
});

test('the same start and inputs give the same ids and offsets', () => {
  const play = () => {
    const { net, master, replica } = pair();
    net.advance(3000);
    master.ask('SET', 'k', 'v');
    net.advance(2000);
    return [replica.ask('INFO', 'replication'), master.ask('INFO', 'replication')];
  };
  expect(play()).toEqual(play());
});

test('a key whose time was over when the replica heard of it may live on', () => {
  const { net, master, replica } = pair();
  net.advance(3000);
  net.cut(master, replica);
  master.ask('SET', 'k', 'v');
  master.ask('PEXPIRE', 'k', '100');
  net.advance(50);
  master.ask('PERSIST', 'k');
  net.advance(2000);
  net.mend(master, replica);
  net.advance(2000);
  expect(replica.ask('GET', 'k')).toBe('$1\r\nv\r\n');
});

test('a stream is trimmed as on the master', () => {
  const { net, master, replica } = pair({ 'stream-node-max-entries': '2' });
  net.advance(3000);
  for (let i = 1; i <= 9; i++) {
    master.ask('XADD', 's', 'MAXLEN', '~', '5', 'LIMIT', '3', `${i}-1`, 'f', 'v');
  }
  net.advance(10);
  expect(replica.digest()).toBe(master.digest());
});
