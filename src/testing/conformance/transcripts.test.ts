import { describe, expect, test } from 'vitest';
import { comparable, type TranscriptCommand, unescapeReply } from '../transcript.ts';
import { playOnEngine, readTranscripts } from '../transcript-players.ts';

const files = readTranscripts();

test('there are transcripts of at least 400 commands', () => {
  const commands = files.flatMap(({ lines }) => lines.filter((line) => line.type === 'command'));
  expect(commands.length).toBeGreaterThanOrEqual(400);
});

describe('the engine answers as the recorded server did', () => {
  test.each(files.map(({ name, lines }) => [name, lines] as const))('%s', (_name, lines) => {
    const commands = lines.filter((line): line is TranscriptCommand => line.type === 'command');
    const replies = playOnEngine(lines);
    const differences = commands.flatMap(({ line, text, comparison, reply }, index) => {
      if (reply === null) return [`line ${line}: ${text} was not recorded`];
      const expected = comparable(unescapeReply(reply), comparison);
      const found = comparable(replies[index], comparison);
      return expected === found ? [] : [`line ${line}: ${text}\n  server ${expected}\n  engine ${found}`];
    });
    expect(differences).toEqual([]);
  });
});
