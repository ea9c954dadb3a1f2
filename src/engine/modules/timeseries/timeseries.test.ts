/** TS.* over the wire: worked examples, errors, both protocols, and what happens to keys that hold series. */
import { describe, expect, test } from 'vitest';
import { decodeReplies, type Reply } from '../../../protocol/resp.ts';
import { EngineClients, TRANSCRIPT_START_MS } from '../../../testing/transcript-players.ts';
import { latin1 } from '../../base/bytes.ts';
import { ConfigError } from '../../state/config/table.ts';

function connected(config: Record<string, string> = {}) {
  const clients = new EngineClients({ loadmodule: 'timeseries', ...config });
  const send = (...args: (string | Uint8Array)[]) => clients.send(args);
  const ask = (line: string) => latin1(clients.send(line.split(' ')));
  const replyTo = (line: string) => plain(decodeReplies(clients.send(line.split(' ')))[0]);
  return { clients, send, ask, replyTo, server: clients.engine.server };
}

type Plain = string | number | null | Plain[];

/** A reply as values: simple strings in angle brackets, errors with their minus sign. */
function plain(reply: Reply): Plain {
  switch (reply.type) {
    case 'string':
      return Buffer.from(reply.bytes).toString('latin1');
    case 'status':
      return `<${reply.text}>`;
    case 'error':
      return `-${reply.text}`;
    case 'integer':
      return Number(reply.value);
    case 'array':
      return reply.items.map(plain);
    case 'nil':
      return null;
    default:
      throw new Error(`no plain form of ${reply.type}`);
  }
}

/** [1000, 30] as RESP2 has it. */
const pairs = (...samples: [number, number | string][]) =>
  samples.map(([time, value]) => [time, `<${value}>`]);

