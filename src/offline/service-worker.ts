/**
 * Keeps the whole site, so that it works without a network from the second visit on. Every file is fetched once,
 * when this version is installed; a newer version takes over when the reader asks for it or the last page of the old
 * one is closed, so that a page never meets files of another build unasked.
 */
import { type PrecacheEntry, Serwist } from 'serwist';

declare const self: ServiceWorkerGlobalScope;
/** The files of this build; the build puts them here. */
declare const SITE_FILES: (PrecacheEntry | string)[];

new Serwist({
  precacheEntries: SITE_FILES,
  // The first visit already belongs to the offline copy.
  clientsClaim: true,
  precacheOptions: { cleanupOutdatedCaches: true, directoryIndex: 'index.html' },
}).addEventListeners();
