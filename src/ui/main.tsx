// First, so that the components' own styles come after them and win.
import './theme/tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import './controls/controls.css';
import './theme/theme.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { ActiveSessionContext, createActiveSession } from './active-session/active-session.ts';
import { keepSite } from './browser/offline.ts';
import { recordsRecalled } from './drills/records.ts';
import { loadFirstWords } from './i18n/index.ts';
import { progressRecalled } from './lesson/progress.ts';
import { keepBeforeReload } from './loading/reload.ts';
import { SessionContext } from './session/hooks.ts';
import { restartableLink } from './session/restartable-link.ts';
import { createSessionStore } from './session/store.ts';
import { LinkFailedError, startWorker, type WorkerLink } from './session/worker-link.ts';
import { PageBoundary } from './shell/PageBoundary.tsx';

function openLink(): WorkerLink | LinkFailedError {
  try {
    return restartableLink(startWorker);
  } catch (error) {
    if (error instanceof LinkFailedError) return error;
    throw error;
  }
}

const session = createSessionStore(openLink());
const active = createActiveSession(session, Promise.all([progressRecalled, recordsRecalled]));

keepBeforeReload(async () => {
  // A hung server saves nothing; what was saved before it hung is there.
  if (!session.getState().silent) await active.keepNow();
});

const root = document.getElementById('root') as HTMLElement;

function show(): void {
  createRoot(root).render(
    <StrictMode>
      <SessionContext value={session}>
        <ActiveSessionContext value={active}>
          <PageBoundary>
            <App />
          </PageBoundary>
        </ActiveSessionContext>
      </SessionContext>
    </StrictMode>,
  );
}

/** Without its words the page can say only this, in both languages. */
function showNothingCame(): void {
  root.textContent =
    '页面没能加载完整，请检查网络后刷新。 · The page did not load completely. Check your network and reload.';
}

loadFirstWords().then(show, showNothingCame);

keepSite();
