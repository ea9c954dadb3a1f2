/** Letting the time of a world pass. */
import type { WorldOutput } from '../protocol/world.ts';
import type { World } from './world.ts';

/** Everything that happens up to this instant, one event after the other, and then it is that instant. */
export function* passUntil(world: World, untilMs: number): Generator<WorldOutput> {
  for (let atMs = world.wakeAtMs; atMs !== null && atMs <= untilMs; atMs = world.wakeAtMs) {
    const output = world.step({ type: 'tick', nowMs: atMs });
    if (output.node !== null) yield output;
  }
  if (world.nowMs < untilMs) world.step({ type: 'tick', nowMs: untilMs });
}
