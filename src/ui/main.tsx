// First, so that the components' own styles come after them and win.
import './theme/tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import './controls/controls.css';
import './theme/theme.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { keepSite } from './offline.ts';
import { SessionContext } from './session/hooks.ts';
import { createSessionStore } from './session/store.ts';
import { LinkFailedError, startWorker, type WorkerLink } from './session/worker-link.ts';
import { createWorld, WorldContext } from './shell/world.ts';
import { keepPresent } from './storage/present.ts';

function openLink(): WorkerLink | LinkFailedError {
  try {
    return startWorker();
  } catch (error) {
    if (error instanceof LinkFailedError) return error;
    throw error;
  }
}

const session = createSessionStore(openLink());
const world = createWorld(session);
keepPresent(session, world.isOwn, world.pageState);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <SessionContext value={session}>
      <WorldContext value={world}>
        <App />
      </WorldContext>
    </SessionContext>
  </StrictMode>,
);

keepSite();
