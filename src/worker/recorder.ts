/**
 * Runs one input on an engine and photographs the watched structures: before, at every step inside,
 * and after. The photographs are read from the live structures at the instant of the step, so a
 * picture in the middle of a command is as true as one at its end.
 */
import type { Probe } from '../engine/base/probe.ts';
import { watchedDict } from '../engine/inspect/dict.ts';
import { readView } from '../engine/inspect/index.ts';
import { placeOfStep } from '../engine/inspect/packed.ts';
import { placeOf } from '../engine/inspect/places.ts';
import { watchedSkiplist, zsetAt } from '../engine/inspect/skiplist.ts';
import type { Engine } from '../engine/server/engine.ts';
import type { FrameDetail, Moment, Picture } from '../protocol/messages.ts';
import type { Input, Output } from '../protocol/session.ts';
import type { Step } from '../protocol/steps.ts';
import type { View, WatchTarget, Window } from '../protocol/views.ts';
import { packedWindowBytes } from '../protocol/views-packed.ts';
import { sharing } from './sharing.ts';
import { viewOrFailure } from './trouble.ts';

/** Steps of one frame that get a picture each; the rest are counted. */
const MAX_MOMENTS = 96;
/** And so many are remembered without one. */
const MAX_STEPS = 10_000;
/** Steps of scripts come beside them while their panel is open: a loop is to be followed to its end. */
const MAX_SCRIPT_MOMENTS = 6000;
/** So many steps by which keys come to their end have room beside the others, while somebody watches for them. */
const MAX_ENDS = 160;
const ENDS: ReadonlySet<Step['type']> = new Set([
  'expire.cycle',
  'expire.sample',
  'expire.end',
  'key.expired',
  'eviction.sample',
  'key.evicted',
]);
/** Photographs of anything else that such a frame may cost. */
const MAX_PHOTOGRAPHS_BESIDE = 6000;

/** Steps of packed structures that change no byte. */
const LOOKING_INSIDE: ReadonlySet<Step['type']> = new Set(['packed.walk', 'intset.search']);

export type Watches = ReadonlyMap<string, WatchTarget>;

const NOTHING_WATCHED: Watches = new Map();

export interface Recording {
  readonly output: Output;
  /** The watches as they are now: windows that follow have moved. */
  readonly watches: Watches;
  readonly steps: readonly Step[];
  readonly moments: readonly Moment[];
  readonly droppedSteps: number;
}

/** Another way of reading what is watched than the usual one. */
export type ViewReader = typeof readView;

export function takePicture(engine: Engine, watches: Watches, read: ViewReader = readView): Picture {
  const picture: Record<string, View | null> = {};
  for (const [id, target] of watches) picture[id] = viewOrFailure(() => read(engine.server, target));
  return picture;
}

export function record(
  engine: Engine,
  input: Input,
  watches: Watches,
  before: Picture,
  read: ViewReader = readView,
): Recording {
  const camera = new Camera(engine, watches, before, read);
  engine.probe = camera;
  try {
    const output = engine.step(input);
    return { output, ...camera.develop() };
  } finally {
    engine.probe = null;
  }
}

/** Only what happened, for inputs that nobody looks at: the same steps as a camera without watches has. */
export function recordSteps(engine: Engine, input: Input): Recording {
  const steps: Step[] = [];
  engine.probe = {
    emit(step) {
      if (steps.length < MAX_STEPS) steps.push(step);
    },
  };
  try {
    return { output: engine.step(input), watches: NOTHING_WATCHED, steps, moments: [], droppedSteps: 0 };
  } finally {
    engine.probe = null;
  }
}

/** The same without looking inside, for inputs too long to be followed. */
export function recordOutside(
  engine: Engine,
  input: Input,
  watches: Watches,
  read: ViewReader = readView,
): Recording {
  const before = takePicture(engine, watches, read);
  const output = engine.step(input);
  const after = takePicture(engine, watches, read);
  const moments = [
    { step: null, picture: before },
    { step: null, picture: after },
  ];
  return { output, watches, steps: [], moments, droppedSteps: 0 };
}

export function detailOf(index: number, recording: Recording): FrameDetail {
  return { index, moments: recording.moments, droppedSteps: recording.droppedSteps };
}

class Camera implements Probe {
  readonly #engine: Engine;
  readonly #read: ViewReader;
  readonly #watches: Map<string, WatchTarget>;
  readonly #steps: Step[] = [];
  readonly #moments: Moment[];
  /** Watches that look elsewhere since the latest picture. */
  readonly #turned = new Set<string>();
  /** Somebody follows scripts line by line. */
  readonly #followsScripts: boolean;
  /** Somebody watches how keys come to their end. */
  readonly #followsEnds: boolean;
  #scriptMoments = 0;
  #photographsBeside = 0;
  #latest: Picture;
  #dropped = 0;

  constructor(engine: Engine, watches: Watches, before: Picture, read: ViewReader) {
    this.#engine = engine;
    this.#read = read;
    this.#watches = new Map(watches);
    this.#followsScripts = [...watches.values()].some(({ kind }) => kind === 'script');
    this.#followsEnds = [...watches.values()].some(({ kind }) => kind === 'expiry' || kind === 'eviction');
    this.#latest = before;
    this.#moments = [{ step: null, picture: before }];
  }

