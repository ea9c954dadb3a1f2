/** Random Lua: expressions over numbers, strings and tables, library calls, and round trips of the packers. */
import { Random, type RandomStream } from '../engine/base/random.ts';

export class LuaFuzz {
  readonly #random: RandomStream;

  constructor(seed: number) {
    this.#random = new Random(seed).stream('lua');
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)];
  }

  /** A script that returns texts of random expressions. */
  next(): string {
    const kind = this.#random.below(8);
    if (kind === 0) return this.#tableProgram();
    if (kind === 1) return this.#roundTrip();
    const parts = Array.from({ length: 6 }, () => this.#guarded(this.#expression(3)));
    return `${PRELUDE} return {${parts.join(', ')}}`;
  }

  /** A script with a token or two dropped, added or exchanged: most do not compile. */
  damaged(script: string): string {
    const tokens = script.match(TOKENS) ?? [];
    for (let left = 1 + this.#random.below(2); left > 0; left--) {
      const at = this.#random.below(tokens.length + 1);
      const odd = ` ${this.#pick(ODD_TOKENS)} `;
      switch (this.#random.below(3)) {
        case 0:
          tokens.splice(at, 1);
          break;
        case 1:
          tokens.splice(at, 0, odd);
          break;
        default:
          tokens[at] = odd;
      }
    }
    return tokens.join('');
  }

  #guarded(expression: string): string {
    return `try(function() return ${expression} end)`;
  }

  #expression(depth: number): string {
    if (depth === 0 || this.#random.below(4) === 0) return this.#atom();
    const inner = (): string => this.#expression(depth - 1);
    switch (this.#random.below(9)) {
      case 0:
      case 1:
        return `(${inner()} ${this.#pick(['+', '-', '*', '/', '%', '^'])} ${inner()})`;
      case 2:
        return `(${inner()} .. ${inner()})`;
      case 3:
        return `(${inner()} ${this.#pick(['<', '<=', '==', '~=', '>', '>='])} ${inner()})`;
      case 4:
        return `(${inner()} ${this.#pick(['and', 'or'])} ${inner()})`;
      case 5:
        return `(${this.#pick(['-', 'not ', '#'])}${inner()})`;
      default:
        return this.#call(inner);
    }
  }

  #atom(): string {
    switch (this.#random.below(4)) {
      case 0:
      case 1:
        return this.#pick(NUMBERS);
      case 2:
        return this.#pick(STRINGS);
      default:
        return this.#pick(OTHERS);
    }
  }

  #call(inner: () => string): string {
    const text = (): string => (this.#random.below(3) === 0 ? inner() : this.#pick(STRINGS));
    const number = (): string => (this.#random.below(3) === 0 ? inner() : this.#pick(NUMBERS));
    const index = (): string => this.#pick(['1', '2', '-1', '-2', '0', '5', '100', '-100']);
    switch (this.#random.below(24)) {
      case 0:
        return `tostring(${inner()})`;
      case 1:
        return `tonumber(${inner()})`;
      case 2:
        return `tonumber(${text()}, ${this.#pick(['2', '8', '10', '16', '36'])})`;
      case 3:
        return `math.${this.#pick(['floor', 'ceil', 'abs', 'sqrt'])}(${number()})`;
      case 4:
        return `math.${this.#pick(['fmod', 'max', 'min'])}(${number()}, ${number()})`;
      case 5:
        return `string.format('${this.#pick(NUMBER_FORMATS)}', ${number()})`;
      case 6:
        return `string.format('${this.#pick(TEXT_FORMATS)}', ${text()})`;
      case 7:
        return `string.sub(${text()}, ${index()}, ${index()})`;
      case 8:
        return `string.find(${text()}, ${this.#pick(PATTERNS)}, ${index()})`;
      case 9:
        return `string.match(${text()}, ${this.#pick(PATTERNS)})`;
      case 10:
        return `string.gsub(${text()}, ${this.#pick(PATTERNS)}, ${this.#pick(REPLACEMENTS)})`;
      case 11:
        return `string.${this.#pick(['upper', 'lower', 'reverse', 'len'])}(${text()})`;
      case 12:
        return `string.rep(${text()}, ${this.#pick(['0', '1', '3', '-1', '2.7'])})`;
      case 13:
        return `string.byte(${text()}, ${index()})`;
      case 14:
        return `select('#', ${inner()}, ${inner()})`;
      case 15:
        return `table.concat({${inner()}, ${inner()}}, ${text()})`;
      case 16:
        return `#{${inner()}, ${inner()}, nil, ${inner()}}`;
      case 17:
        return `bit.${this.#pick(['band', 'bor', 'bxor', 'lshift', 'rshift', 'arshift', 'rol', 'ror'])}(${number()}, ${number()})`;
      case 18:
        return `bit.tohex(${number()}, ${this.#pick(['8', '4', '-4', '1'])})`;
      case 19:
        return `cjson.encode(${inner()})`;
      case 20:
        return `cjson.encode({${inner()}, ${inner()}})`;
      case 21:
        return `redis.sha1hex(cmsgpack.pack(${inner()}, ${inner()}))`;
      case 22:
        return `redis.sha1hex(struct.pack('${this.#pick(['>i4', '<h', 'b', '>d', '<f', 'I3', '!4bi', 'l'])}', ${number()}, ${number()}))`;
      default:
        return `unpack({${inner()}, ${inner()}})`;
    }
  }

  /** Fills and empties a table and returns its length and the order of its keys. */
  #tableProgram(): string {
    const steps: string[] = [];
    for (let i = 0; i < 30; i++) {
      const key = this.#pick([
        () => `${this.#random.below(20)}`,
        () => `'k${this.#random.below(12)}'`,
        () => `${this.#random.below(6)}.5`,
        () => `${this.#random.below(2) === 0}`,
        () => `-${1 + this.#random.below(5)}`,
      ])();
      switch (this.#random.below(6)) {
        case 0:
          steps.push(`t[${key}] = nil`);
          break;
        case 1:
          steps.push('t[#t + 1] = #t');
          break;
        case 2:
          steps.push('table.insert(t, 7)');
          break;
        case 3:
          steps.push('table.remove(t)');
          break;
        default:
          steps.push(`t[${key}] = ${i}`);
      }
    }
    const first = this.#pick(['{}', '{1, 2, 3}', '{a = 1, b = 2}', "{1, nil, 3, x = 4, ['y'] = 5}"]);
    return `local t = ${first} ${steps.join(' ')} local r = {tostring(#t)} for k, v in pairs(t) do r[#r + 1] = tostring(k) .. '=' .. tostring(v) end return r`;
  }

  #value(depth: number): string {
    switch (this.#random.below(depth === 0 ? 4 : 6)) {
      case 0:
        return this.#pick(NUMBERS.filter((number) => !number.includes('/0')));
      case 1:
      case 2:
        return this.#pick(STRINGS);
      case 3:
        return this.#pick(['true', 'false']);
      case 4:
        return `{${Array.from({ length: this.#random.below(5) }, () => this.#value(depth - 1)).join(', ')}}`;
      default:
        return `{${Array.from({ length: this.#random.below(4) }, (_, i) => `k${i} = ${this.#value(depth - 1)}`).join(', ')}}`;
    }
  }

  /** Packs a value, unpacks it and packs it again. */
  #roundTrip(): string {
    const value = this.#value(3);
    return `${PRELUDE} local v = ${value} return {try(function() return cjson.encode(v) end), try(function() return cjson.encode(cjson.decode(cjson.encode({v}))) end), try(function() return hex(cmsgpack.pack(v)) end), try(function() return hex(cmsgpack.pack(cmsgpack.unpack(cmsgpack.pack(v)))) end)}`;
  }
}

