/**
 * Random commands over streams and their groups, for comparing two servers: few keys, few ids, so that commands meet;
 * small nodes, so that they split; now and then the wrong type, a wrong id or nonsense.
 *
 * Clocks differ by a few milliseconds: idle times are either zero or years, and times in replies are not compared.
 */
import { latin1 } from '../engine/base/bytes.ts';
import { RandomStream } from '../engine/base/random.ts';
import type { DifferentialCommand } from './differential.ts';

export const STREAM_KEYS = ['s1', 's2', 's3', 'other', 'missing'] as const;

const groups = ['g1', 'g2', 'a group'];
const consumers = ['ann', 'bob', '7', 'consumer with a long name'];
const fields = ['f', 'g', 'temperature', '1', ''];
const oddIds = [
  '0',
  '0-0',
  '0-1',
  '-',
  '+',
  '(1-1',
  '(',
  '5',
  '(5',
  '5-*',
  '0-*',
  '*',
  '$',
  '>',
  'x',
  '',
  '5-x',
  '-1',
  '1-2-3',
  '18446744073709551615',
  '18446744073709551615-18446744073709551615',
  '(18446744073709551615-18446744073709551615',
  '18446744073709551616-1',
  '(0-0',
  '007-01',
];
/** Without ids after which none is left. */
const smallOddIds = oddIds.filter((id) => !id.startsWith('18446744073709551615'));
const counts = ['0', '1', '2', '3', '10', '100', '-1', 'x', '9223372036854775807', '9223372036854775808'];
/** Only an entry claimed with a time long ago has been idle for so long. */
const idles = ['0', '0', '0', '1000000000', '-5', 'x'];
const words = ['MAXLEN', 'MINID', 'LIMIT', 'NOMKSTREAM', '~', '=', 'COUNT', 'JUSTID', 'FORCE', 'x', ''];

const RECENT = 40;

/** Replies without the integers that are times of today or durations since then. */
export function withoutTimes(reply: Uint8Array): string {
  return latin1(reply).replace(/:1[0-9]{12}\r\n/g, ':time\r\n');
}

/** The third of the four elements of each pending entry is how long it has been idle. */
function withoutIdle(reply: Uint8Array): string {
  return latin1(reply).replace(/(\*4\r\n\$\d+\r\n[^\r]*\r\n\$\d+\r\n[^\r]*\r\n):\d+/g, '$1:idle');
}

function withoutConsumerIdle(reply: Uint8Array): string {
  return latin1(reply).replace(/(idle\r\n):\d+/g, '$1:idle');
}

export class StreamFuzz {
  readonly #random: RandomStream;
  /** Ids are chosen below this one, and go up slowly. */
  #top = 5;
  /** Ids that were added, perhaps. */
  readonly #recent: string[] = ['1-1'];

  constructor(seed: number) {
    this.#random = new RandomStream(seed, 77, 1);
  }

