/** Which item the picture highlights: the typed one, or the one that the command works on. */
import type { Step } from '../../../protocol/steps.ts';
import type { BloomItemView, BloomView } from '../../../protocol/views.ts';
import type { Scene } from '../stage/sheet.ts';

/** One bit of an item; null if it was not tested yet and lies outside the window. */
export interface PointedBit {
  readonly hash: number;
  readonly bit: number;
  readonly isSet: boolean | null;
}

export interface Pointed {
  readonly item: string;
  readonly a: string;
  readonly b: string;
  readonly bits: readonly PointedBit[];
  /** The layer that has all of its bits; -1 if none has; null if that is not known at this moment. */
  readonly layer: number | null;
}

export function pointedIn(scene: Scene<BloomView>): Pointed | null {
  const { view, steps, phase } = scene;
  const asked = view.item ?? view.strangers?.found ?? null;
  const at = steps.findLastIndex((step) => step.type === 'bloom.hash' && step.filter === view.address);
  // Inside a command, highlight the item it works on.
  if (asked !== null && (phase !== 'inside' || at < 0)) return ofItem(asked);
  const hashed = steps[at];
  if (hashed?.type !== 'bloom.hash') return null;
  const { item, a, b } = hashed;
  const after = steps.slice(at + 1);
  const layer = layerOf(after, view);
  // The step lists its bits in the layer that was the newest; in another layer each test reports one.
  const shown = view.layers[view.shown];
  const isThatLayer =
    view.shown === view.layers.length - 1 && hashed.bits.length === shown.hashes && !hasGrown(after);
  const bits = isThatLayer ? hashed.bits : lookedAt(after, shown.address);
  return {
    item,
    a,
    b,
    layer,
    bits: bits.map((bit, hash) => ({ hash, bit, isSet: stateOf(bit, after, view) })),
  };
}

function ofItem({ item, a, b, bits, layers }: BloomItemView): Pointed {
  const pointed = bits.map(({ bit, isSet }, hash) => ({ hash, bit, isSet }));
  return { item, a, b, bits: pointed, layer: layers.indexOf(true) };
}

function hasGrown(steps: readonly Step[]): boolean {
  return steps.some(({ type }) => type === 'bloom.layer');
}

function lookedAt(steps: readonly Step[], layer: number): number[] {
  const bits: number[] = [];
  for (const step of steps) {
    if ((step.type === 'bloom.test' || step.type === 'bloom.set') && step.layer === layer)
      bits[step.hash] = step.bit;
  }
  return bits;
}

function stateOf(bit: number, steps: readonly Step[], view: BloomView): boolean | null {
  const { address } = view.layers[view.shown];
  for (const step of steps.toReversed()) {
    if (step.type === 'bloom.set' && step.layer === address && step.bit === bit) return true;
    if (step.type === 'bloom.test' && step.layer === address && step.bit === bit) return step.isSet;
  }
  const byte = Math.floor(bit / 8) - view.from;
  return byte < 0 || byte >= view.bytes.length ? null : isBitSet(view, bit);
}

/** The result of the tests so far. */
function layerOf(steps: readonly Step[], view: BloomView): number | null {
  const without = new Set<number>();
  for (const [place, { address, hashes }] of view.layers.entries()) {
    const tests = steps.flatMap((step) =>
      step.type === 'bloom.test' && step.layer === address ? [step.isSet] : [],
    );
    if (tests.length === hashes && tests.every((isSet) => isSet)) return place;
    if (tests.includes(false)) without.add(place);
  }
  // Adding goes on after all tests have failed.
  const isAdded = steps.some((step) => step.type === 'bloom.set');
  if (isAdded || without.size < view.layers.length) return null;
  return -1;
}

/** Only for bits inside the window. */
export function isBitSet(view: BloomView, bit: number): boolean {
  const byte = view.bytes[Math.floor(bit / 8) - view.from] ?? 0;
  return ((byte >> (bit % 8)) & 1) === 1;
}
