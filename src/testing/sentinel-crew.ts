/**
 * Sentinels side by side over real servers: redis-sentinel itself, and the engine in sentinel mode behind a real port.
 *
 *     const crew = new SentinelCrew();
 *     const master = await crew.server();
 *     await crew.server(master.port);
 *     const ours = await crew.ours(lines(master.port));
 *     const real = await crew.real(lines(master.port));
 *     await crew.until(() => ours.events.some((event) => event.startsWith('+slave')));
 *     await crew.end();
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeReplies, type Reply } from '../protocol/resp.ts';
import { decodeUtf8 } from '../protocol/utf8.ts';
import { listen, wallClockMs } from '../tcp/server.ts';
import { freePort, WireClient } from './oracle.ts';

/** As long as anything may take on a busy machine. */
const PATIENCE_MS = 90_000;
const GLANCE_MS = 20;

export interface Member {
  readonly port: number;
  ask(...words: readonly string[]): Promise<Reply>;
  /** kill -9; the connections to it end. */
  kill(): Promise<void>;
}

export interface SentinelMember extends Member {
  readonly kind: 'ours' | 'real';
  /** Everything that it told its subscribers: type and text. */
  readonly events: readonly string[];
  /** Its file, as it is now. */
  file(): Promise<string>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class SentinelCrew {
  readonly #ends: (() => Promise<void> | void)[] = [];
  #folder: string | null = null;

  async #newFolder(): Promise<string> {
    if (this.#folder === null) {
      const folder = await mkdtemp(join(tmpdir(), 'rediscope-sentinel-'));
      this.#folder = folder;
      this.#ends.unshift(() => rm(folder, { recursive: true, force: true }));
    }
    return this.#folder;
  }

  /** A redis-server, on its own or as a replica; `port` to start one where there was one before. */
  async server(
    masterPort: number | null = null,
    options: readonly string[] = [],
    port?: number,
  ): Promise<Member> {
    const own = port ?? (await freePort());
    const folder = await this.#newFolder();
    const words = ['--port', `${own}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...options];
    if (masterPort !== null) words.push('--replicaof', `127.0.0.1 ${masterPort}`);
    words.push('--repl-diskless-sync-delay', '0', '--dbfilename', `${own}.rdb`);
    return this.#spawned(process.env.REDIS_SERVER || 'redis-server', words, own);
  }

  /** The same with a process of ours, from the bundle of the server (`REDISCOPE_SERVER`). */
  async ourServer(masterPort: number | null = null, port?: number): Promise<Member> {
    const own = port ?? (await freePort());
    const words = [process.env.REDISCOPE_SERVER ?? '', '--port', `${own}`, '--repl-diskless-sync-delay', '0'];
    if (masterPort !== null) words.push('--replicaof', `127.0.0.1 ${masterPort}`);
    return this.#spawned(process.execPath, words, own);
  }

  async real(lines: readonly string[]): Promise<SentinelMember> {
    const program = process.env.REDIS_SERVER || 'redis-server';
    return this.#sentinel('real', lines, program, (path) => [path, '--sentinel']);
  }

  /** A process of ours in sentinel mode. */
  async ourProcess(lines: readonly string[]): Promise<SentinelMember> {
    const words = (path: string) => [process.env.REDISCOPE_SERVER ?? '', '--sentinel', path];
    return this.#sentinel('ours', lines, process.execPath, words);
  }

  async #sentinel(
    kind: SentinelMember['kind'],
    lines: readonly string[],
    program: string,
    words: (path: string) => readonly string[],
  ): Promise<SentinelMember> {
    const port = await freePort();
    const path = await this.#writeFile(port, lines);
    const member = await this.#spawned(program, words(path), port);
    return { ...member, kind, events: await this.#eventsOf(port), file: () => readFile(path, 'latin1') };
  }

  async ours(lines: readonly string[], seed = 1): Promise<SentinelMember> {
    const port = await freePort();
    const path = await this.#writeFile(port, lines);
    const server = await listen({
      port,
      host: '127.0.0.1',
      start: { generation: '7.0', seed: seed + port, sentinel: path, config: {}, startMs: wallClockMs() },
      onFault: (problem) => {
        throw problem;
      },
    });
    this.#ends.push(() => server.stop());
    return {
      ...(await this.#member(port, () => server.stop())),
      kind: 'ours',
      events: await this.#eventsOf(port),
      file: () => readFile(path, 'latin1'),
    };
  }

  async #writeFile(port: number, lines: readonly string[]): Promise<string> {
    const path = join(await this.#newFolder(), `${port}.conf`);
    await writeFile(path, [`port ${port}`, 'bind 127.0.0.1', ...lines, ''].join('\n'));
    return path;
  }

  async #spawned(program: string, words: readonly string[], port: number): Promise<Member> {
    const child = spawn(program, words, { stdio: 'ignore' });
    running.add(child);
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL');
      await closed;
      running.delete(child);
    };
    this.#ends.push(kill);
    return this.#member(port, kill);
  }

  async #member(port: number, kill: () => Promise<void>): Promise<Member> {
    let client = await this.#connect(port);
    const ask = async (...words: readonly string[]): Promise<Reply> => {
      try {
        return decodeReplies(await client.send(words))[0];
      } catch {
        // Sentinels send the clients of a server away when its role changes.
        client = await this.#connect(port);
        return decodeReplies(await client.send(words))[0];
      }
    };
    return { port, kill, ask };
  }

  async #connect(port: number): Promise<WireClient> {
    for (const startMs = Date.now(); ; ) {
      try {
        const client = await WireClient.connect(port);
        this.#ends.push(() => client.close());
        return client;
      } catch (problem) {
        if (Date.now() - startMs > PATIENCE_MS) throw problem;
        await pause(GLANCE_MS);
      }
    }
  }

  /** A list that grows while the sentinel tells what happens. */
  async #eventsOf(port: number): Promise<string[]> {
    const client = await this.#connect(port);
    await client.send(['PSUBSCRIBE', '*']);
    const events: string[] = [];
    const hear = async (): Promise<void> => {
      for (;;) {
        const [message] = decodeReplies(await client.next());
        const [, , channel, text] = itemsOf(message).map(textOf);
        events.push(`${channel} ${text}`);
      }
    };
    // The connection ends with the test.
    hear().catch(() => {});
    return events;
  }

  async until(isTrue: () => boolean | Promise<boolean>, what = String(isTrue)): Promise<void> {
    for (const startMs = Date.now(); !(await isTrue()); await pause(GLANCE_MS)) {
      if (Date.now() - startMs > PATIENCE_MS) throw new Error(`this has not come true: ${what}`);
    }
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
    this.#folder = null;
  }
}

export function itemsOf(reply: Reply): readonly Reply[] {
  return reply.type === 'array' || reply.type === 'push' || reply.type === 'set' ? reply.items : [];
}

export function textOf(reply: Reply): string {
  if (reply.type === 'string' || reply.type === 'verbatim') return decodeUtf8(reply.bytes);
  if (reply.type === 'integer') return String(reply.value);
  return reply.type === 'status' || reply.type === 'error' ? reply.text : '';
}

/** A flat list of names and values, or several of them. */
export function fieldsOf(reply: Reply): Record<string, string> {
  const texts = itemsOf(reply).map(textOf);
  return Object.fromEntries(
    texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1]] as [string, string]] : [])),
  );
}
