import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/tools/chromium.ts'
import { PATIENCE, RETRIES } from '../support/patience.ts'
import { quickBrowserTests } from '../tiers.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Playwright empties it when it starts.
  projects: [
    { name: 'quick', grep: quickBrowserTests },
    { name: 'later', grepInvert: quickBrowserTests },
  ],
  outputDir: '../../test-results/browser',
  globalSetup: ['./support/portal/find-chromium.ts', './support/portal/seed-template.ts'],
  fullyParallel: true,
  workers: 2,
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
