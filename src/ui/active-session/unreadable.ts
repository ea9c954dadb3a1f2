/** Keeps sessions that cannot be opened, with the reason, among the kept sessions. */
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
  // A part that did not load may load next time: then the session is taken up again.
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

/** A session that opened only in part. Null if nothing of it is kept. */
export async function setCutOffAside(id: string): Promise<KeptSession | null> {
  const kept = await setAside(id, 'tab', false, { code: 'cut-off', detail: '' });
  release(id);
  return kept;
}

/** Why something could not be opened, in the words of the notice. */
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
