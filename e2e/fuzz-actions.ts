/** Random actions in the lab, from a seed. */
import { RandomStream } from '../src/engine/base/random.ts';
import { quote } from '../src/protocol/quote.ts';
import { MixedFuzz } from '../src/testing/mixed-fuzz.ts';

/** `nth` chooses among the elements on the page at that time. */
export type Action =
  /** With `now` at the end of the history, so that it also grows; otherwise at the position looked at. */
  | { readonly do: 'type'; readonly line: string; readonly now: boolean }
  | { readonly do: 'press'; readonly key: string; readonly shift?: boolean }
  | { readonly do: 'scrub'; readonly from: number; readonly to: number }
  | {
      readonly do: 'step' | 'speed' | 'branch' | 'panel' | 'clock' | 'client' | 'power' | 'ask' | 'mark';
      readonly nth: number;
    }
  | { readonly do: 'language' | 'theme' };

const KEYS = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', '[', ']', '{', '}', 'l'] as const;

/** Commands that no family's generator makes: server commands, several clients, scripts, and plain mistakes. */
const SPECIAL = [
  'MULTI',
  'EXEC',
  'DISCARD',
  'WATCH a b',
  'CONFIG SET maxmemory 60kb',
  'CONFIG SET maxmemory 0',
  'CONFIG SET maxmemory-policy allkeys-lru',
  'CONFIG SET hash-max-listpack-entries 3',
  'CONFIG SET appendonly yes',
  'CONFIG SET nonsense 1',
  'CONFIG RESETSTAT',
  'BGSAVE',
  'BGREWRITEAOF',
  'SELECT 1',
  'SELECT 0',
  'SELECT 99',
  'FLUSHALL',
  'DEBUG SLEEP 0',
  'BLPOP nowhere 1',
  'SUBSCRIBE news',
  'UNSUBSCRIBE',
  'PUBLISH news hello',
  'CLIENT LIST',
  'CLIENT ID',
  'INFO',
  'SET lock token NX PX 50',
  'PEXPIRE a 20',
  'SCAN 0 COUNT 3',
  "EVAL \"for i=1,5 do redis.call('incr','n') end return redis.call('get','n')\" 0",
  'EVAL "return nothing(" 0',
  'RESET',
  'QUIT',
  'HELLO 3',
  'HELLO 2',
  'SETT a 1',
  'GET',
  'SET "unbalanced',
  '',
  '   ',
  '5 INCR counter',
  'help SET',
  'clear',
  'TS.ADD temperature * 21.5',
  'BF.ADD seen me',
] as const;

export function* randomActions(seed: number, count: number): Generator<Action> {
  const random = new RandomStream(seed, 17, 5);
  const nothing = { facts: () => null, dump: () => null };
  const mixed = new MixedFuzz(seed, nothing);
  const waiting: string[] = [];
  const line = (): string => {
    if (random.below(5) === 0) return SPECIAL[random.below(SPECIAL.length)];
    while (waiting.length === 0) {
      for (const { args } of mixed.next()) {
        waiting.push(
          args.map((word) => quote(typeof word === 'string' ? Buffer.from(word) : word)).join(' '),
        );
      }
    }
    // A line of the console is no place for a megabyte.
    return (waiting.shift() as string).slice(0, 2000);
  };
  const nth = () => random.below(1000);
  for (let made = 0; made < count; made++) {
    const chance = random.below(100);
    if (chance < 46) yield { do: 'type', line: line(), now: random.below(8) !== 0 };
    else if (chance < 62)
      yield { do: 'press', key: KEYS[random.below(KEYS.length)], shift: random.below(3) === 0 };
    else if (chance < 69)
      yield { do: 'scrub', from: random.below(1000) / 1000, to: random.below(1000) / 1000 };
    else if (chance < 77) yield { do: 'step', nth: nth() };
    else if (chance < 81) yield { do: 'branch', nth: nth() };
    else if (chance < 86) yield { do: 'panel', nth: nth() };
    else if (chance < 89) yield { do: 'clock', nth: nth() };
    else if (chance < 92) yield { do: 'client', nth: nth() };
    else if (chance < 93) yield { do: 'power', nth: nth() };
    else if (chance < 95) yield { do: 'ask', nth: nth() };
    else if (chance < 96) yield { do: 'mark', nth: nth() };
    else if (chance < 97) yield { do: 'speed', nth: nth() };
    else if (chance < 98) yield { do: 'theme' };
    else yield { do: 'language' };
  }
}
