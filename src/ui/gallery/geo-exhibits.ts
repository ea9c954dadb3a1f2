/** The geohash panel in its states. What an engine answered is kept in geo-recorded.json. */
import type { Step } from '../../protocol/steps.ts';
import type { GeoMemberView, GeoView, View } from '../../protocol/views.ts';
import { interleave, latitudeLimit, longitudeLimit, mostCuts } from '../panels/geo/bits.ts';
import type { Hanging } from './exhibits.ts';
import type { Exhibit } from './gallery-link.ts';
import recorded from './geo-recorded.json';

interface Recorded {
  readonly steps: readonly (Step | null)[];
  /** Which of the views each moment shows. */
  readonly at: readonly number[];
  readonly views: readonly View[];
}

const recordings = recorded as unknown as Readonly<Record<'cut' | 'circle' | 'box', Recorded>>;

export function geoRecording(name: keyof typeof recordings): Exhibit {
  const { steps, at, views } = recordings[name];
  return { steps, view: (moment) => views[at[moment]] };
}

export const noPlaces: GeoView = {
  kind: 'geo',
  db: 0,
  key: null,
  length: 0,
  from: 0,
  members: [],
  search: null,
  names: [],
};

const alphabet = '0123456789bcdefghjkmnpqrstuvwxyz';

function sampleMember(member: string, longitude: number, latitude: number): GeoMemberView {
  const bits = (value: number, limit: number) =>
    Math.floor(((value + limit) / (2 * limit)) * 2 ** mostCuts)
      .toString(2)
      .padStart(mostCuts, '0');
  const merged = interleave({
    longitude: bits(longitude, longitudeLimit),
    latitude: bits(latitude, latitudeLimit),
  });
  const standard = interleave({ longitude: bits(longitude, longitudeLimit), latitude: bits(latitude, 90) });
  const letters = standard.match(/.{5}/g)!.map((five) => alphabet[Number.parseInt(five, 2)]);
  return {
    member,
    longitude,
    latitude,
    longitudeText: String(longitude),
    latitudeText: String(latitude),
    score: String(Number.parseInt(merged, 2)),
    geohash: `${letters.join('')}0`,
  };
}

/** A page of many places, strewn over the lands of the north. */
export function manyPlaces(from: number): GeoView {
  const length = 100_000;
  const start = Math.min(from, length - 200);
  const members = Array.from({ length: 200 }, (_, nth) => {
    const number = start + nth;
    const longitude = ((number * 37.7) % 300) - 120;
    const latitude = ((number * 11.3) % 100) - 35;
    return sampleMember(`car:${number}`, Math.round(longitude * 100) / 100, Math.round(latitude * 100) / 100);
  });
  return { ...noPlaces, key: 'cars:locations', length, from: start, members };
}

function still(view: (from: number) => View): Exhibit {
  return {
    steps: [null, null],
    view: (_, target) => (target.kind === 'geo' ? view(target.window.from) : null),
  };
}

export const geoHangings: readonly Hanging[] = [
  {
    id: 'geo-empty',
    panel: 'geo',
    title: { en: 'GeoHash, empty', zh: 'GeoHash：空' },
    exhibit: still(() => noPlaces),
    moment: 1,
  },
  {
    id: 'geo-cut',
    panel: 'geo',
    title: { en: 'GeoHash, a place is cut into bits', zh: 'GeoHash：把一个位置切成一串位' },
    exhibit: geoRecording('cut'),
    moment: 6,
  },
  {
    id: 'geo-circle',
    panel: 'geo',
    title: { en: 'GeoHash, a search in a circle', zh: 'GeoHash：圆形搜索' },
    exhibit: geoRecording('circle'),
    moment: 2,
  },
  {
    id: 'geo-box',
    panel: 'geo',
    title: { en: 'GeoHash, a box across the date line', zh: 'GeoHash：跨过日界线的矩形' },
    exhibit: geoRecording('box'),
    moment: 4,
  },
  {
    id: 'geo-many',
    panel: 'geo',
    title: { en: 'GeoHash, a hundred thousand places', zh: 'GeoHash：十万个位置' },
    exhibit: still(manyPlaces),
    moment: 1,
  },
];
