/**
 * The server's command line, as redis-server has it: a file, and parameters that count more than its lines. Beside them
 * stand a few words of our own. A string is the error.
 *
 *     redis.conf --port 7001 --save 900 1 --generation 6.2
 *     sentinel.conf --sentinel
 */
import type { Generation } from '../protocol/session.ts';

export interface CommandLine {
  /** The path of its redis.conf, or in sentinel mode of its sentinel.conf. */
  readonly path: string | null;
  readonly isSentinel: boolean;
  readonly generation: Generation;
  /** Null if none was given: then every start has its own, as every server has a name of its own in a cluster. */
  readonly seed: number | null;
  /** The parameters, as `--name value …`. */
  readonly words: readonly string[];
}

export const USAGE =
  'usage: npm run server -- [<path of redis.conf>] [--port N] [--generation 6.2|7.0] [--seed N] [--module timeseries|bloom] [--sentinel] [--<parameter> <value> …]';

export function parseCommandLine(words: readonly string[]): CommandLine | string {
  let path: string | null = null;
  let isSentinel = false;
  let generation: Generation = '7.0';
  let seed: number | null = null;
  const others: string[] = [];
  let at = 0;
  if (words.length > 0 && !words[0].startsWith('-')) path = words[at++];
  while (at < words.length) {
    const name = words[at++];
    const values: string[] = [];
    while (at < words.length && !words[at].startsWith('--')) values.push(words[at++]);
    const value = values.join(' ');
    switch (name) {
      case '--generation':
        if (value !== '7.0' && value !== '6.2') return `--generation ${value}: 7.0 or 6.2\n${USAGE}`;
        generation = value;
        break;
      case '--seed':
        seed = value === '' ? Number.NaN : Number(value);
        if (!Number.isSafeInteger(seed) || seed < 0) {
          return `--seed ${value}: not a whole number\n${USAGE}`;
        }
        break;
      case '--sentinel':
        isSentinel = true;
        if (values.length === 1) path ??= values[0];
        else if (values.length > 0) return `--sentinel ${value}: one path\n${USAGE}`;
        break;
      case '--module':
        others.push('--loadmodule', ...values);
        break;
      default:
        if (!name.startsWith('--')) return `unexpected '${name}'\n${USAGE}`;
        others.push(name, ...values);
    }
  }
  if (isSentinel && path === null) {
    return `Sentinel needs config file on disk to save state. Exiting...\n${USAGE}`;
  }
  return { path, isSentinel, generation, seed, words: others };
}
