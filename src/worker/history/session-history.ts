/** The history of a session: of a world, which mostly has one server. */
import type { EngineListener } from '../../engine/index.ts';
import type { SessionInput, WorldOutput } from '../../protocol/world.ts';
import type { SessionMachine } from '../../sim/machine.ts';
import type { FrameRecord } from '../frames.ts';
import type { History } from './history.ts';
import type { Reader } from './reading.ts';
import type { Run } from './run.ts';

export type SessionHistory = History<SessionInput, WorldOutput, EngineListener, SessionMachine, FrameRecord>;
export type SessionReader = Reader<SessionInput, WorldOutput, EngineListener, SessionMachine>;
export type SessionRun = Run<SessionInput, WorldOutput, SessionMachine>;
