/** A link to no worker: it answers watches with fixed views, so that every panel can be shown without an engine. */

import type {
  FrameDetail,
  FrameSummary,
  RequestName,
  Requests,
  SessionOverview,
} from '../../protocol/messages.ts';
import { lineCommand } from '../../protocol/redis-cli.ts';
import type { Step } from '../../protocol/steps.ts';
import type { View, WatchTarget } from '../../protocol/views.ts';
import type { Pair } from '../i18n/pair.ts';
import type { WorkerLink } from '../session/worker-link.ts';

/** One picture of the gallery: the view of each target at each moment. */
export interface Recording {
  /** The command of these moments, if it is one command. */
  readonly command: string | null;
  readonly steps: readonly (Step | null)[];
  view(moment: number, target: WatchTarget): View | null;
}

export interface GalleryItem {
  readonly id: string;
  readonly panel: string;
  readonly title: Pair;
  readonly recording: Recording;
  /** The moment shown at first. */
  readonly moment: number;
}

const nowMs = Date.UTC(2024, 0, 1, 12, 0, 0);

function frame(index: number, kind: FrameSummary['kind'], text: string): FrameSummary {
  return {
    index,
    kind,
    client: 1,
    atMs: nowMs,
    text,
    command: lineCommand(text),
    commands: 1,
    replies: [],
    selected: [],
    closed: [],
    marks: [],
  };
}

export function linkToItem(recording: Recording): WorkerLink {
  const watched = new Map<string, WatchTarget>();
  const overview: SessionOverview = {
    start: { generation: '7.0', seed: 1, startMs: nowMs, config: {} },
    clock: { running: false, speed: 1, nowMs },
    branch: 0,
    branches: [{ id: 0, parent: null, frames: 1, commands: 0, begins: '', sharedFrame: 0 }],
    frames: [frame(0, recording.command === null ? 'start' : 'command', recording.command ?? '')],
    clients: [{ id: 1, db: 0 }],
  };
  const detail = (): FrameDetail => ({
    index: 0,
    droppedSteps: 0,
    moments: recording.steps.map((step, moment) => ({
      step,
      picture: Object.fromEntries([...watched].map(([id, target]) => [id, recording.view(moment, target)])),
    })),
  });

  function answer(
    request: RequestName,
    ask: Requests[RequestName]['ask'],
  ): Requests[RequestName]['answer'] | undefined {
    switch (request) {
      case 'start':
        return overview;
      case 'watch': {
        const { watchId: id, target } = ask as Requests['watch']['ask'];
        watched.set(id, target);
        return { view: recording.view(recording.steps.length - 1, target), branch: 0, frame: 0 };
      }
      case 'unwatch':
        watched.delete((ask as Requests['unwatch']['ask']).watchId);
        return null;
      case 'frame':
        return detail();
      case 'commands':
        return { docs: [], absent: [], idleParameters: [] };
      default:
        return undefined;
    }
  }

  return {
    ask: async (request, ask) => {
      const answered = answer(request, ask);
      if (answered === undefined) throw new Error(`the gallery does not answer '${request}'`);
      return answered as never;
    },
    onEvent() {},
    onFailure() {},
    stop() {},
  };
}
