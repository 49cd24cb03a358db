import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'

/** What lies over the list of clients, which was reached from the dashboard. */
const OVER: Record<string, (page: Page) => Promise<void>> = {
  Menu: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  Notifications: (page) => page.getByRole('button', { name: /Notifications/ }).click(),
  Search: async (page) => {
    const box = page.getByRole('banner').getByRole('textbox')
    await box.fill('web')
    await box.press('Enter')
  },
}

test('on a phone, Back closes what lies over a list, and then leaves the list', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
  const dialogs = page.getByRole('dialog')
  for (const [name, open] of Object.entries(OVER)) {
    await test.step(name, async () => {
      await open(page)
      await expect(dialogs).toHaveCount(1)
      await page.goBack()
      await expect(dialogs).toHaveCount(0)
      await expect(page).toHaveURL(/\/clients$/)
    })
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('Back closes a question, and not the record below it', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/schedules')
  await page.getByRole('button', { name: 'Project Stand-up' }).first().click()
  const event = page.getByRole('dialog', { name: 'Project Stand-up' })
  await event.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(event).toBeVisible()
  await page.goBack()
  await expect(event).toHaveCount(0)
  await expect(page).toHaveURL(/\/schedules/)
})
