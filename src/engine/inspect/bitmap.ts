/** A string as its bits: a window of bytes, the distribution of ones, and what the latest command did with them. */
import type { Step } from '../../protocol/steps.ts';
import type { Window } from '../../protocol/views.ts';
import type {
  BitCombineView,
  BitDensityView,
  BitFieldsView,
  BitmapTarget,
  BitmapView,
  BitWorkView,
} from '../../protocol/views-bitmap.ts';
import { equalBytes, repr } from '../base/bytes.ts';
import type { Database } from '../keyspace/database.ts';
import type { Server } from '../state/server.ts';
import { fieldName, readBitField } from '../structures/bit-field.ts';
import { SET_BITS } from '../structures/bit-scan.ts';
import type { BitCombineWork, BitFieldsWork } from '../types/bit-work.ts';
import type { LatestWork } from '../types/latest-work.ts';
import { memoryUsage } from '../types/memory.ts';
import { ENCODING_NAMES, TYPE_NAMES, TYPE_STRING } from '../types/object.ts';
import { stringBytes } from '../types/string.ts';
import { keyNames } from './key-names.ts';
import type { ViewKind } from './kind.ts';
import { peek } from './peek.ts';
import { movedTo } from './window.ts';

const MAX_WINDOW_BYTES = 512;
const MAX_STRETCHES = 48;
/** A longer string is not counted byte by byte but sampled, so many bytes of each stretch. */
const MAX_COUNTED_BYTES = 1 << 20;
const SAMPLES_OF_STRETCH = 1024;
const MAX_FIELDS = 32;
const MAX_SOURCES = 16;

const EMPTY = new Uint8Array(0);

export const bitmapView: ViewKind<'bitmap'> = {
  read: readBitmap,
  turnsTo: ['bitmap'],
  changedBy: ({ type }) => type.startsWith('bits.'),
  follow: (_db, target, step) =>
    target.key === null ? target : movedTo(target, byteOfStep(target.key, step)),
};

function readBitmap(server: Server, db: Database, target: BitmapTarget): BitmapView {
  const names = keyNames(db, ({ type }) => type === TYPE_STRING);
  const key = target.key ?? names.keys[0]?.keyBytes ?? null;
  const entry = key === null ? null : peek(db.keys, key);
  const object = entry !== null && entry.value.type === TYPE_STRING ? entry.value : null;
  const bytes = object === null ? EMPTY : stringBytes(object);
  const work = key === null ? null : workOn(server, db, key);
  // While BITOP runs, its result may be longer than the value it will replace.
  const length = work?.kind === 'combine' ? Math.max(bytes.length, work.target.length) : bytes.length;
  const window = windowOf(target.window, length);
  const density = densityOf(bytes);
  return {
    kind: 'bitmap',
    db: db.id,
    key: key === null ? null : repr(key),
    keyBytes: key,
    type: entry === null ? null : TYPE_NAMES[entry.value.type],
    encoding: object === null ? null : ENCODING_NAMES[object.encoding],
    length: bytes.length,
    ones: bytes.length > MAX_COUNTED_BYTES ? null : density.reduce((sum, { ones }) => sum + ones, 0),
    memoryBytes: entry === null ? 0 : memoryUsage(entry, 0, server.generation),
    from: window.from,
    bytes: partOf(bytes, window),
    density,
    work: work === null ? null : readWork(work, bytes, window),
    ...names,
  };
}

/** The byte of a watched string that a step is about; null when it is about something else. */
function byteOfStep(key: Uint8Array, step: Step): number | null {
  if (!step.type.startsWith('bits.') || !('key' in step) || step.key !== repr(key)) return null;
  switch (step.type) {
    case 'bits.set':
    case 'bits.get':
    case 'bits.field':
      return Math.floor(step.offset / 8);
    case 'bits.found':
      return step.offset < 0 ? null : Math.floor(step.offset / 8);
    case 'bits.count':
    case 'bits.pass':
    case 'bits.combine':
      return step.from;
    case 'bits.grow':
      return step.toBytes - 1;
    default:
      return null;
  }
}

function windowOf(window: Window, length: number): Window {
  const count = Math.max(1, Math.min(Math.floor(window.count), MAX_WINDOW_BYTES));
  return { from: Math.max(0, Math.min(Math.floor(window.from), length - count)), count };
}

function partOf(bytes: Uint8Array, { from, count }: Window): Uint8Array {
  return bytes.slice(from, from + count);
}

function densityOf(bytes: Uint8Array): BitDensityView[] {
  const sizeBytes = Math.max(1, Math.ceil(bytes.length / MAX_STRETCHES));
  const isSampled = bytes.length > MAX_COUNTED_BYTES;
  const stride = isSampled ? Math.max(1, Math.floor(sizeBytes / SAMPLES_OF_STRETCH)) : 1;
  const stretches: BitDensityView[] = [];
  for (let from = 0; from < bytes.length; from += sizeBytes) {
    const until = Math.min(bytes.length, from + sizeBytes);
    let ones = 0;
    let sampledBytes = 0;
    for (let at = from; at < until; at += stride) {
      ones += SET_BITS[bytes[at]];
      sampledBytes++;
    }
    stretches.push({ from, sizeBytes: until - from, ones, sampledBytes });
  }
  return stretches;
}

function workOn(server: Server, db: Database, key: Uint8Array): LatestWork['bitWork'] {
  const work = server.latestWork.bitWork;
  return work !== null && work.db === db.id && equalBytes(work.key, key) ? work : null;
}

function readWork(work: NonNullable<LatestWork['bitWork']>, bytes: Uint8Array, window: Window): BitWorkView {
  if (work.kind === 'fields') return readFields(work, bytes);
  if (work.kind === 'combine') return readCombine(work, window);
  const { command, unit, firstBit, lastBit, looksFor, result } = work;
  return { kind: 'range', command, unit, firstBit, lastBit, looksFor, result };
}

function readFields({ fields }: BitFieldsWork, bytes: Uint8Array): BitFieldsView {
  return {
    kind: 'fields',
    fields: fields.slice(0, MAX_FIELDS).map(({ name, field, operand, overflow, before, outcome }) => ({
      name,
      type: fieldName(field),
      offset: field.offset,
      bits: field.bits,
      before: before === null ? null : String(before),
      value: String(readBitField(bytes, bytes.length, field)),
      operand: name === 'get' ? null : String(operand),
      overflow,
      outcome,
    })),
    more: Math.max(0, fields.length - MAX_FIELDS),
  };
}

function readCombine({ operation, sources, target, done }: BitCombineWork, window: Window): BitCombineView {
  return {
    kind: 'combine',
    operation,
    sources: sources.slice(0, MAX_SOURCES).map(({ key, bytes }) => ({
      key: repr(key),
      length: bytes.length,
      bytes: partOf(bytes, window),
    })),
    moreSources: Math.max(0, sources.length - MAX_SOURCES),
    length: target.length,
    done,
    bytes: partOf(target, window),
  };
}
