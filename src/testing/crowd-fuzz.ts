/**
 * Random commands of several clients that wait for each other, watch each other's keys and queue transactions.
 * Times are either for ever or far away, so that nothing depends on how fast the machine is.
 */
import { RandomStream } from '../engine/base/random.ts';

/** `{client:3}` stands for the number of that connection. */
export type CrowdCommand = readonly string[];

export interface CrowdTurn {
  readonly client: number;
  /** Written at once, in one portion. */
  readonly commands: readonly CrowdCommand[];
}

export const CROWD_KEYS: readonly string[] = ['l1', 'l2', 'l3', 'z1', 'z2', 's1', 's2', 'x'];
export const CROWD_DATABASES = 2;
const GROUPS = ['g', 'h'];

export class CrowdFuzz {
  readonly #random: RandomStream;
  readonly #clients: number;
  /** Ids of entries only grow, so that XADD mostly succeeds. */
  #nextId = 1;

  constructor(seed: number, clients: number) {
    this.#random = new RandomStream(seed, 4, 19);
    this.#clients = clients;
  }

  /** What one of these clients sends next. */
  turn(clients: readonly number[]): CrowdTurn {
    const length = this.#one(0.7) ? 1 : 2 + this.#random.below(4);
    return { client: this.#of(clients), commands: Array.from({ length }, () => this.#command()) };
  }

  /** True with this probability. */
  chance(chance: number): boolean {
    return this.#one(chance);
  }

  below(limit: number): number {
    return this.#random.below(limit);
  }

  #command(): CrowdCommand {
    const dice = this.#random.below(100);
    if (dice < 14) return this.#push();
    if (dice < 50) return this.#wait();
    if (dice < 66) return this.#transaction();
    if (dice < 88) return this.#change();
    return this.#other();
  }

