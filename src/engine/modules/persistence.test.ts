/** Values of modules go through files and come back: RDB, the append only file with and without its preamble. */
import { describe, expect, test } from 'vitest';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

function connected(config: Record<string, string> = {}) {
  const clients = new EngineClients({
    loadmodule: 'timeseries bloom',
    'enable-debug-command': 'yes',
    ...config,
  });
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  return { clients, ask };
}

function fill(ask: (line: string) => string): void {
  ask('TS.CREATE raw CHUNK_SIZE 48 DUPLICATE_POLICY SUM RETENTION 100000 LABELS room study unit c');
  ask('TS.CREATE compact ENCODING UNCOMPRESSED LABELS room study');
  ask('TS.CREATERULE raw compact AGGREGATION std.p 25 3');
  for (let time = 0; time < 200; time += 3) ask(`TS.ADD raw ${(time * 7) % 211} ${time / 3}`);
  ask('BF.RESERVE bf 0.01 20');
  for (let at = 0; at < 100; at++) ask(`BF.ADD bf item:${at}`);
  ask('BF.RESERVE fixed 0.1 5 NONSCALING');
}

function asked(ask: (line: string) => string): string[] {
  return [
    'TS.RANGE raw - +',
    'TS.RANGE compact - + LATEST',
    'TS.INFO raw',
    'TS.INFO compact',
    'TS.QUERYINDEX room=study',
    'BF.INFO bf',
    'BF.INFO fixed',
    'BF.MEXISTS bf item:0 item:50 item:99 stranger',
    'DUMP bf',
    'DUMP raw',
    'DBSIZE',
  ].map(ask);
}

describe.each([
  ['RDB', {}, 'DEBUG RELOAD'],
  ['the append only file', { appendonly: 'yes' }, 'DEBUG LOADAOF'],
])('%s', (_name, config: Record<string, string>, reload) => {
  test('everything is as it was, and goes on', () => {
    const { ask, clients } = connected(config);
    fill(ask);
    const before = asked(ask);
    expect(ask(reload)).toBe('+OK\r\n');
    expect(asked(ask)).toEqual(before);
    clients.nowMs += 1000;
    ask('TS.MADD raw 300 1 raw 400 1');
    expect(ask('TS.RANGE compact 200 +')).toContain(':278\r\n');
    expect(ask('BF.ADD bf item:0')).toBe(':0\r\n');
  });
});

test('the time of * is propagated', () => {
  const { ask, clients } = connected({ appendonly: 'yes' });
  ask('TS.ADD s * 1');
  ask('TS.CREATE t');
  clients.nowMs += 500;
  ask('TS.MADD s * 2 t * 3');
  clients.nowMs += 500;
  ask('TS.INCRBY t 4');
  clients.nowMs += 500;
  ask('TS.DECRBY t 1 TIMESTAMP *');
  const before = [ask('TS.RANGE s - +'), ask('TS.RANGE t - +')];
  clients.nowMs += 60_000;
  expect(ask('DEBUG LOADAOF')).toBe('+OK\r\n');
  expect([ask('TS.RANGE s - +'), ask('TS.RANGE t - +')]).toEqual(before);
});
