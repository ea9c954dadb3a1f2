/**
 * In the page's worker this stands in for index.ts until that has arrived. Nobody asks it before: host.ts waits for
 * everything before it shows a view of a world.
 */
import { beginWith } from '../../engine/index.ts';
import type { WatchTarget } from '../../protocol/views.ts';
import type { AnyWorldViewKind } from './kind.ts';

let all: typeof import('./index.ts') | null = null;

beginWith({
  async complete() {
    all = await import('./index.ts');
  },
});

export function worldKindOf(target: WatchTarget): AnyWorldViewKind | null {
  return all === null ? null : all.worldKindOf(target);
}
