/**
 * Compiles one scenario: scenario.yaml says once what stands where and what must hold, Lua files are the programs of the
 * actors, some of them also as text for client libraries, and zh.md and en.md have words for the same ids.
 */
import {
  type FaultKind,
  type FaultOf,
  type FaultSpec,
  faultKinds,
  type Invariant,
  type NamedWords,
  type Scenario,
  type ScenarioNode,
  type ScenarioWords,
  type Variant,
} from '../../protocol/scenario.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { decodeUtf8 } from '../../protocol/utf8.ts';
import { DataFile, type Path } from '../data-file.ts';
import { BrokenContentError, Source } from '../problem.ts';
import { type Prose, readProse } from '../prose.ts';
import { readClientTexts } from './client-texts.ts';
import { ExpressionError, parseExpression } from './expression.ts';
import { lsmNodeOf } from './lsm-node.ts';
import {
  type ActorData,
  type ConditionData,
  type FaultData,
  type NodeData,
  type ScenarioData,
  scenarioSchema,
} from './schema.ts';

/** The first syntax error of a Lua file; null if there is none. The build brings the interpreter along. */
export type CheckSyntax = (source: string) => { readonly message: string; readonly line: number } | null;

export interface ScenarioFiles {
  /** From the root of the project. */
  readonly folder: string;
  readonly data: string;
  readonly zh: string;
  readonly en: string;
  /** Lua files by their names. */
  readonly programs: Readonly<Record<string, string>>;
  /** The same programs for client libraries, by the names of their files; most have none. */
  readonly clients?: Readonly<Record<string, string>>;
  readonly checkSyntax: CheckSyntax;
}

export function compileScenario(files: ScenarioFiles): Scenario {
  const file = new DataFile(new Source(`${files.folder}/scenario.yaml`, files.data));
  const zh = readProse(new Source(`${files.folder}/zh.md`, files.zh), 'zh');
  const en = readProse(new Source(`${files.folder}/en.md`, files.en), 'en');
  const programs = Object.entries(files.programs).map(([name, text]) => {
    const source = new Source(`${files.folder}/${name}`, text);
    const problem = files.checkSyntax(text);
    if (problem !== null) source.problem(Math.max(1, problem.line), 1, `Mend the Lua: ${problem.message}.`);
    return source;
  });
  const clients = readClientTexts(files.folder, files.clients ?? {}, Object.keys(files.programs));
  const sources = [file.source, zh.source, en.source, ...programs, ...clients.sources];
  const value = file.read();
  const data = file.source.problems.length > 0 ? null : file.check(scenarioSchema, value);
  throwProblems(sources);
  if (data === null) throw new Error(`${files.folder} was refused without a reason`);

  const compiler = new Compiler(file, data, files.programs);
  const scenario = compiler.compile();
  for (const prose of [zh, en]) compareWords(scenario, prose);
  compareInfamous(zh, en);
  compiler.complainAboutUnused();
  throwProblems(sources);
  return {
    ...scenario,
    clients: clients.texts,
    words: { zh: wordsOf(scenario, zh), en: wordsOf(scenario, en) },
  };
}

function throwProblems(sources: readonly Source[]): void {
  const problems = sources.flatMap((source) => source.problems);
  if (problems.length > 0) throw new BrokenContentError(problems);
}

type Wordless = Omit<Scenario, 'words' | 'clients'>;

class Compiler {
  readonly #file: DataFile;
  readonly #data: ScenarioData;
  readonly #programs: Readonly<Record<string, string>>;
  readonly #used = new Set<string>();

  constructor(file: DataFile, data: ScenarioData, programs: Readonly<Record<string, string>>) {
    this.#file = file;
    this.#data = data;
    this.#programs = programs;
  }

  compile(): Wordless {
    const { id, seed, latency, copies, variants } = this.#data;
    this.#checkCopies();
    const never = this.#invariants('never');
    const possible = this.#invariants('possible');
    return {
      id,
      seed,
      latency: {
        ms: latency.ms,
        jitterMs: latency.jitter,
        stallChance: latency.stall.chance,
        stallMs: latency.stall.ms,
        crashChance: latency.crash,
        faultChance: latency.fault,
        startWithinMs: latency.startWithin,
      },
      copies,
      variants: Object.keys(variants).map((name) => this.#variant(name, never, possible)),
    };
  }

  #checkCopies(): void {
    const { nodes, copies, variants } = this.#data;
    const known = [nodes, ...Object.values(variants).map((variant) => variant.nodes)].flatMap((named) =>
      Object.keys(named),
    );
    for (const [copy, original] of Object.entries(copies)) {
      if (copy === original) this.#file.problem(['copies', copy], 'A node is no copy of itself.');
      for (const name of [copy, original]) {
        if (!known.includes(name)) {
          this.#file.problem(['copies', copy], `Nothing under "nodes" is called "${name}".`);
        }
      }
    }
  }

