import { expect, test } from 'vitest';
import { comparable, type TranscriptCommand } from '../transcript.ts';
import { playOnEngine, playOnRedis, readTranscripts } from '../transcript-players.ts';

const files = readTranscripts();

test.each(files.map(({ name, lines }) => [name, lines] as const))(
  'a live server and the engine agree on %s',
  async (_name, lines) => {
    const commands = lines.filter((line): line is TranscriptCommand => line.type === 'command');
    const fromServer = await playOnRedis(lines);
    const fromEngine = playOnEngine(lines);
    const differences = commands.flatMap(({ line, text, comparison }, index) => {
      const server = comparable(fromServer[index], comparison);
      const engine = comparable(fromEngine[index], comparison);
      return server === engine ? [] : [`line ${line}: ${text}\n  server ${server}\n  engine ${engine}`];
    });
    expect(differences).toEqual([]);
  },
);
