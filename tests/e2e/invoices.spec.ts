import type { Page } from 'playwright/test'
import { findMailedLink } from './support/mail.ts'
import { expectPdf } from './support/pdf.ts'
import { expect, test } from './support/portal.ts'
import { checkScreen } from './support/screen-check.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Invoices' })
const row = (page: Page, number: string) => list(page).getByRole('listitem').filter({ hasText: number })
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
const confirm = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()

async function choose(page: Page, field: string, option: string | RegExp) {
  await page.getByRole('dialog').getByLabel(field).first().click()
  await page.getByRole('option', { name: option }).first().click()
}

test('a client is reminded once; the mailed link opens the invoice until it is revoked', async ({
  signIn,
  browser,
  portal,
  watch,
}) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices')
  const remindFromMenu = async () => {
    await row(page, 'INV-1006').getByRole('button', { name: 'Actions for INV-1006' }).click()
    await page.getByRole('menuitem', { name: 'Remind now' }).click()
  }
  await remindFromMenu()
  await expect(page.getByText('Reminder sent')).toBeVisible()
  await remindFromMenu()
  await expect(page.getByText(/A reminder of INV-1006 went out .+ Give your client an hour/)).toBeVisible()
  await list(page).getByRole('button', { name: 'Actions for Mobile App, phase 1' }).click()
  await expect(page.getByRole('menuitem', { name: 'Download PDF' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Remind now' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await row(page, 'INV-1006').getByRole('button', { name: 'Consulting retainer', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'INV-1006 Consulting retainer' })
  await expect(drawer.getByRole('region', { name: 'Reminders' })).toContainText('Last reminder')
  await expect(drawer.getByRole('list', { name: 'Activity' }).getByRole('listitem').first()).toContainText(
    'Marcus Webb reminded of INV-1006',
  )
  await checkScreen(page)

  const link = await findMailedLink(portal.dataDir, /http:\/\/localhost:\d+\/pay\?token=[\w-]+/)
  const stranger = await (await browser.newContext({ baseURL: portal.url })).newPage()
  watch(stranger)
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'INV-1006 Consulting retainer' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Pay $2,500.00 USD' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Revoke pay links' }).click()
  await confirm(page, 'Revoke pay links')
  await expect(page.getByText('Pay links revoked')).toBeVisible()
  await stranger.close()
})

test.describe('a revoked link', () => {
  test.use({ expectedProblems: [/404|does not exist/] })

  test('opens nothing any more, and pays nothing', async ({ signIn, page }) => {
    const owner = await signIn('owner')
    await owner.goto('/payments?tab=invoices')
    await row(owner, 'INV-1006').getByRole('button', { name: 'Consulting retainer', exact: true }).click()
    const drawer = owner.getByRole('dialog', { name: /^INV-1006/ })
    await drawer.getByRole('button', { name: 'New pay link' }).click()
    const address = await drawer.getByLabel('Address').inputValue()
    await page.goto(address)
    const pay = page.getByRole('button', { name: 'Pay $2,500.00 USD' })
    await expect(pay).toBeVisible()
    await drawer.getByRole('button', { name: 'Revoke pay links' }).click()
    await confirm(owner, 'Revoke pay links')
    await expect(owner.getByText('Pay links revoked')).toBeVisible()

    await page.getByLabel('Card number').fill('4242424242424242')
    await page.getByLabel('Expiry').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await pay.click()
    await expect(page.getByRole('alert')).toContainText('does not exist')
    await page.reload()
    await expect(page.getByText('This link no longer works')).toBeVisible()
    await expect(drawer).toContainText('Sent')
    await expect(drawer).not.toContainText('Paid')
  })
})

