/**
 * A session as bytes: how the server was started and every input since, plus where the reader was looking. A file is a
 * sequence of blocks (session-blocks.ts): a head with the start, the files its disk held, inputs (input-rows.ts), and a
 * tail with branch, position and page. More inputs and a new tail may be appended; the last tail counts. A link is the
 * same, compressed as a whole and written in base64url. Whatever is written has been read again before it is given
 * away, and the limits of `sessionLimits` hold for both directions.
 */
import type { PageState, Position, Refusal, Requests, SaveMark } from '../protocol/messages.ts';
import { RefusedError } from '../protocol/refused.ts';
import type { DiskContent, SessionStart } from '../protocol/session.ts';
import { sessionLimits } from '../protocol/session-limits.ts';
import type { SessionInput } from '../protocol/world.ts';
import { allowedSettings } from './allowed-settings.ts';
import { isChange } from './frames.ts';
import { branchesOf, type SavedBranch, sharedLength } from './history/branches.ts';
import { type Allowance, type InputRange, InputReader, writeInputs } from './input-rows.ts';
import { integer, record } from './saved-fields.ts';
import { readPage, readPosition, readStart, requireSense, type SavedSession } from './saved-parts.ts';
import {
  BLOCK_BYTES,
  type Block,
  joined,
  packBlock,
  pipe,
  preface,
  readBlocks,
  storeBlock,
  unpackBlock,
} from './session-blocks.ts';
import { binaryBytes, FORMAT_1_BYTES, readFormat1 } from './session-file-1.ts';

export type { SavedSession } from './saved-parts.ts';

/** No link of ours is larger inside: deflate makes at most about a thousand bytes of one. */
const MAX_LINK_BYTES = 64 * 1024 * 1024;
const DEFLATE_RATIO = 1032;
/** What one answer with blocks holds at most, unless a single input is larger. */
const PORTION_BYTES = BLOCK_BYTES;
const PORTION_INPUTS = 500_000;
const MAX_BRANCH = 1_000_000;

const utf8 = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const parsed = (bytes: Uint8Array): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

/** Counts what a session holds, and refuses what is more than may be saved or loaded. */
class Tally implements Allowance {
  inputs = 0;
  bytes = 0;
  #branches = 0;
  #shared = 0;

  /** Goes on with what was counted when a part was saved. */
  static of({ inputs, bytes, branches }: SaveMark): Tally {
    const tally = new Tally();
    tally.inputs = inputs;
    tally.bytes = bytes;
    tally.#branches = Object.keys(branches).length;
    tally.#shared = Object.values(branches).reduce((sum, count) => sum + count, 0);
    return tally;
  }

  takeInputs(count: number): void {
    this.inputs += count;
    this.#shared += count;
    requireAtMost(this.inputs, sessionLimits.inputs, 'inputs');
  }

  takeBytes(count: number): void {
    this.bytes += count;
    requireAtMost(this.bytes, sessionLimits.contentBytes, 'bytes of content');
  }

