/**
 * redis.conf as a server reads it at its start, into parameters as they are given on a command line. What is given there
 * is one more file behind it: `--save 60 1 --port 7000` is the two lines `save "60" "1"` and `port "7000"`. Mirrors
 * loadServerConfigFromString of config.c.
 */
import type { Generation } from '../../../protocol/session.ts';
import { splitArguments } from '../../../protocol/split-arguments.ts';
import { bytesOf, latin1, quoted } from '../../base/bytes.ts';
import { Config } from './config.ts';
import { type Directive, directivesOf, problemAt } from './config-lines.ts';
import { ConfigError } from './table.ts';

/** Those that take several words; all others take one. */
const OF_SEVERAL_WORDS = new Set([
  'bind',
  'client-output-buffer-limit',
  'latency-tracking-info-percentiles',
  'oom-score-adj-values',
  'replicaof',
  'save',
  'shutdown-on-sigint',
  'shutdown-on-sigterm',
]);

/** Lines of these add to each other. */
const ADDED_UP: ReadonlyMap<string, string> = new Map([
  ['client-output-buffer-limit', ' '],
  ['loadmodule', ' '],
  ['save', ' '],
  ['user', '\n'],
]);

/** Of old versions; a server passes over them. */
const OBSOLETE = new Set(['list-max-ziplist-entries', 'list-max-ziplist-value', 'lua-replicate-commands']);

const UNKNOWN = 'Bad directive or wrong number of arguments';
const MAX_DEPTH = 16;

/** Why a server does not start with its file, in the words of redis-server. */
export class ConfigFileError extends Error {}

/** `include` gives the text of another file, or throws why it cannot. */
export function readConfigFile(
  generation: Generation,
  text: string,
  include: (path: string) => string = () => '',
): Record<string, string> {
  const known = new Config(generation, {});
  const config: Record<string, string> = {};
  const read = (from: string, depth: number): void => {
    const directives = directivesOf(from);
    if (typeof directives === 'string') throw new ConfigFileError(directives);
    for (const directive of directives) {
      const refuse = (why: string) => new ConfigFileError(problemAt(directive.line, directive.text, why));
      const [name, ...words] = directive.words;
      if (name.toLowerCase() !== 'include') readDirective(known, config, directive, refuse);
      else if (words.length !== 1 || depth === MAX_DEPTH) throw refuse(UNKNOWN);
      else read(include(words[0]), depth + 1);
    }
  };
  read(text, 0);
  if (config['cluster-enabled']?.toLowerCase() === 'yes' && (config.replicaof ?? '') !== '') {
    throw new ConfigFileError('replicaof directive not allowed in cluster mode');
  }
  return config;
}

function readDirective(
  known: Config,
  config: Record<string, string>,
  { words: [first, ...given] }: Directive,
  refuse: (why: string) => ConfigFileError,
): void {
  const name = first.toLowerCase();
  if (name === 'sentinel') throw refuse('sentinel directive while not in sentinel mode');
  if (OBSOLETE.has(name)) return;
  if (name === 'user' || name === 'loadmodule') {
    if (given.length === 0) throw refuse(UNKNOWN);
    add(config, name, given.join(' '));
    return;
  }
  const parameter = known.find(name)?.parameter;
  if (parameter === undefined) throw refuse(UNKNOWN);
  const words = OF_SEVERAL_WORDS.has(parameter.name) ? wordsOf(given) : given;
  const isWrong = OF_SEVERAL_WORDS.has(parameter.name) ? words.length === 0 : words.length !== 1;
  if (isWrong || (parameter.name === 'replicaof' && words.length !== 2)) {
    throw refuse('wrong number of arguments');
  }
  const value = valueFrom(parameter.name, words);
  const parsed = parameter.parse(value, parameter.default);
  if (parsed instanceof ConfigError) throw refuse(parsed.text);
  add(config, parameter.name, value);
}

/** `--replicaof '127.0.0.1 6379'`: several words may come as one. */
function wordsOf(given: readonly string[]): readonly string[] {
  if (given.length !== 1 || given[0] === '') return given;
  return splitArguments(bytesOf(given[0]))?.map((word) => latin1(word)) ?? given;
}

function valueFrom(name: string, words: readonly string[]): string {
  if (name === 'replicaof' && words.join(' ').toLowerCase() === 'no one') return '';
  return words.join(' ');
}

function add(config: Record<string, string>, name: string, value: string): void {
  const between = ADDED_UP.get(name);
  const before = config[name];
  // `save ""` forgets the points before it.
  config[name] =
    between === undefined || before === undefined || before === '' || value === ''
      ? value
      : before + between + value;
}

/** The words of a command line as the lines they stand for: a word that begins with `--` begins a line. */
export function linesOfWords(words: readonly string[]): string {
  let text = '';
  for (const word of words) {
    if (word.startsWith('--')) text += `${text === '' ? '' : '\n'}${word.slice(2)}`;
    else text += ` ${quoted(bytesOf(word))}`;
  }
  return text;
}