test('a credit note and a void lower what is owed, and the statement says so', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices')
  await row(page, 'INV-1005').getByRole('button', { name: 'Spring Campaign, setup', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /^INV-1005/ })
  await drawer.getByRole('button', { name: 'Credit note' }).click()
  const credit = page.getByRole('dialog', { name: 'Credit note' })
  await credit.getByRole('textbox', { name: 'Amount' }).fill('1300')
  await credit.getByLabel('Reason').fill('Late delivery')
  await credit.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText("A credit note can't exceed the amount still owed.").first()).toBeVisible()
  await expect(credit.getByLabel('Reason')).toHaveValue('Late delivery')
  await credit.getByRole('textbox', { name: 'Amount' }).fill('200')
  await credit.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('Credit note issued')).toBeVisible()
  await expect(drawer).toContainText('-$200.00')
  await expect(drawer).toContainText('$1,000.00 USD')
  await expect(drawer.getByRole('button', { name: 'Void' })).toHaveCount(0)
  await expect(drawer.getByRole('list', { name: 'Activity' })).toContainText('CN-1001')
  await page.keyboard.press('Escape')
  await expect(row(page, 'CN-1001')).toContainText('Credit for INV-1005')

  await row(page, 'INV-1006').getByRole('button', { name: 'Consulting retainer', exact: true }).click()
  const retainer = page.getByRole('dialog', { name: /^INV-1006/ })
  await retainer.getByRole('button', { name: 'Void' }).click()
  await confirm(page, 'Void invoice')
  await expect(page.getByText('Invoice voided')).toBeVisible()
  await expect(retainer.getByRole('button', { name: 'Remind now' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row(page, 'INV-1006')).toContainText('Void')

  await page.getByRole('button', { name: 'Statement' }).click()
  const statement = page.getByRole('dialog', { name: 'Statement' })
  await choose(page, 'Client', /Jordan Blake/)
  const line = (text: string) => statement.getByRole('row').filter({ hasText: text })
  await expect(line('INV-1004')).toContainText('$3,600.00')
  await expect(line('CN-1001')).toContainText('-$200.00')
  await expect(line('Closing balance on')).toContainText('$4,600.00')
  await expectPdf(page, statement.getByRole('link', { name: 'Download PDF' }))
  await choose(page, 'Client', /Marcus Webb/)
  await expect(line('INV-1006')).toHaveCount(0)
  await expect(line('Closing balance on')).toContainText('$0.00')

  await page.goto('/clients')
  await expect(tile(page, 'Outstanding')).toContainText('$4,600')
})

test('approved hours become an invoice and a payout; a retainer is taken back', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices&new=1')
  await page
    .getByRole('dialog', { name: 'New invoice' })
    .getByRole('button', { name: 'From unbilled time' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Invoice from unbilled time' })
  await choose(page, 'Client', /Priya Nair/)
  const lines = dialog.getByRole('table', { name: 'Invoice lines' }).getByRole('row')
  const sum = lines.filter({ hasText: 'Before tax' })
  await expect(sum).toContainText(/\$[\d,]+\.\d\d USD/)
  const amount = /\$[\d,]+\.\d\d USD/.exec((await sum.textContent()) ?? '')?.[0] ?? ''
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByText('Invoice created')).toBeVisible()
  const drawer = page.getByRole('dialog', { name: 'Hours worked' })
  await expect(drawer).toContainText(amount)
  await expect(drawer).toContainText('Lumen Mobile App')
  await page.goto('/payments?tab=invoices&new=1')
  await page.getByRole('button', { name: 'From unbilled time' }).click()
  await choose(page, 'Client', /Priya Nair/)
  await expect(dialog.getByText('There is no approved, unbilled time to invoice.')).toBeVisible()

  await page.goto('/payments?tab=history&view=payouts')
  const payouts = page.getByRole('list', { name: 'Payouts' }).getByRole('listitem')
  await expect(payouts.filter({ hasText: 'Emma Rivera' }).filter({ hasText: '$1,080.00 USD' })).toBeVisible()
  await expect(payouts.filter({ hasText: 'Liam Chen' })).toHaveCount(0)
  await page.getByRole('button', { name: 'From approved hours' }).click()
  await expect(page.getByText('Payouts created')).toBeVisible()
  const liam = payouts.filter({ hasText: 'Liam Chen' })
  await expect(liam).toContainText('Pending')
  await liam.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Pay selected' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(page.getByText('Payouts paid')).toBeVisible()
  await expect(liam).toContainText('Paid')
  await page.getByRole('button', { name: 'From approved hours' }).click()
  await expect(page.getByText('All approved hours already have payouts.')).toBeVisible()

  await page.goto('/payments?tab=invoices&view=recurring&new=1')
  const plan = page.getByRole('dialog', { name: 'New recurring invoice' })
  await choose(page, 'Client', /Jordan Blake/)
  await plan.getByLabel('Title').fill('Care plan')
  await plan.getByLabel('Description of line 1').fill('Monthly care')
  await plan.getByLabel('Rate of line 1').fill('250')
  await plan.getByRole('button', { name: 'Create recurring invoice' }).click()
  const plans = page.getByRole('list', { name: 'Recurring invoices' }).getByRole('listitem')
  await expect(plans).toHaveCount(1)
  await plans.getByRole('button', { name: 'Actions for Care plan' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Existing invoices are not affected.')
  await confirm(page, 'Delete')
  await expect(page.getByText('Recurring invoice deleted')).toBeVisible()
  await expect(page.getByText('No recurring invoices yet')).toBeVisible()
})