  /** A new branch, which has so many inputs of another one. */
  takeBranch(shared: number): void {
    this.#branches++;
    this.#shared += shared;
    requireAtMost(this.#branches, sessionLimits.branches, 'branches');
    requireAtMost(this.#shared, sessionLimits.sharedInputs, 'inputs of all branches');
  }
}

function requireAtMost(count: number, limit: number, what: string): void {
  if (count > limit) throw new RefusedError('too-large', `${count} ${what}, at most ${limit}`);
}

export async function encodeLink(saved: SavedSession): Promise<string> {
  const range = rangeOf(saved);
  const blocks = [...headBlocks(saved.start)];
  for (const { bytes } of writeInputs(range)) blocks.push({ kind: 'I', bytes });
  const ends = [{ id: range.branch, parent: null, inputs: saved.inputs, to: range.to }];
  blocks.push(tailBlock(range.branch, { [range.branch]: range.to }, ends, saved.position, saved.page));
  const size = blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  // Shorter than this it can never become: there is no need to try.
  requireAtMost(Math.ceil(size / DEFLATE_RATIO), sessionLimits.linkCharacters, 'characters');
  const plain = joined([preface(), ...blocks.map(storeBlock)]);
  const bytes = await pipe(plain, new CompressionStream('deflate'), MAX_LINK_BYTES);
  const link = base64url(bytes);
  requireAtMost(link.length, sessionLimits.linkCharacters, 'characters');
  requireSame((await decodeLink(link)).inputs, range);
  return link;
}

export async function decodeLink(link: string): Promise<SavedSession> {
  try {
    if (link.length > sessionLimits.linkCharacters) throw new Error('longer than any link of ours');
    const bytes = await pipe(fromBase64url(link), new DecompressionStream('deflate'), MAX_LINK_BYTES);
    return bytes[0] === 0x7b ? readFormat1(bytes) : (await readFile(bytes)).saved;
  } catch (problem) {
    throw refused('damaged-link', problem);
  }
}

export async function encodeFile(saved: SavedSession): Promise<Uint8Array> {
  const { start, position, page, branch = 1 } = saved;
  // The lists may grow while this is written: what was there at the beginning is saved.
  const ends = endsOf(branchesOf(saved));
  const tally = new Tally();
  const portions = [await encodeHead(start, tally)];
  const counts: Record<number, number> = {};
  for (const { id, inputs, to } of ends) {
    requireAtMost(to, sessionLimits.inputs, 'inputs');
    const { base, from } = beginningOf({ branch: id, inputs, branches: ends }, to, counts);
    tally.takeBranch(from);
    const range = { branch: id, base, inputs, startMs: start.startMs, from, to };
    for await (const { packed } of packInputs(range, tally)) portions.push(packed);
    counts[id] = to;
  }
  portions.push(await packBlock(tailBlock(branch, counts, ends, position, page)));
  return joined(portions);
}

/** Branches with how long they are now. */
type BranchEnd = SavedBranch<SessionInput> & { readonly to: number };

function endsOf(branches: readonly SavedBranch<SessionInput>[]): BranchEnd[] {
  return branches.map((branch) => ({ ...branch, to: branch.inputs.length }));
}

export async function decodeFile(bytes: Uint8Array): Promise<SavedSession> {
  return (await openFile(bytes)).saved;
}

/** A file with what it takes to go on writing it. */
export interface OpenedFile {
  readonly saved: SavedSession;
  /** Up to where the session is saved in this file; null when nothing can be appended to it. */
  readonly since: Omit<SaveMark, 'session'> | null;
  /** The highest number of a branch in the file. */
  readonly lastBranch: number;
}

export async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  try {
    requireAtMost(bytes.length, sessionLimits.fileBytes, 'bytes');
    const isFormat1 = bytes[0] === 0x1f && bytes[1] === 0x8b;
    if (!isFormat1) return await readFile(bytes);
    const text = await pipe(bytes, new DecompressionStream('gzip'), FORMAT_1_BYTES);
    return { saved: readFormat1(text), since: null, lastBranch: 1 };
  } catch (problem) {
    throw refused('damaged-file', problem);
  }
}

function refused(code: Refusal['code'], problem: unknown): RefusedError {
  if (problem instanceof RefusedError) return problem;
  return new RefusedError(code, problem instanceof Error ? problem.message : String(problem));
}

/** A session that goes on while parts of it are saved. */
export interface Unsaved {
  readonly session: number;
  readonly start: SessionStart;
  readonly branch: number;
  /** All branches, in the order in which they were begun. */
  readonly branches: readonly SavedBranch<SessionInput>[];
}

/** What `saveSince` answers (see messages.ts). */
export async function encodeSince(
  unsaved: Unsaved,
  since: SaveMark | null,
  position: Position,
  page: PageState,
): Promise<Requests['saveSince']['answer']> {
  // It may change while this is written.
  const ends = endsOf(unsaved.branches);
  if (since === null || since.session !== unsaved.session)
    return portion(unsaved, ends, null, position, page);
  try {
    return await portion(unsaved, ends, since, position, page);
  } catch (problem) {
    // What was saved holds branches that are no longer needed: a new beginning has room again.
    if (!(problem instanceof RefusedError)) throw problem;
    return portion(unsaved, ends, null, position, page);
  }
}

async function portion(
  { session, start, branch }: Unsaved,
  ends: readonly BranchEnd[],
  since: SaveMark | null,
  position: Position,
  page: PageState,
): Promise<Requests['saveSince']['answer']> {
  const tally = since === null ? new Tally() : Tally.of(since);
  const head = since === null ? await encodeHead(start, tally) : null;
  const saved: Record<number, number> = { ...since?.branches };
  const blocks: Uint8Array[] = [];
  let [written, bytes, isFull] = [0, 0, false];
  // First the branch that is gone on with: what is kept meanwhile has at least that.
  for (const { id, inputs, to } of [...ends].sort(
    (a, b) => Number(b.id === branch) - Number(a.id === branch),
  )) {
    if (isFull) break;
    requireAtMost(to, sessionLimits.inputs, 'inputs');
    const { base, from } = beginningOf({ branch: id, inputs, branches: ends }, to, saved);
    if (saved[id] === undefined) tally.takeBranch(from);
    saved[id] = from;
    const range = { branch: id, base, inputs, startMs: start.startMs, from, to };
    for await (const block of packInputs(range, tally)) {
      blocks.push(block.packed);
      bytes += block.size;
      written += block.end - saved[id];
      saved[id] = block.end;
      isFull = !block.isCut && (bytes >= PORTION_BYTES || written >= PORTION_INPUTS);
      if (isFull) break;
    }
  }
  return {
    since: { session, branches: saved, inputs: tally.inputs, bytes: tally.bytes },
    head,
    blocks: joined(blocks),
    tail: await packBlock(tailBlock(branch, saved, ends, position, page)),
    more: ends.some(({ id, to }) => (saved[id] ?? -1) < to),
  };
}

interface Growing {
  readonly branch: number;
  readonly inputs: readonly SessionInput[];
  readonly branches: readonly SavedBranch<SessionInput>[];
}

/** Where the inputs of the branch begin that are not saved yet, and on which branch they are based if it is new. */
function beginningOf(
  { branch, inputs, branches }: Growing,
  to: number,
  saved: Readonly<Record<number, number>>,
): { base: number; from: number } {
  const own = saved[branch];
  if (own !== undefined) return { base: 0, from: own };
  let best = { base: 0, from: 0 };
  for (const other of branches) {
    const limit = Math.min(saved[other.id] ?? 0, other.inputs.length, to);
    const from = Math.min(limit, sharedLength(other.inputs, inputs));
    if (from > best.from) best = { base: other.id, from };
  }
  return best;
}

function rangeOf({ start, inputs, branch = 1 }: SavedSession): InputRange {
  return { branch, base: 0, inputs, startMs: start.startMs, from: 0, to: inputs.length };
}

function* headBlocks({ files, ...start }: SessionStart): Generator<Block> {
  if (files === undefined) {
    yield { kind: 'H', bytes: utf8({ start }) };
    return;
  }
  requireAtMost(files.length, sessionLimits.files, 'files');
  yield { kind: 'H', bytes: utf8({ start, files: files.map(({ path, bytes }) => [path, bytes.length]) }) };
  for (const { bytes } of files) {
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      yield { kind: 'F', bytes: bytes.subarray(at, at + BLOCK_BYTES) };
    }
  }
}

