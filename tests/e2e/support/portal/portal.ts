import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from 'playwright/test'
import { freePort } from '#scripts/tools/free-port.ts'
import { OTHER_ENGINES } from '#scripts/tools/other-engines.ts'
import { newTemporaryFolder } from '#scripts/tools/temporary-folders.ts'
import { adaptFirefox } from '../engines/firefox.ts'
import { type Host, openHost, startProgram } from './server.ts'

export type DemoRole = 'admin' | 'owner' | 'contributor' | 'client'

export const DEMO_PASSWORD = 'Demo123!'
export const demoEmail = (role: DemoRole): string => `${role}@demo.test`

export interface Portal {
  url: string
  dataDir: string
  /** Kills the process and starts the program on the same data and port. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  start: () => Promise<void>
}

interface Options {
  /** The host name of its address; its server listens on localhost. */
  hostname: string
  /** `demo` is the seeded portal, `empty` one without rows. */
  data: 'demo' | 'empty'
  /** Additional environment variables of the server. */
  env: Record<string, string>
  /** Serves a copy of the built client, in the data folder's `client`, which a test may change. */
  ownClient: boolean
  /** Expected console errors and server log errors; any other fails the test. */
  expectedProblems: RegExp[]
}

interface Fixtures {
  portal: Portal
  /** A page signed in as this demo user, in its own browser context. */
  signIn: (role: DemoRole, options?: { width?: number; height?: number; dark?: boolean }) => Promise<Page>
  /** Collects a page's errors; called for every page of the fixtures. */
  watch: (page: Page) => void
  /** Skips a test whose browser isn't installed. */
  installed: null
}

/** A test with its own portal: a real server on a copy of the seeded data. */
export const test = base.extend<Fixtures & Options, { host: Host }>({
  hostname: ['localhost', { option: true }],
  data: ['demo', { option: true }],
  env: [{}, { option: true }],
  ownClient: [false, { option: true }],
  expectedProblems: [[], { option: true }],

  browser: [
    ({ browser, browserName }, use) => use(browserName === 'firefox' ? adaptFirefox(browser) : browser),
    { scope: 'worker' },
  ],

  installed: [
    async ({ browserName, launchOptions }, use, { skip }) => {
      skip(browserName === 'firefox' && !launchOptions.executablePath, OTHER_ENGINES.firefox.missing)
      await use(null)
    },
    { auto: true },
  ],

  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern.
    async ({}, use) => {
      const host = openHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],

  portal: async ({ hostname, data, env, ownClient, expectedProblems, host }, use) => {
    const dataDir = await newTemporaryFolder('foyer-portal')
    cpSync(join(process.env.E2E_TEMPLATES ?? '', data), dataDir, { recursive: true })
    const client = join(dataDir, 'client')
    if (ownClient) cpSync('dist/client', client, { recursive: true })
    const port = await freePort('localhost')
    const url = `http://${hostname}:${port}`
    const errors: string[] = []
    const options = {
      env: {
        LOG_LEVEL: 'warn',
        ALLOW_TEST_PAYMENTS: '1',
        HOST: 'localhost',
        PUBLIC_URL: url,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: data === 'demo' ? '1' : '',
        ...env,
      },
      onError: (line: string) => {
        if (!expectedProblems.some((expected) => expected.test(line))) errors.push(line)
      },
    }
    const start = () => host.start(options, ownClient ? client : undefined)
    let server = await start()
    await use({
      url,
      dataDir,
      async restart() {
        await server.kill()
        server = await startProgram(url, options)
      },
      stop: () => server.stop(),
      async start() {
        server = await start()
      },
    })
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
    expect(errors).toEqual([])
  },

  baseURL: async ({ portal }, use) => use(portal.url),

  watch: async ({ expectedProblems }, use) => {
    const problems: string[] = []
    const report = (problem: string) => {
      if (!expectedProblems.some((expected) => expected.test(problem))) problems.push(problem)
    }
    await use((page) => {
      page.on('pageerror', (error) => report(`page error: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') report(`console: ${message.text()}`)
      })
    })
    expect(problems).toEqual([])
  },

  page: async ({ page, watch }, use) => {
    watch(page)
    await use(page)
  },

  signIn: async ({ browser, portal, watch, locale, timezoneId }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async (role, { width = 1440, height = 900, dark = false } = {}) => {
      const context = await browser.newContext({
        baseURL: portal.url,
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        hasTouch: width < 768,
        locale,
        timezoneId,
      })
      contexts.push(context)
      const answer = await context.request.post('/trpc/auth.signIn', {
        headers: { origin: portal.url, 'content-type': 'application/json' },
        data: { email: demoEmail(role), password: DEMO_PASSWORD },
      })
      expect(answer.status(), await answer.text()).toBe(200)
      const page = await context.newPage()
      watch(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