describe('as documented', () => {
  test('values out of bounds are left out, of averages too', () => {
    const { ask, replyTo } = connected();
    expect(ask('TS.CREATE temp:TLV LABELS type temp location TLV')).toBe('+OK\r\n');
    expect(replyTo('TS.MADD temp:TLV 1000 30 temp:TLV 1010 35 temp:TLV 1020 9999 temp:TLV 1030 40')).toEqual([
      1000, 1010, 1020, 1030,
    ]);
    expect(replyTo('TS.RANGE temp:TLV - + FILTER_BY_VALUE -100 100')).toEqual(
      pairs([1000, 30], [1010, 35], [1030, 40]),
    );
    expect(replyTo('TS.RANGE temp:TLV - + FILTER_BY_VALUE -100 100 AGGREGATION avg 1000')).toEqual(
      pairs([1000, 35]),
    );
    expect(replyTo('TS.RANGE temp:TLV - + FILTER_BY_TS 1000 1030 5')).toEqual(pairs([1000, 30], [1030, 40]));
    expect(replyTo('TS.REVRANGE temp:TLV - + COUNT 2')).toEqual(pairs([1030, 40], [1020, 9999]));
  });

  test('buckets are aligned', () => {
    const { replyTo } = connected();
    replyTo('TS.CREATE stock:A LABELS type stock name A');
    for (const base of [1000, 2000, 3000]) {
      const price = base / 10;
      replyTo(
        `TS.MADD stock:A ${base} ${price} stock:A ${base + 10} ${price + 10} stock:A ${base + 20} ${price + 20}`,
      );
    }
    expect(replyTo('TS.RANGE stock:A - + AGGREGATION min 20')).toEqual(
      pairs([1000, 100], [1020, 120], [2000, 200], [2020, 220], [3000, 300], [3020, 320]),
    );
    expect(replyTo('TS.RANGE stock:A - + ALIGN 10 AGGREGATION min 20')).toEqual(
      pairs([990, 100], [1010, 110], [1990, 200], [2010, 210], [2990, 300], [3010, 310]),
    );
    expect(replyTo('TS.RANGE stock:A 5 + ALIGN - AGGREGATION min 20')).toEqual(
      pairs([985, 100], [1005, 110], [1985, 200], [2005, 210], [2985, 300], [3005, 310]),
    );
    expect(replyTo('TS.RANGE stock:A - 3000 ALIGN end AGGREGATION max 1000 BUCKETTIMESTAMP ~')).toEqual(
      pairs([1500, 120], [2500, 220], [3500, 300]),
    );
    expect(replyTo('TS.RANGE stock:A - + AGGREGATION count 1000 BUCKETTIMESTAMP high COUNT 2')).toEqual(
      pairs([2000, 3], [3000, 3]),
    );
  });

  test('empty buckets', () => {
    const { replyTo } = connected();
    replyTo('TS.MADD x 0 0');
    replyTo('TS.CREATE s');
    replyTo('TS.MADD s 0 10 s 5 20 s 40 30');
    expect(replyTo('TS.RANGE s - + AGGREGATION sum 10 EMPTY')).toEqual(
      pairs([0, 30], [10, 0], [20, 0], [30, 0], [40, 30]),
    );
    expect(replyTo('TS.RANGE s - + AGGREGATION max 20 EMPTY')).toEqual(pairs([0, 20], [20, 'NaN'], [40, 30]));
    expect(replyTo('TS.RANGE s - + AGGREGATION last 20 EMPTY')).toEqual(pairs([0, 20], [20, 20], [40, 30]));
    expect(replyTo('TS.RANGE s 10 30 AGGREGATION sum 10 EMPTY')).toEqual([]);
    replyTo('TS.CREATE line');
    replyTo('TS.MADD line 10 34 line 95 34');
    expect(replyTo('TS.RANGE line 20 90 AGGREGATION twa 10 EMPTY')).toEqual(
      pairs([20, 34], [30, 34], [40, 34], [50, 34], [60, 34], [70, 34], [80, 34], [90, 34]),
    );
  });

  test('the time-weighted average is the area under the line', () => {
    const { replyTo } = connected();
    replyTo('TS.CREATE s');
    replyTo('TS.MADD s 0 0 s 10 10 s 20 0 s 30 100');
    // Up and down between 0 and 20: 5 on the average. Then from 0 to 100.
    expect(replyTo('TS.RANGE s - + AGGREGATION twa 20')).toEqual(pairs([0, 5], [20, 50]));
    expect(replyTo('TS.RANGE s 30 30 AGGREGATION twa 20')).toEqual(pairs([20, 50]));
    replyTo('TS.ADD one 7 3');
    expect(replyTo('TS.RANGE one - + AGGREGATION twa 10')).toEqual(pairs([0, 3]));
  });

  test('groups of series', () => {
    const { replyTo } = connected();
    replyTo('TS.ADD ts1 1548149180000 90 labels metric cpu metric_name system');
    replyTo('TS.ADD ts1 1548149185000 45');
    replyTo('TS.ADD ts2 1548149180000 99 labels metric cpu metric_name user');
    expect(replyTo('TS.MRANGE - + WITHLABELS FILTER metric=cpu GROUPBY metric_name REDUCE max')).toEqual([
      [
        'metric_name=system',
        [
          ['metric_name', 'system'],
          ['__reducer__', 'max'],
          ['__source__', 'ts1'],
        ],
        pairs([1548149180000, 90], [1548149185000, 45]),
      ],
      [
        'metric_name=user',
        [
          ['metric_name', 'user'],
          ['__reducer__', 'max'],
          ['__source__', 'ts2'],
        ],
        pairs([1548149180000, 99]),
      ],
    ]);
    expect(replyTo('TS.MRANGE - + FILTER metric=cpu GROUPBY metric REDUCE sum')).toEqual([
      ['metric=cpu', [], pairs([1548149180000, 189], [1548149185000, 45])],
    ]);
    expect(replyTo('TS.MREVRANGE - + COUNT 1 FILTER metric=cpu GROUPBY metric REDUCE avg')).toEqual([
      ['metric=cpu', [], pairs([1548149185000, 45])],
    ]);
    expect(replyTo('TS.MRANGE - + FILTER_BY_VALUE 90 100 WITHLABELS FILTER metric=cpu')).toEqual([
      [
        'ts1',
        [
          ['metric', 'cpu'],
          ['metric_name', 'system'],
        ],
        pairs([1548149180000, 90]),
      ],
      [
        'ts2',
        [
          ['metric', 'cpu'],
          ['metric_name', 'user'],
        ],
        pairs([1548149180000, 99]),
      ],
    ]);
    expect(
      replyTo('TS.MRANGE - + SELECTED_LABELS metric_name team FILTER metric=cpu metric_name!=user'),
    ).toEqual([
      [
        'ts1',
        [
          ['metric_name', 'system'],
          ['team', null],
        ],
        pairs([1548149180000, 90], [1548149185000, 45]),
      ],
    ]);
  });

  test('the latest of many', () => {
    const { replyTo } = connected();
    replyTo('TS.CREATE temp:TLV LABELS type temp location TLV');
    replyTo('TS.CREATE temp:JLM LABELS type temp location JLM');
    replyTo('TS.MADD temp:TLV 1000 30 temp:TLV 1030 40');
    expect(replyTo('TS.MGET SELECTED_LABELS location FILTER type=temp')).toEqual([
      ['temp:JLM', [['location', 'JLM']], []],
      ['temp:TLV', [['location', 'TLV']], [1030, '<40>']],
    ]);
    expect(replyTo('TS.MGET FILTER type=temp location=(TLV,HFA)')).toEqual([
      ['temp:TLV', [], [1030, '<40>']],
    ]);
  });

  test('the figures of a series', () => {
    const { replyTo } = connected();
    replyTo('TS.CREATE telemetry:kitchen:temperature LABELS room kitchen type temperature');
    const info = replyTo('TS.INFO telemetry:kitchen:temperature DEBUG') as Plain[];
    const memory = info[3] as number;
    expect(memory).toBeGreaterThan(4096);
    expect(info).toEqual([
      ...['<totalSamples>', 0, '<memoryUsage>', memory, '<firstTimestamp>', 0, '<lastTimestamp>', 0],
      ...['<retentionTime>', 0, '<chunkCount>', 1, '<chunkSize>', 4096, '<chunkType>', '<compressed>'],
      ...['<duplicatePolicy>', null, '<labels>'],
      [
        ['room', 'kitchen'],
        ['type', 'temperature'],
      ],
      ...['<sourceKey>', null, '<rules>', [], '<keySelfName>', 'telemetry:kitchen:temperature', '<Chunks>'],
      [
        [
          ...['<startTimestamp>', 0, '<endTimestamp>', 0, '<samples>', 0, '<size>', 4096],
          ...['<bytesPerSample>', 'inf'],
        ],
      ],
    ]);
  });
});

