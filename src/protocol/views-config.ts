/** The parameters of a server, as CONFIG GET tells them. */
export interface ConfigTarget {
  readonly kind: 'config';
  /** Parameters belong to the whole server; every target names a database. */
  readonly db: number;
}

export interface ParameterView {
  readonly name: string;
  readonly value: string;
  /** What a server starts with that is told nothing. */
  readonly byDefault: string;
  /** False when it is kept and told, and nothing here follows it. */
  readonly hasEffect: boolean;
  /** Whether CONFIG SET may change it. */
  readonly canChange: boolean;
  /** The words it takes, where it takes certain words. */
  readonly choices: readonly string[];
}

export interface ConfigView {
  readonly kind: 'config';
  /** By name. Older names of a parameter are left out. */
  readonly parameters: readonly ParameterView[];
}
