import { rmSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { readConfig } from '#server/base/core/config.ts'
import { createApp } from '#server/door/http/app.ts'
import { DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { openPortal } from '#server/portal.ts'
import { appRouter } from '#server/router.ts'
import { seedDemo } from '../seed/demo/index.ts'
import { freePort } from '../tools/free-port.ts'
import { newTemporaryFolder } from '../tools/temporary-folders.ts'

/** A Wednesday on which everything is shown: running timer, open week, overdue invoice. */
const NOW = new Date('2026-11-25T15:30:00.000Z')

export interface DatedDemo {
  url: string
  stop: () => Promise<void>
}

/** The demo with a year of data as it would be on that day, so that its screens always look the same. */
export async function startDatedDemo(): Promise<DatedDemo> {
  const dataDir = await newTemporaryFolder('foyer-pictures')
  const port = String(await freePort('localhost'))
  const place = { DATA_DIR: dataDir, HOST: 'localhost', PORT: port, PUBLIC_URL: `http://localhost:${port}` }
  const portal = await openPortal(readConfig({ DEMO: '1', LOG_LEVEL: 'warn', ...place }))
  Object.assign(portal.services, { clock: () => NOW })
  await seedDemo(portal.services, NOW, { year: true })
  // Without jobs, which would advance to the following days.
  const app = await createApp(portal.services, appRouter, { client: 'built' })
  return {
    url: await app.start(),
    stop: async () => {
      await app.stop()
      await portal.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A page on that day, signed in. */
export async function signedIn(
  browser: Browser,
  { url }: DatedDemo,
  role: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
  await context.clock.setFixedTime(NOW)
  const answer = await context.request.post('/trpc/auth.signIn', {
    headers: { origin: url, 'content-type': 'application/json' },
    data: { email: `${role}@demo.test`, password: DEMO_PASSWORD },
  })
  // The browser would drop an expired cookie.
  const [name = '', value = ''] =
    /^([^=]+)=([^;]+)/.exec(answer.headers()['set-cookie'] ?? '')?.slice(1) ?? []
  await context.clearCookies()
  await context.addCookies([{ name, value, url }])
  return context.newPage()
}
