/**
 * Several clients that send random commands: channels, patterns, tracking, notifications, transactions, and keys that
 * all of them read and change. Patterns are few enough that no channel matches two of them, because the order among
 * patterns is that of a hash with another seed; the replies to giving up several at once are compared without order.
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

  /**
   * Whether clients block as well. A blocked client's commands are answered any time later, so it sends none whose
   * reply has no order of its own.
   */
  readonly #waits: boolean;

  constructor(seed: number, waits = false) {
    this.#waits = waits;
    this.#random = new RandomStream(seed, 0x70, 0x62);
  }

  next(): FuzzLine {
    if (this.#waits && this.#oneIn(20)) return this.#rescue();
    const count = this.#oneIn(8) ? 2 + this.#random.below(3) : 1;
    const parts = Array.from({ length: count }, () => this.#command());
    const said = parts.map((part) => part.said).join(' ;; ');
    // One of them never blocks, or all might for ever.
    const by = this.#pick(/\bB(L|R)/.test(said) ? CLIENTS.slice(1) : CLIENTS);
    return { by, said, unordered: parts.some((part) => part.unordered) };
  }

  /** The one that never blocks, free of its subscriptions, ends the wait of another. */
  #rescue(): FuzzLine {
    const other = this.#pick(CLIENTS.slice(1));
    return { by: CLIENTS[0], said: `RESET ;; CLIENT UNBLOCK {${other}}`, unordered: false };
  }

  #command(): { said: string; unordered: boolean } {
    const exact = (said: string) => ({ said, unordered: false });
    switch (this.#random.below(this.#waits ? 14 : 10)) {
      case 0:
        return exact(this.#listening());
      case 1:
        return { said: this.#leaving(), unordered: !this.#waits };
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
      case 10:
      case 11:
      case 12:
      case 13:
        return exact(this.#waiting());
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
    if (this.#oneIn(3) || (this.#waits && kind !== 'PUNSUBSCRIBE')) {
      return `${kind} ${this.#pick(kind === 'PUNSUBSCRIBE' ? PATTERNS : CHANNELS)}`;
    }
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
      'LPUSH l c',
      'LPOP l',
      'SADD s 1',
      'SREM s 1',
      `RENAME ${key} ${other}`,
      `EXPIRE ${key} 100`,
      `PERSIST ${key}`,
      `GETDEL ${key}`,
      this.#waits ? 'DEL s' : 'FLUSHALL',
    ]);
    // Which client the server notifies first of a flush changes ten times a second.
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

  /** Blocks for ever, so that the clock does not matter; others end it. */
  #waiting(): string {
    return this.#pick([
      'BLPOP q 0',
      'BLPOP q 0',
      'BRPOP r q 0',
      'BLMOVE q r LEFT RIGHT 0',
      'BLMOVE r r LEFT RIGHT 0',
      'BLMPOP 0 2 r q LEFT COUNT 2',
      'RPUSH q 1',
      'RPUSH q 1 2 3',
      'RPUSH r 4 5',
      'MULTI ;; RPUSH q 1 ;; RPUSH r 2 ;; LPOP q ;; EXEC',
      'DEL q r',
      'LRANGE q 0 -1',
      'LLEN r',
      `CLIENT UNBLOCK {${this.#pick(CLIENTS)}} ERROR`,
      `CLIENT UNBLOCK {${this.#pick(CLIENTS)}}`,
      `CLIENT UNBLOCK {${this.#pick(CLIENTS)}}`,
    ]);
  }

  #asking(): { said: string; unordered: boolean } {
    const said = this.#pick([
      this.#waits ? 'PUBSUB CHANNELS n*' : 'PUBSUB CHANNELS',
      `PUBSUB NUMSUB ${CHANNELS.join(' ')}`,
      'PUBSUB NUMPAT',
      this.#waits ? 'PUBSUB SHARDCHANNELS n*' : 'PUBSUB SHARDCHANNELS',
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
    // A queued command may be one that is compared without order.
    return { said, unordered: said === 'EXEC' && !this.#waits };
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
