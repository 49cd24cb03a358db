import type { Page } from 'playwright/test'
import { type DemoRole, expect, test } from './support/portal.ts'
import { checkScreen, expectNoViolations } from './support/screen-check.ts'

const MEMBER = [
  '/dashboard',
  '/projects',
  '/tasks',
  '/payments',
  '/work-log',
  '/messages',
  '/schedules',
  '/quicks',
]
const SCREENS: Record<DemoRole, readonly string[]> = {
  owner: [
    ...MEMBER,
    '/invoices',
    '/clients',
    '/employees',
    '/process',
    '/accounts',
    '/settings',
    '/agencies',
    '/packages',
  ],
  contributor: [...MEMBER, '/process', '/payouts'],
  client: [...MEMBER, '/invoices', '/settings?section=security'],
  admin: [
    '/dashboard',
    '/agencies',
    '/packages',
    '/payments',
    '/settings?section=platform',
    '/settings?section=operation',
    '/accounts',
  ],
}

const opened = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

for (const [role, paths] of Object.entries(SCREENS) as [DemoRole, readonly string[]][]) {
  test(`every screen of the ${role} keeps every rule in both schemes`, async ({ signIn }) => {
    test.slow()
    const phone = role === 'contributor' || role === 'client'
    const page = await signIn(role, phone ? { width: 390, height: 844 } : {})
    for (const path of paths) {
      await opened(page, path)
      // A screen costs much to load, and little to look at once more in another scheme.
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        await test.step(`${path}, ${colorScheme}`, () => checkScreen(page))
      }
    }
  })
}

for (const dark of [false, true]) {
  test(`what opens above a screen keeps every rule, ${dark ? 'dark' : 'light'}`, async ({ signIn }) => {
    const page = await signIn('owner', { dark })
    await opened(page, '/dashboard')
    const closed = async () => {
      await page.keyboard.press('Escape')
      await expect(page.locator('[role=dialog]:visible, [role=menu]:visible')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'User menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    await expectNoViolations(page)
    await closed()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page)
    await closed()
    for (const key of ['Control+k', 'c', '?']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolations(page)
      await closed()
    }
    await opened(page, '/clients')
    await page.getByRole('main').getByRole('button', { name: 'Jordan Blake', exact: true }).first().click()
    await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible()
    await expectNoViolations(page)
    await closed()
    await opened(page, '/tasks?new=true')
    await page.getByLabel('Due date').fill('12 dec')
    await page.getByRole('button', { name: 'Open calendar' }).click()
    await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
    await expectNoViolations(page)
  })
}
