import { describe, expect, it } from 'vitest';
import type { WatchTarget } from '../../protocol/views.ts';
import { createWatchKeeper, type WatchKeeper } from './watches.ts';

function target(from: number): WatchTarget {
  return { kind: 'keyspace', db: 0, window: { from, count: 10 } };
}

const drain = () => new Promise((resolve) => setTimeout(resolve));

describe('what panels watch', () => {
  it('is sent also when the wish changes in the instant in which the last one is answered', async () => {
    const asked: number[] = [];
    let next = 1;
    const keeper: WatchKeeper = createWatchKeeper({
      async watch(_, wanted) {
        asked.push((wanted as { window: { from: number } }).window.from);
        return { view: null, branch: 1, frame: 0 };
      },
      unwatch: async () => null,
      // A panel draws its view and then looks elsewhere, before anything else happens.
      answered() {
        if (next < 3) queueMicrotask(() => keeper.set('keyspace', target(next++)));
      },
    });
    keeper.set('keyspace', target(0));
    await drain();
    expect(asked).toEqual([0, 1, 2]);
  });

  it('is sent again by a panel that comes in the instant in which another leaves', async () => {
    const sent: string[] = [];
    const keeper: WatchKeeper = createWatchKeeper({
      async watch() {
        sent.push('watch');
        return { view: null, branch: 1, frame: 0 };
      },
      async unwatch() {
        sent.push('unwatch');
        queueMicrotask(() => queueMicrotask(() => keeper.set('keyspace', target(0))));
      },
      answered() {},
    });
    keeper.set('keyspace', target(0));
    await drain();
    keeper.unset('keyspace');
    await drain();
    expect(sent).toEqual(['watch', 'unwatch', 'watch']);
  });
});
