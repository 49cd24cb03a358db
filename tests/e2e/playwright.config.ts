import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/tools/chromium.ts'

// The workers load this file too, and find here what was found or installed for the first.
process.env.CHROMIUM_PATH ??= await ensureChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './support/seed-template.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A crowded machine may miss a time limit once; a fault fails twice.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['./support/slowest-tests.ts']],
  use: {
    // Requests a worker makes escape a test's own routes; the tests of the worker itself let it in.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_ARGS },
  },
})
