/** What cannot be opened is not thrown away: it waits among the kept sessions, with the reason. */
import type { Refusal } from '../../protocol/messages.ts';
import type { Notice } from '../session/store.ts';
import { type KeptSession, keepSession } from '../storage/database.ts';
import { setAside } from '../storage/keeper.ts';
import { release } from '../storage/tabs.ts';

export async function keepUnreadable(
  id: string,
  bytes: Uint8Array,
  notice: Notice | null,
): Promise<KeptSession> {
  const problem = { code: refusalOf(notice), detail: notice?.detail ?? '' };
  // What did not arrive may arrive next time: then it is taken up again.
  const kept = await setAside(id, 'tab', problem.code === 'not-loaded', problem);
  release(id);
  if (kept !== null) return kept;
  const unreadable = {
    id,
    name: '',
    savedAtMs: Date.now(),
    sizeBytes: bytes.length,
    origin: 'tab',
    problem,
  } as const;
  await keepSession(unreadable, [bytes]);
  return unreadable;
}

/** What could not be opened to its end. Null when nothing of it is kept. */
export async function setCutOffAside(id: string): Promise<KeptSession | null> {
  const kept = await setAside(id, 'tab', false, { code: 'cut-off', detail: '' });
  release(id);
  return kept;
}

/** Why something could not be opened, as the notice about it says. */
export function refusalOf(notice: Notice | null): Refusal['code'] {
  const codes = [
    'newer-format',
    'too-large',
    'damaged-file',
    'damaged-link',
    'not-loaded',
    'forbidden-setting',
    'stopped',
  ] as const;
  return codes.find((known) => known === notice?.code) ?? 'fault';
}
