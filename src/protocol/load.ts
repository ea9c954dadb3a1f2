/** What page and the worker of load scenarios say to each other. */
import type { LoadResult, LoadRun } from './load-scenarios.ts';
import type { LsmAction, LsmComparison, LsmView } from './lsm.ts';
import type { RingSettings, RingView } from './ring.ts';

export type LoadRequest =
  | { readonly type: 'ring'; readonly request: number; readonly settings: RingSettings }
  | { readonly type: 'run'; readonly request: number; readonly run: LoadRun }
  | { readonly type: 'lsm'; readonly request: number; readonly actions: readonly LsmAction[] }
  | { readonly type: 'lsm-compare'; readonly request: number }
  | { readonly type: 'stop'; readonly request: number };

export type LoadResponse =
  | { readonly type: 'ring'; readonly request: number; readonly view: RingView }
  | { readonly type: 'lsm'; readonly request: number; readonly view: LsmView }
  | { readonly type: 'lsm-compare'; readonly request: number; readonly comparison: LsmComparison }
  /** How far a run is, from 0 to 1. */
  | { readonly type: 'progress'; readonly request: number; readonly done: number }
  | { readonly type: 'result'; readonly request: number; readonly result: LoadResult }
  | { readonly type: 'stopped'; readonly request: number }
  | { readonly type: 'failed'; readonly request: number; readonly message: string };
