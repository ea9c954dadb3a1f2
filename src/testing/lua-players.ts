/** Runs Lua on the engine or on a redis-server, each script on an empty keyspace; replies in the recorded notation. */
import { loadScripting } from '../engine/scripting/loader.ts';
import { notationOf } from '../engine/scripting/recorded-notation.ts';
import { Engine } from '../engine/server/engine.ts';
import type { LuaScript } from './lua-cases.ts';
import { encodeCommand, type WireClient } from './oracle.ts';

export type Play = (args: readonly (string | Uint8Array)[]) => Promise<string>;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export function onServer(client: WireClient): Play {
  return async (args) => text(await client.send([...args]));
}

/** An engine whose scripts may take as many slices as they need. */
export async function onEngine(): Promise<Play> {
  await loadScripting();
  const engine = new Engine({ generation: '7.0', seed: 1, startMs: 0, config: {} });
  let nowMs = 0;
  engine.step({ type: 'open', nowMs, client: 1 });
  return async (args) => {
    let output = engine.step({ type: 'data', nowMs, client: 1, bytes: encodeCommand(args) });
    while (output.replies.length === 0 && output.wakeAtMs !== null) {
      nowMs = output.wakeAtMs;
      output = engine.step({ type: 'tick', nowMs });
    }
    return output.replies.map(({ bytes }) => text(bytes)).join('');
  };
}

export async function playScript(play: Play, given: LuaScript): Promise<string> {
  const { script, keys = [], values = [], before = [], protocol = 2, command = 'eval' } = given;
  await play(['FLUSHALL']);
  await play(['HELLO', `${protocol}`]);
  for (const words of before) await play(words);
  const reply = await play([command, script, `${keys.length}`, ...keys, ...values]);
  return notationOf(reply);
}
