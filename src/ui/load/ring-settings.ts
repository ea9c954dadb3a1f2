/** What the page of the ring asks for, as its address has it: `hash=md5,points=100,before=abc,after=abcd`. */
import { RING_HASHES, RING_LIMITS, type RingHash, type RingSettings } from '../../protocol/ring.ts';
import { readSettings, writeSettings } from './settings-text.ts';

export const POINT_STOPS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200];
/** As many as there are colours that can be told apart. */
export const MAX_NODES = 6;
const KEYS = 10_000;
const INITIAL: RingSettings = {
  hash: 'md5',
  points: 1,
  before: [0, 1, 2],
  after: [0, 1, 2, 3],
  keys: KEYS,
};

export function ringSettings(text: string | undefined): RingSettings {
  const settings = readSettings(text);
  const hash = settings.get('hash') as RingHash;
  const points = Number(settings.get('points'));
  return {
    hash: RING_HASHES.includes(hash) ? hash : INITIAL.hash,
    points: Number.isInteger(points) && points >= 1 && points <= RING_LIMITS.points ? points : INITIAL.points,
    before: nodesOf(settings.get('before')) ?? INITIAL.before,
    after: nodesOf(settings.get('after')) ?? INITIAL.after,
    keys: KEYS,
  };
}

export function ringText({ hash, points, before, after }: RingSettings): string | undefined {
  return writeSettings([
    ['hash', hash],
    ['points', String(points)],
    ['before', before.map(letterOf).join('')],
    ['after', after.map(letterOf).join('')],
  ]);
}

export function letterOf(node: number): string {
  return String.fromCharCode(97 + node);
}

/** What was after the last change is before the next. */
export function withNode(settings: RingSettings): RingSettings {
  const { after } = settings;
  const free = Array.from({ length: MAX_NODES }, (_, node) => node).find((node) => !after.includes(node));
  if (free === undefined) return settings;
  return { ...settings, before: after, after: [...after, free].sort((a, b) => a - b) };
}

export function withoutNode(settings: RingSettings, node: number): RingSettings {
  const after = settings.after.filter((each) => each !== node);
  return after.length === 0 ? settings : { ...settings, before: settings.after, after };
}

function nodesOf(letters: string | undefined): readonly number[] | null {
  if (letters === undefined || !/^[a-f]{1,6}$/.test(letters)) return null;
  return [...new Set([...letters].map((letter) => letter.charCodeAt(0) - 97))].sort((a, b) => a - b);
}
