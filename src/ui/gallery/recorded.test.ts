/**
 * Compares the pictures of the gallery's stories with the engine. `RECORD=1` in front of the test writes them anew;
 * with `-t stream` only those of one panel.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { type ActionLine, packetOf, readLines } from '../../protocol/action-lines.ts';
import type { Moment } from '../../protocol/messages.ts';
import type { CrashLoss } from '../../protocol/session.ts';
import { loadWorlds } from '../../sim/machine.ts';
import { happenInWorld } from '../../testing/world-lines.ts';
import { Session } from '../../worker/session.ts';
import type { Recorded, Story } from './story.ts';

// Later than the gallery's clock, so that no time passes there.
const startMs = Date.UTC(2024, 0, 1, 13);

class StoryRun {
  readonly session: Session;
  #nowMs = startMs;

  constructor({ generation = '7.0', config = {}, world }: Story) {
    const start = { generation, seed: 7, startMs, config: { ...config } };
    this.session = new Session(world === undefined ? start : { ...start, world });
    for (const node of (world?.nodes ?? [null]).keys()) this.session.open(startMs, node);
  }

  run(text: string): void {
    for (const line of readLines([text])) this.#do(line);
  }

  #do(line: ActionLine): void {
    switch (line.type) {
      case 'advance':
        this.pass(line.ms);
        return;
      case 'close':
        this.session.close(Number(line.client), this.#nowMs);
        return;
      case 'command': {
        const client = Number(line.client ?? 1);
        this.#connect(client);
        this.session.send(client, packetOf(line.command), this.#nowMs);
        return;
      }
      case 'event':
        if (this.session.world.isSingle) this.#happenToServer(line.words);
        else happenInWorld(this.session, line.words, this.#nowMs);
    }
  }

  #happenToServer([event, loss]: readonly string[]): void {
    if (event === 'restart') this.session.restart(this.#nowMs);
    else if (event === 'crash') this.session.crash(loss as CrashLoss, this.#nowMs);
    else throw new Error(`stories do not know ${event}`);
  }

  pass(ms: number): void {
    const end = this.#nowMs + ms;
    for (let wake = this.session.wakeAtMs; wake !== null && wake <= end; wake = this.session.wakeAtMs) {
      this.session.tick(wake);
    }
    this.#nowMs = end;
    this.session.tick(end);
  }

  #connect(client: number): void {
    while (this.session.overview().clients.every(({ id }) => id < client)) this.session.open(this.#nowMs);
  }
}

/** The first moment of a frame is the last of the one before. */
function momentsSince(session: Session, first: number): readonly Moment[] {
  const moments: Moment[] = [];
  for (let frame = first; frame <= session.lastIndex; frame++) {
    moments.push(...session.detail(frame).moments.slice(frame === first ? 0 : 1));
  }
  return moments;
}

function live(story: Story): Recorded {
  const running = new StoryRun(story);
  const { session } = running;
  for (const line of story.given ?? []) running.run(line);
  const before = session.lastIndex;
  const kept: string[] = [];
  const keep = (view: unknown) => {
    const text = JSON.stringify(view ?? null, (_, value) =>
      value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value,
    );
    if (!kept.includes(text)) kept.push(text);
    return kept.indexOf(text);
  };
  const watches = { shown: story.target, ...(story.beside && { beside: story.beside }) };
  const stills = Object.fromEntries(
    Object.entries(watches).map(([id, target]) => [id, session.watch(id, target, before)]),
  );
  if (story.shown !== undefined) running.run(story.shown);
  if (story.shownForMs !== undefined) running.pass(story.shownForMs);
  const still = { step: null, picture: stills };
  // A panel looks at the first and the last moment of a frame: a still is both.
  const first = story.shownForMs === undefined ? session.lastIndex : before + 1;
  const seen = story.shown === undefined ? [still, still] : momentsSince(session, first);
  const moments = seen.map(({ step, picture }) => ({
    step,
    view: keep(picture.shown),
    ...(story.beside && { beside: keep(picture.beside) }),
  }));
  return { views: kept.map((view) => JSON.parse(view)), moments };
}

const folder = join(import.meta.dirname, 'stories');
for (const file of readdirSync(folder)) {
  const panel = file.replace('.ts', '');
  it(`the recorded pictures of ${panel} are those of the engine`, async () => {
    await loadScripting();
    await loadWorlds();
    const { default: stories }: { default: readonly Story[] } = await import(join(folder, file));
    const pictures = Object.fromEntries(stories.map((story) => [story.id, live(story)]));
    const path = join(import.meta.dirname, 'recorded', `${panel}.json`);
    if (process.env.RECORD === '1') writeFileSync(path, `${JSON.stringify(pictures)}\n`);
    expect(existsSync(path), 'RECORD=1 records it').toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(pictures)));
  });
}