describe('labels', () => {
  const { replyTo } = connected();
  replyTo('TS.CREATE a LABELS area north unit c');
  replyTo('TS.CREATE b LABELS area south unit c');
  replyTo('TS.CREATE c LABELS area south');
  replyTo('TS.CREATE d LABELS unit c');
  test.each([
    ['area=south', ['b', 'c']],
    ['area=(north,south)', ['a', 'b', 'c']],
    ['unit=c area!=south', ['a', 'd']],
    ['unit=c area=', ['d']],
    ['unit=c area!=', ['a', 'b']],
    ['unit=c area!=(north,east)', ['b', 'd']],
    ['area=west', []],
  ])('%s', (filters, keys) => {
    expect(replyTo(`TS.QUERYINDEX ${filters}`)).toEqual(keys);
  });

  test('the index follows every way a key can go', () => {
    const { replyTo, clients, server } = connected();
    replyTo('TS.CREATE a LABELS area north');
    replyTo('TS.CREATE b LABELS area north');
    replyTo('RENAME a z');
    expect(replyTo('TS.QUERYINDEX area=north')).toEqual(['b', 'z']);
    replyTo('COPY z y');
    expect(replyTo('TS.QUERYINDEX area=north')).toEqual(['b', 'y', 'z']);
    replyTo('MOVE y 1');
    expect(replyTo('TS.QUERYINDEX area=north')).toEqual(['b', 'z']);
    replyTo('SWAPDB 0 1');
    expect(replyTo('TS.QUERYINDEX area=north')).toEqual(['y']);
    replyTo('SWAPDB 0 1');
    replyTo('SET b string');
    expect(replyTo('TS.QUERYINDEX area=north')).toEqual(['z']);
    replyTo('TS.ALTER z LABELS area south');
    expect(replyTo('TS.QUERYINDEX area=north')).toEqual([]);
    expect(replyTo('TS.QUERYINDEX area=south')).toEqual(['z']);
    replyTo('PEXPIRE z 100');
    clients.nowMs += 200;
    expect(replyTo('TS.QUERYINDEX area=south')).toEqual([]);
    replyTo('TS.CREATE q LABELS area south');
    replyTo('FLUSHALL');
    expect(replyTo('TS.QUERYINDEX area=south')).toEqual([]);
    expect(server.modules.find('timeseries')!.state).toMatchObject({
      trees: { pairs: { size: 0 }, names: { size: 0 } },
    });
  });
});