  emit(step: Step): void {
    if (!this.#hasRoomFor(step)) {
      this.#dropped++;
      if (this.#steps.length < MAX_STEPS) this.#steps.push(step);
      // The picture at the end is to show where it all ended.
      this.#follow(step);
      // What it changed is read with the next picture.
      for (const id of this.#watches.keys()) this.#turned.add(id);
      return;
    }
    this.#steps.push(step);
    this.#follow(step);
    this.#latest = this.#photograph(step);
    this.#moments.push({ step, picture: this.#latest });
  }

  #hasRoomFor(step: Step): boolean {
    if (!this.#followsScripts || !isOfScript(step)) {
      const room = this.#followsEnds && ENDS.has(step.type) ? MAX_MOMENTS + MAX_ENDS : MAX_MOMENTS;
      return this.#moments.length - this.#scriptMoments <= room;
    }
    if (this.#scriptMoments >= MAX_SCRIPT_MOMENTS || this.#photographsBeside >= MAX_PHOTOGRAPHS_BESIDE)
      return false;
    this.#scriptMoments++;
    return true;
  }

  develop(): Omit<Recording, 'output'> {
    const after = takePicture(this.#engine, this.#watches, this.#read);
    this.#moments.push({ step: null, picture: after });
    return {
      watches: this.#watches,
      steps: this.#steps,
      moments: this.#moments,
      droppedSteps: this.#dropped,
    };
  }

  /** Moves windows that follow to what the step is about. One that fails stays where it is: the engine is at work. */
  #follow(step: Step): void {
    try {
      this.#followStep(step);
    } catch {
      // The photograph of the same structure says what is wrong with it.
    }
  }

  #followStep(step: Step): void {
    if (step.type.startsWith('skiplist.')) this.#followRank(step);
    if (step.type === 'zset.asked')
      this.#followRungs(step.zset, step.reverse ? step.from + step.count - 1 : step.from);
    if (step.type === 'zset.moved') this.#followRungs(step.zset, step.toRank);
    if (/^(stream|group)\./.test(step.type)) this.#followStream(step);
    if ('block' in step || step.type.startsWith('quicklist.')) this.#followBytes(step);
    this.#followWindows(step);
    const places = placesOf(step);
    if (places.length === 0) return;
    for (const [id, target] of this.#watches) {
      if (target.kind !== 'dict' || target.follow !== true) continue;
      const db = this.#engine.server.keyspace.databases[target.db];
      if (db === undefined || !('dict' in step) || step.dict !== watchedDict(db, target)?.address) continue;
      const windows: [Window, Window] = [...target.windows];
      for (const { table, bucket } of places) windows[table] = around(windows[table], bucket);
      this.#watches.set(id, { ...target, windows });
    }
  }

  #followRank(step: Step): void {
    const rank = rankOf(step);
    if (rank < 1) return;
    for (const [id, target] of this.#watches) {
      if (target.kind !== 'skiplist' || target.follow !== true) continue;
      const db = this.#engine.server.keyspace.databases[target.db];
      const watched = db === undefined ? null : watchedSkiplist(db, target.key);
      if (watched === null || !('skiplist' in step) || step.skiplist !== watched.address) continue;
      this.#watches.set(id, { ...target, window: around(target.window, rank - 1) });
    }
  }

