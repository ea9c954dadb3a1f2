/** The history of one engine, as sessions have it. */
import type { Engine, EngineListener } from '../../engine/index.ts';
import type { Input, Output } from '../../protocol/session.ts';
import type { FrameRecord } from '../frames.ts';
import type { History } from './history.ts';
import type { Reader } from './reading.ts';
import type { Run } from './run.ts';

export type EngineHistory = History<Input, Output, EngineListener, Engine, FrameRecord>;
export type EngineReading = Reader<Input, Output, EngineListener, Engine>;
export type EngineRun = Run<Input, Output, Engine>;
