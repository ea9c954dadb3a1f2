/**
 * The configuration: every parameter by its name in redis.conf, parsed and printed as CONFIG SET
 * and CONFIG GET do. What exists, with bounds and defaults, stands in config-table.ts.
 */
import type { Generation } from '../../protocol/session.ts';
import { ConfigError, PARAMETERS } from './config-table.ts';
import type { Parameter } from './config-table.ts';

export class Config {
  readonly #parameters = new Map<string, Parameter>();
  readonly #values = new Map<string, string | number | boolean>();
  /** proto-max-bulk-len, asked for with every portion of input. */
  maxBulkBytes = 0;

  constructor(generation: Generation, overrides: Readonly<Record<string, string>>) {
    for (const parameter of PARAMETERS) {
      if (parameter.generation !== undefined && parameter.generation !== generation) continue;
      this.#parameters.set(parameter.name, parameter);
      if (parameter.alias !== undefined) this.#parameters.set(parameter.alias, parameter);
      this.#values.set(parameter.name, parameter.default);
    }
    for (const [name, text] of Object.entries(overrides)) {
      const parameter = this.find(name);
      if (parameter === undefined) throw new ConfigError(`Unknown option '${name}'`);
      this.#store(parameter, text);
    }
    this.#refresh();
  }

  find(name: string): Parameter | undefined {
    return this.#parameters.get(name.toLowerCase());
  }

  /** All names, aliases included, with their parameters. */
  names(): IterableIterator<[string, Parameter]> {
    return this.#parameters.entries();
  }

  number(name: string): number {
    return this.#values.get(name) as number;
  }

  flag(name: string): boolean {
    return this.#values.get(name) as boolean;
  }

  text(name: string): string {
    return this.#values.get(name) as string;
  }

  /** As CONFIG GET prints it. */
  print(parameter: Parameter): string {
    const value = this.#values.get(parameter.name) as string | number | boolean;
    if (parameter.kind === 'flag') return value ? 'yes' : 'no';
    return parameter.print === undefined ? String(value) : parameter.print(value);
  }

  /** Sets several at once: all or, when one is refused, none. Throws a ConfigError naming the first refused. */
  set(pairs: readonly (readonly [Parameter, string])[]): void {
    const before = pairs.map(([parameter]) => [parameter.name, this.#values.get(parameter.name)] as const);
    try {
      for (const [parameter, text] of pairs) this.#store(parameter, text);
    } catch (problem) {
      for (const [name, value] of before) if (value !== undefined) this.#values.set(name, value);
      throw problem;
    }
    this.#refresh();
  }

  #store(parameter: Parameter, text: string): void {
    const value = parameter.parse(text);
    if (value instanceof ConfigError) throw value;
    this.#values.set(parameter.name, value);
  }

  #refresh(): void {
    this.maxBulkBytes = this.number('proto-max-bulk-len');
  }
}