  /** Opens the node and the group that the step is about. */
  #followStream(step: Step): void {
    for (const [id, target] of this.#watches) {
      if (target.kind !== 'stream' || target.follow !== true) continue;
      const { led = { id: null, group: 0 } } = target;
      const at = 'id' in step ? step.id : 'node' in step ? step.node : null;
      const group = 'group' in step ? step.group : null;
      this.#watches.set(id, {
        ...target,
        led: {
          id: typeof at === 'string' ? at : led.id,
          group: typeof group === 'number' ? group : led.group,
        },
      });
    }
  }

  #followWindows(step: Step): void {
    for (const [id, target] of this.#watches) {
      if (target.kind !== 'list' && target.kind !== 'intset' && target.kind !== 'bitmap') continue;
      const place = target.follow === true ? placeOf(this.#engine.server, target, step) : null;
      const window = place === null ? target.window : around(target.window, place);
      if (window === target.window) continue;
      this.#watches.set(id, { ...target, window });
      this.#turned.add(id);
    }
  }

  /** Of a sorted set the members that are asked for, or the one that moves. */
  #followRungs(zset: number, rank: number): void {
    for (const [id, target] of this.#watches) {
      if (target.kind !== 'ladder' || target.follow !== true || target.key === null) continue;
      const db = this.#engine.server.keyspace.databases[target.db];
      if (db === undefined || zsetAt(db, target.key)?.address !== zset) continue;
      this.#watches.set(id, { ...target, window: around(target.window, Math.max(0, rank)) });
    }
  }

  /** Of a list the node, and of many bytes those, where the step happens. */
  #followBytes(step: Step): void {
    for (const [id, target] of this.#watches) {
      if (target.kind !== 'packed' || target.follow !== true) continue;
      const db = this.#engine.server.keyspace.databases[target.db];
      const place = db === undefined ? null : placeOfStep(db, target.key, step);
      if (place === null) continue;
      const window = { from: target.from ?? 0, count: packedWindowBytes };
      const from = place.offset === null ? window.from : around(window, place.offset).from;
      if (place.node === target.node && from === target.from) continue;
      this.#watches.set(id, { ...target, node: place.node, from });
      this.#turned.add(id);
    }
  }

  /** Reads again what the step can have changed; the rest of the picture is carried over. */
  #photograph(step: Step): Picture {
    const picture: Record<string, View | null> = { ...this.#latest };
    for (const [id, target] of this.#watches) {
      if (!this.#turned.delete(id) && !isOwn(target, step) && !changesKeys(step)) continue;
      const view = viewOrFailure(() => this.#read(this.#engine.server, target));
      // Thousands of pictures that hardly differ are kept, and sent, as what differs.
      picture[id] = this.#followsScripts ? sharing(picture[id], view) : view;
      if (target.kind !== 'script') this.#photographsBeside++;
    }
    return picture;
  }
}

/** Whether a step may have changed what a watch sees of its own structure. */
function isOwn(target: WatchTarget, step: Step): boolean {
  switch (target.kind) {
    case 'dict':
      return !isOfScript(step);
    case 'script':
      return isOfScript(step);
    case 'skiplist':
      return 'skiplist' in step;
    case 'packed':
      // In the middle of an upgrade the bytes cannot be read from one end to the other.
      if (step.type === 'intset.widen') return false;
      return !LOOKING_INSIDE.has(step.type) && ('block' in step || step.type.startsWith('quicklist.'));
    case 'list':
      return !LOOKING_INSIDE.has(step.type) && ('block' in step || step.type.startsWith('quicklist.'));
    case 'intset':
      return !LOOKING_INSIDE.has(step.type) && 'block' in step;
    case 'bitmap':
      return step.type.startsWith('bits.');
    case 'object':
      return step.type.startsWith('sds.') || 'block' in step || step.type.startsWith('quicklist.');
    case 'disk':
    case 'jobs':
      return step.type.startsWith('disk.');
    case 'geo':
      return step.type === 'geohash.cell' || 'skiplist' in step || 'block' in step;
    case 'clients':
      return /^(client|multi|watch|exec|pubsub|tracking)\./.test(step.type);
    case 'channels':
      return step.type.startsWith('pubsub.');
    case 'sets':
      return step.type.startsWith('sets.');
    case 'ladder':
      return step.type.startsWith('zset.');
    case 'hll':
      return step.type.startsWith('hyperloglog.') && step.type !== 'hyperloglog.hash';
    case 'memory':
      return step.type.startsWith('lazyfree.');
    case 'expiry':
      return step.type.startsWith('expire.');
    case 'eviction':
      return /^(eviction|lfu)\.|^key\.evicted$/.test(step.type);
    case 'lazyfree':
      return step.type.startsWith('lazyfree.');
    case 'stream':
      // Elements are appended to a listpack one by one: half an entry cannot be read.
      return /^(stream|group|rax)\.|^packed\.replace$/.test(step.type);
    case 'timeseries':
      return step.type.startsWith('series.');
    case 'bloom':
      return step.type.startsWith('bloom.');
    default:
      return false;
  }
}

function isOfScript(step: Step): boolean {
  return step.type.startsWith('script.');
}

function changesKeys(step: Step): boolean {
  return (
    step.type === 'dict.insert' ||
    step.type === 'dict.remove' ||
    step.type === 'key.expired' ||
    step.type === 'object.encoding'
  );
}

/** The rank a step of a skiplist is about, from 1; 0 for none, and for the header, where every search begins. */
function rankOf(step: Step): number {
  switch (step.type) {
    case 'skiplist.hop':
    case 'skiplist.down':
    case 'skiplist.insert':
    case 'skiplist.visit':
      return step.rank;
    default:
      return 0;
  }
}

/** The buckets a step is about. */
function placesOf(step: Step): { table: 0 | 1; bucket: number }[] {
  switch (step.type) {
    case 'dict.bucket':
    case 'dict.walk':
    case 'dict.insert':
    case 'dict.remove':
    case 'dict.scan':
      return [{ table: step.table, bucket: step.bucket }];
    case 'dict.move':
      return [
        { table: 0, bucket: step.fromBucket },
        { table: 1, bucket: step.toBucket },
      ];
    case 'dict.rehash':
      return [{ table: 0, bucket: step.bucket }];
    default:
      return [];
  }
}

/** The window itself if it shows the bucket; otherwise one with the bucket near its middle and a round start. */
function around(window: Window, bucket: number): Window {
  const { from, count } = window;
  if (bucket >= from && bucket < from + count) return window;
  const grain = Math.max(1, count >> 2);
  return { from: Math.max(0, Math.floor((bucket - count / 2) / grain) * grain), count };
}