describe('samples that are there already', () => {
  test.each([
    ['first', 5],
    ['last', 7],
    ['min', 5],
    ['max', 7],
    ['sum', 12],
  ])('%s', (policy, value) => {
    const { replyTo } = connected();
    replyTo(`TS.CREATE s DUPLICATE_POLICY ${policy}`);
    replyTo('TS.MADD s 10 1 s 20 5 s 30 2');
    expect(replyTo('TS.ADD s 20 7')).toBe(20);
    expect(replyTo('TS.RANGE s - +')).toEqual(pairs([10, 1], [20, value], [30, 2]));
    replyTo('TS.CREATE t');
    replyTo('TS.ADD t 20 5');
    expect(replyTo(`TS.ADD t 20 7 ON_DUPLICATE ${policy}`)).toBe(20);
    expect(replyTo('TS.GET t')).toEqual([20, `<${value}>`]);
  });

  test('they are refused without a policy', () => {
    const { replyTo } = connected();
    replyTo('TS.ADD s 10 1');
    const refused =
      '-ERR TSDB: Error at upsert, update is not supported when DUPLICATE_POLICY is set to BLOCK mode';
    expect(replyTo('TS.ADD s 10 2')).toBe(refused);
    expect(replyTo('TS.MADD s 10 2 s 5 3 none 1 1')).toEqual([
      refused,
      5,
      '-ERR TSDB: the key does not exist',
    ]);
    expect(replyTo('TS.RANGE s - +')).toEqual(pairs([5, 3], [10, 1]));
  });
});

describe('counting', () => {
  test('up and down from the last sample', () => {
    const { replyTo } = connected();
    expect(replyTo('TS.INCRBY c 5 TIMESTAMP 100')).toBe(100);
    expect(replyTo('TS.INCRBY c 2 TIMESTAMP 100')).toBe(100);
    expect(replyTo('TS.DECRBY c 1.5 TIMESTAMP 200')).toBe(200);
    expect(replyTo('TS.RANGE c - +')).toEqual(pairs([100, 7], [200, 5.5]));
    expect(replyTo('TS.INCRBY c 1 TIMESTAMP 199')).toBe(
      '-ERR TSDB: timestamp must be equal to or higher than the maximum existing timestamp',
    );
    expect(replyTo('TS.INCRBY c 1')).toBe(TRANSCRIPT_START_MS);
    expect(replyTo('TS.ADD now * 1')).toBe(TRANSCRIPT_START_MS);
    expect(replyTo('TS.INCRBY c x')).toBe('-ERR TSDB: invalid increase/decrease value');
  });
});

describe('retention', () => {
  test('old samples are neither in replies nor taken', () => {
    const { replyTo } = connected();
    replyTo('TS.CREATE s RETENTION 100 CHUNK_SIZE 48 ENCODING UNCOMPRESSED');
    for (let time = 0; time <= 1000; time += 10) replyTo(`TS.ADD s ${time} ${time}`);
    const found = replyTo('TS.RANGE s - +') as Plain[][];
    expect(found[0]).toEqual([900, '<900>']);
    expect(found).toHaveLength(11);
    expect(replyTo('TS.ADD s 899 1')).toBe('-ERR TSDB: Timestamp is older than retention');
    expect(replyTo('TS.ADD s 905 1')).toBe(905);
    const info = replyTo('TS.INFO s') as Plain[];
    expect(info[5]).toBe(900);
    expect(info[1]).toBeLessThan(20);
    expect(replyTo('TS.DEL s 0 1000')).toBe(
      "-ERR TSDB: Can't delete an event which is older than retention time",
    );
    expect(replyTo('TS.DEL s - 950')).toBeGreaterThan(5);
  });
});

