/**
 * A session as text: how the server was started and every input since, plus where the reader was
 * looking. JSON, compressed; base64url in a link. What comes back from a link or a file is untrusted:
 * every field is checked, and sizes are limited before anything is built from them.
 */
import type { PageState, Position, Refusal } from '../protocol/messages.ts';
import type { CrashLoss, DiskContent, Input, SessionStart } from '../protocol/session.ts';

export interface SavedSession {
  readonly start: SessionStart;
  readonly inputs: readonly Input[];
  readonly position: Position;
  readonly page: PageState;
}

/** Why a saved session was refused. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(code: Refusal['code'], detail: string) {
    super(detail);
    this.refusal = { code, detail };
  }
}

const FORMAT = 'rediscope';
const VERSION = 1;
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const MAX_INPUTS = 2_000_000;
const MAX_FILES = 1000;
const MAX_FSYNC_MS = 3_600_000;
/** A property of a disk that an input does not change. */
const UNSAID = -1;
const LOSSES: readonly CrashLoss[] = ['nothing', 'unsynced', 'torn'];
/** Browsers and chat programs cut longer addresses. */
const MAX_LINK_CHARACTERS = 60_000;

/** Time in whole microseconds since the previous input keeps the text short and the sums exact. */
type Row =
  | [kind: 'o' | 'c', sinceUs: number, client: number]
  | ['d', number, number, string]
  | ['t', number]
  | ['x', number, CrashLoss]
  | ['r', number]
  | ['f', number, full: number, fsyncMs: number];

export async function encodeLink(saved: SavedSession): Promise<string> {
  const bytes = await pipe(utf8(toText(saved)), new CompressionStream('deflate'), MAX_TEXT_BYTES);
  const link = base64url(bytes);
  if (link.length > MAX_LINK_CHARACTERS) {
    throw new RefusedError('too-large', `${link.length} characters, at most ${MAX_LINK_CHARACTERS}`);
  }
  return link;
}

export async function decodeLink(link: string): Promise<SavedSession> {
  try {
    if (link.length > MAX_LINK_CHARACTERS) throw new Error('longer than any link of ours');
    const bytes = fromBase64url(link);
    return fromText(await unpack(bytes, 'deflate'));
  } catch (problem) {
    throw refused('damaged-link', problem);
  }
}

export async function encodeFile(saved: SavedSession): Promise<Uint8Array> {
  return pipe(utf8(toText(saved)), new CompressionStream('gzip'), MAX_TEXT_BYTES);
}

export async function decodeFile(bytes: Uint8Array): Promise<SavedSession> {
  try {
    return fromText(await unpack(bytes, 'gzip'));
  } catch (problem) {
    throw refused('damaged-file', problem);
  }
}

function refused(code: Refusal['code'], problem: unknown): RefusedError {
  if (problem instanceof RefusedError) return problem;
  return new RefusedError(code, problem instanceof Error ? problem.message : String(problem));
}

function toText(saved: SavedSession): string {
  let lastUs = Math.round(saved.start.startMs * 1000);
  const rows = saved.inputs.map((input) => {
    const nowUs = Math.round(input.nowMs * 1000);
    const row = rowOf(input, nowUs - lastUs);
    lastUs = nowUs;
    return row;
  });
  const { start, position, page } = saved;
  const files = start.files?.map(({ path, bytes }) => [path, binaryText(bytes)]);
  return JSON.stringify({
    format: FORMAT,
    version: VERSION,
    start: { ...start, files },
    position,
    page,
    inputs: rows,
  });
}

function rowOf(input: Input, sinceUs: number): Row {
  switch (input.type) {
    case 'open':
      return ['o', sinceUs, input.client];
    case 'close':
      return ['c', sinceUs, input.client];
    case 'tick':
      return ['t', sinceUs];
    case 'data':
      return ['d', sinceUs, input.client, binaryText(input.bytes)];
    case 'crash':
      return ['x', sinceUs, input.loss];
    case 'restart':
      return ['r', sinceUs];
    case 'disk':
      return ['f', sinceUs, input.full === undefined ? UNSAID : Number(input.full), input.fsyncMs ?? UNSAID];
  }
}

function fromText(text: string): SavedSession {
  const root = record(JSON.parse(text), 'session');
  if (root.format !== FORMAT) throw new Error('not a Rediscope session');
  const version = integer(root.version, 'version', 1, 1_000_000);
  if (version > VERSION)
    throw new RefusedError('newer-format', `format ${version}, this page reads ${VERSION}`);
  const start = readStart(root.start);
  const position = record(root.position, 'position');
  return {
    start,
    inputs: readInputs(root.inputs, start),
    position: {
      frame: integer(position.frame, 'position.frame', 0, MAX_INPUTS),
      moment: integer(position.moment, 'position.moment', 0, MAX_INPUTS),
    },
    page: readPage(root.page),
  };
}