  complainAboutUnused(): void {
    for (const name of Object.keys(this.#programs)) {
      if (!this.#used.has(name))
        this.#file.problem(['variants'], `No actor runs ${name}: use it or remove it.`);
    }
  }

  #invariants(kind: 'never' | 'possible'): Map<string, Invariant> {
    return new Map(
      Object.entries(this.#data[kind]).flatMap(([id, given]: [string, ConditionData]) => {
        const { when, at } = typeof given === 'string' ? { when: given, at: 'any' as const } : given;
        try {
          return [[id, { id, when: parseExpression(when), text: when, at }]];
        } catch (problem) {
          if (!(problem instanceof ExpressionError)) throw problem;
          this.#file.problem([kind, id], problem.message);
          return [];
        }
      }),
    );
  }

  #variant(
    id: string,
    never: ReadonlyMap<string, Invariant>,
    possible: ReadonlyMap<string, Invariant>,
  ): Variant {
    const data = this.#data.variants[id];
    const path = ['variants', id];
    const nodes = { ...this.#data.nodes, ...data.nodes };
    const ownNever = data.never ?? [...never.keys()];
    this.#namesOf([...path, 'breaks'], data.breaks, ownNever, 'never');
    return {
      id,
      nodes: Object.entries(nodes).map(([name, node]) => this.#node(name, node, path)),
      actors: Object.entries(data.actors).map(([name, actor]) =>
        this.#actor(name, actor, [...path, 'actors', name]),
      ),
      faults: this.#faults(id),
      never: this.#chosen([...path, 'never'], data.never, never, 'never'),
      possible: this.#chosen([...path, 'possible'], data.possible, possible, 'possible'),
      breaks: data.breaks,
      limit: data.limits ?? this.#data.limits,
    };
  }

  #chosen(
    path: Path,
    wanted: readonly string[] | undefined,
    all: ReadonlyMap<string, Invariant>,
    kind: string,
  ): Invariant[] {
    if (wanted === undefined) return [...all.values()];
    this.#namesOf(path, wanted, [...Object.keys(this.#data[kind as 'never' | 'possible'])], kind);
    return wanted.flatMap((id) => all.get(id) ?? []);
  }

  #namesOf(path: Path, names: readonly string[], known: readonly string[], kind: string): void {
    for (const [at, name] of names.entries()) {
      if (!known.includes(name))
        this.#file.problem([...path, at], `Nothing under "${kind}" is called "${name}".`);
    }
  }

  #node(name: string, data: NodeData, path: Path): ScenarioNode {
    if (data.kind === 'database') return { name, kind: 'database', rows: data.rows };
    const place = Object.hasOwn(this.#data.variants[String(path[1])].nodes, name)
      ? [...path, 'nodes']
      : ['nodes'];
    if (data.kind === 'lsm') {
      return lsmNodeOf(name, data, (at, problem) =>
        this.#file.problem([...place, name, 'given', at], problem),
      );
    }
    if (data.kind === 'sentinel') return this.#sentinel(name, data, String(path[1]), place);
    const given = data.given.map((line, at) => {
      const words = splitArguments(line);
      if (words === null || words.length === 0) {
        this.#file.problem([...place, name, 'given', at], 'Write a command here, with its quotes closed.');
        return [];
      }
      return words.map((word) => decodeUtf8(word));
    });
    const { config, of, cluster } = data;
    if (cluster !== undefined) {
      const slots = this.#slots(cluster, [...place, name, 'cluster']);
      this.#refuseBesideCluster(name, data, String(path[1]), place);
      return { name, kind: 'redis', config, given, slots };
    }
    if (of === undefined) return { name, kind: 'redis', config, given };
    const master = this.#nodesOf(String(path[1]))[of];
    if (master?.kind !== 'redis' || master.of !== undefined) {
      this.#file.problem([...place, name, 'of'], `"${of}" is no redis node that could be its master.`);
    }
    if (given.length > 0) {
      this.#file.problem(
        [...place, name, 'given'],
        'A replica gets its data from its master: write it there.',
      );
    }
    return { name, kind: 'redis', config, given, replicaOf: of };
  }

  #nodesOf(variant: string): Readonly<Record<string, NodeData>> {
    return { ...this.#data.nodes, ...this.#data.variants[variant].nodes };
  }

  #slots(given: readonly (number | string)[], place: Path): { first: number; last: number }[] {
    return given.map((range, at) => {
      const [first, last = first] = String(range).split('-').map(Number);
      if (first > last || last >= SLOTS) {
        this.#file.problem([...place, at], `Write slots from 0 to ${SLOTS - 1}, the smaller first.`);
      }
      return { first, last };
    });
  }

  /** The nodes of a cluster stand for themselves, and every slot has one owner. */
  #refuseBesideCluster(name: string, data: NodeData, variant: string, place: Path): void {
    const nodes = this.#nodesOf(variant);
    const replicas = Object.values(nodes).filter((node) => node.kind === 'redis' && node.of === name);
    if ((data.kind === 'redis' && data.of !== undefined) || replicas.length > 0) {
      this.#file.problem(
        [...place, name, 'cluster'],
        'A node of a cluster has no replicas here and is none.',
      );
    }
    const members = Object.entries(nodes).filter(
      ([, node]) => node.kind === 'redis' && node.cluster !== undefined,
    );
    if (members[0]?.[0] !== name) return;
    const owned = members.flatMap(([, node]) =>
      node.kind === 'redis' ? this.#slots(node.cluster ?? [], [...place, name, 'cluster']) : [],
    );
    const count = owned.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    const isEach = new Uint8Array(SLOTS);
    for (const { first, last } of owned) isEach.fill(1, first, last + 1);
    if (members.length < 2 || count !== SLOTS || isEach.includes(0)) {
      this.#file.problem(
        [...place, name, 'cluster'],
        `A cluster has at least two nodes, and each of the ${SLOTS} slots stands at one of them.`,
      );
    }
  }

  #sentinel(
    name: string,
    { watches, quorum, config }: Extract<NodeData, { kind: 'sentinel' }>,
    variant: string,
    place: Path,
  ): ScenarioNode {
    const nodes = this.#nodesOf(variant);
    const master = nodes[watches];
    if (master?.kind !== 'redis' || master.of !== undefined || master.cluster !== undefined) {
      this.#file.problem(
        [...place, name, 'watches'],
        `"${watches}" is no redis node that could be a master.`,
      );
    }
    const sentinels = Object.values(nodes).filter((node) => node.kind === 'sentinel');
    if (sentinels.some((other) => other.watches !== watches)) {
      this.#file.problem([...place, name, 'watches'], 'All sentinels of a variant watch one master.');
    }
    if (Object.values(nodes).some((node) => node.kind === 'redis' && node.cluster !== undefined)) {
      this.#file.problem([...place, name], 'Sentinels and a cluster do not stand in one variant.');
    }
    if (quorum > sentinels.length) {
      this.#file.problem([...place, name, 'quorum'], 'There are fewer sentinels than that.');
    }
    for (const directive of Object.keys(config)) {
      if (SENTINEL_DIRECTIVES.includes(directive)) continue;
      this.#file.problem(
        [...place, name, 'config', directive],
        `Write one of ${SENTINEL_DIRECTIVES.join(', ')} here.`,
      );
    }
    return { name, kind: 'sentinel', watches, quorum, config };
  }

  #actor(name: string, data: ActorData, path: Path): Variant['actors'][number] {
    const given = typeof data === 'string' ? { file: data, with: {}, clock: 0 } : data;
    const source = this.#programs[given.file];
    this.#used.add(given.file);
    if (source === undefined) this.#file.problem(path, `There is no file "${given.file}" in this folder.`);
    return {
      name,
      file: given.file,
      source: source ?? '',
      parameters: given.with,
      clockOffsetMs: given.clock,
    };
  }

  /** Of nodes in a cluster or under sentinels; and only sentinels notice a server that is cut off. */
  #refuseFaults(variant: string): void {
    const { faults } = this.#data.variants[variant];
    const nodes = Object.values(this.#nodesOf(variant));
    const isCluster = nodes.some((node) => node.kind === 'redis' && node.cluster !== undefined);
    const hasSentinels = nodes.some((node) => node.kind === 'sentinel');
    const refused = [
      ...(isCluster ? NOT_IN_CLUSTER : hasSentinels ? NOT_UNDER_SENTINELS : []),
      ...(hasSentinels ? [] : (['cut'] as const)),
    ];
    for (const kind of refused) {
      if (faults[kind] === undefined) continue;
      const why = isCluster
        ? 'No time passes in a cluster here, and nobody would notice'
        : kind === 'cut'
          ? 'Only servers under sentinels can be cut off'
          : 'Servers under sentinels cannot come back in a search, nor their clocks jump';
      this.#file.problem(['variants', variant, 'faults', kind], `${why}: leave "${kind}" out.`);
    }
  }

  #faults(variant: string): FaultSpec {
    const { faults, actors, nodes } = this.#data.variants[variant];
    const names = [actors, this.#data.nodes, nodes].flatMap((named) => Object.keys(named));
    const faultOf = (kind: FaultKind, data: FaultData | undefined): FaultOf & { ms: number } => {
      if (data === undefined) return { most: 0, to: [], ms: 0 };
      if (typeof data === 'number') return { most: data, to: [], ms: 0 };
      this.#namesOf(['variants', variant, 'faults', kind, 'to'], data.to, names, 'actors and nodes');
      return { most: data.most, to: data.to, ms: data.ms ?? 0 };
    };
    this.#refuseFaults(variant);
    const all = Object.fromEntries(faultKinds.map((kind) => [kind, faultOf(kind, faults[kind])]));
    const spec = all as unknown as Record<FaultKind, FaultOf & { ms: number }>;
    if (spec.clockJump.most > 0 && spec.clockJump.ms === 0) {
      this.#file.problem(
        ['variants', variant, 'faults', 'clockJump'],
        'Say how far the clock jumps: add "ms".',
      );
    }
    return spec;
  }
}

