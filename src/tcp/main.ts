/** `npm run server -- --port N [--generation 6.2|7.0] [--seed N] [--<parameter> <value> …]` */
import { ConfigError } from '../engine/state/config-table.ts';
import { parseCommandLine } from './command-line.ts';
import { listen, wallClockMs } from './server.ts';

const line = parseCommandLine(process.argv.slice(2));
if (typeof line === 'string') {
  console.error(line);
  process.exit(1);
}

try {
  const { generation, seed, config } = line;
  const server = await listen({
    port: line.port,
    host: '127.0.0.1',
    folder: config.dir,
    onEnd(because) {
      console.log(because);
      process.exit(0);
    },
    start: { generation, seed, config: { port: String(line.port), ...config }, startMs: wallClockMs() },
    onFault(problem) {
      console.error('The engine has stopped:', problem);
      process.exit(1);
    },
  });
  console.log(`Rediscope ${generation}, seed ${seed}: ready to accept connections on port ${server.port}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => server.stop().then(() => process.exit(0)));
  }
} catch (problem) {
  const code = (problem as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') console.error(`Port ${line.port} is in use. Choose another with --port.`);
  else if (problem instanceof ConfigError) console.error(String(problem));
  else console.error(problem instanceof Error ? problem.message : problem);
  process.exit(1);
}
