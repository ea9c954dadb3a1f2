/** What a command line and the file that it names come to: the start of a server, or the words in which it is refused. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { latin1 } from '../engine/index.ts';
import { ConfigFileError, linesOfWords, readConfigFile, sentinelPort, versionOf } from '../engine/process.ts';
import type { CommandLine } from './command-line.ts';

export interface Configuration {
  readonly port: number;
  readonly config: Readonly<Record<string, string>>;
  readonly configFile?: string;
  readonly sentinel?: string;
}

/** Without a file; a redis-server may have the usual one. */
const OWN_PORT = 6400;
const USUAL_PORT = 6379;

/** Throws an Error whose message is to be printed as it is. */
export function configurationOf({ path, isSentinel, generation, words }: CommandLine): Configuration {
  const file = path === null ? null : resolve(path);
  if (isSentinel) return ofSentinel(file ?? '', readParameters(generation, '', words));
  const config = readParameters(generation, file === null ? '' : contentOf(file), words);
  const port = Number(config.port ?? (file === null ? OWN_PORT : USUAL_PORT));
  return { port, config: { ...config, port: `${port}` }, ...(file === null ? {} : { configFile: file }) };
}

/** The port must be known before the sentinel itself reads the file and says what is wrong with it. */
function ofSentinel(file: string, config: Readonly<Record<string, string>>): Configuration {
  let port = config.port;
  try {
    port ??= `${sentinelPort(latin1(readFileSync(file)))}`;
  } catch {
    port = '0';
  }
  return { port: Number(port), config: { ...config, port }, sentinel: file };
}

function readParameters(
  generation: CommandLine['generation'],
  text: string,
  words: readonly string[],
): Record<string, string> {
  try {
    const options = linesOfWords(words.map((word) => Buffer.from(word).toString('latin1')));
    // As redis-server joins them, so that both count the same lines.
    return readConfigFile(generation, `${text}\n${options}`, (path) => contentOf(path));
  } catch (problem) {
    if (!(problem instanceof ConfigFileError)) throw problem;
    throw new Error(`\n*** FATAL CONFIG FILE ERROR (Redis ${versionOf(generation)}) ***\n${problem.message}`);
  }
}

function contentOf(path: string): string {
  try {
    return latin1(readFileSync(path));
  } catch (problem) {
    const text = TEXTS[(problem as NodeJS.ErrnoException).code ?? ''] ?? String(problem);
    throw new Error(`Fatal error, can't open config file '${path}': ${text}`);
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  EISDIR: 'Is a directory',
  ENOTDIR: 'Not a directory',
};
