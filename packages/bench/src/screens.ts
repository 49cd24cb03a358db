import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright'
import { demoConfig } from '../../../scripts/demo-portal.ts'
import { seedDemo } from '../../../scripts/seed/demo/index.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../../../scripts/tools/chromium.ts'
import { freePort } from '../../../scripts/tools/free-port.ts'
import { installTool } from '../../../scripts/tools/install.ts'
import { signIn } from '../../../scripts/tools/sign-in.ts'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'
import { openPortal, servePortal } from '../../../server/portal.ts'
import { costOf, INNER_SCREENS, type ScreenCost } from './screen-cost.ts'

const PUBLIC_SCREENS = ['/', '/auth']
const SETTLED_MS = 2_500
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

interface Marks extends ScreenCost {
  /** Cumulative layout shift at widths of 1440 and 390 px. */
  shift: number
  phoneShift: number
  /** Lighthouse scores (0–100) on its simulated phone, in the order of the categories. */
  marks: number[]
  /** Milliseconds on that phone: largest contentful paint and blocking time. */
  painted: number
  blocked: number
}

async function load(browser: Browser, url: string, cookie: string | null, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, serviceWorkers: 'block' })
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: new URL(url).origin }])
  }
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        ;(window as unknown as { shift: number }).shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForTimeout(SETTLED_MS)
  const cost = await costOf(page)
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  await context.close()
  return { ...cost, shift }
}

/** The part of Lighthouse that is used: no other command needs its packages. */
type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{
  lhr: {
    categories: Record<string, { score: number | null }>
    audits: Record<string, { numericValue?: number }>
  }
}>

const { default: lighthouse } = (await import(
  pathToFileURL(join(installTool('lighthouse', '13.5.0'), 'core/index.js')).href
)) as { default: Lighthouse }

async function mark(url: string, cookie: string | null, port: number) {
  const extraHeaders = cookie === null ? undefined : { cookie }
  const { lhr } = await lighthouse(url, { port, output: 'json', onlyCategories: CATEGORIES, extraHeaders })
  const { categories, audits } = lhr
  return {
    marks: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    painted: audits['largest-contentful-paint']?.numericValue ?? 0,
    blocked: audits['total-blocking-time']?.numericValue ?? 0,
  }
}

async function measureScreens(): Promise<Map<string, Marks>> {
  const folder = await newTemporaryFolder('foyer-screens')
  const portal = await openPortal({
    ...demoConfig({ dataDir: folder, logLevel: 'warn' }),
    port: await freePort(),
  })
  const running = await servePortal(portal, { client: 'built' })
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  })
  try {
    await seedDemo(portal.services, new Date(), { year: true })
    const { id } = await portal.services.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'owner@demo.test')
      .executeTakeFirstOrThrow()
    const owner = await signIn(portal.services, id)
    const screens = new Map<string, Marks>()
    for (const path of [...PUBLIC_SCREENS, ...INNER_SCREENS]) {
      const cookie = PUBLIC_SCREENS.includes(path) ? null : owner
      const wide = await load(browser, running.url + path, cookie, 1440)
      const { shift: phoneShift } = await load(browser, running.url + path, cookie, 390)
      screens.set(path, { ...wide, phoneShift, ...(await mark(running.url + path, cookie, port)) })
    }
    return screens
  } finally {
    await browser.close()
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!process.argv.includes('--no-build')) {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit', shell: process.platform === 'win32' })
}
const rows = [...(await measureScreens())].map(([path, screen]) => [
  path,
  String(screen.requests),
  (screen.scriptBytes / 1000).toFixed(1),
  (screen.cssBytes / 1000).toFixed(1),
  screen.shift.toFixed(3),
  screen.phoneShift.toFixed(3),
  ...screen.marks.map(String),
  String(Math.round(screen.painted)),
  String(Math.round(screen.blocked)),
])
const HEADINGS = [
  'Screen',
  'Requests',
  'Script KB',
  'CSS KB',
  'Shift',
  'On a phone',
  'Speed',
  'Access',
  'Practice',
  'SEO',
  'LCP ms',
  'TBT ms',
]
for (const row of [HEADINGS, ...rows]) {
  console.log(row.map((cell, index) => (index === 0 ? cell.padEnd(12) : cell.padStart(11))).join(''))
}
