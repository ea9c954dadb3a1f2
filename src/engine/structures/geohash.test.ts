import { describe, expect, it, vi } from 'vitest';
import type { Step } from '../../protocol/steps.ts';
import { latin1 } from '../base/bytes.ts';
import { Random } from '../base/random.ts';
import { distanceInShape, type GeoShape, geoDistance, searchCells } from './geo-search.ts';
import {
  decodeCell,
  decodeScore,
  encodeCell,
  encodeScore,
  GEO_LATITUDE_MAX,
  geohashText,
  isGeoPosition,
  moveCell,
  scoreRange,
} from './geohash.ts';

// Ten thousand positions are slow where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

describe('worked examples', () => {
  const palermo = encodeScore(13.361389, 38.115556);

  it('Palermo as a score, as a position again and as text', () => {
    expect(encodeCell(13.361389, 38.115556, 3).bits.toString(2)).toBe('110001');
    expect(palermo).toBe(3479099956230698);
    const { longitude, latitude } = decodeScore(palermo);
    expect([longitude.toFixed(17), latitude.toFixed(17)]).toEqual([
      '13.36138933897018433',
      '38.11555639549629859',
    ]);
    expect(latin1(geohashText(palermo))).toBe('sqc8b49rny0');
  });

  it('200 km around 15, 37: six cuts, and the four cells it reaches', () => {
    const shape: GeoShape = { type: 'circle', longitude: 15, latitude: 37, radius: 200, metresPerUnit: 1000 };
    const cells = searchCells(shape);
    expect(cells.map((cell) => [cell.position, cell.step, cell.state])).toEqual([
      ['center', 6, 'searched'],
      ['north', 6, 'searched'],
      ['south', 6, 'outside'],
      ['east', 6, 'searched'],
      ['west', 6, 'outside'],
      ['northEast', 6, 'searched'],
      ['northWest', 6, 'outside'],
      ['southEast', 6, 'outside'],
      ['southWest', 6, 'outside'],
    ]);
    const area = decodeCell(encodeCell(15, 37, 6));
    expect([area.longitudeMax - area.longitudeMin, area.latitudeMax - area.latitudeMin]).toEqual([
      5.625,
      expect.closeTo(2.66, 2),
    ]);
    expect(distanceInShape(shape, decodeScore(palermo))).toBeCloseTo(190442.4298, 4);
  });
});

it('emits every cut and how the bits alternate', () => {
  const steps: Step[] = [];
  const score = encodeScore(13.361389, 38.115556, { emit: (step) => steps.push(step) });
  const cuts = steps.filter((step) => step.type === 'geohash.bisect');
  expect(cuts).toHaveLength(52);
  expect(cuts.slice(0, 4)).toEqual([
    { type: 'geohash.bisect', axis: 'longitude', depth: 0, min: -180, max: 180, middle: 0, bit: 1 },
    {
      type: 'geohash.bisect',
      axis: 'latitude',
      depth: 0,
      min: -GEO_LATITUDE_MAX,
      max: GEO_LATITUDE_MAX,
      middle: 0,
      bit: 1,
    },
    { type: 'geohash.bisect', axis: 'longitude', depth: 1, min: 0, max: 180, middle: 90, bit: 0 },
    {
      type: 'geohash.bisect',
      axis: 'latitude',
      depth: 1,
      min: 0,
      max: GEO_LATITUDE_MAX,
      middle: GEO_LATITUDE_MAX / 2,
      bit: 0,
    },
  ]);
  expect(cuts.map((cut) => cut.bit).join('')).toBe(score.toString(2).padStart(52, '0'));
  for (const cut of cuts) {
    const coordinate = cut.axis === 'longitude' ? 13.361389 : 38.115556;
    expect(
      coordinate >= cut.min && coordinate <= cut.max && coordinate >= cut.middle === (cut.bit === 1),
    ).toBe(true);
  }
  const last = steps.at(-1);
  expect(last).toMatchObject({ type: 'geohash.interleave', score });
});

const seed = 20240508;

it(`seed ${seed}: positions survive, cells nest and neighbours touch, for 10,000 random positions`, () => {
  const random = new Random(seed).stream('geohash');
  for (let round = 0; round < 10_000; round++) {
    const longitude = random.float() * 360 - 180;
    const latitude = (random.float() * 2 - 1) * GEO_LATITUDE_MAX;
    const label = `seed ${seed}, round ${round}: ${longitude} ${latitude}`;
    const score = encodeScore(longitude, latitude);
    expect(Number.isSafeInteger(score) && score >= 0 && score < 2 ** 52, label).toBe(true);
    const decoded = decodeScore(score);
    expect(encodeScore(decoded.longitude, decoded.latitude), label).toBe(score);
    expect(geoDistance(longitude, latitude, decoded.longitude, decoded.latitude), label).toBeLessThan(0.6);

    const step = 1 + random.below(26);
    const cell = encodeCell(longitude, latitude, step);
    const { min, max } = scoreRange(cell);
    expect(score >= min && score < max, label).toBe(true);
    const area = decodeCell(cell);
    const inside =
      longitude >= area.longitudeMin &&
      longitude < area.longitudeMax &&
      latitude >= area.latitudeMin &&
      latitude < area.latitudeMax;
    expect(inside, label).toBe(true);
    expect(moveCell(moveCell(cell, 1, 1), -1, -1), label).toEqual(cell);
    const east = decodeCell(moveCell(cell, 1, 0));
    if (east.longitudeMin > area.longitudeMin) expect(east.longitudeMin, label).toBe(area.longitudeMax);
    else expect(east.longitudeMin, label).toBe(-180);
  }
});

it(`seed ${seed}: away from poles and date line a search of nine cells misses nobody`, () => {
  const random = new Random(seed).stream('search');
  const places = Array.from({ length: 3_000 }, () =>
    encodeScore(-150 + random.float() * 300, -60 + random.float() * 120),
  );
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const center = { longitude: -100 + random.float() * 200, latitude: -40 + random.float() * 80 };
    const radius = 10 ** (0.5 + random.float() * 2.8);
    const shape: GeoShape =
      round % 2 === 0
        ? { ...center, type: 'circle', radius, metresPerUnit: 1000 }
        : { ...center, type: 'box', width: radius, height: radius * 1.5, metresPerUnit: 1000 };
    const cells = searchCells(shape).filter((cell) => cell.state === 'searched');
    for (const score of places) {
      if (distanceInShape(shape, decodeScore(score)) === null) continue;
      found++;
      const holding = cells.filter((cell) => score >= cell.minScore && score < cell.maxScore);
      expect(holding.length, `seed ${seed}, round ${round}, ${score}`).toBe(1);
    }
  }
  expect(found).toBeGreaterThan(1_000);
});

it('knows the limits', () => {
  expect(isGeoPosition(180, 85.05112878)).toBe(true);
  expect(isGeoPosition(-180, -85.05112878)).toBe(true);
  expect(isGeoPosition(180.0000001, 0)).toBe(false);
  expect(isGeoPosition(0, 85.0511288)).toBe(false);
  expect(isGeoPosition(Number.NaN, 0)).toBe(false);
});

it('does not look at a cell again that goes around the earth', () => {
  const cells = searchCells({
    type: 'circle',
    longitude: 10,
    latitude: 10,
    radius: 12_000,
    metresPerUnit: 1000,
  });
  expect(cells.map((cell) => `${cell.position} ${cell.state}`)).toEqual([
    'center searched',
    'north searched',
    'south repeated',
    'east searched',
    'west repeated',
    'northEast searched',
    'northWest repeated',
    'southEast repeated',
    'southWest repeated',
  ]);
});
