import type { Page } from 'playwright/test'
import { addPayout } from '../../support/portal/payouts.ts'
import { expect, test } from '../../support/portal/portal.ts'
import { expectNoViolations } from '../../support/screens/screen-check.ts'

/** Net amount, tax and total of purchases made today at 19%, and the total deducted. */
async function expectInputTax(page: Page, figures: readonly string[]): Promise<void> {
  await page.goto('/accounts?period=today&view=taxes')
  const input = page.getByRole('region', { name: 'Input tax of expenses' })
  await expect(input.getByRole('row').filter({ hasText: '19%' }).getByRole('cell')).toHaveText([
    /^Standard rate 19%/,
    ...figures,
  ])
  const owed = page.getByRole('region', { name: 'Owed to the tax office' })
  await expect(owed.getByRole('row').filter({ hasText: 'Less input tax' })).toContainText(`-${figures[1]}`)
}

test('with a deductible share of 50%, half the tax of an expense and a bill is input tax and half a cost', async ({
  signIn,
  portal,
}) => {
  addPayout(portal, { description: 'Photos', amount: 100_00, currency: 'USD' })
  const page = await signIn('owner')
  await page.goto('/accounts?period=today&new=true')
  const expense = page.getByRole('dialog', { name: 'Add expense' })
  await expense.getByLabel('Description').fill('Car')
  await expense.getByLabel('Amount').fill('119')
  await expense.getByLabel('Tax rate').fill('19')
  await expect(expense.getByLabel('Tax included')).toHaveValue('19.00')
  await expense.getByLabel('Deductible share').fill('50')
  await expense.getByLabel('Category').click()
  await page.getByRole('option', { name: 'Travel' }).click()
  await expense.getByRole('button', { name: 'Add expense' }).click()
  await expect(page.getByText('Expense added')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Expenses' })).toContainText('$109.50')
  await expectInputTax(page, ['$50.00', '$9.50', '$59.50'])

  await page.goto('/payments?tab=history&view=payouts')
  const row = page.getByRole('list', { name: 'Payouts' }).getByRole('listitem').filter({ hasText: 'Photos' })
  await row.getByRole('button', { name: /the payout for/ }).click()
  await page.getByRole('menuitem', { name: 'Add bill' }).click()
  const bill = page.getByRole('dialog', { name: 'Add bill' })
  await bill.getByLabel('Bill number').fill('R-2026-7')
  await bill.getByLabel('Tax on the bill').click()
  await page.getByRole('option', { name: 'Reverse charge, no tax' }).click()
  // The demo's agency states no country, so no usual rate is known.
  await expect(bill.getByLabel('Rate of the tax you owe')).not.toHaveAttribute('placeholder')
  await expect(bill.getByText('reverse charge is only for some services')).toHaveCount(0)
  await bill.getByLabel('Tax on the bill').click()
  await page.getByRole('option', { name: 'With tax' }).click()
  await bill.getByLabel('Tax rate').fill('19')
  await bill.getByLabel('Contributor’s tax ID').fill('12/345/67890')
  await bill.getByLabel('Deductible share').fill('50')
  await expect(bill.getByText('Total $119.00 USD')).toBeVisible()
  await expectNoViolations(page)
  await bill.getByRole('button', { name: 'Add bill' }).click()
  await expect(row).toContainText('bill R-2026-7')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Record payout', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Record payout' }).click()
  await expect(row).toContainText('Paid')
  await expectInputTax(page, ['$100.00', '$19.00', '$119.00'])
  await page.goto('/accounts?period=today')
  await expect(page.getByRole('main').getByRole('link', { name: 'Expenses' })).toContainText('$219')
})
