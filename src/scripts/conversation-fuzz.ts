/**
 * Several clients that talk at random: channels, patterns, tracking, notifications, transactions, and keys that all
 * of them read and change. Patterns are few enough that no channel matches two of them, because the order among
 * patterns is that of a hash with another seed; what a client gives up all at once is compared without order.
 */
import { RandomStream } from '../engine/base/random.ts';

export interface FuzzLine {
  readonly by: string;
  readonly said: string;
  readonly unordered: boolean;
}

const CLIENTS = ['a', 'b', 'c', 'd', 'e'] as const;
const CHANNELS = ['news', 'talk', '__keyevent@0__:set', '__redis__:invalidate', '"\\x00"'];
const PATTERNS = ['n*', '__key*', 'nothing?'];
const KEYS = ['k', 'ka', 'kb', 'l', 's', 'u:1'];

export const fuzzClients: readonly string[] = CLIENTS;

export class ConversationFuzz {
  readonly #random: RandomStream;

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 0x70, 0x62);
  }

  next(): FuzzLine {
    const by = this.#pick(CLIENTS);
    if (this.#oneIn(8)) {
      const parts = Array.from({ length: 2 + this.#random.below(3) }, () => this.#command());
      return {
        by,
        said: parts.map(({ said }) => said).join(' ;; '),
        unordered: parts.some((part) => part.unordered),
      };
    }
    return { by, ...this.#command() };
  }

  #command(): { said: string; unordered: boolean } {
    const exact = (said: string) => ({ said, unordered: false });
    switch (this.#random.below(10)) {
      case 0:
        return exact(this.#listening());
      case 1:
        return { said: this.#leaving(), unordered: true };
      case 2:
        return exact(
          `${this.#pick(['PUBLISH', 'PUBLISH', 'SPUBLISH'])} ${this.#pick(CHANNELS)} m${this.#random.below(9)}`,
        );
      case 3:
      case 4:
        return exact(this.#reading());
      case 5:
      case 6:
        return this.#writing();
      case 7:
        return exact(this.#tracking());
      case 8:
        return this.#asking();
      default:
        return this.#being();
    }
  }

  #listening(): string {
    const kind = this.#pick(['SUBSCRIBE', 'SUBSCRIBE', 'PSUBSCRIBE', 'SSUBSCRIBE']);
    const names = kind === 'PSUBSCRIBE' ? PATTERNS : CHANNELS;
    return `${kind} ${this.#pick(names)}${this.#oneIn(3) ? ` ${this.#pick(names)}` : ''}`;
  }

  #leaving(): string {
    const kind = this.#pick(['UNSUBSCRIBE', 'PUNSUBSCRIBE', 'SUNSUBSCRIBE']);
    if (this.#oneIn(3)) return `${kind} ${this.#pick(kind === 'PUNSUBSCRIBE' ? PATTERNS : CHANNELS)}`;
    return this.#oneIn(4) ? 'RESET' : kind;
  }

  #reading(): string {
    const [key, other] = [this.#pick(KEYS), this.#pick(KEYS)];
    return this.#pick([
      `GET ${key}`,
      `GET ${key}`,
      `MGET ${key} ${other}`,
      `EXISTS ${key} ${other}`,
      `TTL ${key}`,
      `LRANGE ${key} 0 -1`,
      `SMEMBERS ${key}`,
      `STRLEN ${key}`,
      `SINTERCARD 2 ${key} ${other}`,
    ]);
  }

  #writing(): { said: string; unordered: boolean } {
    const [key, other] = [this.#pick(KEYS), this.#pick(KEYS)];
    const said = this.#pick([
      `SET ${key} ${this.#random.below(10)}`,
      `SET ${key} v EX 1000`,
      `DEL ${key} ${other}`,
      `INCR ${key}`,
      `APPEND ${key} 1`,
      `MSET ${key} 1 ${other} 2`,
      `EVAL "redis.call('GET','${other}') return redis.call('SET','${key}','1')" 1 ${key}`,
      `EVAL "redis.call('PUBLISH','news','lua') return redis.call('DEL','${key}')" 0`,
      `EVAL_RO "return redis.call('GET','${key}')" 1 ${key}`,
      'LPUSH l a b',
      'LPOP l',
      'SADD s 1',
      'SREM s 1',
      `RENAME ${key} ${other}`,
      `EXPIRE ${key} 100`,
      `PERSIST ${key}`,
      `GETDEL ${key}`,
      'FLUSHALL',
    ]);
    // Whom the server tells first of a flush changes ten times a second.
    return { said, unordered: said === 'FLUSHALL' };
  }

  #tracking(): string {
    const target = `{${this.#pick(CLIENTS)}}`;
    return this.#pick([
      'CLIENT TRACKING ON',
      'CLIENT TRACKING ON',
      'CLIENT TRACKING ON NOLOOP',
      'CLIENT TRACKING ON OPTIN',
      'CLIENT TRACKING ON OPTOUT',
      `CLIENT TRACKING ON REDIRECT ${target}`,
      'CLIENT TRACKING ON BCAST',
      'CLIENT TRACKING ON BCAST PREFIX k',
      'CLIENT TRACKING ON BCAST PREFIX u: PREFIX ka NOLOOP',
      'CLIENT TRACKING OFF',
      'CLIENT TRACKING OFF',
      'CLIENT CACHING YES',
      'CLIENT CACHING NO',
    ]);
  }

  #asking(): { said: string; unordered: boolean } {
    const said = this.#pick([
      'PUBSUB CHANNELS',
      `PUBSUB NUMSUB ${CHANNELS.join(' ')}`,
      'PUBSUB NUMPAT',
      'PUBSUB SHARDCHANNELS',
      'PUBSUB SHARDNUMSUB news talk',
      'CLIENT TRACKINGINFO',
      'CLIENT GETREDIR',
      'PING',
      'PING hi',
    ]);
    return { said, unordered: said.endsWith('CHANNELS') };
  }

  #being(): { said: string; unordered: boolean } {
    const said = this.#pick([
      'HELLO 3',
      'HELLO 3',
      'HELLO 3',
      'HELLO 2',
      'MULTI',
      'EXEC',
      'EXEC',
      'DISCARD',
      'CLIENT REPLY SKIP',
      'CLIENT REPLY OFF',
      'CLIENT REPLY ON',
      'CLIENT REPLY ON',
      'CLIENT REPLY ON',
      'SELECT 1',
      'SELECT 0',
      'SELECT 0',
      'MONITOR',
      'RESET',
      'CONFIG SET notify-keyspace-events KEA',
      'CONFIG SET notify-keyspace-events Kg$m',
      'CONFIG SET notify-keyspace-events ""',
    ]);
    // What was queued may be something that is compared without order.
    return { said, unordered: said === 'EXEC' };
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
