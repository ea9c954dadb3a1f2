/** The show of the home page on a real engine: every sentence is held to what the engine says after its line. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packetOf, readLine, readLines } from '../../protocol/action-lines.ts';
import { findObservation } from '../../protocol/observations/index.ts';
import { Host } from '../../worker/host.ts';
import { directLink } from '../session/direct-link.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { showScenes, startOf } from './show-script.ts';

const panels = readdirSync(join(import.meta.dirname, '../panels'));

function engine(): SessionStore {
  return createSessionStore(directLink((post) => new Host({ realMs: () => 0, post, wakeAfter: () => {} })));
}

async function happen(session: SessionStore, text: string): Promise<void> {
  const line = readLine(text);
  if (line?.type === 'advance') await session.actions.advance(line.ms);
  if (line?.type !== 'command') return;
  const client = Number(line.client ?? 1);
  while (session.getState().clients.every(({ id }) => id < client)) await session.actions.openClient();
  const { outcome } = await session.actions.sendBytes(client, packetOf(line.command), 'quiet');
  expect(outcome).toBe('done');
}

describe.each(showScenes)('the scene $id', (scene) => {
  it('is written in the notation of actions, for a panel that exists', () => {
    expect(panels).toContain(scene.panel);
    const lines = readLines([...scene.given, ...scene.beats.map(({ line }) => line)]);
    expect(lines.every(({ type }) => type === 'command' || type === 'advance')).toBe(true);
  });

  it('says only what the engine does', async () => {
    const session = engine();
    await session.actions.startServer(startOf(scene), { running: false, speed: 1 });
    for (const line of scene.given) await happen(session, line);
    for (const { line, holds } of scene.beats) {
      await happen(session, line);
      const paths = Object.keys(holds);
      expect(paths.length, line).toBeGreaterThan(0);
      for (const path of paths) expect(findObservation(path), path).not.toBeNull();
      const seen = await session.actions.observe(paths, session.getState().frames.length - 1);
      expect(Object.fromEntries(paths.map((path, nth) => [path, seen[nth]])), line).toEqual(holds);
    }
  });

  it('has a sentence in both languages, short enough to be read while it plays', () => {
    for (const { sentence } of scene.beats) {
      expect(sentence.zh).toMatch(/[\u4e00-\u9fff].*[。：]$/);
      expect(sentence.zh.length).toBeLessThanOrEqual(45);
      expect(sentence.en).toMatch(/^[A-Z].*\.$/);
      expect(sentence.en.length).toBeLessThanOrEqual(100);
    }
  });
});