describe('compaction rules', () => {
  function ruled(aggregator: string, extra = '') {
    const connection = connected();
    connection.replyTo('TS.CREATE raw');
    connection.replyTo('TS.CREATE compact');
    expect(connection.replyTo(`TS.CREATERULE raw compact AGGREGATION ${aggregator} 10${extra}`)).toBe('<OK>');
    return connection;
  }

  test('a bucket is written when a later one opens', () => {
    const { replyTo } = ruled('sum');
    for (const time of [1, 5, 9]) replyTo(`TS.ADD raw ${time} ${time}`);
    expect(replyTo('TS.RANGE compact - +')).toEqual([]);
    expect(replyTo('TS.RANGE compact - + LATEST')).toEqual(pairs([0, 15]));
    expect(replyTo('TS.GET compact LATEST')).toEqual([0, '<15>']);
    replyTo('TS.ADD raw 10 100');
    expect(replyTo('TS.RANGE compact - +')).toEqual(pairs([0, 15]));
    replyTo('TS.ADD raw 35 7');
    expect(replyTo('TS.RANGE compact - + LATEST')).toEqual(pairs([0, 15], [10, 100], [30, 7]));
    expect(replyTo('TS.RANGE compact 0 29 LATEST')).toEqual(pairs([0, 15], [10, 100]));
    expect(replyTo('TS.RANGE raw - + LATEST')).toHaveLength(5);
    const rules = (replyTo('TS.INFO raw') as Plain[])[23];
    expect(rules).toEqual([['compact', 10, '<SUM>', 0]]);
    expect((replyTo('TS.INFO compact') as Plain[])[21]).toBe('raw');
  });

  test('a late sample changes its bucket, the open one too', () => {
    const { replyTo } = ruled('avg');
    for (const time of [2, 12, 22]) replyTo(`TS.ADD raw ${time} ${time}`);
    replyTo('TS.ADD raw 4 4');
    replyTo('TS.ADD raw 21 100');
    expect(replyTo('TS.RANGE compact - + LATEST')).toEqual(pairs([0, 3], [10, 12], [20, 61]));
    replyTo('TS.ADD raw 30 0');
    expect(replyTo('TS.RANGE compact - +')).toEqual(pairs([0, 3], [10, 12], [20, 61]));
  });

  test('deleting samples takes them out of their buckets', () => {
    const { replyTo } = ruled('count');
    for (let time = 0; time < 40; time += 5) replyTo(`TS.ADD raw ${time} 1`);
    expect(replyTo('TS.RANGE compact - + LATEST')).toEqual(pairs([0, 2], [10, 2], [20, 2], [30, 2]));
    expect(replyTo('TS.DEL raw 5 19')).toBe(3);
    expect(replyTo('TS.RANGE compact - + LATEST')).toEqual(pairs([0, 1], [20, 2], [30, 2]));
    expect(replyTo('TS.DEL raw 30 100')).toBe(2);
    expect(replyTo('TS.RANGE compact - + LATEST')).toEqual(pairs([0, 1], [20, 2]));
    replyTo('TS.ADD raw 40 1');
    expect(replyTo('TS.RANGE compact - +')).toEqual(pairs([0, 1], [20, 2]));
  });

  test('with an alignment', () => {
    const { replyTo } = ruled('max', ' 3');
    for (let time = 0; time < 30; time += 2) replyTo(`TS.ADD raw ${time} ${time}`);
    expect(replyTo('TS.RANGE compact - +')).toEqual(pairs([0, 2], [3, 12], [13, 22]));
  });

  test('who may be compacted into whom', () => {
    const { replyTo } = ruled('sum');
    replyTo('TS.CREATE third');
    const error = (line: string, text: string) => expect(replyTo(line)).toBe(`-ERR TSDB: ${text}`);
    error(
      'TS.CREATERULE raw raw AGGREGATION sum 1',
      'the source key and destination key should be different',
    );
    error('TS.CREATERULE compact third AGGREGATION sum 1', 'the source key already has a source rule');
    error('TS.CREATERULE third compact AGGREGATION sum 1', 'the destination key already has a src rule');
    error('TS.CREATERULE third raw AGGREGATION sum 1', 'the destination key already has a dst rule');
    error('TS.CREATERULE raw none AGGREGATION sum 1', 'the key does not exist');
    error('TS.CREATERULE raw third AGGREGATION what 1', 'Unknown aggregation type');
    error('TS.CREATERULE raw third AGGREGATION sum 0', 'bucketDuration must be greater than zero');
    error('TS.CREATERULE raw third AGGREGATION sum 5 x', "Couldn't parse alignTimestamp");
    error('TS.DELETERULE raw third', 'compaction rule does not exist');
    expect(replyTo('TS.DELETERULE raw compact')).toBe('<OK>');
    expect((replyTo('TS.INFO raw') as Plain[])[23]).toEqual([]);
    expect((replyTo('TS.INFO compact') as Plain[])[21]).toBeNull();
  });

  test('a rule ends with either of its series', () => {
    const { replyTo } = ruled('sum');
    replyTo('RENAME compact other');
    replyTo('TS.ADD raw 1 1');
    replyTo('TS.ADD raw 11 1');
    expect(replyTo('TS.RANGE other - +')).toEqual(pairs([0, 1]));
    replyTo('DEL other');
    expect(replyTo('TS.ADD raw 21 1')).toBe(21);
    expect((replyTo('TS.INFO raw') as Plain[])[23]).toEqual([]);
  });

  test('DUMP and RESTORE of both ends take it up where it was', () => {
    const { replyTo, send, ask } = ruled('twa');
    for (const time of [1, 4, 9, 13, 17]) replyTo(`TS.ADD raw ${time} ${time}`);
    const payloads = ['raw', 'compact'].map((key) => {
      const reply = send('DUMP', key);
      return reply.slice(reply.indexOf(10) + 1, reply.length - 2);
    });
    const before = [
      replyTo('TS.RANGE raw - +'),
      replyTo('TS.RANGE compact - + LATEST'),
      replyTo('TS.INFO raw'),
    ];
    replyTo('FLUSHALL');
    expect(latin1(send('RESTORE', 'compact', '0', payloads[1]))).toBe('+OK\r\n');
    expect(latin1(send('RESTORE', 'raw', '0', payloads[0]))).toBe('+OK\r\n');
    expect([
      replyTo('TS.RANGE raw - +'),
      replyTo('TS.RANGE compact - + LATEST'),
      replyTo('TS.INFO raw'),
    ]).toEqual(before);
    replyTo('TS.ADD raw 20 0');
    expect(replyTo('TS.RANGE compact - +')).toHaveLength(2);
    expect(ask('TYPE raw')).toBe('+TSDB-TYPE\r\n');
  });
});

