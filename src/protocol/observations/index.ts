/**
 * Every observation there is. The worker reads them, the compiler of lessons finds them by their paths and gives their
 * names to the page, and content/OBSERVATIONS.md lists them.
 */
import type { ObservationName, ObservationWords } from '../checks.ts';
import { bloomObservations } from './bloom.ts';
import { clientObservations } from './client.ts';
import { databaseObservations } from './database.ts';
import { diskObservations } from './disk.ts';
import { heapObservations } from './heap.ts';
import { hyperLogLogObservations } from './hyperloglog.ts';
import { keyObservations } from './key.ts';
import { lastObservations } from './last.ts';
import { listObservations } from './list.ts';
import { lockObservations } from './lock.ts';
import { memberObservations } from './members.ts';
import type { Given, Observation } from './observation.ts';
import { packedObservations } from './packed.ts';
import { pagesObservations } from './pages.ts';
import { seriesObservations } from './series.ts';
import { serverObservations } from './server.ts';
import { streamObservations } from './stream.ts';
import { valueTableObservations } from './value-table.ts';
import { zsetObservations } from './zset.ts';

export type { Given, Observation, ObservationExample } from './observation.ts';
export type * from './reader.ts';

export const observationFamilies: Readonly<Record<string, readonly Observation[]>> = {
  'A database': databaseObservations,
  'A key': keyObservations,
  'Packed bytes': packedObservations,
  'The table of a value': valueTableObservations,
  'A hash or a set': memberObservations,
  'A list': listObservations,
  'A sorted set': zsetObservations,
  'A stream': streamObservations,
  'A time series': seriesObservations,
  'A HyperLogLog': hyperLogLogObservations,
  'A Bloom filter': bloomObservations,
  'A lock': lockObservations,
  'A client': clientObservations,
  'The server': serverObservations,
  'The disk': diskObservations,
  'Memory pages': pagesObservations,
  'The heap': heapObservations,
  'The last command': lastObservations,
};

export const observations: readonly Observation[] = Object.values(observationFamilies).flat();

interface FoundObservation {
  readonly observation: Observation;
  readonly given: Given;
  /** The name of the server that is observed; null for the first, or only, one. */
  readonly node: string | null;
}

/** `at(replica-1).db0.keys` observes a server of several by its name. */
const ELSEWHERE = /^at\(([^()]+)\)\.(?!last\.)/;

/** Goals look for the same few paths after every frame. */
const known = new Map<string, FoundObservation | null>();
const MOST_KNOWN = 200;

/** The observation of a path with its parameters; null when it names nothing the engine observes. */
export function findObservation(path: string): FoundObservation | null {
  const before = known.get(path);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  let found: FoundObservation | null = null;
  const [prefix = '', node = null] = ELSEWHERE.exec(path) ?? [];
  for (const observation of observations) {
    const given = observation.match(path.slice(prefix.length));
    if (given === null) continue;
    found = { observation, given, node };
    break;
  }
  known.set(path, found);
  return found;
}

/** The name of the observation at a path; the path itself if there is none. */
export function observationName(path: string): ObservationName {
  const found = findObservation(path);
  if (found === null) return { zh: path, en: path };
  const { observation, given, node } = found;
  const named = (words: Observation['zh']) => {
    const name = typeof words === 'string' ? words : words(given);
    const inDatabase = given.db !== undefined && given.db !== 0 ? `db ${given.db} ${name}` : name;
    return node === null ? inDatabase : `${node}: ${inDatabase}`;
  };
  return { zh: named(observation.zh), en: named(observation.en) };
}

/** The sentences about what a path observes (see checks.ts). */
export function observationWords(path: string): ObservationWords {
  const found = findObservation(path);
  if (found === null) return { sentence: { zh: `${path} 是 {n}`, en: `${path} is {n}` } };
  const { observation, given, node } = found;
  const { sentence, sayings, value, reads = value === 'number' ? 'count' : 'value' } = observation;
  const said = (words: Observation['zh']) => (typeof words === 'string' ? words : words(given));
  const [zh, en] = [said(observation.zh), said(observation.en)];
  // "桶数是 4", but "带过期时间的键有 4 个".
  const subject = /\w$/.test(zh) ? `${zh} ` : zh;
  const counted = /[数值]$/.test(zh) ? `${subject}是 {n}` : `${subject}有 {n} 个`;
  const usual =
    reads === 'count'
      ? { zh: counted, en: `The number of ${en} is {n}` }
      : { zh: `${subject}是 {n}`, en: `The ${en} is {n}` };
  const own = sentence === undefined ? usual : { zh: said(sentence.zh), en: said(sentence.en) };
  const elsewhere = given.db !== undefined && given.db !== 0;
  const inDatabase = (name: ObservationName) =>
    elsewhere ? { zh: `db ${given.db} 里，${name.zh}`, en: `${name.en} in db ${given.db}` } : name;
  const placed = (name: ObservationName) => {
    const { zh, en } = inDatabase(name);
    return node === null ? { zh, en } : { zh: `${node} 上，${zh}`, en: `${en}, at ${node}` };
  };
  return {
    sentence: placed(own),
    ...(sayings === undefined
      ? {}
      : {
          sayings: Object.fromEntries(Object.entries(sayings).map(([value, name]) => [value, placed(name)])),
        }),
  };
}
