/**
 * The configuration: every parameter by its name in redis.conf, parsed and printed as CONFIG SET
 * and CONFIG GET do. What exists, with bounds and defaults, stands in config-table.ts.
 */
import type { Generation } from '../../../protocol/session.ts';
import { ConfigError, type ConfigValue, PARAMETERS, type Parameter } from './table.ts';

/** The longest string, whatever is configured: a browser has no memory for two longer ones. */
const MAX_STRING_BYTES = 1024 * 1024 * 1024;

/** A parameter under one of its names. */
export interface NamedParameter {
  readonly name: string;
  readonly parameter: Parameter;
}

/** A value that was refused, with the name it was given under. */
export class RefusedValue extends ConfigError {
  readonly name: string;

  constructor(name: string, text: string) {
    super(text);
    this.name = name;
  }

  override toString(): string {
    return `${this.name}: ${this.text}`;
  }
}

/** The parameters of a generation in lower case, aliases included, and their defaults: the same for every server. */
interface Shared {
  readonly parameters: ReadonlyMap<string, NamedParameter>;
  readonly defaults: ReadonlyMap<string, ConfigValue>;
}

const shared = new Map<Generation, Shared>();

function sharedBy(generation: Generation): Shared {
  let found = shared.get(generation);
  if (found === undefined) {
    const parameters = new Map<string, NamedParameter>();
    const defaults = new Map<string, ConfigValue>();
    for (const parameter of PARAMETERS) {
      if (parameter.generation !== undefined && parameter.generation !== generation) continue;
      for (const name of [parameter.name, parameter.alias]) {
        if (name !== undefined) parameters.set(name, { name, parameter });
      }
      defaults.set(parameter.name, parameter.default);
    }
    found = { parameters, defaults };
    shared.set(generation, found);
  }
  return found;
}

export class Config {
  readonly #shared: Shared;
  /** Values that were set; all others are the defaults. */
  readonly #changed = new Map<string, ConfigValue>();
  /** proto-max-bulk-len as far as there is memory for it, asked for with every portion of input. */
  maxBulkBytes = 0;
  /** requirepass, asked for with every command; empty when none is needed. */
  password = '';
  /** The letters of notify-keyspace-events, A spelled out; asked for with every event. */
  eventClasses = '';
  /** Called after values have changed. */
  onChange: () => void = () => {};

  constructor(generation: Generation, overrides: Readonly<Record<string, string>>) {
    this.#shared = sharedBy(generation);
    this.set(
      Object.entries(overrides).map(([name, text]) => {
        const named = this.find(name);
        if (named === undefined) throw new ConfigError(`Unknown option '${name}'`);
        return [named, text];
      }),
    );
  }

  find(name: string): NamedParameter | undefined {
    return this.#shared.parameters.get(name.toLowerCase());
  }

  /** All names, aliases included, with their parameters. */
  names(): IterableIterator<NamedParameter> {
    return this.#shared.parameters.values();
  }

  #value(name: string): ConfigValue {
    return this.#changed.get(name) ?? (this.#shared.defaults.get(name) as ConfigValue);
  }

  number(name: string): number {
    return Number(this.#value(name));
  }

  flag(name: string): boolean {
    return this.#value(name) as boolean;
  }

  text(name: string): string {
    return this.#value(name) as string;
  }

  /** As CONFIG GET prints it. */
  printed(name: string): string {
    const named = this.find(name);
    return named === undefined ? '' : this.print(named.parameter);
  }

  print(parameter: Parameter): string {
    return parameter.print(this.#value(parameter.name));
  }

  /** Sets a value that is known to be valid. */
  setText(name: string, value: string): void {
    this.#changed.set(name, value);
  }

  /** Sets several at once: all or, when one is refused, none. Throws the first refusal. */
  set(pairs: readonly (readonly [NamedParameter, string])[]): void {
    const before = new Map<string, ConfigValue>();
    for (const [{ name, parameter }, text] of pairs) {
      const current = this.#value(parameter.name);
      if (!before.has(parameter.name)) before.set(parameter.name, current);
      const value = parameter.parse(text, current);
      if (value instanceof ConfigError) {
        for (const [changed, old] of before) this.#changed.set(changed, old);
        throw new RefusedValue(name, value.text);
      }
      this.#changed.set(parameter.name, value);
    }
    for (const [{ parameter }] of pairs) {
      if (parameter.apply === undefined) continue;
      const value = this.#value(parameter.name);
      this.#changed.set(parameter.name, parameter.apply(value, this));
    }
    this.maxBulkBytes = Math.min(this.number('proto-max-bulk-len'), MAX_STRING_BYTES);
    this.password = this.text('requirepass');
    this.eventClasses = this.text('notify-keyspace-events');
    this.onChange();
  }
}
