import { describe, expect, it } from 'vitest';
import { formatReply } from '../../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../../protocol/resp.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import type { Step } from '../../protocol/steps.ts';
import type { GeoView } from '../../protocol/views.ts';
import { bytesOf } from '../base/bytes.ts';
import { Engine } from '../server/engine.ts';
import { readView } from './index.ts';

function engineAfter(...lines: string[]): Engine {
  const engine = new Engine({ generation: '7.0', seed: 7, startMs: 0, config: {} });
  engine.step({ type: 'open', nowMs: 0, client: 1 });
  for (const line of lines) run(engine, line);
  return engine;
}

function run(engine: Engine, line: string): string {
  const bytes = encodeCommand(splitArguments(line)!);
  const { replies } = engine.step({ type: 'data', nowMs: 0, client: 1, bytes });
  return replies.flatMap((reply) => decodeReplies(reply.bytes).map(formatReply)).join('\n');
}

function look(engine: Engine, key: string | null, from = 0, count = 200): GeoView {
  const window = { from, count };
  return readView(engine.server, {
    kind: 'geo',
    db: 0,
    key: key === null ? null : bytesOf(key),
    window,
  }) as GeoView;
}

const sicily = 'GEOADD sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania';

describe('the view of places', () => {
  it('is empty where there are none', () => {
    expect(look(engineAfter(), null)).toMatchObject({ key: null, length: 0, members: [], search: null });
    expect(look(engineAfter('SET sicily 1'), 'sicily')).toMatchObject({ key: 'sicily', length: 0 });
  });

  it('says of a member what GEOPOS, ZSCORE and GEOHASH say', () => {
    for (const config of ['128', '0']) {
      const engine = engineAfter(`CONFIG SET zset-max-listpack-entries ${config}`, sicily);
      const view = look(engine, 'sicily');
      expect(view.members.map(({ member }) => member)).toEqual(['Palermo', 'Catania']);
      for (const { member, longitudeText, latitudeText, score, geohash } of view.members) {
        expect(run(engine, `GEOPOS sicily ${member}`)).toBe(
          `1) 1) "${longitudeText}"\n   2) "${latitudeText}"`,
        );
        expect(run(engine, `ZSCORE sicily ${member}`)).toBe(`"${score}"`);
        expect(run(engine, `GEOHASH sicily ${member}`)).toBe(`1) "${geohash}"`);
      }
      expect(look(engine, 'sicily', 1, 1).members.map(({ member }) => member)).toEqual(['Catania']);
    }
  });

  it('shows a window and how many there are', () => {
    const places = Array.from({ length: 300 }, (_, n) => `${n / 10} ${n / 10} p${n}`).join(' ');
    const view = look(engineAfter(`GEOADD many ${places}`), 'many', 250, 500);
    expect(view.length).toBe(300);
    expect(view.from).toBe(100);
    expect(view.members).toHaveLength(200);
  });

  it('keeps the nine cells of the latest search with what each returned', () => {
    const engine = engineAfter(sicily, 'GEOSEARCH sicily FROMLONLAT 15 37 BYRADIUS 200 km');
    const { search } = look(engine, 'sicily');
    expect(search).toMatchObject({
      longitude: 15,
      latitude: 37,
      shape: { type: 'circle', radiusMetres: 200_000 },
      step: 6,
    });
    expect(search!.cells.map(({ position, state, found }) => `${position} ${state} ${found}`)).toEqual([
      'center searched 0',
      'north searched 2',
      'south outside 0',
      'east searched 0',
      'west outside 0',
      'northEast searched 0',
      'northWest outside 0',
      'southEast outside 0',
      'southWest outside 0',
    ]);
    const north = search!.cells[1];
    expect(north.members).toEqual(['Palermo', 'Catania']);
    expect(run(engine, `ZRANGEBYSCORE sicily ${north.minScore} (${north.maxScore}`)).toBe(
      '1) "Palermo"\n2) "Catania"',
    );
    const center = search!.cells[0];
    expect(center.longitudeMin).toBe(11.25);
    expect(center.bits).toHaveLength(12);
    run(engine, 'GEORADIUS other 1 1 1 km');
    expect(look(engine, 'sicily').search).not.toBeNull();
    run(engine, 'GEOADD other 1 1 here');
    run(engine, 'GEORADIUS other 1 1 1 km');
    expect(look(engine, 'sicily').search).toBeNull();
  });

  it('shows a search at every cell as far as it has come', () => {
    const engine = engineAfter(sicily);
    const states: string[] = [];
    const stop = engine.listen({
      step(step: Step) {
        if (step.type !== 'geohash.cell') return;
        states.push(
          look(engine, 'sicily')
            .search!.cells.map(({ state }) => state[0])
            .join(''),
        );
      },
    });
    run(engine, 'GEOSEARCH sicily FROMMEMBER Palermo BYBOX 400 400 km COUNT 1 ANY');
    stop();
    expect(states).toHaveLength(9);
    expect(states[0].slice(1)).toBe('wwwwwwww');
    expect(states[8]).not.toContain('w');
    expect(states[8]).toContain('e');
    expect(look(engine, 'sicily').search!.shape).toEqual({
      type: 'box',
      widthMetres: 400_000,
      heightMetres: 400_000,
    });
  });
});
