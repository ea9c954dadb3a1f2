/** What commands become in the append only file, compared with a live redis-server line by line. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { argumentsOf, readLines } from '../../protocol/action-lines.ts';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { PROPAGATION_CASES, type PropagationCase } from '../../testing/propagation-cases.ts';
import { EngineClients } from '../../testing/transcript-players.ts';
import { latin1 } from '../base/bytes.ts';
import { readAofText } from './aof-text.ts';

let redis: RunningRedis;
let client: WireClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rediscope-aof-'));
  // With everysec a write may wait for a fsync, and the file would be read too early.
  const aof = ['--appendonly', 'yes', '--appendfsync', 'always'];
  redis = await startRedis(['--dir', folder, ...aof, '--enable-debug-command', 'yes']);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  for (const each of helpers.values()) each.close();
  await redis?.stop();
  await rm(folder, { recursive: true, force: true });
});

const helpers = new Map<string, WireClient>();

async function helper(name: string): Promise<WireClient> {
  const known = helpers.get(name) ?? (await WireClient.connect(redis.port));
  helpers.set(name, known);
  return known;
}

async function serverFile(): Promise<Uint8Array> {
  const names = await readdir(join(folder, 'appendonlydir'));
  const incremental = names.filter((name) => name.endsWith('.incr.aof')).sort();
  return new Uint8Array(await readFile(join(folder, 'appendonlydir', incremental[incremental.length - 1])));
}

/** The commands in the text. Instants near now are not the same to the millisecond on both sides. */
function commandsIn(bytes: Uint8Array, nowMs: number, shapeOnly: boolean): string[] {
  return [...readAofText(bytes)].map((piece) => {
    if (piece.kind !== 'command') return piece.kind;
    const words = piece.args.map((word) => {
      const text = latin1(word);
      const instant = /^([0-9]{13})(-[0-9]+)?$/.exec(text);
      if (instant === null) return text;
      const afterMs = Number(instant[1]) - nowMs;
      return Math.abs(afterMs) < 1_000_000 ? `<${Math.round(afterMs / 5000) * 5}s>${instant[2] ?? ''}` : text;
    });
    return shapeOnly
      ? `${words[0]} ${words[1] ?? ''} and ${Math.max(0, words.length - 2)} more`
      : words.join(' ');
  });
}

async function play(each: PropagationCase): Promise<{ server: string[]; ours: string[] }> {
  await client.send(['SELECT', '0']);
  await client.send(['FLUSHALL']);
  const serverStart = (await serverFile()).length;
  const engine = new EngineClients(
    { appendonly: 'yes', save: '', 'enable-debug-command': 'yes' },
    Date.now(),
  );
  engine.send(['FLUSHALL']);
  const ownFile = () => engine.engine.server.persistence.aof.file!;
  const ownStart = ownFile().length;
  const waiting: Promise<Uint8Array>[] = [];
  for (const line of readLines(each.lines)) {
    if (line.type === 'advance') {
      await pause(line.ms);
      engine.nowMs = Date.now();
    }
    if (line.type !== 'command') continue;
    const args = argumentsOf(line.command);
    if (line.client === null) await client.send(args);
    else {
      waiting.push((await helper(line.client)).send(args));
      // The server has to have read it before the next command comes.
      await pause(30);
    }
    engine.nowMs = Date.now();
    engine.send(args, line.client ?? undefined);
  }
  await Promise.all(waiting);
  const nowMs = Date.now();
  const shapeOnly = each.shapeOnly === true;
  return {
    server: commandsIn((await serverFile()).subarray(serverStart), nowMs, shapeOnly),
    ours: commandsIn(ownFile().view(ownStart), nowMs, shapeOnly),
  };
}

describe('what commands become', () => {
  for (const each of PROPAGATION_CASES) {
    test(each.name, async () => {
      const { server, ours } = await play(each);
      expect(server.length).toBeGreaterThan(0);
      expect(ours).toEqual(server);
    });
  }
});