/** Reports only the branch being saved among those that are not saved to their ends yet. */
function tailBlock(
  branch: number,
  saved: Readonly<Record<number, number>>,
  ends: readonly BranchEnd[],
  position: Position,
  page: PageState,
): Block {
  const whole = ends.filter(({ id, to }) => id === branch || saved[id] === to);
  const branches = whole.map(({ id, parent }) => [id, saved[id], parent?.branch ?? 0, parent?.inputs ?? 0]);
  const others = branches.length > 1 ? { branches } : {};
  return { kind: 'T', bytes: utf8({ branch, inputs: saved[branch], ...others, position, page }) };
}

async function encodeHead(start: SessionStart, tally: Tally): Promise<Uint8Array> {
  allowedSettings(start.config, start.world !== undefined);
  for (const { bytes } of start.files ?? []) tally.takeBytes(bytes.length);
  const packed = [];
  for (const block of headBlocks(start)) packed.push(await packChecked(block));
  return joined([preface(), ...packed]);
}

interface PackedInputs {
  readonly packed: Uint8Array;
  /** Bytes before they were packed. */
  readonly size: number;
  readonly end: number;
  readonly isCut: boolean;
}

/** Inputs as blocks for a file, each read again and compared before it counts as written. */
async function* packInputs(range: InputRange, tally: Tally): AsyncGenerator<PackedInputs> {
  const reader = new InputReader(tally);
  let at = range.from;
  for (const { bytes, end, isCut } of writeInputs(range)) {
    const packed = await packBlock({ kind: 'I', bytes });
    reader.read(
      await unpackBlock(packed),
      () => {},
      (input) => {
        if (!isSameInput(input, range.inputs[at])) throw new Error(`input ${at} was not written as it is`);
        at++;
      },
    );
    if (at !== end || reader.isCut !== isCut) throw new Error(`${at} inputs were written, ${end} are there`);
    yield { packed, size: bytes.length, end, isCut };
  }
}

