import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/portal/portal.ts'

test.use({ ownClient: true, serviceWorkers: 'allow', expectedProblems: [/Failed to load resource|ERR_/] })

/** Changes the built client like a new build: a different worker and page. */
function buildAgain(client: string) {
  const worker = readFileSync(join(client, 'sw.js'), 'utf8')
  writeFileSync(join(client, 'sw.js'), worker.replace(/VERSION = (['"]).*?\1/, "VERSION = 'the-next-build'"))
  for (const twin of ['sw.js.br', 'sw.js.gz']) rmSync(join(client, twin), { force: true })
  const page = readFileSync(join(client, 'index.html'), 'utf8')
  writeFileSync(
    join(client, 'index.html'),
    page.replace('<head>', '<head><meta name="build" content="next">'),
  )
}

test('open tabs offer the new build and reload into it; without a server they show the offline page', async ({
  page,
  portal,
}) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill('Demo123!')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const offer = page.getByRole('status').filter({ hasText: 'A new version of the portal is ready.' })
  await expect(page.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  await expect(offer).toHaveCount(0)

  const other = await page.context().newPage()
  await other.goto('/projects')
  const otherOffer = other.getByRole('status').filter({ hasText: 'A new version of the portal is ready.' })
  await expect(other.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()

  await portal.stop()
  buildAgain(join(portal.dataDir, 'client'))
  await portal.start()
  await expect(offer).toBeVisible()
  await expect(page.locator('meta[name="build"]')).toHaveCount(0)
  await offer.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', 'next')
  await expect(page.getByRole('heading', { name: 'Agency Dashboard' })).toBeVisible()
  await expect(offer).toHaveCount(0)

  await other.bringToFront()
  await otherOffer.getByRole('button', { name: 'Reload' }).click()
  await expect(other.locator('meta[name="build"]')).toHaveAttribute('content', 'next')
  await other.close()

  await portal.stop()
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await portal.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
})
