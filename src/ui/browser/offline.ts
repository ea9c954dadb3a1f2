/**
 * Asks the browser to keep the site, once the page has come to rest: the first command must not wait for it. A newer
 * version is fetched in the background and waits until the reader reloads, so that a page never meets files of another
 * build.
 */
import { createStore } from 'zustand/vanilla';

const REST_MS = 3000;
/** A tab that stays open for days asks again when it is looked at. */
const ASK_AGAIN_MS = 3_600_000;

/** Whether there is a newer version than the one shown. */
export const newVersionStore = createStore<{ readonly isThere: boolean }>(() => ({ isThere: false }));

let registered: ServiceWorkerRegistration | null = null;
let isReloading = false;

export function keepSite(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Listened to from the beginning: another tab may take the new version at any time.
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isReloading) location.reload();
    // At the first visit the page is taken over by the version it came from.
    else if (isControlled) newVersionStore.setState({ isThere: true });
    isControlled = true;
  });
  setTimeout(() => {
    // Where it is refused (a private window, a file) the page works as well, only not without a network.
    navigator.serviceWorker.register('./service-worker.js').then(watch, () => undefined);
  }, REST_MS);
}

function watch(registration: ServiceWorkerRegistration | undefined): void {
  // Some browsers that forbid service workers say so by this.
  if (registration === undefined) return;
  registered = registration;
  const look = () => {
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
      newVersionStore.setState({ isThere: true });
  };
  const listen = () => registration.installing?.addEventListener('statechange', look);
  // The browser looks for itself at every visit: a new version may be on its way, or there, already.
  look();
  listen();
  registration.addEventListener('updatefound', listen);
  let askedMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - askedMs < ASK_AGAIN_MS) return;
    askedMs = performance.now();
    registration.update().catch(() => undefined);
  });
}

/** Loads the page in its new version. What the reader has is kept before this is called. */
export function takeNewVersion(): void {
  const waiting = registered?.waiting ?? null;
  if (waiting === null) {
    location.reload();
    return;
  }
  isReloading = true;
  waiting.postMessage({ type: 'SKIP_WAITING' });
}