async function packChecked(block: Block): Promise<Uint8Array> {
  const packed = await packBlock(block);
  if (!isSameBytes(await unpackBlock(packed), block.bytes))
    throw new Error('a block was not written as it is');
  return packed;
}

function requireSame(written: readonly SessionInput[], { inputs, to }: InputRange): void {
  if (written.length !== to || !written.every((input, at) => isSameInput(input, inputs[at])))
    throw new Error('the inputs were not written as they are');
}

function isSameInput(one: SessionInput, other: SessionInput): boolean {
  if (isChange(one)) return isSameData(one, other);
  if (one.type === 'next' || other.type === 'next') return one.type === other.type;
  if (one.type !== other.type || one.nowMs !== other.nowMs) return false;
  if (one.node !== (other as typeof one).node) return false;
  switch (one.type) {
    case 'tick':
    case 'restart':
      return true;
    case 'data': {
      const { client, bytes } = other as typeof one;
      return one.client === client && isSameBytes(one.bytes, bytes);
    }
    case 'crash':
      return one.loss === (other as typeof one).loss;
    case 'disk': {
      const { full, fsyncMs } = other as typeof one;
      return one.full === full && one.fsyncMs === fsyncMs;
    }
    default:
      return one.client === (other as typeof one).client;
  }
}

/** Of JSON, in whatever order its fields stand. */
function isSameData(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  const names = Object.keys(one);
  const fieldOf = (of: object, name: string): unknown => of[name as keyof typeof of];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSameData(fieldOf(one, name), fieldOf(other, name)))
  );
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

interface Tail {
  readonly branch: number;
  readonly inputs: number;
  /** All branches, the one above among them; empty when there is no other. */
  readonly branches: readonly {
    readonly id: number;
    readonly inputs: number;
    readonly parent: SavedBranch<SessionInput>['parent'];
  }[];
  readonly position: Position;
  readonly page: PageState;
}

type Branches = Map<number, { inputs: SessionInput[]; reader: InputReader }>;

async function readFile(file: Uint8Array): Promise<OpenedFile> {
  const tally = new Tally();
  const branches: Branches = new Map();
  const disk: Uint8Array[] = [];
  let head: Record<string, unknown> | null = null;
  let tail: Tail | null = null;
  for await (const { kind, bytes } of readBlocks(file)) {
    if ((kind === 'H') !== (head === null)) throw new Error('the head is not at the beginning');
    // What follows a tail needs a tail of its own: a file that was cut off is not taken for a whole one.
    tail = null;
    if (kind === 'H') head = record(parsed(bytes), 'head');
    else if (kind === 'T') tail = readTail(bytes);
    else if (kind === 'I') readInputBlock(bytes, branches, tally);
    else {
      tally.takeBytes(bytes.length);
      disk.push(bytes);
    }
  }
  if (head === null || tail === null) throw new Error('the end is missing');
  const start = readStart(head.start, head.files === undefined ? undefined : readFiles(head.files, disk));
  const { branch, position, page } = tail;
  const inputsOf = (id: number, count: number) => {
    const { inputs, reader } = branches.get(id) ?? { inputs: [], reader: null };
    if (inputs.length !== count || reader?.isCut) throw new Error('inputs are missing');
    requireSense(start, inputs);
    return inputs;
  };
  const inputs = inputsOf(branch, tail.inputs);
  const all = tail.branches.map((each) => ({ ...each, inputs: inputsOf(each.id, each.inputs) }));
  const counts = Object.fromEntries(all.map((each) => [each.id, each.inputs.length]));
  return {
    saved: {
      start,
      inputs,
      position,
      page,
      ...(branch === 1 ? {} : { branch }),
      ...(all.length === 0 ? {} : { branches: all }),
    },
    since: { branches: { ...counts, [branch]: inputs.length }, inputs: tally.inputs, bytes: tally.bytes },
    lastBranch: Math.max(branch, ...branches.keys()),
  };
}