  next(): DifferentialCommand {
    const command = this.#command();
    const { args } = command;
    if (this.#oneIn(50)) return { ...command, args: args.slice(0, -1) };
    if (this.#oneIn(50)) return { ...command, args: [...args, this.#pick(words)] };
    if (this.#oneIn(50)) {
      const changed = [...args];
      changed[this.#random.below(args.length - 1) + 1] = this.#oneIn(2)
        ? this.#pick(words)
        : this.#pick(oddIds);
      // An id of the server's own choosing would be another one on each side.
      if (changed[0] === 'XADD' && changed.includes('*')) return command;
      return { ...command, args: changed };
    }
    return command;
  }

  #command(): DifferentialCommand {
    const random = this.#random;
    const exact = (...args: string[]): DifferentialCommand => ({ args, comparison: 'exact' });
    switch (random.below(34)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return exact('XADD', this.#key(), ...this.#addOptions(), this.#newId(), ...this.#pairs());
      case 6:
        return exact('XTRIM', this.#key(), ...this.#trim());
      case 7:
      case 8:
        return exact('XDEL', this.#key(), ...this.#ids());
      case 9:
        return exact('XLEN', this.#key());
      case 10:
      case 11:
        return exact(
          this.#pick(['XRANGE', 'XREVRANGE']),
          this.#key(),
          this.#bound(),
          this.#bound(),
          ...(this.#oneIn(2) ? ['COUNT', this.#pick(counts)] : []),
        );
      case 12:
        return exact('XREAD', ...this.#readOptions(), ...this.#streams(['$', '0', '0-1'], ['>', 'x']));
      case 13:
      case 14:
      case 15:
      case 16:
        return exact(
          'XREADGROUP',
          'GROUP',
          this.#pick(groups),
          this.#pick(consumers),
          ...this.#readOptions(),
          ...(this.#oneIn(4) ? ['NOACK'] : []),
          ...this.#streams(['>', '>', '>', '0'], ['$', 'x', '-']),
        );
      case 17:
      case 18:
        return exact('XACK', this.#key(), this.#pick(groups), ...this.#ids());
      case 19:
      case 20:
        return exact(
          'XGROUP',
          'CREATE',
          this.#key(),
          this.#pick(groups),
          this.#oneIn(3) ? this.#pick(['$', '0', '-', '+']) : this.#id(),
          ...(this.#oneIn(3) ? ['MKSTREAM'] : []),
          ...this.#entriesRead(),
        );
      case 21: {
        const id = this.#oneIn(2) ? this.#pick(['$', '0', '-', '+']) : this.#id();
        return exact('XGROUP', 'SETID', this.#key(), this.#pick(groups), id, ...this.#entriesRead());
      }
      case 22: {
        const name = this.#pick(['CREATECONSUMER', 'CREATECONSUMER', 'DELCONSUMER', 'nothing']);
        return exact('XGROUP', name, this.#key(), this.#pick(groups), this.#pick(consumers));
      }
      case 23:
        return this.#oneIn(4) ? exact('XGROUP', 'DESTROY', this.#key(), this.#pick(groups)) : this.#info();
      case 24:
        return {
          args: ['XPENDING', this.#key(), this.#pick(groups), ...this.#pendingRange()],
          comparison: withoutIdle,
        };
      case 25:
      case 26:
      case 27:
        return { args: this.#claim(), comparison: 'exact' };
      case 28:
        return {
          args: [
            'XAUTOCLAIM',
            this.#key(),
            this.#pick(groups),
            this.#pick(consumers),
            this.#pick(idles),
            this.#bound(),
            ...(this.#oneIn(2) ? ['COUNT', this.#pick(counts.slice(0, 8))] : []),
            ...(this.#oneIn(3) ? ['JUSTID'] : []),
          ],
          comparison: 'exact',
        };
      case 29:
      case 30:
        return this.#info();
      case 31:
        return exact(
          'XSETID',
          this.#key(),
          this.#oneIn(2) ? `${this.#top + 3}-${random.below(3)}` : this.#id(),
          ...(this.#oneIn(3) ? ['ENTRIESADDED', this.#pick([...counts, '1000'])] : []),
          ...(this.#oneIn(4) ? ['MAXDELETEDID', this.#id()] : []),
        );
      case 32:
        // If an entry is longer than a node may be, a server of 7.0 can lose track of the node and crash.
        return this.#oneIn(3)
          ? exact('CONFIG', 'SET', 'stream-node-max-bytes', this.#pick(['0', '700', '1500', '4096']))
          : exact('CONFIG', 'SET', 'stream-node-max-entries', this.#pick(['0', '1', '2', '5', '100']));
      default:
        if (this.#oneIn(3)) return exact('COPY', this.#key(), this.#key(), 'REPLACE');
        if (this.#oneIn(3)) return exact('SET', 'other', 'a string');
        if (this.#oneIn(3)) return { args: ['HELLO', this.#pick(['2', '3'])], comparison: 'kind' };
        if (this.#oneIn(2))
          return exact('COMMAND', 'GETKEYS', 'XREAD', 'COUNT', '1', ...this.#streams(['0'], ['0']));
        return exact('DEL', this.#pick(['s1', 's2', 's3']));
    }
  }

  #info(): DifferentialCommand {
    const key = this.#key();
    switch (this.#random.below(3)) {
      case 0:
        return { args: ['XINFO', 'GROUPS', key], comparison: 'exact' };
      case 1:
        return { args: ['XINFO', 'CONSUMERS', key, this.#pick(groups)], comparison: withoutConsumerIdle };
      default: {
        const full = this.#oneIn(2) ? [] : this.#oneIn(2) ? ['FULL'] : ['full', 'COUNT', this.#pick(counts)];
        return { args: ['XINFO', 'STREAM', key, ...full], comparison: withoutTimes };
      }
    }
  }

  #claim(): string[] {
    const options: string[] = [];
    if (this.#oneIn(3)) options.push('TIME', this.#pick(['1000', '0', '1000000', '-5', 'x']));
    if (this.#oneIn(6)) options.push('IDLE', this.#pick(['0', '-1', 'x', '9223372036854775807']));
    if (this.#oneIn(4)) options.push('RETRYCOUNT', this.#pick(['0', '3', '-1', 'x', '9223372036854775807']));
    if (this.#oneIn(3)) options.push('FORCE');
    if (this.#oneIn(3)) options.push('JustId');
    if (this.#oneIn(6)) options.push('LASTID', this.#id());
    return [
      'XCLAIM',
      this.#key(),
      this.#pick(groups),
      this.#pick(consumers),
      this.#pick(idles),
      ...this.#ids(),
      ...options,
    ];
  }

  #pendingRange(): string[] {
    if (this.#oneIn(3)) return [];
    const range = [this.#bound(), this.#bound(), this.#pick(counts)];
    if (this.#oneIn(3)) range.push(this.#pick(consumers));
    return this.#oneIn(3) ? ['IDLE', this.#pick(idles), ...range] : range;
  }

  #addOptions(): string[] {
    const options = this.#oneIn(8) ? ['NOMKSTREAM'] : [];
    return this.#oneIn(3) ? [...options, ...this.#trim()] : options;
  }

  #trim(): string[] {
    const isLength = this.#oneIn(2);
    const threshold = isLength ? `${this.#random.below(40)}` : this.#id();
    const words = [isLength ? 'MAXLEN' : 'minid'];
    if (this.#oneIn(2)) words.push(this.#pick(['~', '~', '=']));
    words.push(this.#oneIn(20) ? this.#pick(counts) : threshold);
    if (this.#oneIn(5))
      words.push('LIMIT', this.#oneIn(3) ? this.#pick(counts) : `${this.#random.below(20)}`);
    return words;
  }

  #entriesRead(): string[] {
    return this.#oneIn(4) ? ['ENTRIESREAD', this.#pick([...counts, '-2', '5'])] : [];
  }

  #readOptions(): string[] {
    const options = this.#oneIn(2) ? ['COUNT', this.#pick(counts)] : [];
    return options;
  }

  #streams(ids: readonly string[], odd: readonly string[]): string[] {
    const keys = Array.from({ length: this.#oneIn(3) ? 2 : 1 }, () => this.#key());
    const id = () => (this.#oneIn(12) ? this.#pick(odd) : this.#oneIn(4) ? this.#id() : this.#pick(ids));
    return ['STREAMS', ...keys, ...keys.map(id)];
  }

  #pairs(): string[] {
    const random = this.#random;
    const names = this.#oneIn(2)
      ? ['f', 'g']
      : Array.from({ length: 1 + random.below(3) }, () => this.#pick(fields));
    return names.flatMap((name) => [
      name,
      this.#pick(['', 'v', '12', '-4097', 'x'.repeat(random.below(120))]),
    ]);
  }

  #newId(): string {
    if (this.#oneIn(15)) return this.#pick(smallOddIds.filter((id) => id !== '*'));
    if (!this.#oneIn(5)) this.#top += 1 + this.#random.below(this.#pick([2, 3, 300]));
    if (this.#oneIn(6)) return `${this.#top}-*`;
    const id = this.#oneIn(4) ? `${this.#top}` : `${this.#top}-${this.#random.below(6)}`;
    this.#recent.push(id);
    if (this.#recent.length > RECENT) this.#recent.shift();
    return id;
  }

  #id(): string {
    if (this.#oneIn(25)) return this.#pick(this.#oneIn(8) ? oddIds : smallOddIds);
    if (!this.#oneIn(4)) return this.#pick(this.#recent);
    const ms = this.#oneIn(2) ? this.#top - this.#random.below(12) : this.#random.below(this.#top + 3);
    return this.#oneIn(3) ? `${Math.max(0, ms)}` : `${Math.max(0, ms)}-${this.#random.below(6)}`;
  }

  #ids(): string[] {
    return Array.from({ length: 1 + this.#random.below(5) }, () => this.#id());
  }

  #bound(): string {
    if (this.#oneIn(3)) return this.#pick(['-', '+']);
    return this.#oneIn(5) ? `(${this.#id()}` : this.#id();
  }

  #key(): string {
    return this.#oneIn(25) ? this.#pick(STREAM_KEYS) : this.#pick(['s1', 's2', 's3']);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  #oneIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }
}
