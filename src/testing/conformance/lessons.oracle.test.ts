/** Demonstrations that claim to be portable print the same on a real redis-server. Time passes there by itself. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCourse } from '../../content/course.ts';
import { type Action, commandLines } from '../../protocol/actions.ts';
import { frameCommand } from '../../protocol/frame-commands.ts';
import { actionsOf } from '../../protocol/lesson.ts';
import { formatRawReply, formatReply, printsRaw } from '../../protocol/redis-cli.ts';
import { decodeReplies } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { type RunningRedis, startRedis, WireClient } from '../oracle.ts';

const { lessons } = readCourse(process.cwd());

let redis: RunningRedis;
let clients: WireClient[] = [];
/** The limits that lessons change, as commands that set them back. */
let limits: string[] = [];

beforeAll(async () => {
  redis = await startRedis(['--enable-debug-command', 'yes']);
  const lines = await perform({ type: 'command', client: 1, line: 'CONFIG GET *-max-*-*' });
  const words = lines.map((line) => JSON.parse(line.slice(line.indexOf('"'))) as string);
  limits = words.flatMap((name, nth) => (nth % 2 === 0 ? [`CONFIG SET ${name} ${words[nth + 1]}`] : []));
});
afterAll(() => redis.stop());

async function startOver(): Promise<void> {
  for (const client of clients) client?.close();
  clients = [];
  for (const line of ['FLUSHALL', ...limits]) await perform({ type: 'command', client: 1, line });
}

/** Does it and returns what redis-cli prints, line by line. */
async function perform(action: Action): Promise<string[]> {
  if (action.type === 'advance') return [];
  if (action.type === 'close') {
    clients[action.client - 1]?.close();
    delete clients[action.client - 1];
    return [];
  }
  clients[action.client - 1] ??= await WireClient.connect(redis.port);
  const printed: string[] = [];
  for (const line of commandLines(action)) {
    const args = splitArguments(line) ?? [];
    const format = printsRaw(frameCommand(args)) ? formatRawReply : formatReply;
    const replies = decodeReplies(await clients[action.client - 1].send(args));
    printed.push(...replies.flatMap((reply) => format(reply).split('\n')));
  }
  return printed;
}

describe.each(lessons)('$id on redis-server', (lesson) => {
  for (const step of lesson.content) {
    step.items.forEach((item, index) => {
      if (item.type !== 'demo' || !item.portable) return;
      it(`${step.id}: ${item.id} prints what it says`, async () => {
        await startOver();
        const earlier = [...step.given, ...step.items.slice(0, index).flatMap(actionsOf)];
        for (const action of earlier) await perform(action);
        for (const { printed, ...action } of item.actions) {
          expect(await perform(action as Action)).toEqual(printed);
        }
      });
    });
  }
});
