/** Runs lines of a lesson on a real redis-server. Time passes there by itself. */
import { type Action, commandLines, isOutside } from '../protocol/actions.ts';
import { frameCommand } from '../protocol/frame-commands.ts';
import { formatRawReply, formatReply, printsRaw } from '../protocol/redis-cli.ts';
import { decodeReplies } from '../protocol/resp.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import { type RunningRedis, startRedis, WireClient } from './oracle.ts';

export class LessonOracle {
  readonly #redis: RunningRedis;
  /** The limits that lessons change, as commands that set them back. */
  #limits: readonly string[] = [];
  #clients: WireClient[] = [];

  private constructor(redis: RunningRedis) {
    this.#redis = redis;
  }

  static async start(): Promise<LessonOracle> {
    const oracle = new LessonOracle(await startRedis(['--enable-debug-command', 'yes']));
    const lines = await oracle.do({ type: 'command', client: 1, line: 'CONFIG GET *-max-*-*' });
    const words = lines.map((line) => JSON.parse(line.slice(line.indexOf('"'))) as string);
    oracle.#limits = words.flatMap((name, nth) =>
      nth % 2 === 0 ? [`CONFIG SET ${name} ${words[nth + 1]}`] : [],
    );
    return oracle;
  }

  async startOver(): Promise<void> {
    this.#hangUp();
    for (const line of ['FLUSHALL', ...this.#limits]) await this.do({ type: 'command', client: 1, line });
  }

  /** Does it and returns what redis-cli prints, line by line. */
  async do(action: Action): Promise<string[]> {
    if (action.type === 'advance') return [];
    if (action.type === 'close') {
      this.#clients[action.client - 1]?.close();
      delete this.#clients[action.client - 1];
      return [];
    }
    if (isOutside(action)) throw new Error('What happens to a server is not portable: mark the demo so.');
    this.#clients[action.client - 1] ??= await WireClient.connect(this.#redis.port);
    const printed: string[] = [];
    for (const line of commandLines(action)) {
      const args = splitArguments(line) ?? [];
      const format = printsRaw(frameCommand(args)) ? formatRawReply : formatReply;
      const replies = decodeReplies(await this.#clients[action.client - 1].send(args));
      printed.push(...replies.flatMap((reply) => format(reply).split('\n')));
    }
    return printed;
  }

  async stop(): Promise<void> {
    this.#hangUp();
    await this.#redis.stop();
  }

  #hangUp(): void {
    for (const client of this.#clients) client?.close();
    this.#clients = [];
  }
}
