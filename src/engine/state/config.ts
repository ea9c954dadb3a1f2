/**
 * The configuration: every parameter by its name in redis.conf, parsed and printed as CONFIG SET
 * and CONFIG GET do. What exists, with bounds and defaults, stands in config-table.ts.
 */
import type { Generation } from '../../protocol/session.ts';
import { ConfigError, type ConfigValue, PARAMETERS, type Parameter } from './config-table.ts';

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

export class Config {
  /** In lower case, aliases included. */
  readonly #parameters = new Map<string, NamedParameter>();
  readonly #values = new Map<string, ConfigValue>();
  /** proto-max-bulk-len, asked for with every portion of input. */
  maxBulkBytes = 0;
  /** requirepass, asked for with every command; empty when none is needed. */
  password = '';
  /** The letters of notify-keyspace-events, A spelled out; asked for with every event. */
  eventClasses = '';
  /** Told after values have changed. */
  onChange: () => void = () => {};

  constructor(generation: Generation, overrides: Readonly<Record<string, string>>) {
    for (const parameter of PARAMETERS) {
      if (parameter.generation !== undefined && parameter.generation !== generation) continue;
      for (const name of [parameter.name, parameter.alias]) {
        if (name !== undefined) this.#parameters.set(name, { name, parameter });
      }
      this.#values.set(parameter.name, parameter.default);
    }
    this.set(
      Object.entries(overrides).map(([name, text]) => {
        const named = this.find(name);
        if (named === undefined) throw new ConfigError(`Unknown option '${name}'`);
        return [named, text];
      }),
    );
  }

  find(name: string): NamedParameter | undefined {
    return this.#parameters.get(name.toLowerCase());
  }

  /** All names, aliases included, with their parameters. */
  names(): IterableIterator<NamedParameter> {
    return this.#parameters.values();
  }

  number(name: string): number {
    return Number(this.#values.get(name));
  }

  flag(name: string): boolean {
    return this.#values.get(name) as boolean;
  }

  text(name: string): string {
    return this.#values.get(name) as string;
  }

  /** As CONFIG GET prints it. */
  printed(name: string): string {
    const named = this.find(name);
    return named === undefined ? '' : this.print(named.parameter);
  }

  print(parameter: Parameter): string {
    return parameter.print(this.#values.get(parameter.name) as ConfigValue);
  }

  /** Sets several at once: all or, when one is refused, none. Throws the first refusal. */
  set(pairs: readonly (readonly [NamedParameter, string])[]): void {
    const before = new Map<string, ConfigValue>();
    for (const [{ name, parameter }, text] of pairs) {
      const current = this.#values.get(parameter.name) as ConfigValue;
      if (!before.has(parameter.name)) before.set(parameter.name, current);
      const value = parameter.parse(text, current);
      if (value instanceof ConfigError) {
        for (const [changed, old] of before) this.#values.set(changed, old);
        throw new RefusedValue(name, value.text);
      }
      this.#values.set(parameter.name, value);
    }
    for (const [{ parameter }] of pairs) {
      if (parameter.apply === undefined) continue;
      const value = this.#values.get(parameter.name) as ConfigValue;
      this.#values.set(parameter.name, parameter.apply(value, this));
    }
    this.maxBulkBytes = this.number('proto-max-bulk-len');
    this.password = this.text('requirepass');
    this.eventClasses = this.text('notify-keyspace-events');
    this.onChange();
  }
}
