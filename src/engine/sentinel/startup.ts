/**
 * A start in sentinel mode: sentinel.conf is read, its parameters are those of the server, and its `sentinel` lines make
 * what is watched.
 */
import type { SessionStart } from '../../protocol/session.ts';
import { latin1 } from '../base/bytes.ts';
import { CommandTable } from '../state/command/table.ts';
import { Config } from '../state/config/config.ts';
import { type Directive, directivesOf, problemAt } from '../state/config/config-lines.ts';
import { ConfigError } from '../state/config/table.ts';
import type { VirtualDisk } from '../state/disk/disk.ts';
import { DiskFailure } from '../state/disk/disk.ts';
import { Sentinel } from '../state/sentinel/sentinel.ts';
import type { Server } from '../state/server.ts';
import { SENTINEL_CATALOGUE } from './commands/index.ts';
import { readDirectives } from './directives.ts';
import { announce } from './events.ts';
import { saveState } from './state-file.ts';
import { startTimer } from './timer.ts';
import { timeOf } from './watch.ts';

const DEFAULTS = { port: '26379', 'protected-mode': 'no', save: '' };
/** Parameters of a process, which a sentinel writes into its file and this one has no use for. */
const OF_THE_PROCESS: readonly string[] = ['pidfile', 'daemonize', 'logfile', 'dir', 'loadmodule'];

/** How a server is started that is a sentinel. */
export interface SentinelStart {
  readonly start: SessionStart;
  readonly commands: CommandTable;
  /** Gives why it cannot start, or null when it has started. */
  begin(server: Server): string | null;
}

export function sentinelStart(start: SessionStart, disk: VirtualDisk): SentinelStart {
  const path = start.sentinel ?? '';
  const file = readFile(disk, path);
  const problem = typeof file === 'string' ? file : problemOf(start, file);
  const directives = typeof file === 'string' ? [] : file;
  return {
    start: problem === null ? { ...start, config: configOf(start, directives) } : start,
    commands: new CommandTable(SENTINEL_CATALOGUE),
    begin: (server) => problem ?? begin(server, path, directives),
  };
}

function readFile(disk: VirtualDisk, path: string): Directive[] | string {
  try {
    const file = disk.find(path);
    if (file !== null) return directivesOf(latin1(file.view()));
    return `Fatal error, can't open config file '${path}': No such file or directory`;
  } catch (problem) {
    if (problem instanceof DiskFailure)
      return `Fatal error, can't open config file '${path}': ${problem.text}`;
    throw problem;
  }
}

/** The port that a sentinel.conf names, or the usual one. */
export function sentinelPort(text: string): number {
  const directives = directivesOf(text);
  if (typeof directives === 'string') return Number(DEFAULTS.port);
  const line = directives.findLast(({ words }) => words[0].toLowerCase() === 'port');
  return Number(line?.words[1] ?? DEFAULTS.port);
}

/** The parameters of the file; what was given beside it counts more. */
function configOf(start: SessionStart, directives: readonly Directive[]): Record<string, string> {
  const config: Record<string, string> = { ...DEFAULTS };
  for (const { words } of directives) {
    const [word, ...values] = words;
    const name = word.toLowerCase();
    if (name === 'sentinel' || OF_THE_PROCESS.includes(name)) continue;
    const value = values.join(' ');
    config[name] = name === 'user' && config.user !== undefined ? `${config.user}\n${value}` : value;
  }
  return { ...config, ...start.config };
}

/** The first line with a parameter that the server would refuse. */
function problemOf(start: SessionStart, directives: readonly Directive[]): string | null {
  for (const directive of directives) {
    const { user: _, ...config } = configOf({ ...start, config: {} }, [directive]);
    try {
      new Config(start.generation, config);
    } catch (problem) {
      if (!(problem instanceof ConfigError)) throw problem;
      return problemAt(directive.line, directive.text, problem.text);
    }
  }
  return null;
}

function begin(server: Server, path: string, directives: readonly Directive[]): string | null {
  const sentinel = new Sentinel(path, timeOf(server));
  server.sentinel = sentinel;
  const problem = readDirectives(
    server,
    directives.filter(({ words }) => words[0].toLowerCase() === 'sentinel'),
  );
  if (problem !== null) return problem;
  if (sentinel.id === '') sentinel.id = server.randomId('sentinel-id');
  // One that could not keep its votes must not vote.
  if (!saveState(server)) return `Sentinel config file ${path} is not writable. Exiting...`;
  server.persistence.note(`Sentinel ID is ${sentinel.id}`);
  for (const master of sentinel.masters.values())
    announce(server, '+monitor', master, `quorum ${master.quorum}`);
  server.alarms.set(server.nowMs, () => startTimer(server));
  return null;
}