function readInputBlock(bytes: Uint8Array, branches: Branches, tally: Tally): void {
  // Whose bytes they are is said inside; bytes that are cut go on in the next block.
  const cut = [...branches.values()].find(({ reader }) => reader.isCut);
  const reader = cut?.reader ?? new InputReader(tally);
  let inputs: SessionInput[] = [];
  reader.read(
    bytes,
    ({ branch, base, from }) => {
      const known = branches.get(branch);
      if (cut !== undefined && cut !== known) throw new Error('an input is cut and does not go on');
      if (base !== 0) {
        const based = branches.get(base);
        if (known !== undefined || based === undefined || based.inputs.length < from)
          throw new Error(`branch ${branch} has no beginning`);
        inputs = based.inputs.slice(0, from);
      } else inputs = known?.inputs ?? inputs;
      if (inputs.length !== from) throw new Error(`inputs ${inputs.length} to ${from} are missing`);
      if (known === undefined) tally.takeBranch(from);
      branches.set(branch, { inputs, reader });
    },
    (input) => {
      inputs.push(input);
    },
  );
}

function readTail(bytes: Uint8Array): Tail {
  const tail = record(parsed(bytes), 'tail');
  const branch = branchNumber(tail.branch, 'tail.branch');
  return {
    branch,
    inputs: integer(tail.inputs, 'tail.inputs', 0, sessionLimits.inputs),
    branches: tail.branches === undefined ? [] : readBranches(tail.branches, branch),
    position: readPosition(tail.position),
    page: readPage(tail.page),
  };
}

function branchNumber(value: unknown, what: string): number {
  return integer(value, what, 1, MAX_BRANCH);
}

function readBranches(value: unknown, current: number): Tail['branches'] {
  if (!Array.isArray(value)) throw new Error('branches are not a list');
  requireAtMost(value.length, sessionLimits.branches, 'branches');
  const known = new Set<number>();
  const branches = value.map((row: unknown, index) => {
    if (!Array.isArray(row)) throw new Error(`branches[${index}] is no branch`);
    const id = branchNumber(row[0], `branches[${index}]`);
    const inputs = integer(row[1], `branches[${index}] inputs`, 0, sessionLimits.inputs);
    const from = integer(row[2], `branches[${index}] parent`, 0, MAX_BRANCH);
    const shared = integer(row[3], `branches[${index}] shared`, 0, sessionLimits.inputs);
    if (known.has(id) || (from !== 0 && !known.has(from)))
      throw new Error(`branches[${index}] has no place among the others`);
    known.add(id);
    return { id, inputs, parent: from === 0 ? null : { branch: from, inputs: shared } };
  });
  if (!known.has(current)) throw new Error('the branch that is gone on with is missing');
  return branches;
}

/** The files of a disk, put together from the parts that hold their bytes. */
function readFiles(value: unknown, parts: Uint8Array[]): DiskContent[] {
  if (!Array.isArray(value)) throw new Error('files are not a list');
  requireAtMost(value.length, sessionLimits.files, 'files');
  let next = 0;
  const files = value.map((row: unknown, index) => {
    if (!Array.isArray(row) || typeof row[0] !== 'string') throw new Error(`files[${index}] is not a file`);
    const length = integer(row[1], `files[${index}] length`, 0, sessionLimits.contentBytes);
    const first = next;
    let found = 0;
    while (found < length && next < parts.length) found += parts[next++].length;
    if (found !== length) throw new Error(`files[${index}] is not as long as it says`);
    return { path: row[0], bytes: joined(parts.slice(first, next)) };
  });
  if (next < parts.length) throw new Error('there is no file for its bytes');
  return files;
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new Error('characters that no link of ours has');
  return binaryBytes(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
}
