/** The history of a session: of a world, which mostly has one server. */
import type { EngineListener } from '../../engine/index.ts';
import type { SessionInput, WorldOutput } from '../../protocol/world.ts';
import type { World } from '../../sim/world.ts';
import type { FrameRecord } from '../frames.ts';
import type { History } from './history.ts';
import type { Reader } from './reading.ts';
import type { Run } from './run.ts';

export type SessionHistory = History<SessionInput, WorldOutput, EngineListener, World, FrameRecord>;
export type SessionReader = Reader<SessionInput, WorldOutput, EngineListener, World>;
export type SessionRun = Run<SessionInput, WorldOutput, World>;
