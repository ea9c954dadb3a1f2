/** The session as a file for the reader. */
import type { PageState } from '../../protocol/messages.ts';
import { fileName, offerFile } from '../browser/files.ts';
import type { SessionStore } from '../session/store.ts';

/** Offers the session as a file of its own. */
export async function saveToFile({ actions }: SessionStore, page: PageState): Promise<void> {
  const saved = await actions.save('file', page);
  if (!(saved instanceof Uint8Array)) return;
  offerFile(saved, fileName(new Date()));
  actions.notify('saved');
}

/** Offers its commands as lines for redis-cli. */
export async function saveScript({ actions }: SessionStore): Promise<void> {
  const script = await actions.script();
  if (script === null) return;
  offerFile(new TextEncoder().encode(script), fileName(new Date(), 'redis'));
  actions.notify('saved');
}
