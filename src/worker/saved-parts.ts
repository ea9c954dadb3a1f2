/** The parts of a saved session that are JSON in every format. They come from strangers: every field is checked. */
import type { PageState, Position } from '../protocol/messages.ts';
import { lastMoment, presentFrame } from '../protocol/position.ts';
import type { DiskContent, SessionStart } from '../protocol/session.ts';
import type { SessionInput } from '../protocol/world.ts';
import { allowedSettings } from './allowed-settings.ts';
import type { SavedBranch } from './history/branches.ts';
import { integer, number, record } from './saved-fields.ts';
import { readWorld } from './saved-world.ts';

export interface SavedSession {
  readonly start: SessionStart;
  readonly inputs: readonly SessionInput[];
  readonly position: Position;
  readonly page: PageState;
  /** The number of the branch the inputs are of; 1 when absent. */
  readonly branch?: number;
  /** All branches, that one among them, in the order in which they were begun; absent when there is no other. */
  readonly branches?: readonly SavedBranch<SessionInput>[];
}

export function readStart(value: unknown, files: readonly DiskContent[] | undefined): SessionStart {
  const start = record(value, 'start');
  if (start.generation !== '7.0' && start.generation !== '6.2')
    throw new Error('start.generation is not 7.0 or 6.2');
  return {
    generation: start.generation,
    seed: integer(start.seed, 'start.seed', 0, Number.MAX_SAFE_INTEGER),
    startMs: number(start.startMs, 'start.startMs', 0, 4e12),
    config: allowedSettings(record(start.config, 'start.config'), start.world !== undefined),
    ...(files === undefined ? {} : { files }),
    ...(start.world === undefined ? {} : { world: readWorld(start.world) }),
  };
}

export function readPosition(value: unknown): Position {
  const position = record(value, 'position');
  return {
    frame: integer(position.frame, 'position.frame', 0, presentFrame),
    moment: integer(position.moment, 'position.moment', 0, lastMoment),
  };
}

export function readPage(value: unknown): PageState {
  const page: Record<string, string | number | boolean> = {};
  for (const [name, setting] of Object.entries(record(value ?? {}, 'page'))) {
    if (typeof setting === 'string' || typeof setting === 'number' || typeof setting === 'boolean')
      page[name] = setting;
  }
  return page;
}

/** Time goes on, and only who is connected sends or leaves. */
export function requireSense(start: SessionStart, inputs: readonly SessionInput[]): void {
  /** By client: the node it is connected to. */
  const open = new Map<number, number>();
  let lastMs = start.startMs;
  for (let at = 0; at < inputs.length; at++) {
    const input = inputs[at];
    if (input.type === 'next') {
      if (start.world === undefined) throw new Error(`inputs[${at}] is for a world of several servers`);
      continue;
    }
    if (input.nowMs < lastMs) throw new Error(`inputs[${at}] goes back in time`);
    lastMs = input.nowMs;
    switch (input.type) {
      case 'restart':
      case 'crash':
      case 'remove':
        for (const [client, node] of open) if (node === (input.node ?? 0)) open.delete(client);
        break;
      case 'open':
        // Twice is no contradiction: the server may have hung up in between, and the engine knows.
        open.set(input.client, input.node ?? 0);
        break;
      case 'close':
        if (!open.delete(input.client))
          throw new Error(`inputs[${at}] closes client ${input.client}, which is not open`);
        break;
      case 'data':
        if (open.get(input.client) !== (input.node ?? 0))
          throw new Error(`inputs[${at}] sends as client ${input.client}, which is not open`);
    }
  }
}