function readStart(value: unknown): SessionStart {
  const start = record(value, 'start');
  if (start.generation !== '7.0' && start.generation !== '6.2')
    throw new Error('start.generation is not 7.0 or 6.2');
  const config: Record<string, string> = {};
  for (const [name, setting] of Object.entries(record(start.config, 'start.config'))) {
    if (typeof setting !== 'string') throw new Error(`start.config.${name} is not text`);
    config[name] = setting;
  }
  return {
    generation: start.generation,
    seed: integer(start.seed, 'start.seed', 0, Number.MAX_SAFE_INTEGER),
    startMs: number(start.startMs, 'start.startMs', 0, 4e12),
    config,
    ...(start.files === undefined ? {} : { files: readFiles(start.files) }),
  };
}

function readFiles(value: unknown): DiskContent[] {
  if (!Array.isArray(value) || value.length > MAX_FILES) throw new Error('start.files are too many');
  return value.map((row: unknown, index) => {
    if (!Array.isArray(row) || typeof row[0] !== 'string' || typeof row[1] !== 'string') {
      throw new Error(`start.files[${index}] is not a file`);
    }
    return { path: row[0], bytes: binaryBytes(row[1]) };
  });
}

function readInputs(value: unknown, start: SessionStart): Input[] {
  if (!Array.isArray(value) || value.length > MAX_INPUTS) throw new Error('inputs are missing or too many');
  const open = new Set<number>();
  let nowUs = Math.round(start.startMs * 1000);
  return value.map((row: unknown, index): Input => {
    const where = `inputs[${index}]`;
    if (!Array.isArray(row)) throw new Error(`${where} is not a row`);
    nowUs += integer(row[1], `${where} time`, 0, 1e15);
    const nowMs = nowUs / 1000;
    if (row[0] === 't') return { type: 'tick', nowMs };
    if (row[0] === 'r') {
      open.clear();
      return { type: 'restart', nowMs };
    }
    if (row[0] === 'x') {
      const loss = LOSSES.find((known) => known === row[2]);
      if (loss === undefined) throw new Error(`${where} loses nobody knows what`);
      open.clear();
      return { type: 'crash', nowMs, loss };
    }
    if (row[0] === 'f') {
      const full = integer(row[2], `${where} full`, UNSAID, 1);
      const fsyncMs = number(row[3], `${where} fsync`, UNSAID, MAX_FSYNC_MS);
      return {
        type: 'disk',
        nowMs,
        ...(full === UNSAID ? {} : { full: full === 1 }),
        ...(fsyncMs === UNSAID ? {} : { fsyncMs }),
      };
    }
    const client = integer(row[2], `${where} client`, 1, 1_000_000);
    switch (row[0]) {
      case 'o':
        // Twice is no contradiction: the server may have hung up in between, and the engine knows.
        open.add(client);
        return { type: 'open', nowMs, client };
      case 'c':
        if (!open.delete(client)) throw new Error(`${where} closes client ${client}, which is not open`);
        return { type: 'close', nowMs, client };
      case 'd':
        if (!open.has(client)) throw new Error(`${where} sends as client ${client}, which is not open`);
        if (typeof row[3] !== 'string') throw new Error(`${where} has no bytes`);
        return { type: 'data', nowMs, client, bytes: binaryBytes(row[3]) };
      default:
        throw new Error(`${where} is of an unknown kind`);
    }
  });
}

function readPage(value: unknown): PageState {
  const page: Record<string, string | number | boolean> = {};
  for (const [name, setting] of Object.entries(record(value ?? {}, 'page'))) {
    if (typeof setting === 'string' || typeof setting === 'number' || typeof setting === 'boolean')
      page[name] = setting;
  }
  return page;
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is missing`);
  return value as Record<string, unknown>;
}

function number(value: unknown, what: string, min: number, max: number): number {
  if (typeof value !== 'number' || !(value >= min && value <= max))
    throw new Error(`${what} is not a number in range`);
  return value;
}

function integer(value: unknown, what: string, min: number, max: number): number {
  if (!Number.isInteger(value)) throw new Error(`${what} is not a whole number`);
  return number(value, what, min, max);
}

/** One character per byte, so that JSON carries any bytes. */
function binaryText(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return text;
}

function binaryBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 255) throw new Error('a byte is out of range');
    bytes[i] = code;
  }
  return bytes;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function unpack(bytes: Uint8Array, format: 'deflate' | 'gzip'): Promise<string> {
  const text = await pipe(bytes, new DecompressionStream(format), MAX_TEXT_BYTES);
  return new TextDecoder('utf-8', { fatal: true }).decode(text);
}

/** Runs bytes through a (de)compressor, giving up when more than `limitBytes` come out. */
async function pipe(
  bytes: Uint8Array,
  through: GenericTransformStream,
  limitBytes: number,
): Promise<Uint8Array> {
  const writer = (through.writable as WritableStream<Uint8Array>).getWriter();
  // A failure shows on the reading side as well, which is the one waited for.
  writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => {});
  const reader = (through.readable as ReadableStream<Uint8Array>).getReader();
  const portions: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > limitBytes) {
      await reader.cancel();
      throw new RefusedError('too-large', `more than ${limitBytes} bytes`);
    }
    portions.push(value);
  }
  const all = new Uint8Array(total);
  let at = 0;
  for (const portion of portions) {
    all.set(portion, at);
    at += portion.length;
  }
  return all;
}

function base64url(bytes: Uint8Array): string {
  return btoa(binaryText(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new Error('characters that no link of ours has');
  return binaryBytes(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
}
