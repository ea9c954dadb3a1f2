/**
 * Runs one input of a session and photographs the watched structures: before, at every step inside,
 * and after. The photographs are read from the live structures at the instant of the step, so a
 * picture in the middle of a command is as true as one at its end.
 */
import type { EngineListener } from '../engine/index.ts';
import { kindOf, readView } from '../engine/inspect/index.ts';
import type { AnyViewKind, MoreMoments } from '../engine/inspect/kind.ts';
import type { FrameDetail, Moment, Picture } from '../protocol/messages.ts';
import type { Step } from '../protocol/steps.ts';
import type { View, WatchTarget } from '../protocol/views.ts';
import type { SessionInput, WorldOutput } from '../protocol/world.ts';
import type { SessionMachine } from '../sim/machine.ts';
import { sharing } from './sharing.ts';
import { viewOrFailure } from './trouble.ts';
import { worldKindOf } from './world-views/index.ts';
import type { AnyWorldViewKind } from './world-views/kind.ts';

/** Steps of one frame that get a picture each; the rest are counted. */
const MAX_MOMENTS = 96;
/** Steps of one frame that are kept without a picture. */
const MAX_STEPS = 10_000;
/** Steps that a kind of view follows to the last come beside them while it is watched: lines of a script. */
const MAX_FOLLOWED_MOMENTS = 6000;
/** Photographs of anything else that such a frame may cost. */
const MAX_PHOTOGRAPHS_BESIDE = 6000;

export type Watches = ReadonlyMap<string, WatchTarget>;

const NOTHING_WATCHED: Watches = new Map();

export interface Recording {
  readonly output: WorldOutput;
  /** The watches as they are now: windows that follow have moved. */
  readonly watches: Watches;
  readonly steps: readonly Step[];
  readonly moments: readonly Moment[];
  readonly droppedSteps: number;
}

/** How a watch is read. */
export type ViewReader = (world: SessionMachine, target: WatchTarget) => View | null;

export function takePicture(world: SessionMachine, watches: Watches, read: ViewReader = readIn): Picture {
  const picture: Record<string, View | null> = {};
  for (const [id, target] of watches) picture[id] = viewOrFailure(() => read(world, target));
  return picture;
}

/** The usual way. Null of a server that is not there yet. */
export function readIn(world: SessionMachine, target: WatchTarget): View | null {
  const ofWorld = worldKindOf(target);
  if (ofWorld !== null) return ofWorld.read(world, target);
  const node = world.nodes[target.server ?? 0];
  return node === undefined ? null : readView(node.engine.server, target);
}

/** A pipeline longer than this is run at full speed: pictures before and after, none inside. */
const MAX_WATCHED_COMMANDS = 32;

/** Runs an input of so many commands. Without watches, only its steps are recorded. */
export function recordInput(
  world: SessionMachine,
  input: SessionInput,
  commands: number,
  watches: Watches | null,
  read: ViewReader = readIn,
): Recording {
  if (commands > MAX_WATCHED_COMMANDS) return recordOutside(world, input, watches ?? NOTHING_WATCHED, read);
  if (watches === null) return recordSteps(world, input);
  return record(world, input, watches, takePicture(world, watches, read), read);
}

function record(
  world: SessionMachine,
  input: SessionInput,
  watches: Watches,
  before: Picture,
  read: ViewReader = readIn,
): Recording {
  const camera = new Camera(world, watches, before, read);
  const stop = world.listen(camera);
  try {
    const output = world.step(input);
    return { output, ...camera.develop() };
  } finally {
    stop();
  }
}

/** Steps without pictures, for inputs that nobody watches. */
function recordSteps(world: SessionMachine, input: SessionInput): Recording {
  const steps: Step[] = [];
  const stop = world.listen({
    step(step) {
      if (steps.length < MAX_STEPS) steps.push(step);
    },
  });
  try {
    return { output: world.step(input), watches: NOTHING_WATCHED, steps, moments: [], droppedSteps: 0 };
  } finally {
    stop();
  }
}

/** The same without looking inside, for inputs too long to be followed. */
function recordOutside(
  world: SessionMachine,
  input: SessionInput,
  watches: Watches,
  read: ViewReader = readIn,
): Recording {
  const before = takePicture(world, watches, read);
  const output = world.step(input);
  const after = takePicture(world, watches, read);
  const moments = [
    { step: null, picture: before },
    { step: null, picture: after },
  ];
  return { output, watches, steps: [], moments, droppedSteps: 0 };
}

export function detailOf(index: number, recording: Recording): FrameDetail {
  return { index, moments: recording.moments, droppedSteps: recording.droppedSteps };
}