test('a filter shows nobody what is not theirs to read', () => {
  const { ask, replyTo } = connected();
  replyTo('TS.ADD mine:a 1 1 LABELS k v');
  replyTo('TS.ADD other:b 1 1 LABELS k v');
  ask('ACL SETUSER bob on nopass ~mine:* +@all');
  ask('AUTH bob x');
  expect(ask('TS.MGET FILTER k=v')).toMatch(/^-NOPERM TSDB: current user/);
  expect(ask('TS.MRANGE - + FILTER k=v')).toMatch(/^-NOPERM TSDB: current user/);
  expect(replyTo('TS.RANGE mine:a - +')).toEqual(pairs([1, 1]));
  expect(ask('TS.GET other:b')).toMatch(/^-NOPERM/);
});

test('a compaction reports its keys as modified', () => {
  const { clients, ask, replyTo, server } = connected();
  replyTo('TS.CREATE raw');
  replyTo('TS.CREATE compact');
  replyTo('TS.CREATERULE raw compact AGGREGATION sum 10');
  const heard: string[] = [];
  server.keyspace.listeners.push({
    modified: (_db, key) => heard.push(`modified ${latin1(key)}`),
    event: (_class, event, _db, key) => heard.push(`${event} ${latin1(key)}`),
  });
  replyTo('TS.ADD raw 1 1');
  expect(heard).toEqual(['modified raw', 'ts.add raw']);
  replyTo('TS.ADD raw 11 1');
  expect(heard.slice(2)).toEqual(['modified raw', 'ts.add raw', 'modified compact', 'ts.add:dest compact']);
  ask('WATCH compact');
  ask('MULTI');
  ask('PING');
  clients.send(['TS.DEL', 'raw', '0', '5'], 'b');
  expect(ask('EXEC')).toBe('*-1\r\n');
});

