/** COMMAND GETKEYS and GETKEYSANDFLAGS of every command in the transcripts, and of some made up, as the server has them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { comparable } from '../../testing/transcript.ts';
import { EngineClients, readTranscripts } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';

let redis: RunningRedis;
let server: WireClient;
const ours = new EngineClients();

beforeAll(async () => {
  redis = await startRedis();
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

const MADE_UP = [
  ...[
    'EVAL s 2 a b c',
    'EVAL s 0',
    'EVAL s 3 a b',
    'EVAL s x a',
    'EVAL s -1 a',
    'EVALSHA s 1 a',
    'EVAL_RO s 1 a',
  ],
  ...['FCALL f 1 k', 'FCALL f 0', 'FCALL_RO f 2 k l m', 'FCALL f 9 k'],
  ...[
    'SORT k',
    'SORT k STORE d',
    'SORT k STORE d STORE e',
    'SORT k LIMIT 0 1 STORE d',
    'SORT k GET STORE d',
    'SORT k STORE',
  ],
  ...[
    'SORT_RO k',
    'SORT k BY store GET # STORE x',
    'GEORADIUS k 1 1 1 m STORE d',
    'GEORADIUS k 1 1 1 m STOREDIST d',
  ],
  ...['GEORADIUS k 1 1 1 m', 'GEORADIUSBYMEMBER k m 1 m STORE d STOREDIST e', 'GEORADIUS_RO k 1 1 1 m'],
  ...[
    'MIGRATE h 1 k 0 1',
    'MIGRATE h 1 "" 0 1 KEYS a b',
    'MIGRATE h 1 k 0 1 KEYS a',
    'MIGRATE h 1 "" 0 1 COPY AUTH keys KEYS a',
  ],
  ...['MIGRATE h 1 "" 0 1 AUTH2 keys keys KEYS a b c', 'MIGRATE h 1 "" 0 1 KEYS'],
  ...[
    'XREAD STREAMS a b 0 0',
    'XREAD COUNT 1 BLOCK 2 STREAMS a 0',
    'XREAD STREAMS a b c',
    'XREAD COUNT 1',
    'XREAD STREAMS a',
  ],
  ...[
    'XREADGROUP GROUP g c STREAMS a b > >',
    'XREADGROUP GROUP STREAMS c STREAMS a >',
    'XREADGROUP GROUP g c COUNT 1',
  ],
  ...[
    'ZUNION 2 a b',
    'ZUNION 3 a b',
    'ZUNION 0 a',
    'ZUNION x a',
    'ZUNIONSTORE d 2 a b WEIGHTS 1 2',
    'ZUNIONSTORE d 9 a b',
  ],
  ...[
    'ZINTERCARD 2 a b LIMIT 1',
    'ZDIFF 1 a',
    'SINTERCARD 2 a b',
    'SINTERCARD 3 a b',
    'LMPOP 2 a b LEFT',
    'BLMPOP 0 2 a b LEFT',
  ],
  ...[
    'BZMPOP 0 1 a MIN',
    'ZMPOP 2 a b MAX',
    'ZMPOP 5 a b MAX',
    'BLPOP a b 0',
    'BRPOPLPUSH a b 0',
    'BLMOVE a b LEFT RIGHT 0',
  ],
  ...[
    'SET k v',
    'SET k v GET',
    'SET k v EX 1 GET',
    'SET k v FOO',
    'BITFIELD k',
    'BITFIELD k GET u8 0',
    'BITFIELD k SET u8 0 1 GET u8 0',
  ],
  ...[
    'BITFIELD k GET',
    'BITFIELD k INCRBY u8 0 1',
    'OBJECT ENCODING k',
    'OBJECT HELP',
    'MEMORY USAGE k',
    'MEMORY DOCTOR',
  ],
  ...[
    'PFDEBUG ENCODING k',
    'PFMERGE a b c',
    'PFSELFTEST',
    'DEBUG OBJECT k',
    'XINFO STREAM k',
    'XGROUP CREATE k g 0',
    'CLIENT KILL a',
  ],
  ...[
    'PUBLISH c m',
    'SUBSCRIBE c',
    'SPUBLISH c m',
    'SSUBSCRIBE c d',
    'PING',
    'NOTHING',
    'GET',
    'GET a b',
    'CONFIG',
    'CONFIG GET x',
  ],
  ...[
    'RESTORE-ASKING k 0 v',
    'LCS a b',
    'COPY a b',
    'RENAMENX a b',
    'MSET a 1 b',
    'MSET a 1 b 2',
    'MSETNX a 1',
    'WATCH a b',
    'DEL a b',
  ],
  ...[
    'GEOSEARCHSTORE a b FROMMEMBER m BYBOX 1 1 m',
    'BITOP AND d a b',
    'LMOVE a b LEFT LEFT',
    'SMOVE a b m',
    'XADD k * f v',
    'XACK k g 1',
  ],
  ...[
    'STRALGO LCS KEYS a b',
    'COMMAND GETKEYS GET k',
    'EVAL s',
    'ZRANGESTORE a b 0 1',
    'SUNIONSTORE d a b',
    'TOUCH a b',
    'DUMP k',
    'GETEX k',
  ],
].map((line) => line.split(' ').map((word) => (word === '""' ? '' : word)));

function transcriptCommands(): string[][] {
  const seen = new Map<string, string[]>();
  for (const { lines } of readTranscripts()) {
    for (const line of lines) {
      if (line.type !== 'command' || line.raw !== undefined) continue;
      const args = line.args.map((argument) => latin1(argument));
      seen.set(args.join('\0'), args);
    }
  }
  return [...seen.values()];
}

const bytes = (args: readonly string[]) =>
  args.map((argument) => new Uint8Array(Buffer.from(argument, 'latin1')));

test.each(['GETKEYS', 'GETKEYSANDFLAGS'])('COMMAND %s', async (subcommand) => {
  const commands = [...MADE_UP, ...transcriptCommands()];
  expect(commands.length).toBeGreaterThan(3000);
  const differences: string[] = [];
  for (const args of commands) {
    const asked = bytes(['COMMAND', subcommand, ...args]);
    const found = comparable(ours.send(asked), 'exact');
    const expected = comparable(await server.send(asked), 'exact');
    if (found !== expected)
      differences.push(`${args.join(' ').slice(0, 200)}\n  server ${expected}\n  engine ${found}`);
  }
  expect(differences.slice(0, 40)).toEqual([]);
});
