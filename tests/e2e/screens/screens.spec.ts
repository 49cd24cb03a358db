import type { Page } from 'playwright/test'
import { costOf, INNER_SCREENS, SCREEN_LIMITS } from '#packages/bench/src/screen-cost.ts'
import { type DemoRole, expect, test } from '../support/portal/portal.ts'
import { shiftsOf, watchShifts } from '../support/screens/layout-shift.ts'
import { checkScreen, expectNoSidewaysScroll } from '../support/screens/screen-check.ts'
import { ALIASES, DENIED, openScreen, SCREENS } from '../support/screens/screens.ts'

const ROLES: readonly DemoRole[] = ['owner', 'contributor', 'client', 'admin']
/** The narrowest common phone, and the two sizes a screen is designed for. */
const NARROWEST = { width: 360, height: 780 }
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

/** A tenth of what browsers rate as poor, which is imperceptible. */
const UNSEEN_SHIFT = 0.02

async function expectNoLayoutShift(page: Page) {
  const { sum, moved } = await shiftsOf(page)
  expect(sum, `moved: ${moved.join(' | ')}`).toBeLessThan(UNSEEN_SHIFT)
}

/** Every load is a first load, whose cost can be measured. */
async function withoutCache(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/** Loading a screen is expensive, checking it in another color scheme is cheap. */
async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await test.step(colorScheme, () => checkScreen(page))
  }
}

async function fitsNarrowest(page: Page) {
  await page.setViewportSize(NARROWEST)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(PHONE)
}

async function expectWithinLimits(page: Page) {
  const { requests, scriptBytes } = await costOf(page)
  expect(requests, 'requests').toBeLessThanOrEqual(SCREEN_LIMITS.requests)
  expect(scriptBytes, 'bytes of script').toBeLessThanOrEqual(SCREEN_LIMITS.scriptBytes)
}

for (const role of ROLES) {
  // Rules are checked in the size each role uses most.
  const onPhone = role === 'contributor' || role === 'client'

  test(`every screen of the ${role} opens or is denied, without layout shifts, on a desktop`, async ({
    signIn,
  }) => {
    test.slow()
    const page = await signIn(role, DESK)
    await watchShifts(page)
    if (role === 'owner') await withoutCache(page)
    for (const path of SCREENS) {
      await test.step(path, async () => {
        await openScreen(page, path, role)
        if (role === 'owner' && INNER_SCREENS.includes(path)) await expectWithinLimits(page)
        await expectNoLayoutShift(page)
        if (!onPhone) await expectAccessible(page)
      })
    }
    for (const path of ALIASES) await test.step(path, () => openScreen(page, path, role))
  })

  test(`every screen of the ${role} fits a phone without layout shifts`, async ({ signIn }) => {
    test.slow()
    const page = await signIn(role, PHONE)
    await watchShifts(page)
    for (const path of SCREENS.filter((screen) => !DENIED[role].includes(screen))) {
      await test.step(path, async () => {
        await openScreen(page, path, role)
        await expectNoLayoutShift(page)
        if (onPhone) await expectAccessible(page)
        await fitsNarrowest(page)
      })
    }
  })
}

/** Records shown as full pages, with the query each waits for. */
const RECORDS: [address: string, query: string][] = [
  ['/projects?project', 'projects.get'],
  ['/tasks?task', 'tasks.get'],
  ['/clients?client', 'clients.details'],
  ['/invoices?invoice', 'invoices.get'],
  ['/payments?tab=history&receipt', 'payments.receipt'],
]

test('loading records are accessible', async ({ signIn }) => {
  const page = await signIn('owner')
  for (const [address, query] of RECORDS) {
    await test.step(address, async () => {
      const asked = new RegExp(`/trpc/[^?]*${query.replace('.', '\\.')}`)
      await page.route(asked, () => {})
      await page.goto(`${address}=00000000-0000-4000-8000-000000000000`)
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
      await expectAccessible(page)
      await page.unroute(asked)
    })
  }
})

const SECTIONS: [DemoRole, string][] = [
  ['client', '/settings?section=security'],
  ['admin', '/settings?section=platform'],
  ['admin', '/settings?section=operation'],
]

for (const [role, path] of SECTIONS) {
  test(`${path} is accessible for the ${role}`, async ({ signIn }) => {
    const page = await signIn(role)
    await openScreen(page, path, role)
    await expectAccessible(page)
  })
}
