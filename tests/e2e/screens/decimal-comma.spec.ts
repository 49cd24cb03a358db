import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'

test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

async function type(page: Page, dialog: string, field: string, text: string): Promise<void> {
  const box = page.getByRole('dialog', { name: dialog }).getByRole('textbox', { name: field, exact: true })
  await box.click()
  await box.press('ControlOrMeta+A')
  await box.pressSequentially(text)
}

test('amounts and quantities can be typed with a decimal comma', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices&new=1')
  const invoice = page.getByRole('dialog', { name: 'Create Invoice' })
  await invoice.getByLabel('Client').click()
  await page.getByRole('option', { name: 'Priya Nair' }).click()
  await type(page, 'Create Invoice', 'Title', 'Fassade')
  await type(page, 'Create Invoice', 'Description of line 1', 'Anstrich')
  await type(page, 'Create Invoice', 'Quantity of line 1', '1,5')
  await type(page, 'Create Invoice', 'Rate of line 1', '1.234,50')
  await type(page, 'Create Invoice', 'Tax of line 1', '8,1')
  await page.keyboard.press('Tab')
  // 1.5 × 1,234.50 = 1,851.75, and 8.1 % of it
  await expect(invoice.getByLabel('Totals')).toContainText('$2,001.74 USD')
  await invoice.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByText('Invoice created')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Fassade' })).toContainText('$2,001.74 USD')

  await page.goto('/accounts?new=true')
  await type(page, 'Add expense', 'Description', 'Farbe')
  await type(page, 'Add expense', 'Amount', '40,75')
  const expense = page.getByRole('dialog', { name: 'Add expense' })
  await expense.getByLabel('Category').click()
  await page.getByRole('option', { name: 'Software' }).click()
  await expense.getByRole('button', { name: 'Add expense' }).click()
  await expect(page.getByText('Expense added')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').filter({ hasText: 'Farbe' }),
  ).toContainText('$40.75')

  await page.goto('/work-log')
  await page.getByRole('button', { name: 'New Entry' }).first().click()
  await type(page, 'New Entry', 'Duration', '1,5')
  await type(page, 'New Entry', 'Note', 'Planung')
  await page.getByRole('dialog', { name: 'New Entry' }).getByRole('button', { name: 'Add Entry' }).click()
  await expect(page.getByRole('link', { name: /^Today's Hours/ })).toContainText('1.5h')
})
