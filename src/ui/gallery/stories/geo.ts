import type { Story } from '../story.ts';

const target = { kind: 'geo', db: 0, key: null, window: { from: 0, count: 200 } } as const;
/** Cars in most countries of the world. */
const cars = Array.from({ length: 1000 }, (_, nth) => {
  const longitude = ((nth * 37.7) % 300) - 120;
  const latitude = ((nth * 11.3) % 100) - 35;
  return `${longitude.toFixed(2)} ${latitude.toFixed(2)} car:${nth}`;
});

const stories: readonly Story[] = [
  {
    id: 'geo-empty',
    title: { en: 'GeoHash, empty', zh: 'GeoHash：空' },
    target,
  },
  {
    id: 'geo-cut',
    title: { en: 'GeoHash, a location becomes bits', zh: 'GeoHash：把一个位置切成一串位' },
    shown: 'GEOADD cars:locations 116.37 39.86 33',
    target,
    openAt: ['geohash.bisect', 6],
  },
  {
    id: 'geo-circle',
    title: { en: 'GeoHash, a search in a circle', zh: 'GeoHash：圆形搜索' },
    given: [
      'GEOADD sicily 13.361389 38.115556 Palermo 15.087269 37.502669 Catania 12.496 41.903 Rome',
      'GEOADD sicily 14.268 40.852 Naples 10.181 36.806 Tunis 14.514 35.899 Valletta',
    ],
    shown: 'GEOSEARCH sicily FROMLONLAT 15 37 BYRADIUS 200 km ASC',
    target,
    openAt: ['geohash.cell', 2],
  },
  {
    id: 'geo-box',
    title: { en: 'GeoHash, a box across the date line', zh: 'GeoHash：跨过日界线的矩形' },
    given: [
      'GEOADD pacific 178.44 -18.14 Suva -171.76 -13.83 Apia',
      'GEOADD pacific -175.2 -21.13 "Nuku\'alofa" 179.2 -8.52 Funafuti',
    ],
    shown: 'GEOSEARCH pacific FROMLONLAT 179.9 -17 BYBOX 1600 900 km ASC',
    target,
    openAt: ['geohash.cell', 4],
  },
  {
    id: 'geo-many',
    title: { en: 'GeoHash, a thousand places', zh: 'GeoHash：一千个位置' },
    given: [`GEOADD cars:locations ${cars.join(' ')}`],
    target: { ...target, window: { from: 600, count: 200 } },
  },
];

export default stories;
