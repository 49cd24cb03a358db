import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

const opened = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

for (const dark of [false, true]) {
  test(`dialogs and drawers are accessible, ${dark ? 'dark' : 'light'}`, async ({ signIn }) => {
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
    await opened(page, '/employees')
    await page.getByRole('main').getByRole('button', { name: 'Emma Rivera', exact: true }).first().click()
    await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible()
    await expectNoViolations(page)
    await closed()
    await opened(page, '/tasks?new=true')
    await page.getByLabel('Due date').fill('12 dec')
    await page.getByRole('button', { name: 'Open calendar' }).last().click()
    await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
    await expectNoViolations(page)
  })
}
