/** `npm run server -- [<redis.conf>] [--port N] [--generation 6.2|7.0] [--seed N] [--sentinel] [--<parameter> <value> …]` */
import { randomInt } from 'node:crypto';
import { ConfigError } from '../engine/index.ts';
import { parseCommandLine } from './command-line.ts';
import { type Configuration, configurationOf } from './configuration.ts';
import { inlineWholeCommands } from './inlining.ts';
import { listen, StartRefused, type TcpInput, wallClockMs } from './server.ts';

/** A process has more room than a tab of a browser. */
const MEMORY_BYTES = 4 * 1024 * 1024 * 1024;

const MAX_SEED = 2 ** 31;
const MAX_PRINTED = 2000;

/** An input for the log, so that the fault can be repeated. */
function printed(input: TcpInput): string {
  if (input.type !== 'data') return JSON.stringify(input);
  const bytes = Buffer.from(input.bytes.subarray(0, MAX_PRINTED)).toString('latin1');
  return `${input.bytes.length} bytes of client ${input.client}: ${JSON.stringify(bytes)}`;
}

/** Prints why the server does not start, and ends. */
function refuse(text: string): never {
  console.error(text);
  process.exit(1);
}

const line = parseCommandLine(process.argv.slice(2));
if (typeof line === 'string') refuse(line);

let configuration: Configuration;
try {
  configuration = configurationOf(line);
} catch (problem) {
  refuse(problem instanceof Error ? problem.message : String(problem));
}
const { port, config, configFile, sentinel } = configuration;

inlineWholeCommands();

try {
  const { generation } = line;
  const seed = line.seed ?? randomInt(MAX_SEED);
  const server = await listen({
    port,
    host: '127.0.0.1',
    folder: config.dir === undefined ? undefined : Buffer.from(config.dir, 'latin1').toString(),
    onEnd(because, reason) {
      console.log(because);
      process.exit(reason === 'shutdown' ? 0 : 1);
    },
    start: {
      generation,
      seed,
      sentinel,
      configFile,
      config,
      startMs: wallClockMs(),
      memoryBytes: MEMORY_BYTES,
    },
    onFault(problem, input, goesOn) {
      console.error(goesOn ? 'A command has failed inside the engine:' : 'The engine has stopped:', problem);
      console.error('It was given', printed(input));
      if (!goesOn) process.exit(1);
    },
  });
  console.log(`Rediscope ${generation}, seed ${seed}: ready to accept connections on port ${server.port}`);
  let isEnding = false;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isEnding && signal === 'SIGINT') {
      console.error('You insist... exiting now.');
      process.exit(1);
    }
    isEnding = true;
    if (await server.end()) process.exit(0);
    const { log } = server.engine.server.persistence;
    console.error(`${signal} received, but the server cannot end without losing data:`);
    for (const text of log.slice(-2)) console.error(`  ${text}`);
    console.error('It goes on. A second Ctrl-C ends it all the same.');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal));
} catch (problem) {
  const code = (problem as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') console.error(`Port ${port} is in use. Choose another with --port.`);
  else if (problem instanceof ConfigError) console.error(String(problem));
  else if (problem instanceof StartRefused) console.error(`The server was not started. ${problem.message}`);
  else console.error(problem instanceof Error ? problem.message : problem);
  process.exit(1);
}
