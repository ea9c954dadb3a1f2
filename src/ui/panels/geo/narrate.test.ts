import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import recorded from '../../gallery/recorded/geo.json';
import { scenesOf } from '../../gallery/scenes.ts';
import { formatDegrees, formatMetres } from './describe.ts';
import { laneOf } from './lane.ts';
import { narrateGeo } from './narrate.ts';

const cuts = scenesOf<'geo'>(recorded['geo-cut']).flatMap(({ step }) => step ?? []);

describe('sentences', () => {
  it('say where a range is halved and which half holds the place', () => {
    expect(narrateGeo(cuts[4], 'en')).toBe(
      'Cut 3 of the longitude: 90° to 180° is halved at 135°. The location lies in the west: 0.',
    );
    expect(narrateGeo(cuts[5], 'zh')).toBe(
      '纬度第 3 刀：0° 到 42.53°，从 21.26° 切开。位置落在北半边，记 1。',
    );
  });

  it('say what the bits make', () => {
    expect(narrateGeo(cuts[52], 'en')).toContain('1110011101…, 52 in all');
  });

  it('say what a cell returned, or why it was left out', () => {
    const cells = scenesOf<'geo'>(recorded['geo-circle']).flatMap(({ step }) =>
      step?.type === 'geohash.cell' ? step : [],
    );
    expect(narrateGeo(cells[1], 'en')).toBe(
      'North: scores from 3478854790283264 to below 3479954301911040. 2 members lie there; by distance, 2 of them are near enough.',
    );
    expect(narrateGeo(cells[2], 'zh')).toBe('南边的格：范围够不到这里，跳过。');
    const enough = { ...cells[2], state: 'enough' } as Step;
    expect(narrateGeo(enough, 'en')).toBe('South: enough have been found, so the search skips it.');
  });

  it('ignore steps of other structures', () => {
    expect(narrateGeo({ type: 'dict.swap', dict: 1, size: 4 }, 'en')).toBeNull();
  });
});

describe('the lane of bits', () => {
  const { view } = scenesOf<'geo'>(recorded['geo-cut'])[0];

  it('has as many bits as were cut', () => {
    for (let nth = 0; nth < 52; nth++) {
      const lane = laneOf(view, cuts[nth], cuts.slice(0, nth), null)!;
      expect(lane.bits.filter(({ bit }) => bit !== null)).toHaveLength(nth + 1);
      expect(lane.bits.findIndex(({ hot }) => hot)).toBe(nth);
    }
    const whole = laneOf(view, cuts[52], cuts.slice(0, 52), null)!;
    expect(whole.bits.map(({ bit }) => bit).join('')).toMatch(/^1110011101/);
    expect(whole.mergedHot).toBe(true);
  });
});

describe('figures', () => {
  it('have the decimals that make sense', () => {
    expect(formatDegrees(-85.05112878, 170)).toBe('−85.1°');
    expect(formatDegrees(116.3671875, 0.0439453125)).toBe('116.36719°');
    expect(formatMetres(200_000, 'en')).toBe('200 km');
    expect(formatMetres(1500, 'en')).toBe('1.5 km');
    expect(formatMetres(0.5, 'en')).toBe('0.5 m');
  });
});
