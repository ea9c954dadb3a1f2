/** Commands of modules with arguments by chance: an answer each time, and all memory back at the end. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { commandDocs } from '../commands/docs.ts';
import { MODULES } from './index.ts';

const commands = MODULES.flatMap((module) => module.commands);

const words = [
  ...[
    'a',
    'b',
    'c',
    'd',
    'text',
    '',
    '*',
    '-',
    '+',
    '0',
    '1',
    '10',
    '100',
    '1000',
    '-1',
    '2.5',
    '1e3',
    'nan',
    'x',
  ],
  ...['9007199254740991', '9223372036854775807', '0.01', '0.5', '48', '64', '~'],
  ...[
    'RETENTION',
    'CHUNK_SIZE',
    'ENCODING',
    'UNCOMPRESSED',
    'COMPRESSED',
    'DUPLICATE_POLICY',
    'ON_DUPLICATE',
  ],
  ...['LABELS', 'l', 'v', 'l=v', 'l!=v', 'l=', 'l!=', 'l=(v,w)', 'SUM', 'LAST', 'TIMESTAMP', 'LATEST'],
  ...['FILTER', 'FILTER_BY_TS', 'FILTER_BY_VALUE', 'WITHLABELS', 'SELECTED_LABELS', 'COUNT', 'ALIGN'],
  ...['AGGREGATION', 'avg', 'twa', 'std.s', 'last', 'BUCKETTIMESTAMP', 'EMPTY', 'GROUPBY', 'REDUCE', 'DEBUG'],
  ...['CAPACITY', 'ERROR', 'EXPANSION', 'NOCREATE', 'NONSCALING', 'ITEMS', 'SIZE', '\0', '\x01\x02\x03'],
];

const line = fc.tuple(
  fc.constantFrom(...commands.map(({ name }) => name)),
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }),
);
const other = fc.constantFrom(
  ['RENAME', 'a', 'b'],
  ['COPY', 'b', 'c', 'REPLACE'],
  ['DEL', 'c'],
  ['SET', 'text', 'x'],
  ['TS.CREATE', 'a', 'CHUNK_SIZE', '48', 'LABELS', 'l', 'v'],
  ['TS.CREATE', 'd', 'LABELS', 'l', 'w'],
  ['TS.CREATERULE', 'a', 'd', 'AGGREGATION', 'twa', '10'],
  ['TS.MADD', 'a', '10', '1', 'a', '25', '2', 'd', '7', '5'],
  ['TS.DEL', 'a', '5', '20'],
  ['BF.MADD', 'b', 'x', 'y', 'z'],
  ['MOVE', 'a', '1'],
  ['SWAPDB', '0', '1'],
  ['UNLINK', 'd'],
);

test('whatever is sent, there is an answer', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: line }, { weight: 1, arbitrary: other }), {
        minLength: 20,
        maxLength: 60,
      }),
      fc.constantFrom('2', '3'),
      (lines, protocol) => {
        const clients = new EngineClients({ loadmodule: 'timeseries bloom' });
        const { heap } = clients.engine.server.env;
        clients.send(['HELLO', protocol]);
        clients.send(['TS.CREATE', 'warm', 'LABELS', 'l', 'v']);
        clients.send(['FLUSHALL']);
        const before = heap.usedBytes;
        for (const each of lines) {
          const args = (each as (string | string[])[]).flat();
          const reply = latin1(clients.send(args));
          expect(reply.length, args.join(' ')).toBeGreaterThan(2);
        }
        clients.send(['FLUSHALL']);
        // The dictionaries of two databases and the empty trees of the index may be left.
        expect(heap.usedBytes - before).toBeLessThan(400);
      },
    ),
    { seed: fuzzSeed, numRuns: 150 },
  );
});

test('every command says what it is for, in both languages, and what it takes', () => {
  const docs = commandDocs(commands).filter(({ flags }) => flags.includes('module'));
  expect(docs.map(({ name }) => name)).toEqual(commands.map(({ name }) => name).sort());
  expect(docs).toHaveLength(27);
  for (const doc of docs) {
    expect(doc.summary.en, doc.name).toMatch(/^[A-Z"'][ -~]*\.$/);
    expect(doc.summary.zh, doc.name).toMatch(/[\u4e00-\u9fff].*。$/);
    expect(doc.arguments.length, doc.name).toBeGreaterThan(0);
  }
});

test('COMMAND marks them, and COMMAND DOCS names their module', () => {
  const clients = new EngineClients({ loadmodule: 'timeseries bloom' });
  const ask = (text: string) => latin1(clients.send(text.split(' ')));
  expect(ask('COMMAND INFO ts.get')).toContain('+module\r\n');
  expect(ask('COMMAND DOCS bf.add')).toContain('$5\r\ngroup\r\n$6\r\nmodule\r\n');
  expect(ask('COMMAND DOCS bf.add')).toContain('$6\r\nmodule\r\n$2\r\nbf\r\n');
  expect(ask('COMMAND GETKEYS TS.MADD a 1 2 b 3 4')).toBe('*2\r\n$1\r\na\r\n$1\r\nb\r\n');
  expect(ask('COMMAND GETKEYS TS.CREATERULE a b AGGREGATION sum 5')).toBe('*2\r\n$1\r\na\r\n$1\r\nb\r\n');
});

test('a server with modules and without their values is as large as a plain one', () => {
  const used = (config: Record<string, string>) => new EngineClients(config).engine.server.env.heap.usedBytes;
  expect(used({ loadmodule: 'timeseries bloom' })).toBe(used({}));
});

test('a gap that nobody could wait for is refused', () => {
  const clients = new EngineClients({ loadmodule: 'timeseries' });
  const ask = (text: string) => latin1(clients.send(text.split(' ')));
  ask('TS.CREATE s');
  ask('TS.MADD s 0 1 s 9007199254740991 1');
  expect(ask('TS.RANGE s - + AGGREGATION sum 1 EMPTY')).toMatch(/^-ERR TSDB: EMPTY would give/);
  expect(ask('TS.RANGE s - + AGGREGATION twa 1 EMPTY')).toMatch(/^-ERR TSDB: EMPTY would give/);
  expect(ask('TS.RANGE s - + AGGREGATION sum 1')).toMatch(/^\*2\r\n/);
});