/** A watch as the camera has it. */
interface Watched {
  readonly id: string;
  readonly kind: AnyViewKind | null;
  /** Of a view of all servers. */
  readonly ofWorld: AnyWorldViewKind | null;
  target: WatchTarget;
  /** To be read with the next picture, whatever that is about. */
  isStale: boolean;
}

class Camera implements EngineListener {
  readonly #world: SessionMachine;
  readonly #read: ViewReader;
  readonly #watched: Watched[] = [];
  /** Those whose windows move to where the steps happen. */
  readonly #following: Watched[] = [];
  /** Those of which every step is shown. */
  readonly #everyStep: AnyViewKind[] = [];
  readonly #moreMoments: MoreMoments[] = [];
  readonly #steps: Step[] = [];
  readonly #moments: Moment[];
  #followedMoments = 0;
  #photographsBeside = 0;
  #latest: Picture;
  #dropped = 0;

  constructor(world: SessionMachine, watches: Watches, before: Picture, read: ViewReader) {
    this.#world = world;
    this.#read = read;
    for (const [id, target] of watches) {
      const kind = kindOf(target);
      const watched = { id, kind, ofWorld: worldKindOf(target), target, isStale: false };
      this.#watched.push(watched);
      if ('follow' in target && target.follow === true) this.#following.push(watched);
      if (kind?.everyStep !== undefined) this.#everyStep.push(kind);
      if (kind?.moreMoments !== undefined) this.#moreMoments.push(kind.moreMoments);
    }
    this.#latest = before;
    this.#moments = [{ step: null, picture: before }];
  }

  step(step: Step): void {
    if (!this.#hasRoomFor(step)) {
      this.#dropped++;
      if (this.#steps.length < MAX_STEPS) this.#steps.push(step);
      // The last picture must show where the windows ended up.
      this.#follow(step);
      // The next picture reads what this step changed.
      for (const watched of this.#watched) watched.isStale = true;
      return;
    }
    this.#steps.push(step);
    this.#follow(step);
    this.#latest = this.#photograph(step);
    this.#moments.push({ step, picture: this.#latest });
  }

  #hasRoomFor(step: Step): boolean {
    if (!this.#everyStep.some((kind) => kind.everyStep?.(step))) {
      const moments = this.#moments.length - this.#followedMoments;
      if (moments <= MAX_MOMENTS) return true;
      return this.#moreMoments.some((more) => moments <= MAX_MOMENTS + more.count && more.of(step));
    }
    if (this.#followedMoments >= MAX_FOLLOWED_MOMENTS || this.#photographsBeside >= MAX_PHOTOGRAPHS_BESIDE)
      return false;
    this.#followedMoments++;
    return true;
  }

  develop(): Omit<Recording, 'output'> {
    const watches = new Map(this.#watched.map(({ id, target }) => [id, target]));
    const after = takePicture(this.#world, watches, this.#read);
    this.#moments.push({ step: null, picture: after });
    return {
      watches,
      steps: this.#steps,
      moments: this.#moments,
      droppedSteps: this.#dropped,
    };
  }

  /** Moves windows that follow to what the step is about. */
  #follow(step: Step): void {
    const { acting } = this.#world;
    const server = this.#world.serverOf(acting);
    for (const watched of this.#following) {
      const { kind, target } = watched;
      if ((target.server ?? 0) !== acting) continue;
      const db = server.keyspace.databases[target.db];
      if (db === undefined || kind?.follow === undefined) continue;
      try {
        const moved = kind.follow(db, target, step);
        if (moved === target) continue;
        watched.target = moved;
        watched.isStale = true;
      } catch {
        // It stays where it is: the photograph of the same structure says what is wrong with it.
      }
    }
  }

  /** Reads again what the step can have changed; the rest of the picture is carried over. */
  #photograph(step: Step): Picture {
    const picture: Record<string, View | null> = { ...this.#latest };
    for (const watched of this.#watched) {
      const { id, kind, ofWorld, target } = watched;
      // What happens in one server changes nothing in another.
      if (ofWorld === null && (target.server ?? 0) !== this.#world.acting) continue;
      const isChanged = (ofWorld ?? kind)?.changedBy?.(step) === true || changesKeys(step);
      if (!watched.isStale && !isChanged) continue;
      watched.isStale = false;
      const view = viewOrFailure(() => this.#read(this.#world, target));
      // Thousands of pictures that hardly differ are kept, and sent, as what differs.
      picture[id] = this.#everyStep.length > 0 ? sharing(picture[id], view) : view;
      if (kind?.everyStep === undefined) this.#photographsBeside++;
    }
    return picture;
  }
}

/** Steps by which keys come and go: every view is read again. */
function changesKeys(step: Step): boolean {
  return (
    step.type === 'dict.insert' ||
    step.type === 'dict.remove' ||
    step.type === 'key.expired' ||
    step.type === 'object.encoding'
  );
}
