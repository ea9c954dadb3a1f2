/**
 * Opens another session in place of the running one: from a link, from a file, or one that the browser keeps. It sets
 * the running one aside, and the reader can go back to it.
 */
import type { PageState } from '../../protocol/messages.ts';
import { hashOf } from '../browser/routes.ts';
import { forgetConsoles, takeUpConsoles } from '../console/local-entries.ts';
import type { SessionStore } from '../session/store.ts';
import {
  describeSession,
  forgetSession,
  type KeptSession,
  keptSession,
  type SessionOrigin,
  sessionContent,
} from '../storage/database.ts';
import { type Keeper, type Source, setAside } from '../storage/keeper.ts';
import { linkId } from '../storage/openings.ts';
import { hold, release, takeOver } from '../storage/tabs.ts';
import type { GuardedOpening } from './guarded-opening.ts';
import type { OwnSession, Parked } from './own-session.ts';
import { type PageRoute, routeOf } from './scenes.ts';
import type { ShownPage } from './shown-page.ts';
import { refusalOf } from './unreadable.ts';

/** Each is one turn of the active session: nothing else replaces the server meanwhile. */
export interface OtherSessions {
  openLink(link: string): Promise<void>;
  openFile(saved: Uint8Array): Promise<void>;
  openKept(kept: KeptSession): Promise<void>;
}

interface OtherSessionsParts {
  readonly session: SessionStore;
  readonly keeper: Keeper;
  readonly opening: GuardedOpening;
  readonly page: ShownPage;
  readonly own: OwnSession;
  readonly inTurn: (action: () => Promise<void>) => Promise<void>;
}

export function createOtherSessions({
  session,
  keeper,
  opening,
  page,
  own,
  inTurn,
}: OtherSessionsParts): OtherSessions {
  const { actions } = session;

  /**
   * Sets the reader's own session aside if it is replaced; a lesson lasts only until the reader comes back from it.
   * Null if the session was refused: then everything is as it was.
   */
  async function openInstead(
    saved: string | Uint8Array,
    origin: SessionOrigin,
    source: Source,
    isForced = false,
  ): Promise<PageRoute | null> {
    let left = own.parked;
    if (own.running === 'own') {
      left = await own.putDown();
      if (left === null && !isForced && own.hasCommands()) {
        keeper.resume();
        page.askBefore({ page: 'lab' }, async () => {
          const route = await openInstead(saved, origin, source, true);
          if (route !== null) page.writeAddressOf(route, 'push');
        });
        return null;
      }
    }
    const before = keeper.id();
    const id = typeof saved === 'string' ? linkId(saved) : source.id;
    const loaded = id === undefined ? await actions.load(saved) : await opening.load(saved, id);
    if (loaded === null) {
      if (own.running === 'own') keeper.resume();
      return null;
    }
    const wasOwn = own.running === 'own' || own.parked !== null;
    const route = showRestored(loaded.page);
    if (own.running === 'lesson') {
      own.parked = left;
      return route;
    }
    own.parked = null;
    own.hasLooked = true;
    const { content } = source;
    keeper.begin(
      content === undefined ? source : { ...source, content: { ...content, since: loaded.since } },
    );
    if (wasOwn && before !== keeper.id()) await leave(before, left, origin);
    // A link was opened before the last visit's session was taken up: that one waits, with a note of the reason.
    else if (!wasOwn && origin === 'link') await nameLast();
    return route;
  }

  function showRestored(restored: PageState): PageRoute {
    forgetConsoles();
    takeUpConsoles(restored);
    const route = routeOf(restored);
    own.running = route.page === 'lesson' ? 'lesson' : 'own';
    page.show(route, restored);
    return route;
  }

  async function nameLast(): Promise<void> {
    const waiting = await own.waiting();
    if (waiting !== undefined) await setAside(waiting.id, 'link', true);
  }

  /** The reader finds the previous session among the kept ones, or at least in the notice. */
  async function leave(id: string, left: Parked | null, origin: SessionOrigin): Promise<void> {
    if (left !== null && !left.hasWork) {
      // Untouched since it was opened, or empty: it holds nothing of the reader's.
      if ((await keptSession(id))?.name === '') await forgetSession(id);
      return;
    }
    const kept = await setAside(id, origin, origin === 'link');
    if (kept !== null) actions.notify('set-aside', '', () => void inTurn(() => openKept(kept)));
    else if (left !== null)
      actions.notify(
        'set-aside-here',
        '',
        () => void inTurn(async () => void (await openAndGo(left.saved, 'file', {}))),
      );
  }

  async function openAndGo(saved: Uint8Array, origin: SessionOrigin, source: Source): Promise<boolean> {
    const route = await page.whileMoving(() => openInstead(saved, origin, source));
    if (route !== null) page.writeAddressOf(route, 'push');
    return route !== null;
  }

  async function openKept(kept: KeptSession): Promise<void> {
    // The reader goes on with an unnamed session itself, and with a copy of a named one.
    const isNamed = kept.name !== '';
    if (!isNamed && !(await hold(kept.id))) await takeOver(kept.id);
    const content = await sessionContent(kept.id);
    if (content === null) {
      actions.notify('damaged-file');
      return;
    }
    const { problem: _problem, ...well } = kept;
    const source = isNamed ? { isCopy: true } : { id: kept.id, content: { ...content, since: null } };
    if (await openAndGo(content.bytes, 'file', source)) {
      if (kept.problem !== undefined) await describeSession(well);
      return;
    }
    if (!isNamed) release(kept.id);
    const { notice } = session.getState();
    if (notice !== null && page.store.getState().leaving === null)
      await describeSession({ ...well, problem: { code: refusalOf(notice), detail: notice.detail } });
  }

  async function openLink(link: string): Promise<void> {
    const isWanted = (await opening.howToOpen('link', linkId(link))) !== 'aside';
    const route = isWanted ? await openInstead(link, 'link', { link }) : null;
    if (route !== null && own.running === 'lesson') keeper.noteLessonLink(link, hashOf(route));
    if (route === null) {
      // A damaged link loses nothing: the running session runs on.
      if (own.running === 'nothing') {
        const { notice } = session.getState();
        keeper.noteLessonLink(null);
        await own.takeUp();
        if (notice !== null) session.setState({ notice });
      }
      if (page.store.getState().scene === null) page.show({ page: 'home' }, null);
    }
    // The address no longer names the link: a reload goes on with the present session.
    page.writeAddressOf(page.store.getState().scene?.route ?? { page: 'home' }, 'replace');
  }

  return {
    openLink: (link) => page.whileMoving(() => openLink(link)),
    openFile: async (saved) => void (await openAndGo(saved, 'file', {})),
    openKept,
  };
}
