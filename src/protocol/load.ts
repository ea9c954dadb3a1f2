/** What page and the worker of load scenarios say to each other. */
import type { RingSettings, RingView } from './ring.ts';

export type LoadRequest =
  | { readonly type: 'ring'; readonly request: number; readonly settings: RingSettings }
  | { readonly type: 'stop'; readonly request: number };

export type LoadResponse =
  | { readonly type: 'ring'; readonly request: number; readonly view: RingView }
  | { readonly type: 'stopped'; readonly request: number }
  | { readonly type: 'failed'; readonly request: number; readonly message: string };
