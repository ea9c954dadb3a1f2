import { defineConfig } from '@playwright/test';

const port = Number(process.env.REDISCOPE_E2E_PORT ?? 4180);
/** Another build than the one in dist/. */
const folder = process.env.REDISCOPE_E2E_SITE;
const address = `http://127.0.0.1:${port}/`;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // A test mostly waits for animations, so there are more of them than processors.
  workers: '150%',
  // Generous: the tests are about behaviour and not speed, and a busy machine must not fail them.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: address,
    // Tests look for the names of the English page.
    locale: 'en-US',
    timezoneId: 'UTC',
    // Keeping the site is tested once; elsewhere it would only fetch everything again for each test.
    serviceWorkers: 'block',
    // A trace doubles the time of a test: it is recorded only on request.
    trace: process.env.REDISCOPE_E2E_TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node ../src/scripts/static-server.mjs --port ${port}${folder === undefined ? '' : ` --folder ${folder}`}`,
    url: address,
    reuseExistingServer: false,
  },
});
