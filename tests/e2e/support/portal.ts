import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, expect, type Page } from 'playwright/test'

export type DemoRole = 'admin' | 'owner' | 'contributor' | 'client'

export const DEMO_PASSWORD = 'Demo123!'
export const demoEmail = (role: DemoRole): string => `${role}@demo.test`

export interface Portal {
  url: string
  dataDir: string
  /** Ends the process at once and starts it again on the same data and port. */
  restart: () => Promise<void>
  stop: () => Promise<void>
  start: () => Promise<void>
}

interface Options {
  /** `demo` is the seeded portal; `empty` one with no rows at all. */
  data: 'demo' | 'empty'
  /** Further environment of the server. */
  env: Record<string, string>
  /** Serves a copy of the built client, in the data folder's `client`, that a test may change. */
  ownClient: boolean
  /** Console errors and errors the server logs that a test expects; every other one fails it. */
  expectedProblems: RegExp[]
}

interface Fixtures {
  portal: Portal
  /** A page signed in as this demo user, in a browser context of its own. */
  signIn: (role: DemoRole, options?: { width?: number; height?: number; dark?: boolean }) => Promise<Page>
  /** Collects what went wrong in a page; done for every page of the fixtures. */
  watch: (page: Page) => void
}

/** A test with a portal of its own: a real server process on a copy of the seeded data. */
export const test = base.extend<Fixtures & Options>({
  data: ['demo', { option: true }],
  env: [{}, { option: true }],
  ownClient: [false, { option: true }],
  expectedProblems: [[], { option: true }],

  portal: async ({ data, env, ownClient, expectedProblems }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'foyer-portal-'))
    cpSync(join(process.env.E2E_TEMPLATES ?? '', data), dataDir, { recursive: true })
    const client = join(dataDir, 'client')
    if (ownClient) cpSync('dist/client', client, { recursive: true })
    const program = ownClient ? ['tests/e2e/support/serve.ts', client] : ['server/main.ts']
    const port = await freePort()
    const url = `http://localhost:${port}`
    const errors: string[] = []
    const report = (line: string) => {
      if (!expectedProblems.some((expected) => expected.test(line))) errors.push(line)
    }
    const start = () =>
      startServer(
        program,
        url,
        {
          ALLOW_TEST_PAYMENTS: '1',
          ...env,
          PORT: String(port),
          DATA_DIR: dataDir,
          DEMO: data === 'demo' ? '1' : '',
        },
        report,
      )
    let server = await start()
    await use({
      url,
      dataDir,
      async restart() {
        await stopServer(server, 'SIGKILL')
        server = await start()
      },
      stop: () => stopServer(server, 'SIGTERM'),
      async start() {
        server = await start()
      },
    })
    await stopServer(server, 'SIGTERM')
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

  signIn: async ({ browser, portal, watch }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async (role, { width = 1440, height = 900, dark = false } = {}) => {
      const context = await browser.newContext({
        baseURL: portal.url,
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        hasTouch: width < 768,
        locale: 'en-US',
        timezoneId: 'America/New_York',
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

/** Pino's number for errors. */
const ERROR_LEVEL = 50

async function startServer(
  program: string[],
  url: string,
  env: Record<string, string>,
  onError: (line: string) => void,
): Promise<ChildProcess> {
  const server = spawn('node', program, {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', HOST: 'localhost', PUBLIC_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.startsWith('{') && JSON.parse(line).level >= ERROR_LEVEL) onError(`server: ${line}`)
  })
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) break
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The portal did not start')
}

async function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await exited
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, 'localhost', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}
