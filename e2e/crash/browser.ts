/** A browser with a profile on disk, so that it can be killed and started again. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test';

export class KillableBrowser {
  readonly #profile: string;
  readonly #options: LaunchOptions;
  readonly #address: string;
  #context: BrowserContext | null = null;

  private constructor(profile: string, options: LaunchOptions, address: string) {
    this.#profile = profile;
    this.#options = options;
    this.#address = address;
  }

  static async create(options: LaunchOptions, address: string): Promise<KillableBrowser> {
    return new KillableBrowser(await mkdtemp(join(tmpdir(), 'rediscope-crash-')), options, address);
  }

  async context(): Promise<BrowserContext> {
    this.#context ??= await chromium.launchPersistentContext(this.#profile, {
      ...this.#options,
      baseURL: this.#address,
      locale: 'en-US',
      acceptDownloads: true,
      // No animation to wait for.
      reducedMotion: 'reduce',
    });
    return this.#context;
  }

  async page(): Promise<Page> {
    return (await this.context()).newPage();
  }

  /** SIGKILL to the whole browser. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    const ended = new Promise<void>((resolve) => context?.once('close', () => resolve()));
    const pids = await this.#processes();
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    if (context !== null) await ended;
    for (let left = pids; left.length > 0; left = await this.#processes()) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // A killed browser leaves its lock behind; its host and process are gone.
    for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      await rm(join(this.#profile, lock), { force: true });
  }

  /** The processes of this profile, and of no other. */
  async #processes(): Promise<number[]> {
    const found: number[] = [];
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
      const line = await readFile(`/proc/${name}/cmdline`, 'latin1').catch(() => '');
      if (line.split('\0').includes(`--user-data-dir=${this.#profile}`)) found.push(Number(name));
    }
    return found;
  }

  async end(): Promise<void> {
    await this.#context?.close().catch(() => undefined);
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
