/**
 * What the panels watch. A panel may change its wish faster than the worker answers (a window being dragged): for each
 * watch one message is under way, and only the newest wish is sent after it.
 */
import type { View, WatchTarget } from '../../protocol/views.ts';

export interface WatchKeeper {
  set(id: string, target: WatchTarget): void;
  unset(id: string): void;
  /** A new server knows no watches: sends all of them, and resolves when the server has answered. */
  resend(): Promise<void>;
}

/** A watch's view, and the branch and frame where it was read. */
export interface WatchAnswer {
  readonly view: View | null;
  readonly branch: number;
  readonly frame: number;
}

export interface WatchWire {
  watch(id: string, target: WatchTarget): Promise<WatchAnswer>;
  unwatch(id: string): Promise<unknown>;
  /** Takes the view of a watch that is still wanted as requested. */
  answered(id: string, answer: WatchAnswer): void;
}

export function createWatchKeeper(wire: WatchWire): WatchKeeper {
  const wanted = new Map<string, WatchTarget>();
  /** The last target sent to the worker, as text, so that equal wishes are not repeated. */
  const sent = new Map<string, string>();
  const underWay = new Map<string, Promise<void>>();

  async function send(id: string): Promise<void> {
    for (;;) {
      const target = wanted.get(id);
      const text = target === undefined ? undefined : textOf(target);
      if (text === sent.get(id)) {
        // Clear synchronously, or a wish made meanwhile is lost.
        underWay.delete(id);
        return;
      }
      if (target === undefined) {
        sent.delete(id);
        await wire.unwatch(id);
        continue;
      }
      sent.set(id, text as string);
      const answer = await wire.watch(id, target);
      if (sent.get(id) === text && wanted.has(id)) wire.answered(id, answer);
    }
  }

  function sync(id: string): Promise<void> {
    const running = underWay.get(id);
    if (running !== undefined) return running;
    // Mark it first: with nothing to send it ends synchronously.
    underWay.set(id, Promise.resolve());
    const started = send(id).catch(() => {
      // Refused because there is no server: `resend` runs with the next one.
      sent.delete(id);
      underWay.delete(id);
    });
    if (underWay.has(id)) underWay.set(id, started);
    return started;
  }

  return {
    set(id, target) {
      wanted.set(id, target);
      void sync(id);
    },
    unset(id) {
      wanted.delete(id);
      void sync(id);
    },
    async resend() {
      await Promise.all(underWay.values());
      sent.clear();
      await Promise.all([...wanted.keys()].map(sync));
    },
  };
}

function textOf(target: WatchTarget): string {
  return JSON.stringify(target, (_, value) => (value instanceof Uint8Array ? [...value] : value));
}
