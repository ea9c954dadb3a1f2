/**
 * Asks the browser to keep the site, once the page is idle: the first command must not wait for it. A newer version is
 * fetched in the background and waits for a reload, so a page never meets files of another build.
 */
import { createStore } from 'zustand/vanilla';

const REST_MS = 3000;
/** A tab that stays open for days asks again when it becomes visible. */
const ASK_AGAIN_MS = 3_600_000;

/** Whether a newer version than the shown one is there. */
export const newVersionStore = createStore<{ readonly isThere: boolean }>(() => ({ isThere: false }));

let registered: ServiceWorkerRegistration | null = null;
let isReloading = false;

export function keepSite(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Listen from the beginning: another tab may activate the new version at any time.
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isReloading) location.reload();
    // At the first visit the version that the page came from takes control of it.
    else if (isControlled) newVersionStore.setState({ isThere: true });
    isControlled = true;
  });
  setTimeout(() => {
    // Where it is refused (a private window, a file) the page works, but not offline.
    navigator.serviceWorker.register('./service-worker.js').then(watch, () => undefined);
  }, REST_MS);
}

function watch(registration: ServiceWorkerRegistration | undefined): void {
  // Some browsers that forbid service workers throw here.
  if (registration === undefined) return;
  registered = registration;
  const look = () => {
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
      newVersionStore.setState({ isThere: true });
  };
  const listen = () => registration.installing?.addEventListener('statechange', look);
  // The browser checks at every visit: a new version may already be loading or waiting.
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

/** Reloads the page in its new version. The caller saves the reader's state first. */
export function takeNewVersion(): void {
  const waiting = registered?.waiting ?? null;
  if (waiting === null) {
    location.reload();
    return;
  }
  isReloading = true;
  waiting.postMessage({ type: 'SKIP_WAITING' });
}
