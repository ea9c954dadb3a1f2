/** The session as a link, a file, parts for the browser to keep, or lines for redis-cli. */
import type { PageState, Position } from '../../protocol/messages.ts';
import type { SessionActions } from './actions.ts';
import { lastMoment, presentFrame } from './state.ts';
import type { StoreAccess } from './store-access.ts';

type Saving = Pick<SessionActions, 'save' | 'saveQuietly' | 'saveSince' | 'script'>;

export function createSaving({ get, ask, refuse }: StoreAccess): Saving {
  /** The saved position of the reader. */
  function savedPosition(): Position {
    const { position, detail, following, playing } = get();
    const last = detail?.index === position.frame ? detail.moments.length - 1 : 0;
    // Following counts also while the last command still plays, or its frame is still to come: the opened session is
    // then up to date.
    if (following && (playing || position.moment >= last)) return { frame: presentFrame, moment: lastMoment };
    return { frame: position.frame, moment: Math.min(position.moment, last) };
  }

  async function saved(as: 'link' | 'file', page: PageState): Promise<string | Uint8Array> {
    return (await ask().ask('save', { position: savedPosition(), page, as })).saved;
  }

  return {
    async save(as, page) {
      try {
        return await saved(as, page);
      } catch (error) {
        refuse(error);
        return null;
      }
    },
    async saveQuietly(page) {
      try {
        return (await saved('file', page)) as Uint8Array;
      } catch {
        return null;
      }
    },
    saveSince: (since, page) => ask().ask('saveSince', { since, position: savedPosition(), page }),
    async script() {
      try {
        return (await ask().ask('script', {})).text;
      } catch (error) {
        refuse(error);
        return null;
      }
    },
  };
}
