import type { Page } from 'playwright/test'
import { costOf, INNER_SCREENS, SCREEN_LIMITS } from '#scripts/bench/screen-cost.ts'
import { shiftsOf, watchShifts } from './support/layout-shift.ts'
import { type DemoRole, expect, test } from './support/portal.ts'
import { checkScreen, expectNoSidewaysScroll } from './support/screen-check.ts'
import { ALIASES, DENIED, SCREENS } from './support/screens.ts'

const ROLES: readonly DemoRole[] = ['owner', 'contributor', 'client', 'admin']
/** The narrowest phone in use, and the two sizes a screen is designed for. */
const NARROWEST = { width: 360, height: 780 }
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

/** A tenth of what browsers call poor: nobody sees it. */
const UNSEEN_SHIFT = 0.02

/** Opens a screen, or its refusal, under its own address. */
async function open(page: Page, path: string, role: DemoRole) {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
  const denied = page.getByRole('heading', { name: 'Access Denied' })
  await expect(denied).toHaveCount(DENIED[role].includes(path) ? 1 : 0)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

async function keepsStill(page: Page) {
  const { sum, moved } = await shiftsOf(page)
  expect(sum, `moved: ${moved.join(' | ')}`).toBeLessThan(UNSEEN_SHIFT)
}

/** Every load is a first one, whose costs can be counted. */
async function withoutCache(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

/** A screen costs much to load, and little to look at once more in another scheme. */
async function keepsEveryRule(page: Page) {
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

async function costsLittle(page: Page) {
  const { requests, scriptBytes } = await costOf(page)
  expect(requests, 'requests').toBeLessThanOrEqual(SCREEN_LIMITS.requests)
  expect(scriptBytes, 'bytes of script').toBeLessThanOrEqual(SCREEN_LIMITS.scriptBytes)
}

for (const role of ROLES) {
  // Rules are checked in the size each role sees most.
  const onPhone = role === 'contributor' || role === 'client'

  test(`every screen of the ${role} opens or refuses, and keeps still, at a desk`, async ({ signIn }) => {
    test.slow()
    const page = await signIn(role, DESK)
    await watchShifts(page)
    if (role === 'owner') await withoutCache(page)
    for (const path of SCREENS) {
      await test.step(path, async () => {
        await open(page, path, role)
        if (role === 'owner' && INNER_SCREENS.includes(path)) await costsLittle(page)
        await keepsStill(page)
        if (!onPhone) await keepsEveryRule(page)
      })
    }
    for (const path of ALIASES) await test.step(path, () => open(page, path, role))
  })

  test(`every screen of the ${role} fits a phone and keeps still`, async ({ signIn }) => {
    test.slow()
    const page = await signIn(role, PHONE)
    await watchShifts(page)
    for (const path of SCREENS.filter((screen) => !DENIED[role].includes(screen))) {
      await test.step(path, async () => {
        await open(page, path, role)
        await keepsStill(page)
        if (onPhone) await keepsEveryRule(page)
        await fitsNarrowest(page)
      })
    }
  })
}

const SECTIONS: [DemoRole, string][] = [
  ['client', '/settings?section=security'],
  ['admin', '/settings?section=platform'],
  ['admin', '/settings?section=operation'],
]

for (const [role, path] of SECTIONS) {
  test(`${path} of the ${role} keeps every rule`, async ({ signIn }) => {
    const page = await signIn(role)
    await open(page, path, role)
    await keepsEveryRule(page)
  })
}
