/** The mathematics of Lua 5.1 and the bit operations of LuaBitOp. */
import { bytesOf } from '../../base/bytes.ts';
import { scaled } from './numbers.ts';
import {
  argumentCount,
  argumentError,
  checkInteger,
  checkNumber,
  pushBytes,
  pushNumber,
  raise,
} from './stack.ts';
import type { Native } from './values.ts';

function unary(compute: (value: number) => number): Native {
  return (state) => {
    pushNumber(state, compute(checkNumber(state, 1)));
    return 1;
  };
}

function binary(compute: (a: number, b: number) => number): Native {
  return (state) => {
    // The server's compiler looks at the last argument first.
    const b = checkNumber(state, 2);
    pushNumber(state, compute(checkNumber(state, 1), b));
    return 1;
  };
}

const bits = new DataView(new ArrayBuffer(8));

/** A number as a fraction from one half up to one, and a power of two. */
export function split(value: number): [fraction: number, exponent: number] {
  if (value === 0 || !Number.isFinite(value)) return [value, 0];
  bits.setFloat64(0, value);
  const biased = (bits.getUint16(0) >> 4) & 0x7ff;
  if (biased === 0) {
    const [fraction, exponent] = split(value * 2 ** 64);
    return [fraction, exponent - 64];
  }
  const exponent = biased - 1022;
  return [scaled(value, -exponent), exponent];
}

const frexp: Native = (state) => {
  const [fraction, exponent] = split(checkNumber(state, 1));
  pushNumber(state, fraction);
  pushNumber(state, exponent);
  return 2;
};

const modf: Native = (state) => {
  const value = checkNumber(state, 1);
  const whole = Math.trunc(value);
  pushNumber(state, whole);
  pushNumber(
    state,
    Number.isFinite(value)
      ? withSign(value - whole, value)
      : Number.isNaN(value)
        ? value
        : withSign(0, value),
  );
  return 2;
};

function withSign(size: number, sign: number): number {
  return size === 0 && (sign < 0 || Object.is(sign, -0)) ? -0 : size;
}

function extreme(isBetter: (value: number, best: number) => boolean): Native {
  return (state) => {
    let best = checkNumber(state, 1);
    for (let i = 2; i <= argumentCount(state); i++) {
      const value = checkNumber(state, i);
      if (isBetter(value, best)) best = value;
    }
    pushNumber(state, best);
    return 1;
  };
}

const MULTIPLIER = 0x5deece66dn;
const MASK = (1n << 48n) - 1n;
const GREATEST = 2147483647;

/** The generator of drand48, as the server carries it so that every machine draws the same numbers. */
export class Rand48 {
  #state = 0x1234abcd330en;

  seed(value: number): void {
    this.#state = (BigInt(value >>> 0) << 16n) | 0x330en;
  }

  /** 31 bits. */
  next(): number {
    this.#state = (this.#state * MULTIPLIER + 11n) & MASK;
    return Number(this.#state >> 17n);
  }
}

function randomFunctions(generator: Rand48): Record<string, Native> {
  return {
    random: (state) => {
      const fraction = (generator.next() % GREATEST) / GREATEST;
      switch (argumentCount(state)) {
        case 0:
          pushNumber(state, fraction);
          return 1;
        case 1: {
          const upper = int32(checkInteger(state, 1));
          if (upper < 1) argumentError(state, 1, 'interval is empty');
          pushNumber(state, Math.floor(fraction * upper) + 1);
          return 1;
        }
        case 2: {
          const lower = int32(checkInteger(state, 1));
          const upper = int32(checkInteger(state, 2));
          if (lower > upper) argumentError(state, 2, 'interval is empty');
          pushNumber(state, Math.floor(fraction * int32(upper - lower + 1)) + lower);
          return 1;
        }
        default:
          return raise(state, 'wrong number of arguments');
      }
    },
    randomseed: (state) => {
      generator.seed(int32(checkInteger(state, 1)));
      return 0;
    },
  };
}

/** The low 32 bits of an integer of 64, signed. */
function int32(value: number): number {
  return Number(BigInt.asIntN(32, BigInt(value)));
}

const cFmod = (a: number, b: number): number => a % b;

export function mathFunctions(generator: Rand48): Record<string, Native> {
  return {
    abs: unary(Math.abs),
    acos: unary(Math.acos),
    asin: unary(Math.asin),
    atan: unary(Math.atan),
    atan2: binary(Math.atan2),
    ceil: unary(Math.ceil),
    cos: unary(Math.cos),
    cosh: unary(Math.cosh),
    deg: unary((value) => value / (Math.PI / 180)),
    exp: unary(Math.exp),
    floor: unary(Math.floor),
    fmod: binary(cFmod),
    frexp,
    ldexp: (state) => {
      const exponent = int32(checkInteger(state, 2));
      pushNumber(state, scaled(checkNumber(state, 1), exponent));
      return 1;
    },
    log: unary(Math.log),
    log10: unary(Math.log10),
    max: extreme((value, best) => value > best),
    min: extreme((value, best) => value < best),
    mod: binary(cFmod),
    modf,
    pow: binary((a, b) => a ** b),
    rad: unary((value) => value * (Math.PI / 180)),
    ...randomFunctions(generator),
    sin: unary(Math.sin),
    sinh: unary(Math.sinh),
    sqrt: unary(Math.sqrt),
    tan: unary(Math.tan),
    tanh: unary(Math.tanh),
  };
}

/** A number as 32 bits: the nearest integer, ties to even, the bits above dropped. */
export function toBits(value: number): number {
  const sum = value + 6755399441055744;
  bits.setFloat64(0, sum);
  return bits.getInt32(4);
}

function folding(fold: (a: number, b: number) => number): Native {
  return (state) => {
    let result = toBits(checkNumber(state, 1));
    for (let i = 2; i <= argumentCount(state); i++) result = fold(result, toBits(checkNumber(state, i)));
    pushNumber(state, result);
    return 1;
  };
}

function shifting(shift: (value: number, count: number) => number): Native {
  return (state) => {
    const value = toBits(checkNumber(state, 1));
    pushNumber(state, shift(value, toBits(checkNumber(state, 2)) & 31) | 0);
    return 1;
  };
}

const tohex: Native = (state) => {
  const value = toBits(checkNumber(state, 1)) >>> 0;
  let count = argumentCount(state) < 2 ? 8 : toBits(checkNumber(state, 2));
  const isUpper = count < 0;
  if (isUpper) count = -count;
  if (count > 8 || count < 0) count = 8;
  const digits = value
    .toString(16)
    .padStart(8, '0')
    .slice(8 - count);
  pushBytes(state, bytesOf(isUpper ? digits.toUpperCase() : digits));
  return 1;
};

export const bitFunctions: Record<string, Native> = {
  arshift: shifting((value, count) => value >> count),
  band: folding((a, b) => a & b),
  bnot: (state) => {
    pushNumber(state, ~toBits(checkNumber(state, 1)));
    return 1;
  },
  bor: folding((a, b) => a | b),
  bswap: (state) => {
    bits.setInt32(0, toBits(checkNumber(state, 1)));
    pushNumber(state, bits.getInt32(0, true));
    return 1;
  },
  bxor: folding((a, b) => a ^ b),
  lshift: shifting((value, count) => value << count),
  rol: shifting((value, count) => (value << count) | (value >>> (32 - count))),
  ror: shifting((value, count) => (value >>> count) | (value << (32 - count))),
  rshift: shifting((value, count) => value >>> count),
  tobit: (state) => {
    pushNumber(state, toBits(checkNumber(state, 1)));
    return 1;
  },
  tohex,
};