describe('errors', () => {
  const { ask, replyTo } = connected();
  replyTo('TS.CREATE s LABELS a b');
  replyTo('TS.ADD s 100 1');
  replyTo('SET text x');
  test.each([
    ['TS.CREATE s', 'key already exists'],
    ['TS.CREATE n RETENTION x', "Couldn't parse RETENTION"],
    ['TS.CREATE n RETENTION -1', "Couldn't parse RETENTION"],
    ['TS.CREATE n CHUNK_SIZE x', "Couldn't parse CHUNK_SIZE"],
    ['TS.CREATE n CHUNK_SIZE 50', 'CHUNK_SIZE value must be a multiple of 8 in the range [48 .. 1048576]'],
    ['TS.CREATE n CHUNK_SIZE 40', 'CHUNK_SIZE value must be a multiple of 8 in the range [48 .. 1048576]'],
    ['TS.CREATE n ENCODING what', 'unknown ENCODING parameter'],
    ['TS.CREATE n DUPLICATE_POLICY what', 'Unknown DUPLICATE_POLICY'],
    ['TS.CREATE n LABELS a', "Couldn't parse LABELS"],
    ['TS.ADD s x 1', 'invalid timestamp'],
    ['TS.ADD s -5 1', 'invalid timestamp, must be a nonnegative integer'],
    ['TS.ADD s 200 x', 'invalid value'],
    ['TS.ADD s 200 nan', 'invalid value'],
    ['TS.ADD s 200 inf', 'invalid value'],
    ['TS.ADD text 1 1', 'the key is not a TSDB key'],
    ['TS.ADD s 200 1 ON_DUPLICATE what', 'Unknown DUPLICATE_POLICY'],
    ['TS.GET none', 'the key does not exist'],
    ['TS.INFO none', 'the key does not exist'],
    ['TS.ALTER none', 'the key does not exist'],
    ['TS.RANGE none - +', 'the key does not exist'],
    ['TS.RANGE s x +', 'wrong fromTimestamp'],
    ['TS.RANGE s - x', 'wrong toTimestamp'],
    ['TS.RANGE s - + COUNT x', "Couldn't parse COUNT"],
    ['TS.RANGE s - + AGGREGATION what 10', 'Unknown aggregation type'],
    ['TS.RANGE s - + AGGREGATION sum x', "Couldn't parse AGGREGATION"],
    ['TS.RANGE s - + AGGREGATION sum', "Couldn't parse AGGREGATION"],
    ['TS.RANGE s - + AGGREGATION sum 0', 'bucketDuration must be greater than zero'],
    ['TS.RANGE s - + ALIGN 5', 'ALIGN parameter can only be used with AGGREGATION'],
    [
      'TS.RANGE s - + ALIGN - AGGREGATION sum 5',
      'start alignment can only be used with explicit start timestamp',
    ],
    [
      'TS.RANGE s - + ALIGN end AGGREGATION sum 5',
      'end alignment can only be used with explicit end timestamp',
    ],
    ['TS.RANGE s - + ALIGN x AGGREGATION sum 5', 'unknown ALIGN parameter'],
    ['TS.RANGE s - + FILTER_BY_VALUE 1', 'FILTER_BY_VALUE one or more arguments are missing'],
    ['TS.RANGE s - + FILTER_BY_VALUE x 1', "Couldn't parse MIN"],
    ['TS.RANGE s - + FILTER_BY_VALUE 1 x', "Couldn't parse MAX"],
    ['TS.RANGE s - + FILTER_BY_TS', 'FILTER_BY_TS one or more arguments are missing'],
    ['TS.MRANGE - + WITHLABELS COUNT 3', 'missing FILTER argument'],
    ['TS.MRANGE - + FILTER a!=b', 'please provide at least one matcher'],
    ['TS.MRANGE - + FILTER ab', 'failed parsing labels'],
    ['TS.MRANGE - + FILTER a=(b', 'failed parsing labels'],
    [
      'TS.MRANGE - + WITHLABELS SELECTED_LABELS a FILTER a=b',
      'cannot accept WITHLABELS and SELECT_LABELS together',
    ],
    ['TS.MRANGE - + SELECTED_LABELS FILTER a=b', 'SELECT_LABELS should have at least 1 parameter'],
    ['TS.MRANGE - + FILTER a=b GROUPBY a', "Couldn't parse GROUPBY"],
    ['TS.MRANGE - + FILTER a=b GROUPBY a REDUCE what', 'Invalid reducer type'],
    ['TS.MGET FILTER a!=b', 'please provide at least one matcher'],
    ['TS.QUERYINDEX a=', 'please provide at least one matcher'],
    ['TS.DEL s x 5', 'wrong fromTimestamp'],
  ])('%s', (line, text) => {
    expect(ask(line)).toBe(`-ERR TSDB: ${text}\r\n`);
  });

  test('of the server itself', () => {
    expect(ask('TS.GET text')).toMatch(/^-WRONGTYPE/);
    expect(ask('TS.MADD s 1')).toBe("-ERR wrong number of arguments for 'ts.madd' command\r\n");
    expect(ask('TS.MADD s 1 2 t')).toBe("-ERR wrong number of arguments for 'ts.madd' command\r\n");
    expect(ask('GET s')).toMatch(/^-WRONGTYPE/);
    expect(ask('EXISTS n')).toBe(':0\r\n');
  });
});

