/** The parameters of a server, as CONFIG GET prints them. */
export interface ConfigTarget {
  readonly kind: 'config';
  /** Parameters belong to the whole server; every target names a database. */
  readonly db: number;
}

export interface ParameterView {
  readonly name: string;
  readonly value: string;
  /** The default value. */
  readonly byDefault: string;
  /** False if it is stored and returned but has no effect here. */
  readonly hasEffect: boolean;
  /** Whether CONFIG SET may change it. */
  readonly canChange: boolean;
  /** The words it accepts, if only certain words are allowed. */
  readonly choices: readonly string[];
}

export interface ConfigView {
  readonly kind: 'config';
  /** By name. Older names of a parameter are left out. */
  readonly parameters: readonly ParameterView[];
}