/** No time passes in a cluster, so nobody there would notice. */
const NOT_IN_CLUSTER: readonly FaultKind[] = ['down', 'restart', 'clockJump', 'cut'];
const NOT_UNDER_SENTINELS: readonly FaultKind[] = ['restart', 'clockJump'];
const SENTINEL_DIRECTIVES = ['down-after-milliseconds', 'failover-timeout', 'parallel-syncs'];
const SLOTS = 16384;

/** The headings that zh.md and en.md must have, by their ids. */
function sectionsOf({ variants }: Wordless): string[] {
  const ids = new Set(['story']);
  for (const { actors } of variants)
    for (const { name } of actors) ids.add(`actor-${name.replaceAll('_', '-')}`);
  for (const { id } of variants) ids.add(`variant-${id}`);
  for (const { never } of variants) for (const { id } of never) ids.add(`never-${id}`);
  for (const { possible } of variants) for (const { id } of possible) ids.add(`possible-${id}`);
  return [...ids];
}

function compareWords(scenario: Wordless, { source, steps }: Prose): void {
  const wanted = sectionsOf(scenario);
  for (const id of wanted) {
    const found = steps.filter((step) => step.id === id);
    if (found.length === 0) source.problem(1, 1, `Add a section "## … {#${id}}": it is missing here.`);
    for (const again of found.slice(1)) {
      source.problem(again.line, again.column, `There are two sections "${id}": keep one.`);
    }
  }
  const infamous = infamousSections(scenario);
  for (const { id, line, column, items } of steps) {
    if (!wanted.includes(id) && !infamous.includes(id)) {
      source.problem(line, column, `The scenario has nothing called "${id}".`);
    }
    for (const item of items) source.problem(item.line, item.column, 'A scenario has no items of lessons.');
  }
}