const TOKENS = /\s+|[A-Za-z_]\w*|\d+\.?\d*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\.\.\.|\.\.|[=~<>]=|./g;
const ODD_TOKENS: readonly string[] = (
  'end then do ( ) { } = , local function return break ; .. if for in x 1 "s" ... not # - : . [ ] until repeat ' +
  'else elseif ~ & | goto :: // nil and \\ $ 1e [[ "'
).split(' ');

const PRELUDE =
  "local function try(f) local r = {pcall(f)} for i = 1, 4 do r[i] = tostring(r[i]) end return table.concat(r, '|', 1, 4) end local function hex(s) return (s:gsub('.', function(c) return string.format('%02x', c:byte()) end)) end";

const NUMBERS: readonly string[] = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '7',
  '10',
  '255',
  '256',
  '65535',
  '1e15',
  '1e14',
  '1e100',
  '-1e-5',
  '0.1',
  '0.5',
  '1.5',
  '2.5',
  '-2.5',
  '123456789',
  '3.14159265358979',
  '1/3',
  '2^31',
  '2^32',
  '2^53',
  '-2^31',
  '1e308',
  '1/0',
  '-1/0',
  '0x1F',
  '100',
  '1e-7',
  '12345.678',
  '99999999999999',
  '4294967296.5',
  '0.30000000000000004',
];
const STRINGS: readonly string[] = [
  "''",
  "'a'",
  "'abc'",
  "'hello world'",
  "'10'",
  "' 12 '",
  "'1e3'",
  "'0x10'",
  "'a.b.c'",
  "'%d'",
  "'key:123'",
  "'\\0\\1\\255'",
  "'ABCdef'",
  "'   '",
  "'aaa'",
  "'[x]'",
  "'1,2,3'",
  "'\\n'",
  "'é'",
  "'/\"\\\\'",
  "'2026-11-16'",
];
const OTHERS: readonly string[] = ['nil', 'true', 'false', '{}', '{1, 2}', '(function() end)()', '{a = 1}'];
const NUMBER_FORMATS: readonly string[] = [
  '%d',
  '%5d',
  '%-5d|',
  '%05d',
  '%+d',
  '%x',
  '%X',
  '%#x',
  '%o',
  '%e',
  '%.3e',
  '%f',
  '%.0f',
  '%.1f',
  '%10.2f',
  '%g',
  '%.3g',
  '%.14g',
  '%.17g',
  '%#g',
  '%G',
  '%s',
  '%c',
  '%u',
  '%i',
  '%.20f',
  '% d',
  '%5.1f',
  '%q',
];
const TEXT_FORMATS: readonly string[] = ['%s', '%10s|', '%-10s|', '%.2s', '%5.1s|', '%q', '%d', '%x', '%%%s'];
const PATTERNS: readonly string[] = [
  "'a'",
  "'%a+'",
  "'%d+'",
  "'(%w+)'",
  "'.'",
  "'.-'",
  "'^%s*'",
  "'[abc]'",
  "'[^a-c]+'",
  "'%w*$'",
  "'()'",
  "'(a)(b)'",
  "'%b[]'",
  "'%f[%w]%w+'",
  "'%p'",
  "''",
  "'l+'",
  "'(.)%1'",
  "'%z'",
  "'x*'",
  "'[%d,]+'",
  "'(%d+)-(%d+)'",
  "'%'",
  "'['",
];
const REPLACEMENTS: readonly string[] = [
  "'x'",
  "'%0%0'",
  "'%1'",
  "''",
  "'%%'",
  '{a = "A"}',
  'string.upper',
  "'<%1>'",
  '5',
];
