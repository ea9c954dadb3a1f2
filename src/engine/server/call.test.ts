/** The gates and what is counted on the way through them. */
import { describe, expect, test } from 'vitest';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

function connected(config: Record<string, string> = {}) {
  const clients = new EngineClients(config);
  const ask = (line: string, client = 'a') => latin1(clients.send(line.split(' '), client));
  const section = (name: string) => {
    const [, ...lines] = ask(`INFO ${name}`).trim().split('\r\n').slice(1);
    return Object.fromEntries(lines.map((line) => [line.split(':')[0], line.split(':')[1]]));
  };
  return { clients, ask, section };
}

describe('statistics', () => {
  test('a command is counted when it has run: INFO does not see itself', () => {
    const { ask, section } = connected();
    expect(section('commandstats')).toEqual({});
    expect(section('commandstats')).toEqual({
      cmdstat_info: 'calls=1,usec=3,usec_per_call=3.00,rejected_calls=0,failed_calls=0',
    });
    ask('CONFIG RESETSTAT');
    expect(section('commandstats')).toEqual({
      'cmdstat_config|resetstat': 'calls=1,usec=3,usec_per_call=3.00,rejected_calls=0,failed_calls=0',
    });
  });

  test('gates reject, commands fail', () => {
    const { ask, section } = connected();
    ask('GET');
    ask('GET k');
    ask('SET k v');
    ask('INCR k');
    ask('INCR k');
    ask('CLIENT ID x');
    ask('DEBUG OBJECT k');
    ask('NOTHING');
    const stats = section('commandstats');
    expect(stats.cmdstat_get).toBe('calls=1,usec=1,usec_per_call=1.00,rejected_calls=1,failed_calls=0');
    expect(stats.cmdstat_incr).toBe('calls=2,usec=2,usec_per_call=1.00,rejected_calls=0,failed_calls=2');
    expect(stats['cmdstat_client|id']).toBe(
      'calls=0,usec=0,usec_per_call=0.00,rejected_calls=1,failed_calls=0',
    );
    expect(stats.cmdstat_debug).toBe('calls=0,usec=0,usec_per_call=0.00,rejected_calls=1,failed_calls=0');
    expect(section('stats')).toMatchObject({ total_commands_processed: '5', total_error_replies: '6' });
    expect(section('errorstats')).toEqual({ errorstat_ERR: 'count=6' });
  });

  test('errors are counted by their first word, protocol errors too, DEBUG ERROR not', () => {
    const { clients, ask, section } = connected({ 'enable-debug-command': 'yes' });
    ask('HELLO 9');
    ask('AUTH nobody x');
    ask('DEBUG ERROR WHAT?');
    clients.sendAlone(new TextEncoder().encode('*x\r\n'));
    expect(section('errorstats')).toEqual({
      errorstat_ERR: 'count=1',
      errorstat_NOPROTO: 'count=1',
      errorstat_WRONGPASS: 'count=1',
    });
  });

  test('errors that nobody is told are counted all the same', () => {
    const { clients, section } = connected();
    clients.sendAlone(new TextEncoder().encode('CLIENT REPLY OFF\r\nGET\r\nNOTHING\r\n'));
    expect(section('errorstats')).toEqual({ errorstat_ERR: 'count=2' });
  });

  test('hits, misses and bytes', () => {
    const { ask, section } = connected();
    ask('GET k');
    ask('SET k v');
    ask('GET k');
    ask('GET k');
    expect(section('stats')).toMatchObject({
      total_connections_received: '1',
      keyspace_hits: '2',
      keyspace_misses: '1',
      total_net_input_bytes: String(20 * 3 + 27 + 25),
      total_net_output_bytes: String(5 + 5 + 7 + 7),
    });
    ask('CONFIG RESETSTAT');
    expect(section('stats')).toMatchObject({
      total_connections_received: '0',
      total_commands_processed: '1',
      keyspace_hits: '0',
      keyspace_misses: '0',
    });
  });
});

describe('CLIENT LIST', () => {
  const fields = (line: string) =>
    Object.fromEntries(
      line
        .trim()
        .split(' ')
        .map((field) => field.split(/=(.*)/s).slice(0, 2)),
    );

  test('tells what is known of every connection, in the order of their coming', () => {
    const { clients, ask } = connected();
    ask('SELECT 3', 'first');
    ask('CLIENT SETNAME two', 'second');
    ask('HELLO 3', 'third');
    ask('NOTHING', 'fourth');
    clients.nowMs += 2500;
    ask('GET', 'first');
    const [, list] = ask('CLIENT LIST', 'fifth').split(/\r\n(.*)/s);
    const rows = list.trim().split('\n').map(fields);
    expect(
      rows.map(({ id, name, age, idle, db, cmd, resp }) => [id, name, age, idle, db, cmd, resp]),
    ).toEqual([
      ['1', '', '2', '0', '3', 'get', '2'],
      ['2', 'two', '2', '2', '0', 'client|setname', '2'],
      ['3', '', '2', '2', '0', 'hello', '3'],
      ['4', '', '2', '2', '0', 'NULL', '2'],
      ['5', '', '0', '0', '0', 'client|list', '2'],
    ]);
  });

  test('by number', () => {
    const { ask } = connected();
    for (const client of ['a', 'b', 'c']) ask('PING', client);
    const ids = [...ask('CLIENT LIST ID 3 9 1').matchAll(/^id=(\d+)/gm)].map(([, id]) => id);
    expect(ids).toEqual(['3', '1']);
  });
});

describe('CLIENT KILL', () => {
  test('by number, by address, and not itself unless it says so', () => {
    const { clients, ask } = connected();
    for (const client of ['a', 'b', 'c', 'd']) ask('PING', client);
    const { server } = clients.engine;
    expect(ask('CLIENT KILL ID 2')).toBe(':1\r\n');
    expect([...server.clients.keys()]).toEqual([1, 3, 4]);
    expect(ask(`CLIENT KILL ${server.clients.get(3)?.address}`)).toBe('+OK\r\n');
    expect([...server.clients.keys()]).toEqual([1, 4]);
    expect(ask('CLIENT KILL ID 1')).toBe(':0\r\n');
    expect(ask('CLIENT KILL TYPE normal')).toBe(':1\r\n');
    expect([...server.clients.keys()]).toEqual([1]);
    expect(ask('CLIENT KILL ID 1 SKIPME no')).toBe(':1\r\n');
    expect([...server.clients.keys()]).toEqual([]);
  });
});
