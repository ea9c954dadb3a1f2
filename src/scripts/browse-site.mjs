/** Serves a built site and opens a browser for it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findOrInstallChromium } from './prerequisites.mjs';
import { serve } from './static-server.mjs';

/**
 * Ends the process with a message if there is no site or no browser.
 *
 * @param {string} folder
 */
export async function browseSite(folder) {
  if (!existsSync(join(folder, 'index.html'))) {
    console.error(`There is no built site in ${folder}: npm run build makes one.`);
    process.exit(1);
  }
  const executablePath = await findOrInstallChromium();
  if (executablePath === null) {
    console.error('No Chromium was found; CHROMIUM_PATH can name one.');
    process.exit(1);
  }
  const port = await serve({ folder, host: '127.0.0.1', port: 4190, tries: 50 });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  return { browser, address: `http://127.0.0.1:${port}/` };
}
