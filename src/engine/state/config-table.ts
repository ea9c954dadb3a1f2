/** The parameters of redis.conf: kind, bounds, default. One line each. */
import type { Generation } from '../../protocol/session.ts';

/** Why a value was refused, in the server's words. */
export class ConfigError {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Parameter {
  readonly name: string;
  /** An older name that still works. */
  readonly alias?: string;
  readonly kind: 'flag' | 'number' | 'text';
  readonly default: string | number | boolean;
  /** Only in this generation. */
  readonly generation?: Generation;
  /** Cannot be changed while running. */
  readonly immutable?: boolean;
  parse(text: string): string | number | boolean | ConfigError;
  print?(value: string | number | boolean): string;
}

function flag(name: string, byDefault: boolean, extra: Partial<Parameter> = {}): Parameter {
  return {
    name,
    kind: 'flag',
    default: byDefault,
    parse(text) {
      const word = text.toLowerCase();
      if (word === 'yes') return true;
      if (word === 'no') return false;
      return new ConfigError("argument must be 'yes' or 'no'");
    },
    ...extra,
  };
}

function number(name: string, byDefault: number, min: number, max: number, extra: Partial<Parameter> = {}): Parameter {
  return {
    name,
    kind: 'number',
    default: byDefault,
    parse(text) {
      if (!/^-?[0-9]+$/.test(text)) return new ConfigError("argument couldn't be parsed into an integer");
      const value = Number(text);
      if (value < min || value > max) {
        return new ConfigError(`argument must be between ${min} and ${max} inclusive`);
      }
      return value;
    },
    ...extra,
  };
}

function text(name: string, byDefault: string, extra: Partial<Parameter> = {}): Parameter {
  return { name, kind: 'text', default: byDefault, parse: (value) => value, ...extra };
}

export const PARAMETERS: readonly Parameter[] = [
  flag('activerehashing', true),
  number('active-expire-effort', 1, 1, 10),
  number('databases', 16, 1, 2147483647, { immutable: true }),
  text('enable-debug-command', 'no', { immutable: true }),
  number('hz', 10, 1, 500),
  number('proto-max-bulk-len', 512 * 1024 * 1024, 1024 * 1024, Number.MAX_SAFE_INTEGER),
];
