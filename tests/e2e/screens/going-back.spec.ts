import type { Locator, Page } from 'playwright/test'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import { expect, test } from '../support/portal/portal.ts'

/** What covers the list of clients, which was reached from the dashboard. */
const OVER: Record<string, (page: Page) => Promise<void>> = {
  Menu: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  Notifications: (page) => page.getByRole('button', { name: /Notifications/ }).click(),
  Search: async (page) => {
    const box = page.getByRole('banner').getByRole('textbox')
    await box.fill('web')
    await box.press('Enter')
  },
}

test('on a phone, Back closes what covers a list, and then leaves the list', async ({ signIn }) => {
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

test('Back closes a confirmation, but not the record below it', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/schedules')
  await page.getByRole('button', { name: 'Project Stand-up' }).first().click()
  const event = page.getByRole('dialog', { name: 'Project Stand-up' })
  await event.getByRole('button', { name: 'Delete' }).click()
  await expectQuestionClosedByBack(page, event)
  await page.goBack()
  await expect(event).toHaveCount(0)
  await expect(page).toHaveURL(/\/schedules/)
})

test('Back closes the statements of a bank account reached from another screen', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/accounts?view=bank')
  await page.getByRole('button', { name: 'Import statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import bank statement' })
  const buffer = Buffer.from(toCamt([statementOf([lineOf(-1900, 'Hosting')])]))
  await dialog.locator('input[type=file]').setInputFiles({ name: 'may.xml', mimeType: 'text/xml', buffer })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('link', { name: 'View Reports' }).click()
  await page.getByRole('tab', { name: 'Bank' }).click()
  await page.getByRole('button', { name: 'Statements' }).click()
  const statements = page.getByRole('dialog', { name: /^Statements of/ })
  await statements.getByRole('button', { name: /^Delete statement/ }).click()
  await expectQuestionClosedByBack(page, statements)
  await page.goBack()
  await expect(statements).toHaveCount(0)
  await expect(page).toHaveURL(/view=bank/)
})

async function expectQuestionClosedByBack(page: Page, below: Locator) {
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(below).toBeVisible()
}

test('Back and Forward leave the settings once unsaved changes may be discarded', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  const name = page.getByRole('textbox', { name: 'First name' })
  const saved = await name.inputValue()
  const question = page.getByRole('alertdialog').getByText('Leave without saving?')
  const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' })

  await name.fill('Changed')
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(/\/settings/)
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(name).toHaveValue('Changed')
  await page.goBack()
  await leave.click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goForward()
  await expect(name).toHaveValue(saved)
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page).toHaveURL(/\/clients/)
  await page.goBack()
  await name.fill('Changed')
  const entries = await page.evaluate(() => history.length)
  await page.goForward()
  await leave.click()
  await expect(page).toHaveURL(/\/clients/)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.goBack()
  await expect(name).toHaveValue(saved)
})
