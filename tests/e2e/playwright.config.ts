import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/tools/chromium.ts'
import { findFirefox } from '../../scripts/tools/other-engines.ts'
import { PATIENCE, RETRIES } from '../support/patience.ts'
import { FIREFOX, quickBrowserTests } from '../tiers.ts'

/** Tests written for an engine other than Chromium. */
const OTHERS = 'tests/e2e/engines/**'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'quick', grep: quickBrowserTests, testIgnore: OTHERS },
    { name: 'later', grepInvert: quickBrowserTests, testIgnore: OTHERS },
    // Only the projects that need the other engines install them.
    { name: 'engines', testMatch: 'support/engines/*.setup.ts' },
    {
      name: 'firefox',
      testMatch: Object.keys(FIREFOX),
      dependencies: ['engines'],
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: findFirefox() },
        // They inject a style, which Firefox reports as a violation of the page's content security policy.
        screenshot: 'off',
      },
    },
    { name: 'webkit', testMatch: 'engines/webkit/*.spec.ts', dependencies: ['engines'] },
  ],
  // Playwright empties it when it starts.
  outputDir: '../../test-results/browser',
  globalSetup: ['./support/portal/find-chromium.ts', './support/portal/seed-template.ts'],
  fullyParallel: true,
  // A third of a page's time is spent waiting for animations and the server.
  workers: 3,
  timeout: PATIENCE.testMs,
  expect: { timeout: PATIENCE.expectMs, toPass: { timeout: PATIENCE.expectMs } },
  retries: RETRIES,
  forbidOnly: true,
  reporter: [['list'], ['../support/reports/browser-outcomes.ts']],
  use: {
    // Requests by the service worker bypass a test's routes; only the worker's own tests enable it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    // Workers load this file after the setup has found a browser.
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_ARGS },
  },
})
