import type { BrowserContextOptions, Page } from 'playwright'

const LANDING = 'client/public/product'
const README = 'docs/pictures'

export interface Shot {
  name: string
  /** The landing page has its pictures in a second format, too. */
  folder: typeof LANDING | typeof README
  /** One of the demo's accounts. */
  role: 'owner' | 'client'
  options: BrowserContextOptions
  /** Opens the screen and waits for its content. */
  open: (page: Page) => Promise<unknown>
}

const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

const main = (page: Page) => page.getByRole('main')

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('list', { name: 'Recent activity' }).waitFor()
}

/** The landing page shows the owner's dashboard in the visitor's color scheme, and the README in the light one. */
const homes = (['light', 'dark'] as const).map(
  (colorScheme): Shot => ({
    name: `dashboard-${colorScheme}`,
    folder: LANDING,
    role: 'owner',
    options: { ...DESK, colorScheme, deviceScaleFactor: 1.5 },
    open: openDashboard,
  }),
)

/** All pictures of the product. */
export const SHOTS: readonly Shot[] = [
  ...homes,
  {
    name: 'project',
    folder: README,
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
    folder: README,
    role: 'owner',
    options: DESK,
    open: async (page) => {
      await page.goto('/tasks?view=board')
      await main(page).getByRole('article').first().waitFor()
    },
  },
  {
    name: 'finance-dark',
    folder: README,
    role: 'owner',
    options: { ...DESK, colorScheme: 'dark' },
    open: async (page) => {
      await page.goto('/accounts?period=year')
      await main(page).getByRole('img').first().waitFor()
    },
  },
  // The owner is notified that the client viewed the invoice, so the owner's pictures come first.
  {
    name: 'invoice',
    folder: README,
    role: 'client',
    options: DESK,
    open: async (page) => {
      await page.goto('/payments?tab=invoices')
      await main(page).getByRole('button', { name: 'Website Redesign, milestone 2' }).click()
      await page.getByRole('article', { name: 'Invoice INV-1004' }).waitFor()
    },
  },
  {
    name: 'portal-phone',
    folder: README,
    role: 'client',
    options: PHONE,
    open: async (page) => {
      await page.goto('/dashboard')
      await page.getByRole('list', { name: 'Waiting on you' }).waitFor()
    },
  },
]

/** Stored beside the README's pictures, including those of the landing page. */
export const wordsFile = ({ name }: Shot): string => `${README}/${name}.txt`

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The text of the screen once it no longer changes; if it differs, the picture is outdated. */
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
  // Rows with the same timestamp come in any order.
  const words = lines.map((line) => line.trim()).toSorted()
  return `${words.join('\n')}\n`
}
