import { readFileSync } from 'node:fs'
import { expect, test } from './support/portal.ts'
import { expectNoViolations } from './support/screen-check.ts'

test('an expense lowers the net profit, is found again, and leaves the books', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/accounts?period=today')
  const tile = (name: string) => page.getByRole('main').getByRole('link', { name })
  await expect(tile('Net Profit')).toContainText('$0')
  await page.getByRole('button', { name: 'Add expense' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add expense' })
  await dialog.getByLabel('Description').fill('Font licence')
  await dialog.getByRole('button', { name: 'Add expense' }).click()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Font licence')
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByLabel('Category').click()
  await page.getByRole('option', { name: 'Software' }).click()
  await dialog.getByRole('button', { name: 'Add expense' }).click()
  await expect(page.getByText('Expense added')).toBeVisible()
  await expect(tile('Expenses')).toContainText('$40')
  await expect(tile('Net Profit')).toContainText('-$40')
  await expect(tile('Total Revenue')).toContainText('$0')

  await tile('Expenses').click()
  await expect(page).toHaveURL(/direction=expense/)
  const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('-$40.00')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('transactions.csv')

  await rows.getByRole('button', { name: 'Font licence' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit expense' })
  await edit.getByRole('button', { name: 'Delete expense' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Expense deleted')).toBeVisible()
  await expect(tile('Net Profit')).toContainText('$0')
})

test('the books of all time agree with the clients, and pass the accessibility rules', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/accounts?period=all')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Total Revenue' })).toContainText('$12,300')
  await expect(main.getByRole('link', { name: 'Outstanding' })).toContainText('$7,300')
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Expenses' })).toBeVisible()
  const clients = page.getByRole('region', { name: 'Income by client' })
  await expect(clients.getByRole('listitem').filter({ hasText: 'Jordan Blake' })).toContainText('$9,300.00')
  await clients.getByRole('link', { name: 'Jordan Blake' }).click()
  const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Priya Nair' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Jordan Blake' }).first()).toBeVisible()
  for (const path of ['/accounts', '/payments', '/payments?tab=invoices', '/payments?tab=history']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expectNoViolations(page)
  }
})

test('only managers see the books', async ({ signIn }) => {
  const page = await signIn('contributor')
  await page.goto('/accounts')
  await expect(page.getByText('Access Denied')).toBeVisible()
})

const RECEIPT = Buffer.from('%PDF-1.7\n% licence receipt\n%%EOF\n')

test.describe('receipts', () => {
  test.use({ expectedProblems: [/400/] })

  test('an expense carries its receipt, in the books of an agency and of the platform', async ({
    signIn,
  }) => {
    for (const role of ['owner', 'admin'] as const) {
      const page = await signIn(role)
      await page.goto('/accounts?period=today&new=true')
      const dialog = page.getByRole('dialog', { name: 'Add expense' })
      await dialog.getByLabel('Description').fill('Font licence')
      await dialog.getByLabel('Amount').fill('40')
      await dialog.getByLabel('Category').click()
      await page.getByRole('option', { name: 'Software' }).click()
      const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
      const field = dialog.locator('input[type=file]')
      await field.setInputFiles(file('receipt.pdf', Buffer.from('no pdf')))
      await expect(page.getByText('The content of this file is not what a .pdf file holds.')).toBeVisible()
      await field.setInputFiles(file('receipt.pdf', RECEIPT))
      await expect(dialog.getByRole('link', { name: 'receipt.pdf (33 B)' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Add expense' }).click()
      await expect(page.getByText('Expense added')).toBeVisible()

      const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
      await rows.getByRole('button', { name: 'Font licence' }).click()
      const edit = page.getByRole('dialog', { name: 'Edit expense' })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        edit.getByRole('link', { name: 'receipt.pdf (33 B)' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('receipt.pdf')
      expect(readFileSync(await download.path())).toEqual(RECEIPT)
      await edit.getByRole('button', { name: 'Remove receipt' }).click()
      await edit.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Expense updated')).toBeVisible()
      await rows.getByRole('button', { name: 'Font licence' }).click()
      await expect(edit.getByLabel('Description')).toHaveValue('Font licence')
      await expect(edit.getByRole('link', { name: /^receipt/ })).toHaveCount(0)
      await page.context().close()
    }
  })
})
