/** Nodes of a cluster as processes that can be killed: ours, from the bundle of the server, and real redis-servers. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What redis-cli prints. */
export const cli = async (...args: string[]): Promise<string> => (await run('redis-cli', args)).stdout;

/** The usual ten thousand may lead into the ports that the system gives to connections. */
const BUS_PORT_DISTANCE = 50;

export class ClusterProcess {
  readonly port: number;
  readonly isReal: boolean;
  readonly #folder: string;
  readonly #timeoutMs: string;
  #process: ChildProcess | null = null;

  constructor(port: number, isReal: boolean, root: string, timeoutMs: string) {
    this.port = port;
    this.isReal = isReal;
    this.#folder = mkdtempSync(join(root, `${port}-`));
    this.#timeoutMs = timeoutMs;
  }

  start(): void {
    const words = ['--port', `${this.port}`, '--dir', this.#folder, '--cluster-enabled', 'yes'];
    words.push('--cluster-port', `${this.port + BUS_PORT_DISTANCE}`);
    words.push('--cluster-node-timeout', this.#timeoutMs, '--appendonly', 'yes');
    words.push('--enable-debug-command', 'yes');
    this.#process = this.isReal
      ? spawn('redis-server', words, { stdio: 'ignore' })
      : spawn(process.execPath, [process.env.REDISCOPE_SERVER ?? '', ...words], { stdio: 'ignore' });
  }

  /** kill -9. */
  kill(): void {
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  get isUp(): boolean {
    return this.#process !== null;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Port and kind, for the report. */
  get name(): string {
    return `${this.port} (${this.isReal ? 'real' : 'ours'})`;
  }

  ask(...words: string[]): Promise<string> {
    return cli('-p', `${this.port}`, ...words);
  }

  async id(): Promise<string> {
    return (await this.ask('cluster', 'myid')).trim();
  }

  async replication(): Promise<ReadonlyMap<string, string>> {
    const text = await this.ask('info', 'replication');
    return new Map([...text.matchAll(/^([a-z0-9_]+):(.*?)\r?$/gm)].map(([, name, value]) => [name, value]));
  }
}
