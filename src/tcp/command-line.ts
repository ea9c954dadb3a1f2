/** The server's command line, checked; a string is its error. */
import type { Generation } from '../protocol/session.ts';

export interface CommandLine {
  /** Null: the one in sentinel.conf. */
  readonly port: number | null;
  /** The path of its sentinel.conf. */
  readonly sentinel?: string;
  readonly generation: Generation;
  /** Null if none was given: then every start has its own, as every server has a name of its own in a cluster. */
  readonly seed: number | null;
  /** Parameters of redis.conf given as --name value. */
  readonly config: Readonly<Record<string, string>>;
}

const DEFAULT_PORT = 6400;

export const USAGE =
  'usage: npm run server -- [--port N] [--generation 6.2|7.0] [--seed N] [--module timeseries|bloom] [--sentinel <path of sentinel.conf>] [--<parameter> <value> …]';

export function parseCommandLine(words: readonly string[]): CommandLine | string {
  let port: number | null = null;
  let sentinel: string | undefined;
  let generation: Generation = '7.0';
  let seed: number | null = null;
  const config: Record<string, string> = {};
  for (let i = 0; i < words.length; ) {
    const name = words[i++];
    if (!name.startsWith('--')) return `unexpected '${name}'\n${USAGE}`;
    const values: string[] = [];
    while (i < words.length && !words[i].startsWith('--')) values.push(words[i++]);
    if (values.length === 0) return `${name} needs a value\n${USAGE}`;
    const value = values.join(' ');
    switch (name) {
      case '--port':
        port = Number(value);
        if (!Number.isInteger(port) || port < 0 || port > 65535) return `--port ${value}: not a port`;
        break;
      case '--generation':
        if (value !== '7.0' && value !== '6.2') return `--generation ${value}: 7.0 or 6.2`;
        generation = value;
        break;
      case '--seed':
        seed = Number(value);
        if (!Number.isSafeInteger(seed) || seed < 0) return `--seed ${value}: not a whole number`;
        break;
      case '--sentinel':
        sentinel = value;
        break;
      case '--module':
      case '--loadmodule':
        // Several add up.
        config.loadmodule = config.loadmodule === undefined ? value : `${config.loadmodule} ${value}`;
        break;
      case '--user':
        config.user = config.user === undefined ? value : `${config.user}\n${value}`;
        break;
      default:
        config[name.slice(2)] = value;
    }
  }
  if (sentinel !== undefined) return { port, sentinel, generation, seed, config };
  return { port: port ?? DEFAULT_PORT, generation, seed, config };
}