function compareInfamous(one: Prose, other: Prose): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    for (const { id, line, column } of from.steps) {
      if (!id.startsWith('infamous-') || to.steps.some((step) => step.id === id)) continue;
      from.source.problem(line, column, `The other language has no section "${id}": add it there.`);
    }
  }
}

/** Headings that there may be: names of what breaks a variant. */
function infamousSections({ variants }: Wordless): string[] {
  return variants.flatMap(({ id, breaks }) => (breaks.length > 0 ? [`infamous-${id}`] : []));
}

function wordsOf({ variants }: Wordless, { title, lead, steps }: Prose): ScenarioWords {
  const named = (section: string): NamedWords => {
    const step = steps.find(({ id }) => id === section);
    return { title: step?.heading ?? '', blocks: step?.blocks ?? [] };
  };
  const all = <Item>(items: readonly Item[], idOf: (item: Item) => string, prefix: string) =>
    Object.fromEntries(
      items.map((item) => [idOf(item), named(`${prefix}-${idOf(item).replaceAll('_', '-')}`)]),
    );
  const infamous = variants.filter(({ id }) => steps.some((step) => step.id === `infamous-${id}`));
  return {
    title,
    lead,
    infamous: all(infamous, ({ id }) => id, 'infamous'),
    story: named('story').blocks,
    variants: all(variants, ({ id }) => id, 'variant'),
    actors: all(
      variants.flatMap(({ actors }) => actors),
      ({ name }) => name,
      'actor',
    ),
    invariants: {
      ...all(
        variants.flatMap(({ never }) => never),
        ({ id }) => id,
        'never',
      ),
      ...all(
        variants.flatMap(({ possible }) => possible),
        ({ id }) => id,
        'possible',
      ),
    },
  };
}
