/**
 * Keeps the whole site, so that it works offline from the second visit on. Installing this version fetches every file
 * once; a newer version takes over when the reader asks for it or closes the last page of the old one, so that a page
 * never meets files of another build unasked.
 */
import { type PrecacheEntry, Serwist } from 'serwist';

declare const self: ServiceWorkerGlobalScope;
/** The files of this build; the build inserts them. */
declare const SITE_FILES: (PrecacheEntry | string)[];

new Serwist({
  precacheEntries: SITE_FILES,
  // The service worker controls the page of the first visit already.
  clientsClaim: true,
  precacheOptions: { cleanupOutdatedCaches: true, directoryIndex: 'index.html' },
}).addEventListeners();
