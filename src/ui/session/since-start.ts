/**
 * What it takes to bring a session back when its worker is lost: its beginning, and every answered request since that
 * changed it. Saved parts that pass by move the beginning forward.
 */
import type { RequestName, Requests } from '../../protocol/messages.ts';

type Ask<Name extends RequestName> = Requests[Name]['ask'];

type Beginning =
  | { readonly request: 'start'; readonly ask: Ask<'start'> }
  | { readonly request: 'load'; readonly ask: Ask<'load'> };

export interface Redone {
  readonly id: number;
  readonly request: RequestName;
  readonly ask: Ask<RequestName>;
  /** When it happened, on the server's clock; null if the answer does not say. */
  readonly atMs: number | null;
}

/**
 * Requests that change the session. The clock is not among them: a session that is brought back has a stopped clock.
 */
const CHANGING: ReadonlySet<RequestName> = new Set<RequestName>([
  'send',
  'open',
  'close',
  'crash',
  'restart',
  'disk',
  'change',
  'advance',
  'goal',
  'switchBranch',
  'deleteBranch',
]);
/** Beyond this, requests are not recorded: then only the saved part comes back. */
const MAX_REQUESTS = 200_000;
const MAX_BYTES = 64 * 1024 * 1024;

export class SinceStart {
  #beginning: Beginning | null = null;
  #requests: Redone[] = [];
  #bytes = 0;
  #isWhole = true;
  /** The parts of the file that this worker began last, and its end. */
  #parts: Uint8Array[] | null = null;
  #tail: Uint8Array | null = null;

  get beginning(): Beginning | null {
    if (this.#parts === null || this.#tail === null) return this.#beginning;
    return { request: 'load', ask: { saved: joined([...this.#parts, this.#tail]) } };
  }

  get requests(): readonly Redone[] {
    return this.#requests;
  }

  /** False if there was too much to record: the missing requests came after the beginning. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  note<Name extends RequestName>(
    id: number,
    request: Name,
    ask: Ask<Name>,
    answer: Requests[Name]['answer'],
  ): void {
    if (request === 'start' || request === 'load') this.#begin({ request, ask } as Beginning);
    else if (request === 'saveSince') this.#noteSaved(id, answer as Requests['saveSince']['answer']);
    else if (CHANGING.has(request)) this.#noteChange(id, request, ask, answer);
  }

  #begin(beginning: Beginning): void {
    this.#beginning = beginning;
    this.#requests = [];
    this.#bytes = 0;
    this.#isWhole = true;
    this.#parts = null;
    this.#tail = null;
  }

  #noteChange(id: number, request: RequestName, ask: Ask<RequestName>, answer: unknown): void {
    if (this.#beginning === null) return;
    this.#bytes += 'bytes' in ask ? ask.bytes.length : 0;
    if (this.#requests.length >= MAX_REQUESTS || this.#bytes > MAX_BYTES) this.#isWhole = false;
    if (!this.#isWhole) return;
    const { frame } = (answer ?? {}) as { frame?: { atMs?: number } };
    this.#requests.push({ id, request, ask, atMs: frame?.atMs ?? null });
  }

  /** The parts contain every request made before them. */
  #noteSaved(id: number, { head, blocks, tail, more }: Requests['saveSince']['answer']): void {
    if (head !== null) this.#parts = [head];
    // Parts appended to a loaded file mean nothing without that file.
    if (this.#parts === null) return;
    this.#parts.push(blocks);
    // Each answer makes a whole file; only the last one has every request made before.
    this.#tail = tail;
    if (more) return;
    this.#requests = this.#requests.filter((noted) => noted.id > id);
    this.#bytes = this.#requests.reduce((sum, { ask }) => sum + ('bytes' in ask ? ask.bytes.length : 0), 0);
    this.#isWhole = true;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
