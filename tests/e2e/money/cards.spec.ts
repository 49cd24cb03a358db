import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

const VISA = '4242424242424242'
const MASTERCARD = '5555555555554444'
const ASKS_EACH_TIME = '4000002760003184'

async function typeCard(form: Page | Locator, number: string) {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry').fill('12 / 34')
  await form.getByLabel('CVC').fill('123')
}

async function openCards(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  return page.getByRole('dialog', { name: 'Cards' })
}

const savedIn = (drawer: Locator) => drawer.getByRole('list', { name: 'Saved cards' }).getByRole('listitem')

test('a card saved while paying INV-1004 pays the next time with one click', async ({ signIn }) => {
  const page = await signIn('client')
  await page.goto('/my-invoices')
  const invoices = page.getByRole('list', { name: 'Invoices' })
  await invoices.getByRole('button', { name: 'Website Redesign, milestone 2' }).click()
  const invoice = page.getByRole('region', { name: /^INV-1004/ })
  await invoice.getByRole('button', { name: 'Pay Invoice' }).click()
  await typeCard(invoice, VISA)
  await invoice.getByLabel('Save this card').check()
  await invoice.getByRole('button', { name: 'Pay $3,600.00 USD' }).click()
  await expect(invoice.getByRole('link', { name: 'Download receipt' })).toBeVisible()
  await page.getByRole('link', { name: 'All invoices' }).click()

  await page.getByRole('tab', { name: 'Quick Pay' }).click()
  await expect(page.getByRole('radio', { name: 'Visa ending in 4242, expires 12/34' })).toBeChecked()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay $100.00 USD' }).click()
  await expect(page.getByText('Payment Successful')).toBeVisible()
  // Paid once: the form is empty again, so that nothing is charged by accident.
  await expect(page.getByRole('radio', { name: 'New card' })).toBeChecked()
  await expect(page.getByLabel('Card number')).toHaveValue('')

  await page.getByRole('button', { name: 'Manage cards' }).click()
  const drawer = page.getByRole('dialog', { name: 'Cards' })
  await expect(savedIn(drawer)).toHaveCount(1)
  await expect(savedIn(drawer)).toContainText('Default')
  await drawer.getByRole('button', { name: 'Add card' }).click()
  await typeCard(drawer, MASTERCARD)
  await drawer.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Card saved')).toBeVisible()
  await drawer.getByRole('button', { name: 'Actions for Mastercard ending in 4444' }).click()
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await expect(savedIn(drawer).first()).toContainText('Mastercard ending in 4444')
  await expect(savedIn(drawer).first()).toContainText('Default')
  await expectNoViolations(page)
  await drawer.getByRole('button', { name: 'Actions for Mastercard ending in 4444' }).click()
  await page.getByRole('menuitem', { name: 'Remove card' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove card' }).click()
  await expect(page.getByText('Card removed')).toBeVisible()
  await expect(savedIn(drawer)).toHaveCount(1)
  await expect(savedIn(drawer)).toContainText('Visa ending in 4242')
  await expect(savedIn(drawer)).toContainText('Default')
})

test('a card that requires authentication is saved after it, and requires it again to pay', async ({
  signIn,
}) => {
  const page = await signIn('client', { width: 390, height: 780, dark: true })
  await page.goto('/payments?tab=quick-pay')
  const drawer = await openCards(page)
  await expect(drawer.getByText('No saved cards')).toBeVisible()
  await drawer.getByRole('button', { name: 'Add card' }).click()
  await typeCard(drawer, ASKS_EACH_TIME)
  await drawer.getByRole('button', { name: 'Save card' }).click()
  const bank = page.getByRole('dialog', { name: '3-D Secure' })
  await expect(bank).toContainText('to save this card')
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(drawer.getByRole('alert')).toContainText('unable to authenticate')
  await expect(drawer.getByLabel('Card number')).toHaveValue(/3184$/)
  await drawer.getByRole('button', { name: 'Save card' }).click()
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(savedIn(drawer)).toContainText('Visa ending in 3184')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await page.getByRole('button', { name: 'Pay $100.00 USD' }).click()
  await expect(bank).toContainText('to pay $100.00 USD')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('Payment Successful')).toBeVisible()
})

test('the owner refunds part of a payment, and every screen updates', async ({ signIn }) => {
  const client = await signIn('client')
  await client.goto('/payments?tab=history')
  const paid = client.getByRole('row').filter({ hasText: '$4,800.00 USD' })
  await expect(paid).toContainText('Succeeded')

  const owner = await signIn('owner')
  await owner.goto('/payments?tab=history')
  const row = owner.getByRole('row').filter({ hasText: '$4,800.00 USD' })
  await row.getByRole('button', { name: /^Actions for INV-/ }).click()
  await owner.getByRole('menuitem', { name: 'Refund' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Refund payment' })
  await expect(dialog.getByLabel('Amount')).toHaveValue('4800.00')
  await dialog.getByLabel('Amount').fill('5000')
  await dialog.getByLabel('Reason').fill('One page was left out')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText('Only $4,800.00 USD of this payment can still be refunded.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('One page was left out')
  await dialog.getByLabel('Amount').fill('800')
  await dialog.getByRole('button', { name: 'Refund $800.00 USD' }).click()
  await expect(owner.getByText('Payment refunded')).toBeVisible()
  await expect(row).toContainText('Succeeded')
  await expect(row).toContainText('$800.00 USD refunded')
  // Live: the client's page wasn't touched.
  await expect(paid).toContainText('$800.00 USD refunded')

  await row.getByRole('button', { name: /^Actions for INV-/ }).click()
  await owner.getByRole('menuitem', { name: 'Refund' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('4000.00')
  await expect(dialog).toContainText(
    '$4,000.00 USD can still be refunded. $800.00 USD has already been refunded.',
  )
  await owner.keyboard.press('Escape')

  await owner.goto('/accounts?period=all')
  const main = owner.getByRole('main')
  await expect(main.getByRole('link', { name: 'Total Revenue' })).toContainText('$11,500')
  // The refund has a credit note, so nothing is due again.
  await expect(main.getByRole('link', { name: 'Outstanding' })).toContainText('$7,300')
  const entries = owner.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
  await expect(entries.filter({ hasText: /^.*Refund: INV-/ }).first()).toContainText('-$800.00')
})
