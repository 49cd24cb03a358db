import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { chooseAction } from '../support/screens/actions.ts'
import { checkScreen } from '../support/screens/screen-check.ts'
import { goToEnd } from '../support/screens/settings.ts'

const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Invoices' }).getByRole('listitem').filter({ hasText: text })

async function openInvoice(page: Page, number: string) {
  await page.goto('/payments?tab=invoices')
  await row(page, number).getByRole('button').first().click()
  return page.getByRole('region', { name: new RegExp(`^${number} `) })
}

test('a line of a paid invoice is credited, becomes client credit, and is applied to the next invoice', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  let drawer = await openInvoice(page, 'INV-1005')
  await drawer.getByRole('button', { name: 'Record payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record payment' })
  await payment.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('Payment recorded')).toBeVisible()

  await chooseAction(drawer, 'Credit note')
  const credit = page.getByRole('dialog', { name: 'Credit note' })
  await credit.getByRole('checkbox').first().check()
  await credit.getByRole('combobox', { name: 'Part of line 1' }).click()
  await page.getByRole('option', { name: 'An amount before tax' }).click()
  await credit.getByRole('textbox', { name: 'Amount of line 1' }).fill('400')
  await expect(credit.getByText('$400.00 USD with tax')).toBeVisible()
  await expect(credit.getByRole('radio', { name: 'Keep as credit' })).toBeChecked()
  await credit.getByLabel('Reason').fill('One workshop less')
  await checkScreen(page)
  await credit.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('$400.00 USD has been credited to INV-1005.')).toBeVisible()
  await expect(drawer.getByText('Kept as credit', { exact: true })).toBeVisible()

  drawer = await openInvoice(page, 'INV-1004')
  await drawer.getByRole('button', { name: 'Apply credit' }).click()
  await expect(page.getByText('$400.00 USD has been applied to INV-1004.')).toBeVisible()
  await expect(drawer.getByText('Credit applied', { exact: true }).first()).toBeVisible()
  await expect(drawer).toContainText('$3,200.00 USD')
  await drawer.getByRole('button', { name: 'Remove credit' }).click()
  await expect(drawer.getByRole('button', { name: 'Apply credit' })).toBeVisible()

  const client = await signIn('client')
  await client.goto('/my-invoices')
  await expect(client.getByText('Your credit: $400.00')).toBeVisible()
})

test('a deposit is recorded for a client, and an invoice is written off and restored', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Jordan Blake', exact: true }).click()
  await page.getByRole('tab', { name: 'Invoices' }).click()
  const section = page.getByRole('region', { name: 'Credit' })
  await section.getByRole('button', { name: 'Record deposit' }).click()
  const deposit = page.getByRole('dialog', { name: 'Record deposit' })
  await deposit.getByRole('textbox', { name: 'Amount' }).fill('250')
  await deposit.getByRole('button', { name: 'Record deposit' }).click()
  await expect(section.getByText('$250.00').first()).toBeVisible()
  await checkScreen(page)

  const drawer = await openInvoice(page, 'INV-1004')
  await chooseAction(drawer, 'Write off')
  const dialog = page.getByRole('dialog', { name: 'Write off' })
  await dialog.getByLabel('Reason').fill('Insolvent')
  await dialog.getByRole('button', { name: 'Write off $3,600.00 USD' }).click()
  await expect(page.getByText('Invoice written off')).toBeVisible()
  await expect(drawer.getByText('(Insolvent)')).toBeVisible()
  await expect(drawer.getByText('This invoice has already been paid in full.')).toHaveCount(0)
  await chooseAction(drawer, 'Undo write-off')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo write-off' }).click()
  await expect(drawer.getByText('(Insolvent)')).toHaveCount(0)
})

test('settings describe the late-fee rule as it is edited', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/settings?section=profile')
  await goToEnd(page)
  const card = page.getByRole('region', { name: 'Credit and late fees' })
  await expect(card.getByText('No late fees are charged.')).toBeVisible()
  await card.getByRole('combobox', { name: 'Late fees' }).click()
  await page.getByRole('option', { name: 'Send to the client' }).click()
  await expect(card.getByRole('status')).toContainText('1.5% of the amount still due is sent to the client.')
  await checkScreen(page)
  await card.getByRole('button', { name: 'Save credit and late fees' }).click()
  await expect(page.getByText('Credit and late fees saved')).toBeVisible()
  await page.reload()
  await goToEnd(page)
  await expect(card.getByRole('status')).toContainText('7 days after the due date')
})
