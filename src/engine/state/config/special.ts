/** Parameters with a grammar of their own: save points, buffer limits, event classes and the like. */
import { bytesOf } from '../../base/bytes.ts';
import { parseDouble, printfF } from '../../base/numbers.ts';
import { ConfigError, type ConfigValue, type Parameter, parseMemory, untilNul } from './kinds.ts';

type Parse = Parameter['parse'];

function special(name: string, byDefault: string, parse: Parse, extra: Partial<Parameter> = {}): Parameter {
  return { name, default: byDefault, parse, print: String, ...extra };
}

/** strtoll, base 10, over the whole of the text; null where something is left over. */
function leadingInteger(text: string): number | null {
  const word = untilNul(text);
  if (word === '') return 0;
  return /^[ \t\n\v\f\r]*[+-]?[0-9]+$/.test(word) ? Number(word) : null;
}

/** Pairs of seconds and changes: 3600 1 300 100. Nothing at all turns saving off. */
function parseSave(text: string): ConfigValue | ConfigError {
  if (text === '') return '';
  const refused = new ConfigError('Invalid save parameters');
  const words = text.split(' ');
  if (words.length % 2 !== 0) return refused;
  const numbers: number[] = [];
  for (const [index, word] of words.entries()) {
    const value = word === '' ? null : leadingInteger(word);
    if (value === null || value < (index % 2 === 0 ? 1 : 0)) return refused;
    numbers.push(value);
  }
  return numbers.join(' ');
}

const BUFFER_CLASSES = ['normal', 'slave', 'pubsub'];

/** A class and its hard limit, soft limit and soft seconds; classes that are not named keep theirs. */
function parseBufferLimits(text: string, current: ConfigValue): ConfigValue | ConfigError {
  const limits = String(current).split(' ');
  if (text === '') return limits.join(' ');
  const words = text.split(' ');
  if (words.length % 4 !== 0) {
    return new ConfigError('Wrong number of arguments in buffer limit configuration.');
  }
  for (let at = 0; at < words.length; at += 4) {
    const named = untilNul(words[at]).toLowerCase();
    const index = BUFFER_CLASSES.indexOf(named === 'replica' ? 'slave' : named);
    if (index === -1) {
      return new ConfigError('Invalid client class specified in buffer limit configuration.');
    }
    const hard = parseMemory(words[at + 1]);
    const soft = parseMemory(words[at + 2]);
    const seconds = leadingInteger(words[at + 3]);
    if (hard === null || soft === null || seconds === null || seconds < 0) {
      return new ConfigError('Error in hard, soft or soft_seconds setting in buffer limit configuration.');
    }
    limits.splice(index * 4 + 1, 3, String(hard), String(soft), String(seconds));
  }
  return limits.join(' ');
}

function parseOomScores(text: string): ConfigValue | ConfigError {
  const words = text.split(' ');
  if (words.length !== 3) return new ConfigError('wrong number of arguments');
  const scores = words.map(leadingInteger);
  if (!scores.every((score) => score !== null && score >= -2000 && score <= 2000)) {
    return new ConfigError('Invalid oom-score-adj-values, elements must be between -2000 and 2000.');
  }
  return scores.join(' ');
}

/** Classes that A stands for, in the order in which they are printed. */
const ALL_EVENTS = 'g$lshzxetd';

function parseEvents(text: string): ConfigValue | ConfigError {
  const letters = new Set<string>();
  for (const letter of untilNul(text)) {
    if (letter === 'A') for (const event of ALL_EVENTS) letters.add(event);
    else if ('g$lshzxeKEtmdn'.includes(letter)) letters.add(letter);
    else return new ConfigError("Invalid event class character. Use 'Ag$lshzxeKEtmdn'.");
  }
  return [...`${ALL_EVENTS}nKEm`].filter((letter) => letters.has(letter)).join('');
}

/**
 * As CONFIG GET prints them: A for all the classes it stands for. A also swallows n, although it does not stand for it.
 */
function printEvents(value: ConfigValue): string {
  return String(value).replace(new RegExp(`^${ALL_EVENTS.replace('$', '\\$')}n?`), 'A');
}

function parsePercentiles(text: string): ConfigValue | ConfigError {
  if (text === '') return '';
  const numbers: string[] = [];
  for (const word of text.split(' ')) {
    const value = parseDouble(bytesOf(word));
    if (value === null) {
      return new ConfigError('Invalid latency-tracking-info-percentiles parameters');
    }
    if (value < 0 || value > 100) {
      return new ConfigError('latency-tracking-info-percentiles parameters should sit between [0.0,100.0]');
    }
    numbers.push(printfF(value, 6).replace(/\.?0+$/, ''));
  }
  return numbers.join(' ');
}

const MAX_ADDRESSES = 16;

/** Addresses to listen on. Nothing listens here, so only their number can be wrong. */
function parseBind(text: string): ConfigValue | ConfigError {
  const addresses = text === '' ? [] : text.split(' ');
  return addresses.length > MAX_ADDRESSES
    ? new ConfigError('Too many bind addresses specified.')
    : addresses.join(' ');
}

/** What each variable of a title stands for when the title is tried out: some may be empty. */
const TITLE_VARIABLES: Readonly<Record<string, string>> = {
  title: '',
  'listen-addr': '*:6379',
  'server-mode': '',
  port: '6379',
  'tls-port': '0',
  unixsocket: '',
  'config-file': '',
};

/** Text with {variables}; `{{` stands for one brace. A title that would come out empty is refused. */
function parseTitle(given: string): ConfigValue | ConfigError {
  const text = untilNul(given);
  let known = true;
  const title = text.replace(/\{\{|\{([^}]*)(\}?)/g, (whole, name, end) => {
    if (whole === '{{') return '{';
    if (end === '' || !Object.hasOwn(TITLE_VARIABLES, name)) known = false;
    return TITLE_VARIABLES[name] ?? '';
  });
  return known && title.replaceAll(' ', '') !== ''
    ? text
    : new ConfigError('template format is invalid or contains unknown variables');
}

function parseHostname(given: string): ConfigValue | ConfigError {
  const text = untilNul(given);
  if (text.length >= 256) return new ConfigError('Hostnames must be less than 256 characters');
  return /^[a-zA-Z0-9.-]*$/.test(text)
    ? text
    : new ConfigError('Hostnames may only contain alphanumeric characters, hyphens or dots');
}

export const SPECIAL_PARAMETERS: readonly Parameter[] = [
  special('bind', '* -::*', parseBind),
  special(
    'client-output-buffer-limit',
    'normal 0 0 0 slave 268435456 67108864 60 pubsub 33554432 8388608 60',
    parseBufferLimits,
  ),
  special('cluster-announce-hostname', '', parseHostname, { inFile: 'quoted' }),
  // There is no directory; a path is returned because clients ask for one.
  special('dir', '/data', untilNul, { protected: true, inFile: 'quoted' }),
  special('latency-tracking-info-percentiles', '50 99 99.9', parsePercentiles),
  special('notify-keyspace-events', '', parseEvents, { print: printEvents, inFile: 'quoted' }),
  special('oom-score-adj-values', '0 200 800', parseOomScores),
  special('proc-title-template', '{title} {listen-addr} {server-mode}', parseTitle, { inFile: 'quoted' }),
  special('replicaof', '', untilNul, { alias: 'slaveof', immutable: true }),
  special('save', '3600 1 300 100 60 10000', parseSave),
];