  #push(): CrowdCommand {
    const values = Array.from({ length: 1 + this.#random.below(3) }, () => this.#value());
    switch (this.#random.below(5)) {
      case 0:
        return ['LPUSH', this.#list(), ...values];
      case 1:
      case 2:
        return ['RPUSH', this.#list(), ...values];
      case 3:
        return ['ZADD', this.#zset(), ...values.flatMap((value) => [`${this.#random.below(9)}`, value])];
      default:
        return ['XADD', this.#stream(), `${this.#nextId++}-1`, 'f', this.#value()];
    }
  }

  #wait(): CrowdCommand {
    const timeout = this.#of(['0', '0', '0', '1000', '99999.5']);
    const lists = Array.from({ length: 1 + this.#random.below(3) }, () => this.#list());
    const zsets = Array.from({ length: 1 + this.#random.below(2) }, () => this.#zset());
    const streams = Array.from({ length: 1 + this.#random.below(2) }, () => this.#stream());
    const count = this.#one(0.5) ? ['COUNT', `${1 + this.#random.below(3)}`] : [];
    switch (this.#random.below(12)) {
      case 0:
      case 1:
        return ['BLPOP', ...lists, timeout];
      case 2:
        return ['BRPOP', ...lists, timeout];
      case 3:
      case 4:
        return ['BLMOVE', this.#list(), this.#list(), this.#end(), this.#end(), timeout];
      case 5:
        return ['BRPOPLPUSH', this.#list(), this.#list(), timeout];
      case 6:
        return ['BLMPOP', timeout, `${lists.length}`, ...lists, this.#end(), ...count];
      case 7:
        return [this.#of(['BZPOPMIN', 'BZPOPMAX']), ...zsets, timeout];
      case 8:
        return ['BZMPOP', timeout, `${zsets.length}`, ...zsets, this.#of(['MIN', 'MAX']), ...count];
      case 9:
        return ['XREAD', ...count, 'BLOCK', '0', 'STREAMS', ...streams, ...streams.map(() => this.#start())];
      case 10: {
        const group = ['GROUP', this.#of(GROUPS), `c${this.#random.below(2)}`];
        const noAck = this.#one(0.2) ? ['NOACK'] : [];
        const ids = streams.map(() => (this.#one(0.9) ? '>' : '0'));
        return ['XREADGROUP', ...group, ...count, 'BLOCK', '0', ...noAck, 'STREAMS', ...streams, ...ids];
      }
      default:
        return ['WAIT', this.#of(['0', '1']), '0'];
    }
  }

  #transaction(): CrowdCommand {
    switch (this.#random.below(12)) {
      case 0:
        return ['MULTI'];
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
      case 6:
        return ['EXEC'];
      case 7:
        return ['DISCARD'];
      case 8:
      case 9:
      case 10:
        return ['WATCH', this.#key(), ...(this.#one(0.4) ? [this.#key()] : [])];
      default:
        return ['UNWATCH'];
    }
  }

  #change(): CrowdCommand {
    switch (this.#random.below(24)) {
      case 0:
      case 1:
      case 2:
      case 16:
      case 17:
      case 18:
      case 19:
      case 20:
      case 21:
      case 22:
      case 23:
        return ['DEL', this.#key(), this.#key()];
      case 3:
        return ['SET', this.#key(), this.#value()];
      case 4:
        return ['RENAME', this.#key(), this.#key()];
      case 5:
        return ['COPY', this.#key(), this.#key(), ...(this.#one(0.5) ? ['REPLACE'] : [])];
      case 6:
        return ['MOVE', this.#key(), `${this.#random.below(CROWD_DATABASES)}`];
      case 7:
        return ['SORT', this.#list(), 'ALPHA', 'STORE', this.#list()];
      case 8:
        return ['LMOVE', this.#list(), this.#list(), this.#end(), this.#end()];
      case 9:
        return ['ZUNIONSTORE', this.#zset(), '2', this.#zset(), this.#zset()];
      case 10:
      case 11:
        return ['XGROUP', 'CREATE', this.#stream(), this.#of(GROUPS), this.#of(['$', '0']), 'MKSTREAM'];
      case 12:
        return ['XGROUP', 'DESTROY', this.#stream(), this.#of(GROUPS)];
      case 13:
        return ['LPOP', this.#list()];
      case 14:
        return ['ZPOPMIN', this.#zset()];
      default:
        return ['XDEL', this.#stream(), `${this.#random.below(this.#nextId)}-1`];
    }
  }

  #other(): CrowdCommand {
    switch (this.#random.below(14)) {
      case 0:
      case 1:
        return ['SELECT', `${this.#random.below(CROWD_DATABASES)}`];
      case 2:
        return ['NOSUCH', 'command'];
      case 3:
        return ['GET'];
      case 4:
        return ['LRANGE', this.#list(), '0', '-1'];
      case 5:
        return ['ECHO', this.#value()];
      case 6:
      case 7:
      case 8: {
        const reason = this.#of([[], [], ['TIMEOUT'], ['ERROR']]);
        return ['CLIENT', 'UNBLOCK', `{client:${this.#random.below(this.#clients)}}`, ...reason];
      }
      case 9:
        return ['CLIENT', 'REPLY', this.#of(['SKIP', 'OFF', 'ON', 'ON', 'ON'])];
      case 10:
        return this.#one(0.3) ? ['RESET'] : ['BLPOP', this.#list(), this.#of(['-1', 'nan', 'x'])];
      case 11:
        return this.#one(0.3) ? ['FLUSHDB'] : ['EXEC', 'now'];
      case 12:
        return this.#one(0.3) ? ['SWAPDB', '0', '1'] : ['TYPE', this.#key()];
      default:
        return ['XPENDING', this.#stream(), this.#of(GROUPS)];
    }
  }

  #list(): string {
    return this.#one(0.9) ? this.#of(['l1', 'l2', 'l3']) : this.#key();
  }

  #zset(): string {
    return this.#one(0.9) ? this.#of(['z1', 'z2']) : this.#key();
  }

  #stream(): string {
    return this.#one(0.9) ? this.#of(['s1', 's2']) : this.#key();
  }

  #key(): string {
    return this.#of(CROWD_KEYS);
  }

  #end(): string {
    return this.#of(['LEFT', 'RIGHT']);
  }

  #value(): string {
    return `v${this.#random.below(20)}`;
  }

  #start(): string {
    return this.#one(0.6) ? '$' : `${this.#random.below(this.#nextId + 2)}-1`;
  }

  #one(chance: number): boolean {
    return this.#random.float() < chance;
  }

  #of<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }
}
