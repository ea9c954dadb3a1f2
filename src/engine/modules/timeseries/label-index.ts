/**
 * Which series have which labels: two radix trees, one by `name=value`, one by `name`, each leading to the series that
 * have it. A query begins with the smallest set that a `name=value` gives and asks the rest of each series itself.
 */
import { compareBytes, concatBytes, equalBytes } from '../../base/bytes.ts';
import type { Environment } from '../../base/probe.ts';
import type { Dict } from '../../structures/dict.ts';
import { Rax } from '../../structures/rax.ts';
import type { RedisObject } from '../../types/object.ts';
import { unwatched } from '../../types/unwatched.ts';
import type { TimeSeries } from './series.ts';

export type Comparison = 'is one of' | 'is none of' | 'is there' | 'is not there';

/** `area=(north,south)` is `area` is one of north, south. */
export interface LabelFilter {
  readonly name: Uint8Array;
  readonly comparison: Comparison;
  readonly values: readonly Uint8Array[];
}

const EQUALS = Uint8Array.of(0x3d);

interface Trees {
  readonly pairs: Rax<Set<TimeSeries>>;
  readonly names: Rax<Set<TimeSeries>>;
}

export class LabelIndex {
  readonly env: Environment;
  /** Made with the first label: a server that has the module and no series is as large as one without. */
  trees: Trees | null = null;

  constructor(env: Environment) {
    this.env = env;
  }

  add(series: TimeSeries): void {
    if (series.labels.length === 0) return;
    unwatched(this.env, () => {
      this.trees ??= { pairs: new Rax<Set<TimeSeries>>(this.env), names: new Rax<Set<TimeSeries>>(this.env) };
      for (const { name, value } of series.labels) {
        enter(this.trees.pairs, concatBytes([name, EQUALS, value]), series);
        enter(this.trees.names, name, series);
      }
    });
  }

  remove(series: TimeSeries): void {
    const { trees } = this;
    if (trees === null) return;
    unwatched(this.env, () => {
      for (const { name, value } of series.labels) {
        leave(trees.pairs, concatBytes([name, EQUALS, value]), series);
        leave(trees.names, name, series);
      }
    });
  }

  /** The series of one database that pass all filters, by the names of their keys. */
  query(keys: Dict<RedisObject>, filters: readonly LabelFilter[]): TimeSeries[] {
    let candidates: TimeSeries[] | null = null;
    for (const filter of filters) {
      if (filter.comparison !== 'is one of') continue;
      const found = this.withOneOf(filter);
      if (candidates === null || found.length < candidates.length) candidates = found;
    }
    return (candidates ?? [])
      .filter((series) => series.home?.keys === keys && filters.every((filter) => passes(series, filter)))
      .sort((a, b) => compareBytes(a.home!.key, b.home!.key));
  }

  private withOneOf({ name, values }: LabelFilter): TimeSeries[] {
    const found = new Set<TimeSeries>();
    for (const value of values) {
      const held = this.trees?.pairs.find(concatBytes([name, EQUALS, value])) ?? [];
      for (const series of held) found.add(series);
    }
    return [...found];
  }
}

export function passes(series: TimeSeries, { name, comparison, values }: LabelFilter): boolean {
  const value = series.labelValue(name);
  switch (comparison) {
    case 'is there':
      return value !== null;
    case 'is not there':
      return value === null;
    case 'is one of':
      return value !== null && values.some((each) => equalBytes(each, value));
    case 'is none of':
      return value === null || !values.some((each) => equalBytes(each, value));
  }
}

function enter(tree: Rax<Set<TimeSeries>>, key: Uint8Array, series: TimeSeries): void {
  const found = tree.find(key);
  if (found) found.add(series);
  else tree.insert(key, new Set([series]));
}

function leave(tree: Rax<Set<TimeSeries>>, key: Uint8Array, series: TimeSeries): void {
  const found = tree.find(key);
  if (!found) return;
  found.delete(series);
  if (found.size === 0) tree.remove(key);
}

/** `name=value`, `name!=value`, `name=(a,b)`, `name!=(a,b)`, `name=`, `name!=`; null for anything else. */
export function parseFilter(text: Uint8Array): LabelFilter | null {
  const at = text.indexOf(0x3d);
  if (at < 1) return null;
  const isNegated = text[at - 1] === 0x21;
  const name = text.slice(0, isNegated ? at - 1 : at);
  if (name.length === 0) return null;
  const rest = text.slice(at + 1);
  if (rest.length === 0) return { name, comparison: isNegated ? 'is there' : 'is not there', values: [] };
  let values: Uint8Array[] = [rest];
  if (rest[0] === 0x28) {
    if (rest[rest.length - 1] !== 0x29) return null;
    values = splitAtCommas(rest.subarray(1, rest.length - 1));
    if (values.length === 0) return null;
  }
  return { name, comparison: isNegated ? 'is none of' : 'is one of', values };
}

/** Between commas, without what is empty. */
function splitAtCommas(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 0x2c) continue;
    if (at > from) parts.push(bytes.slice(from, at));
    from = at + 1;
  }
  return parts;
}