test('RESP3: doubles, maps and sets', () => {
  const { ask } = connected();
  ask('HELLO 3');
  ask('TS.CREATE a LABELS k v');
  ask('TS.CREATE b');
  ask('TS.CREATERULE a b AGGREGATION avg 10');
  ask('TS.ADD a 1 0.5');
  expect(ask('TS.GET a')).toBe('*2\r\n:1\r\n,0.5\r\n');
  expect(ask('TS.RANGE a - +')).toBe('*1\r\n*2\r\n:1\r\n,0.5\r\n');
  expect(ask('TS.QUERYINDEX k=v')).toBe('~1\r\n$1\r\na\r\n');
  expect(ask('TS.MGET WITHLABELS FILTER k=v')).toBe(
    '%1\r\n$1\r\na\r\n*2\r\n%1\r\n$1\r\nk\r\n$1\r\nv\r\n*2\r\n:1\r\n,0.5\r\n',
  );
  expect(ask('TS.MRANGE - + AGGREGATION max 5 FILTER k=v')).toBe(
    '%1\r\n$1\r\na\r\n*3\r\n*0\r\n%1\r\n$11\r\naggregators\r\n*1\r\n$3\r\nmax\r\n*1\r\n*2\r\n:0\r\n,0.5\r\n',
  );
  expect(ask('TS.MRANGE - + WITHLABELS FILTER k=v GROUPBY k REDUCE sum')).toBe(
    '%1\r\n$3\r\nk=v\r\n*4\r\n%1\r\n$1\r\nk\r\n$1\r\nv\r\n%1\r\n$8\r\nreducers\r\n*1\r\n$3\r\nsum\r\n%1\r\n$7\r\nsources\r\n*1\r\n$1\r\na\r\n*1\r\n*2\r\n:1\r\n,0.5\r\n',
  );
  expect(ask('TS.INFO a')).toMatch(
    /^%12\r\n.*\+labels\r\n%1\r\n.*\+rules\r\n%1\r\n\$1\r\nb\r\n\*3\r\n:10\r\n\+AVG\r\n:0\r\n$/s,
  );
  expect(ask('TS.INFO a DEBUG')).toMatch(/^%14\r\n.*\+Chunks\r\n\*1\r\n%5\r\n.*,4096\r\n$/s);
});

test('all memory comes back', () => {
  const { replyTo, server } = connected();
  replyTo('TS.CREATE first LABELS a b');
  replyTo('DEL first');
  const before = server.env.heap.usedBytes;
  replyTo('TS.CREATE raw CHUNK_SIZE 48 LABELS a b c d');
  replyTo('TS.CREATE compact CHUNK_SIZE 48 ENCODING UNCOMPRESSED LABELS a b');
  replyTo('TS.CREATERULE raw compact AGGREGATION avg 10');
  for (let time = 0; time < 500; time += 3) replyTo(`TS.ADD raw ${(time * 37) % 501} ${Math.sin(time)}`);
  replyTo('COPY raw again');
  replyTo('TS.ALTER raw LABELS x y');
  replyTo('TS.DEL raw 100 200');
  expect(replyTo('MEMORY USAGE raw')).toBeGreaterThan(1000);
  replyTo('DEL raw compact again');
  expect(server.env.heap.usedBytes).toBe(before);
});

test('without the module there are no such commands, and MODULE LIST has those that are', () => {
  const { replyTo } = connected({ loadmodule: 'timeseries bloom', 'enable-module-command': 'yes' });
  expect(replyTo('MODULE LIST')).toEqual([
    ['name', 'timeseries', 'ver', 11011, 'path', 'timeseries', 'args', []],
    ['name', 'bf', 'ver', 20612, 'path', 'bloom', 'args', []],
  ]);
  expect(replyTo('MODULE UNLOAD bf')).toBe(
    "-ERR Error unloading module: the module exports one or more module-side data types, can't unload",
  );
  expect(replyTo('MODULE LOAD timeseries')).toBe(
    '-ERR Error loading the extension. Please check the server logs.',
  );
  const other = connected({ loadmodule: '', 'enable-module-command': 'yes' });
  expect(other.replyTo('TS.ADD s 1 1')).toMatch(/^-ERR unknown command/);
  expect(other.replyTo('MODULE LIST')).toEqual([]);
  expect(other.replyTo('MODULE LOADEX /usr/lib/redis/modules/redistimeseries.so ARGS x')).toBe('<OK>');
  expect(other.replyTo('MODULE LIST')).toEqual([
    ['name', 'timeseries', 'ver', 11011, 'path', '/usr/lib/redis/modules/redistimeseries.so', 'args', ['x']],
  ]);
  expect(other.replyTo('TS.ADD s 1 1')).toBe(1);
  expect((other.replyTo('COMMAND LIST FILTERBY MODULE timeseries') as Plain[]).length).toBe(17);
  expect(() => connected({ loadmodule: 'nothing' })).toThrow(ConfigError);
});
