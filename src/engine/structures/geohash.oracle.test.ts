import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { latin1 } from '../base/bytes.ts';
import { formatDouble, printfF } from '../base/numbers.ts';
import { Random } from '../base/random.ts';
import { distanceInShape, type GeoShape, geoDistance, searchCells } from './geo-search.ts';
import { decodeScore, encodeScore, geohashText } from './geohash.ts';

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis();
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const ask = async (...command: string[]) => latin1(await client.send(command));
const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const array = (items: string[]) => `*${items.length}\r\n${items.map(bulk).join('')}`;
/** As GEOPOS prints a coordinate. */
const human = (value: number) => value.toFixed(17).replace(/\.?0+$/, '');

const seed = 20240507;
const random = new Random(seed).stream('geo');
const LIMIT = 85.05112878;

/** Positions that matter: anywhere, in clusters, at the poles, at the date line, at the limits. */
function anyPosition(): { longitude: number; latitude: number } {
  const kind = random.below(8);
  let longitude = random.float() * 360 - 180;
  let latitude = (random.float() * 2 - 1) * LIMIT;
  if (kind < 3) {
    longitude = 13 + random.float() * 3;
    latitude = 36 + random.float() * 3;
  } else if (kind === 3) latitude = (random.below(2) * 2 - 1) * (80 + random.float() * 5.05);
  else if (kind === 4) longitude = (random.below(2) * 2 - 1) * (178 + random.float() * 2);
  else if (kind === 5) longitude = [-180, 180, 0, 90, -45][random.below(5)];
  else if (kind === 6) latitude = [-LIMIT, LIMIT, 0, 66, -66, 80][random.below(6)];
  return { longitude, latitude };
}

const decimal = (value: number) => value.toFixed(12);

describe(`seed ${seed}`, () => {
  it("scores, positions and text forms are the server's", async () => {
    for (let round = 0; round < 3_000; round++) {
      const position = anyPosition();
      const longitude = decimal(position.longitude);
      const latitude = decimal(position.latitude);
      const label = `round ${round}: ${longitude} ${latitude}`;
      await ask('GEOADD', 'k', longitude, latitude, 'm');
      const score = encodeScore(Number(longitude), Number(latitude));
      expect(bulk(formatDouble(score)), label).toBe(await ask('ZSCORE', 'k', 'm'));
      const decoded = decodeScore(score);
      const printed = array([human(decoded.longitude), human(decoded.latitude)]);
      expect(`*1\r\n${printed}`, label).toBe(await ask('GEOPOS', 'k', 'm'));
      expect(array([latin1(geohashText(score))]), label).toBe(await ask('GEOHASH', 'k', 'm'));
    }
  });

  it('any score that ZADD can set is decoded as the server decodes it', async () => {
    const scores = [
      0,
      0.5,
      1,
      -1,
      -1.5,
      3.7,
      2 ** 52,
      2 ** 53,
      2 ** 62,
      2 ** 63,
      2 ** 64,
      -(2 ** 53),
      -(2 ** 63),
      1e300,
      -1e300,
    ];
    scores.push(
      2 ** 63 - 1024,
      2 ** 63 + 2048,
      2 ** 64 - 2048,
      -(2 ** 63) + 1024,
      -(2 ** 40) - 1,
      -(2 ** 60) + 512,
    );
    scores.push(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    for (let round = 0; round < 300; round++) scores.push((random.float() * 2 - 1) * 2 ** random.below(70));
    for (const score of scores) {
      await ask('ZADD', 'k', formatDouble(score), 'm');
      const { longitude, latitude } = decodeScore(score);
      const printed = array([human(longitude), human(latitude)]);
      expect(`*1\r\n${printed}`, `${score}`).toBe(await ask('GEOPOS', 'k', 'm'));
      expect(array([latin1(geohashText(score))]), `${score}`).toBe(await ask('GEOHASH', 'k', 'm'));
    }
  });

  it("distances are the server's to the last digit", async () => {
    const units = { m: 1, km: 1000, ft: 0.3048, mi: 1609.34 } as const;
    for (let round = 0; round < 5_000; round++) {
      const [a, b] = [anyPosition(), anyPosition()].map(({ longitude, latitude }) =>
        encodeScore(Number(decimal(longitude)), Number(decimal(latitude))),
      );
      await ask('ZADD', 'd', formatDouble(a), 'a', formatDouble(b), 'b');
      const from = decodeScore(a);
      const to = decodeScore(b);
      const metres = geoDistance(from.longitude, from.latitude, to.longitude, to.latitude);
      const unit = (['m', 'km', 'ft', 'mi'] as const)[random.below(4)];
      expect(bulk(printfF(metres / units[unit], 4)), `round ${round}: ${a} ${b} ${unit}`).toBe(
        await ask('GEODIST', 'd', 'a', 'b', unit),
      );
    }
  });

  it('a search finds what the server finds, cell by cell', async () => {
    const members: { name: string; score: number }[] = [];
    for (let index = 0; index < 800; index++) {
      const { longitude, latitude } = anyPosition();
      const name = `m${index}`;
      await ask('GEOADD', 'places', decimal(longitude), decimal(latitude), name);
      members.push({ name, score: encodeScore(Number(decimal(longitude)), Number(decimal(latitude))) });
    }
    members.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
    let found = 0;
    let coarse = 0;
    for (let round = 0; round < 4_000; round++) {
      const center = anyPosition();
      const longitude = decimal(center.longitude);
      const latitude = decimal(center.latitude);
      const size = () => printfF(10 ** (random.float() * 8 - 1), 3);
      const [unit, metresPerUnit] = (
        [
          ['m', 1],
          ['km', 1000],
          ['ft', 0.3048],
          ['mi', 1609.34],
        ] as const
      )[random.below(4)];
      const place = { longitude: Number(longitude), latitude: Number(latitude), metresPerUnit };
      let shape: GeoShape;
      let asked: string[];
      if (random.below(2) === 0) {
        const radius = random.below(50) === 0 ? '0' : size();
        shape = { ...place, type: 'circle', radius: Number(radius) };
        asked = ['BYRADIUS', radius, unit];
      } else {
        const [width, height] = [size(), size()];
        shape = { ...place, type: 'box', width: Number(width), height: Number(height) };
        asked = ['BYBOX', width, height, unit];
      }
      const items: string[] = [];
      const cells = searchCells(shape);
      if (cells[0].step < 3) coarse++;
      for (const cell of cells) {
        if (cell.state !== 'searched') continue;
        for (const { name, score } of members) {
          if (score < cell.minScore || score >= cell.maxScore) continue;
          const distance = distanceInShape(shape, decodeScore(score));
          if (distance === null) continue;
          items.push(`*2\r\n${bulk(name)}${bulk(printfF(distance / metresPerUnit, 4))}`);
        }
      }
      found += items.length;
      // Unsorted replies come in the order of the cells, so they tell which were looked at, and when.
      expect(
        `*${items.length}\r\n${items.join('')}`,
        `round ${round}: ${longitude} ${latitude} ${asked}`,
      ).toBe(await ask('GEOSEARCH', 'places', 'FROMLONLAT', longitude, latitude, ...asked, 'WITHDIST'));
    }
    expect(found).toBeGreaterThan(50_000);
    expect(coarse).toBeGreaterThan(500);
  });
});
