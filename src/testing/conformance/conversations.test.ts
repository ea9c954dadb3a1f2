import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  conversationClients,
  conversationOptions,
  EngineConversation,
  parseConversation,
  playConversation,
  type SaidLine,
} from '../conversation.ts';
import { TRANSCRIPT_START_MS } from '../transcript-players.ts';

const folder = join(import.meta.dirname, 'conversations');

describe('every client of the engine receives what the recorded ones received', () => {
  test.each(readdirSync(folder))('%s', async (name) => {
    const lines = parseConversation(readFileSync(join(folder, name), 'utf8'));
    const said = lines.filter((line): line is SaidLine => line.type === 'said');
    const ids = conversationClients(lines);
    const engine = new EngineConversation(conversationOptions(lines), ids, TRANSCRIPT_START_MS);
    const received = await playConversation(lines, engine);
    const differences = said.flatMap(({ line, text, received: server }, index) =>
      JSON.stringify(sorted(server)) === JSON.stringify(sorted(received[index]))
        ? []
        : [{ line, text, server: sorted(server), engine: sorted(received[index]) }],
    );
    expect(differences).toEqual([]);
  });
});

function sorted(received: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(received).sort(([a], [b]) => (a < b ? -1 : 1)));
}
