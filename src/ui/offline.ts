/** Asks the browser to keep the site, once the page has come to rest: the first command must not wait for it. */
const REST_MS = 3000;

export function keepSite(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // Where it is refused (a private window, a file) the page works as well, only not without a network.
    navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
  }, REST_MS);
}
