/** A server made of the beginning alone becomes the same as one that was whole from the start. */
import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../protocol/resp.ts';
import { bytesOf } from '../base/bytes.ts';
import { readView as firstReadView, turnsWatches as firstTurnsWatches } from '../inspect/first.ts';
import { turnsWatches } from '../inspect/index.ts';
import { loadModules as firstLoadModules } from '../modules/first.ts';
import * as background from '../persistence/background.ts';
import * as backgroundFirst from '../persistence/background-first.ts';
import { startUp as firstStartUp } from '../replication/startup-first.ts';
import { Engine } from '../server/engine.ts';
import { VirtualDisk } from '../state/disk/disk.ts';
import { loadRest, needsRest, needsRestForView } from '../state/lazy-chunks.ts';
import { Server } from '../state/server.ts';
import { commandTable as firstTable } from './first.ts';
import { COMMANDS, commandTable } from './index.ts';

const start = { generation: '7.0', seed: 1, startMs: 0, config: {} } as const;
const words = (line: string) => encodeCommand(line.split(' ').map(bytesOf));
const joined = (...lines: string[]) => Uint8Array.from(lines.flatMap((line) => [...words(line)]));

// In this order: what has arrived has arrived.
describe('before the rest has arrived', () => {
  it('commands of strings and keys can do without it, others cannot', () => {
    for (const line of [
      'SET a 1',
      'get a',
      'MSET a 1 b 2',
      'OBJECT ENCODING a',
      'INCR n',
      'DBSIZE',
      'TYPE a',
    ])
      expect([line, needsRest(words(line))]).toEqual([line, false]);
    for (const line of [
      'EXPIRE a 10',
      'HSET a b c',
      'LPUSH a b',
      'CONFIG GET x',
      'FLUSHALL',
      'nonsense',
      'MULTI',
    ])
      expect([line, needsRest(words(line))]).toEqual([line, true]);
  });

  it('every command of a pipeline counts, and what is no whole request counts as needing it', () => {
    expect(needsRest(joined('SET a 1', 'GET a'))).toBe(false);
    expect(needsRest(joined('SET a 1', 'ZADD z 1 a'))).toBe(true);
    for (const text of [
      'PING\r\n',
      'get a\r\n',
      '*1\r\n$3\r\nGE',
      '*0\r\n',
      '*x\r\n',
      '*2\r\n$3\r\nGET\r\n',
      '*1\r\n:1\r\n',
    ])
      expect([text, needsRest(bytesOf(text))]).toEqual([text, true]);
  });

  it('the dictionary can be looked at, anything else not', () => {
    expect([needsRestForView('dict'), needsRestForView('keyspace'), needsRestForView('skiplist')]).toEqual([
      false,
      true,
      true,
    ]);
    const { server } = new Engine(start);
    const target = { kind: 'dict', db: 0, which: 'keys', windows: [] } as never;
    expect(firstReadView(server, target)).toMatchObject({ kind: 'dict' });
    expect(firstReadView(server, { kind: 'keyspace', db: 0 } as never)).toBeNull();
  });

  it('the keys of its commands turn watches as they do with the rest', () => {
    const withKeys = firstTable().all.filter(({ command }) => command.keys !== undefined);
    expect(withKeys.length).toBeGreaterThan(10);
    for (const { fullName, command } of withKeys)
      expect([fullName, firstTurnsWatches(command.group)]).toEqual([fullName, turnsWatches(command.group)]);
  });

  it('a server with an empty disk starts as it would with the rest', () => {
    const whole = new Engine(start).server;
    const begun = new Server(start, firstTable(), new VirtualDisk());
    begun.keyspace.dirty = 7;
    expect(firstStartUp(begun)).toBeNull();
    expect(begun.keyspace.dirty).toBe(whole.keyspace.dirty);
    expect(begun.persistence.aof.manifest).toEqual(whole.persistence.aof.manifest);
    expect(backgroundFirst.saveInBackground(begun)).toBe(false);
    expect(backgroundFirst.RETRY_DELAY_SECONDS).toBe(background.RETRY_DELAY_SECONDS);
  });
});

describe('when the rest arrives', () => {
  it('tables and modules are completed, and what was counted stays', async () => {
    const table = firstTable();
    const server = new Server(start, table, new VirtualDisk());
    firstLoadModules(server, 'bloom');
    const get = table.find(bytesOf('get'));
    expect(table.entries.length).toBeLessThan(COMMANDS.length);
    expect(table.find(bytesOf('hset'))).toBeNull();
    table.countsOf(get!).calls = 3;

    await loadRest();
    const whole = commandTable();
    const wholeServer = new Server(start, whole, new VirtualDisk());
    firstLoadModules(wholeServer, 'bloom');
    const numbered = ({ all }: typeof table) => all.map(({ fullName, number }) => [number, fullName]);
    expect(numbered(table)).toEqual(numbered(whole));
    expect(table.find(bytesOf('GET'))).toBe(get);
    expect(table.counted(get!).calls).toBe(3);
    for (const { command, nameBytes } of whole.entries) expect(table.find(nameBytes)?.command).toBe(command);
    expect(server.modules.find('bf')).not.toBeNull();
    expect(firstTable().entries.length).toBe(COMMANDS.length);
    expect(needsRest(words('HSET a b c'))).toBe(false);
    expect(needsRestForView('keyspace')).toBe(false);
    expect(
      firstReadView(new Engine(start).server, {
        kind: 'keyspace',
        db: 0,
        window: { from: 0, count: 5 },
      } as never),
    ).toMatchObject({ kind: 'keyspace' });
  });
});
