import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'

test.use({
  expectedProblems: [/ERR_|Failed to fetch|Failed to load resource|Unable to preload|dynamically imported/],
})

/** Style sheets that failed to load and are still missing. */
function watchSheets(page: Page) {
  const failed = new Set<string>()
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('.css')) failed.add(request.url())
  })
  return async () => {
    const there = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))
    return { failed: failed.size, missing: [...failed].filter((sheet) => !there.includes(sheet)) }
  }
}

/** Aborts what a screen loads until released; everything else is served. */
async function cutOff(page: Page, files: RegExp) {
  let cut = true
  await page.route(files, (route) => (cut ? route.abort() : route.continue()))
  return () => {
    cut = false
  }
}

test('a screen opened offline renders with its style sheets once back online', async ({ signIn }) => {
  const page = await signIn('owner')
  const sheets = watchSheets(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('navigation').first().getByRole('link', { name: 'Schedules' }).click()
  await expect(page.getByText('No connection. Trying again...')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Schedules' })).toBeVisible()
  expect(await sheets()).toEqual({ failed: expect.any(Number), missing: [] })
})

test('a failed style sheet is fetched again before the screen renders', async ({ signIn }) => {
  const page = await signIn('owner')
  const sheets = watchSheets(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  const restore = await cutOff(page, /\/assets\/[^/]*\.css|\/healthz/)
  await page.getByRole('navigation').first().getByRole('link', { name: 'Schedules' }).click()
  await expect(page.getByText('No connection. Trying again...')).toBeVisible()
  restore()
  await expect(page.getByRole('heading', { name: 'Schedules' })).toBeVisible()
  expect(await sheets()).toEqual({ failed: expect.any(Number), missing: [] })
})

test('a dialog opened offline opens once back online', async ({ signIn }) => {
  const page = await signIn('owner')
  const sheets = watchSheets(page)
  // Preloading is disabled here.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible()
  const restore = await cutOff(page, /\/assets\/|\/healthz/)
  const refused = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Add Client' }).click()
  await refused
  await expect(page.getByRole('dialog', { name: 'Add Client' })).toHaveCount(0)
  restore()
  await expect(page.getByRole('dialog', { name: 'Add Client' }).getByLabel('Name')).toBeVisible()
  expect(await sheets()).toEqual({ failed: expect.any(Number), missing: [] })
})
