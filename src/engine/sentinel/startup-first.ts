/** In the page's worker this stands in for startup.ts until that has arrived, which a start in sentinel mode waits for. */
import type { SessionStart } from '../../protocol/session.ts';
import { AssertionFailure } from '../base/errors.ts';
import type { VirtualDisk } from '../state/disk/disk.ts';
import { beginWith } from '../state/lazy-chunks.ts';
import type { SentinelStart } from './startup.ts';

let begin: ((start: SessionStart, disk: VirtualDisk) => SentinelStart) | null = null;

beginWith({
  async complete() {
    begin = (await import('./startup.ts')).sentinelStart;
  },
});

export function sentinelStart(start: SessionStart, disk: VirtualDisk): SentinelStart {
  if (begin === null) throw new AssertionFailure('the code of sentinels has not been loaded');
  return begin(start, disk);
}
