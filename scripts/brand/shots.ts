import type { BrowserContextOptions, Page } from 'playwright'

export interface Shot {
  name: string
  /** One of the demo's accounts. */
  role: 'owner' | 'client'
  options: BrowserContextOptions
  /** Opens the screen and waits for what it shows. */
  open: (page: Page) => Promise<unknown>
}

const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

const main = (page: Page) => page.getByRole('main')

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('list', { name: 'Recent activity' }).waitFor()
}

/** The landing page's picture, in the scheme of its visitor. */
export const LANDING_SHOTS: readonly Shot[] = (['light', 'dark'] as const).map((colorScheme) => ({
  name: `dashboard-${colorScheme}`,
  role: 'owner',
  options: { ...DESK, colorScheme, deviceScaleFactor: 1.5 },
  open: openDashboard,
}))

/** The pictures of the README. */
export const README_SHOTS: readonly Shot[] = [
  { name: 'home', role: 'owner', options: { ...DESK, deviceScaleFactor: 1.5 }, open: openDashboard },
  {
    name: 'project',
    role: 'owner',
    options: DESK,
    open: async (page) => {
      await page.goto('/projects')
      await main(page).getByRole('button', { name: 'Harbor Website Redesign', exact: true }).click()
      await page.getByRole('list', { name: 'Activity' }).waitFor()
    },
  },
  {
    name: 'board',
    role: 'owner',
    options: DESK,
    open: async (page) => {
      await page.goto('/tasks?view=board')
      await main(page).getByRole('article').first().waitFor()
    },
  },
  {
    name: 'invoice',
    role: 'client',
    options: DESK,
    open: async (page) => {
      await page.goto('/payments?tab=invoices')
      await main(page).getByRole('button', { name: 'Website Redesign, milestone 2' }).click()
      await page.getByRole('article', { name: 'Invoice INV-1004' }).waitFor()
    },
  },
  {
    name: 'finance-dark',
    role: 'owner',
    options: { ...DESK, colorScheme: 'dark' },
    open: async (page) => {
      await page.goto('/accounts?period=year')
      await main(page).getByRole('img').first().waitFor()
    },
  },
  {
    name: 'portal-phone',
    role: 'client',
    options: PHONE,
    open: async (page) => {
      await page.goto('/dashboard')
      await page.getByRole('list', { name: 'Waiting on you' }).waitFor()
    },
  },
]

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** What the screen shows once nothing is added any more, in words: a picture is as old as these. */
export async function wordsOn(page: Page): Promise<string> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (let before = ''; ; await page.waitForTimeout(QUIET_MS)) {
    const words = await snapshotOf(page)
    if (words === before) return words
    before = words
  }
}

const QUIET_MS = 500

async function snapshotOf(page: Page): Promise<string> {
  const lines = (await page.locator('body').ariaSnapshot()).replaceAll(ID, '…').split('\n')
  // Rows of the same instant come in any order.
  const words = lines.map((line) => line.trim()).toSorted()
  return `${words.join('\n')}\n`
}
