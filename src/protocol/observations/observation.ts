/**
 * An observation: a number or a short text that the engine computes, and that a lesson names by a path. It is one
 * object: the form of its path, how it is read, its name in both languages, and an example.
 *
 *   path   'db<db>.zset(<key>).levels(<member>)'     a lesson writes db0.zset(board).levels(bob)
 *          'db<db>.[expires.]ht<table>.used'         a word in brackets may be left out
 *
 * What stands in angle brackets is a parameter of the table below. `read` gets all of them by name, and the compiler
 * knows from the path which there are. An observation that has no value now is null, and no check of it passes.
 */
import type { ObservationName } from '../checks.ts';
import type { Generation } from '../session.ts';
import type { EngineReader, FrameFacts, Observed } from './reader.ts';

/** How a parameter is written, and what it may be. */
const parameters = {
  db: wholeNumber(2),
  table: wholeNumber(1, 0, 1),
  level: wholeNumber(2),
  index: wholeNumber(5),
  cuts: wholeNumber(2, 1, 26),
  /** As many as the view of clients shows. */
  client: wholeNumber(2, 1),
  key: text('.+'),
  prefix: text('.+'),
  member: text('.+'),
  field: text('.+'),
  group: text('.+'),
  user: text('.+'),
  file: text('.+'),
  consumer: text('.+'),
  entry: text('\\d+-\\d+'),
  event: text('[a-z-]+'),
  slotBytes: wholeNumber(9, 8),
};

interface Parameter<Value> {
  /** A regular expression. */
  readonly written: string;
  /** Null when it may not be that. */
  value(written: string): Value | null;
}

function wholeNumber(digits: number, least = 0, most = Number.POSITIVE_INFINITY): Parameter<number> {
  const value = (written: string) => {
    const number = Number(written);
    return number < least || number > most ? null : number;
  };
  return { written: `\\d{1,${digits}}`, value };
}

function text(written: string): Parameter<string> {
  return { written, value: (found) => found };
}

type Parameters = {
  readonly [Name in keyof typeof parameters]: (typeof parameters)[Name] extends Parameter<infer Value>
    ? Value
    : never;
};

/** The parameters of a path, and the words that may be left out. */
type NamesIn<Path> = Path extends `${string}<${infer Name}>${infer Rest}` ? Name | NamesIn<Rest> : never;
type WordsIn<Path> = Path extends `${string}[${infer Word}.]${infer Rest}` ? Word | WordsIn<Rest> : never;

export type ParametersOf<Path> = {
  readonly [Name in NamesIn<Path>]: Name extends keyof Parameters ? Parameters[Name] : never;
} & { readonly [Word in WordsIn<Path>]: boolean };

type ValueOf<Kind> = Kind extends 'number' ? number : string;

/** A name, which may depend on the parameters. */
type Words<Given> = string | ((given: Given) => string);

/** A path that has a value, and how to come there. The value stands in content/OBSERVATIONS.md. */
export interface ObservationExample {
  /** 7.0 by default. */
  readonly generation?: Generation;
  /** Settings that the server starts with. */
  readonly config?: Readonly<Record<string, string>>;
  /** Commands as a lesson writes them, a line each. */
  readonly given: string;
  readonly path: string;
  /** A command that reports the same, and what stands before the value in its reply, such as 'evicted_keys:'. */
  readonly reportedBy?: readonly [command: string, before?: string];
}

interface Definition<Path, Kind, Given> {
  readonly path: Path;
  /** The kind of its value if not null. */
  readonly value: Kind;
  readonly zh: Words<Given>;
  readonly en: Words<Given>;
  /**
   * How its value reads in a sentence: "The number of keys is 4" or "The load factor is 1.5". Numbers are counts unless
   * told.
   */
  readonly reads?: 'count' | 'value';
  /** A sentence of its own instead, in which `{n}` is the value; `sayings` as in `ObservationWords`. */
  readonly sentence?: { readonly zh: Words<Given>; readonly en: Words<Given> };
  readonly sayings?: Readonly<Record<string, ObservationName>>;
  /** For authors: when it is null, or what else the name does not say. */
  readonly note?: string;
  readonly example: ObservationExample;
  read(engine: EngineReader, given: Given, last: FrameFacts): ValueOf<Kind> | null;
}

/** The value at a path; only the observation itself knows its parameters. */
export type Given = Readonly<Record<string, string | number | boolean>>;

export interface Observation extends Definition<string, 'number' | 'text', Given> {
  /** The parameters of a path of this observation; null for other paths. */
  match(path: string): Given | null;
  read(engine: EngineReader, given: Given, last: FrameFacts): Observed;
}

export function observation<const Path extends string, Kind extends 'number' | 'text'>(
  definition: Definition<Path, Kind, ParametersOf<Path>> &
    (NamesIn<Path> extends keyof Parameters ? unknown : { readonly path: never }),
): Observation {
  let pattern: RegExp | null = null;
  const names: string[] = [];
  return {
    // `match` finds exactly the parameters that the object expects: both follow from the path.
    ...(definition as unknown as Definition<string, 'number' | 'text', Given>),
    match(path) {
      pattern ??= patternOf(definition.path, names);
      const found = pattern.exec(path);
      if (found === null) return null;
      const given: Record<string, string | number | boolean> = {};
      for (const [nth, name] of names.entries()) {
        const written = found[nth + 1];
        const value =
          name in parameters
            ? parameters[name as keyof Parameters].value(written)
            : /* a word that may be left out */ written !== undefined;
        if (value === null) return null;
        given[name] = value;
      }
      return given;
    },
  };
}

/** The regular expression of a path; its groups are the names, in order. */
function patternOf(path: string, names: string[]): RegExp {
  const source = path.replace(/<(\w+)>|\[(\w+)\.\]|[.()]/g, (part, parameter?: string, word?: string) => {
    if (parameter === undefined && word === undefined) return `\\${part}`;
    names.push(parameter ?? word!);
    return parameter === undefined
      ? `(${word}\\.)?`
      : `(${parameters[parameter as keyof Parameters].written})`;
  });
  return new RegExp(`^${source}$`);
}
