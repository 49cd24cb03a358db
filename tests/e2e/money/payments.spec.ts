import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { DEMO_PASSWORD, expect, test } from '../support/portal/portal.ts'
import { expectPdf } from '../support/screens/pdf.ts'

const GOOD = '4242424242424242'
const DECLINED = '4000000000000002'
const CHALLENGE = '4000002500003155'

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
}

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })

test('a client pays INV-1004 and every screen of the owner updates', async ({ signIn, portal }) => {
  const owner = await signIn('owner')
  await owner.goto('/accounts?period=today')
  await expect(tile(owner, 'Total Revenue')).toContainText('$0')

  const page = await signIn('client')
  await page.goto('/my-invoices')
  await expect(page.getByRole('tab')).toHaveText(['Subscriptions', 'Invoices', 'History', 'Quick Pay'])
  await expect(page.getByRole('tab', { name: 'Invoices' })).toHaveAttribute('aria-selected', 'true')
  const list = page.getByRole('list', { name: 'Invoices' })
  const row = list.getByRole('listitem').filter({ hasText: 'INV-1004' })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('$3,600.00 USD')
  await expect(list.getByText('Mobile App, phase 1')).toHaveCount(0)
  await expect(list.getByText('Overdue')).toBeVisible()

  await row.getByRole('button', { name: 'Website Redesign, milestone 2' }).click()
  const drawer = page.getByRole('region', { name: 'INV-1004 Website Redesign, milestone 2' })
  await expect(drawer).toContainText('$2,700.00')
  await expect(drawer).toContainText('$900.00')
  await expect(drawer.getByLabel('Bill to')).toContainText('Harbor & Co')
  await page.emulateMedia({ media: 'print' })
  await expect(drawer.getByRole('article', { name: 'Invoice INV-1004' })).toBeVisible()
  await expect(drawer.getByText('Download PDF')).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Pay Invoice' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Pay Invoice' }).click()
  await expect(drawer.getByText('Test mode')).toBeVisible()

  await drawer.getByRole('button', { name: 'Pay $3,600.00 USD' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Card information is required')

  await typeCard(page, DECLINED)
  await drawer.getByRole('button', { name: 'Pay $3,600.00 USD' }).click()
  await expect(page.getByText('Payment Failed')).toBeVisible()
  await expect(drawer.getByRole('alert')).toHaveText('Your card was declined.')
  await expect(drawer.getByText('Pending', { exact: true })).toBeVisible()

  await typeCard(page, CHALLENGE)
  await drawer.getByRole('button', { name: 'Pay $3,600.00 USD' }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('Invoice Paid').first()).toBeVisible()
  await expect(drawer.getByText(/^Thank you, .* was paid$/)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Pay Invoice' })).toHaveCount(0)
  await expectPdf(page, drawer.getByRole('link', { name: 'Download receipt' }))
  await page.reload()
  await expect(drawer.getByText('This invoice has already been paid in full.')).toBeVisible()
  await expectPdf(page, drawer.getByRole('link', { name: 'Receipt' }))
  await page.getByRole('link', { name: 'All invoices' }).click()
  await expect(row).toContainText('Paid')

  await page.getByRole('tab', { name: 'History' }).click()
  const newest = page.getByRole('row').nth(1)
  await expect(newest).toContainText('$3,600.00 USD')
  await expect(newest).toContainText('Succeeded')
  const download = page.waitForEvent('download')
  await newest.getByRole('button', { name: 'Receipt' }).click()
  await expect(page.getByText('Downloading Receipt')).toBeVisible()
  expect((await download).suggestedFilename()).toMatch(/^RCT-.+\.pdf$/)

  // Live: the owner's page wasn't touched.
  await expect(tile(owner, 'Total Revenue')).toContainText('$3,600')
  await owner.goto('/clients')
  await expect(tile(owner, 'Total Revenue')).toContainText('$15,900')
  await expect(tile(owner, 'Outstanding')).toContainText('$3,700')

  for (const file of ['foyer.db', 'foyer.db-wal']) {
    const bytes = readFileSync(join(portal.dataDir, file))
    for (const number of [GOOD, DECLINED, CHALLENGE]) expect(bytes.includes(number)).toBe(false)
  }
})

test.describe('declined and lost payments', () => {
  test.use({
    expectedProblems: [/declined|Failed to (load resource|fetch)|TRPCClientError/],
  })

  test('Quick Pay works and shows a message for each failure', async ({ signIn }) => {
    const page = await signIn('client')
    await page.goto('/payments?tab=quick-pay')
    await expect(page.getByText('$100.00 USD', { exact: true })).toBeVisible()
    await expect(page.getByText(/secured by .* never stored/)).toBeVisible()
    const pay = page.getByRole('button', { name: 'Pay $100.00 USD' })
    const logged = page.waitForEvent('console', (message) => message.type() === 'error')
    await typeCard(page, DECLINED)
    await pay.click()
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
    expect((await logged).text()).toContain('declined')

    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/trpc/payments.quickPay**', async (route) => {
      await held
      await route.abort()
    })
    await typeCard(page, GOOD)
    await pay.click()
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    release()
    await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred')

    await page.unroute('**/trpc/payments.quickPay**')
    await pay.click()
    await expect(page.getByText('Payment Successful')).toBeVisible()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Date',
      'Description',
      'Amount',
      'Status',
      'Actions',
    ])
    await expect(page.getByRole('row').nth(1)).toContainText('$100.00 USD')
    await expect(page.getByRole('row').nth(1)).toContainText('Succeeded')
    for (const status of ['Succeeded', 'Pending', 'Failed', 'Refunded']) {
      await expect(page.getByRole('row').getByText(status, { exact: true }).first()).toBeVisible()
    }
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Payment History Updated')).toBeVisible()
    const failed = page.getByRole('row').filter({ hasText: 'INV-1005' })
    await failed.getByRole('button', { name: 'Receipt' }).click()
    await expect(page.getByText('Receipt is not yet available for this payment.')).toBeVisible()
    await failed.getByRole('button', { name: 'Invoice' }).click()
    await expect(page.getByText('Opening Invoice')).toBeVisible()
    await expect(page.getByRole('region', { name: /^INV-1005/ })).toBeVisible()
  })
})

test('the owner changes the plan; others see who can', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/payments')
  await expect(page.getByRole('tab', { name: 'Subscriptions' })).toHaveAttribute('aria-selected', 'true')
  const plans = page.getByRole('article')
  await expect(plans.getByRole('heading')).toHaveText(['Basic', 'Professional', 'Enterprise'])
  await expect(plans.nth(0)).toContainText('Current plan')
  await expect(plans.nth(1)).toContainText('Most Popular')
  await expect(plans.nth(1).getByRole('listitem')).toHaveCount(6)
  await page.getByRole('button', { name: 'Choose Professional' }).click()
  await expect(page.getByText('Plan Selected')).toBeVisible()
  const form = page.getByRole('region', { name: 'Subscribe to Professional' })
  await expect(form).toContainText('$99 / month')
  await expect(form).toContainText('Credit for the rest of the paid period')
  await typeCard(page, GOOD)
  await form.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Subscription Updated')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(plans.nth(1)).toContainText('Current plan')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByRole('button', { name: 'Keep plan' })).toBeVisible()

  const contributor = await signIn('contributor')
  await contributor.goto('/payments')
  await expect(
    contributor.getByText('Only the owner of Brightline Digital can change the plan.'),
  ).toBeVisible()
  await expect(contributor.getByRole('article').nth(1)).toContainText('Current plan')
  await expect(contributor.getByRole('button', { name: /^Choose/ })).toHaveCount(0)
  await contributor.goto('/payouts')
  await expect(contributor.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await expect(contributor.getByRole('row').filter({ hasText: '$4,320.00 USD' }).first()).toBeVisible()
})

test.describe('an expired session', () => {
  test.use({ expectedProblems: [/401/] })

  test('selecting a plan asks the user to log in', async ({ signIn }) => {
    const page = await signIn('owner')
    // If the page were opened later, the live stream would be the first to notice.
    const stream = page.waitForResponse(/live\.changes/)
    await page.goto('/payments')
    await expect(page.getByRole('button', { name: 'Choose Professional' })).toBeVisible()
    await stream
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Choose Professional' }).click()
    await expect(page.getByText('Authentication Required')).toBeVisible()
    await expect(page.getByText('Please log in to subscribe to a plan.')).toBeVisible()
    const sheet = page.getByRole('dialog', { name: 'Sign in again' })
    await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await sheet.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Plan Selected')).toBeVisible()
  })
})

test('an invoice goes from draft to paid through its public link', async ({
  signIn,
  browser,
  portal,
  watch,
}) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices&new=1')
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' })
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
  await dialog.getByLabel('Client').click()
  await page.getByRole('option', { name: 'Priya Nair' }).click()
  await dialog.getByLabel('Title').fill('Store listing')
  await dialog.getByLabel('Description of line 1').fill('Screenshots')
  await dialog.getByLabel('Quantity of line 1').fill('1.5')
  await dialog.getByLabel('Rate of line 1').fill('33.33')
  await dialog.getByLabel('Tax of line 1').fill('19')
  await expect(dialog.getByLabel('Totals')).toContainText('$59.50 USD')
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByText('Invoice created')).toBeVisible()

  const drawer = page.getByRole('region', { name: 'Store listing' })
  await expect(drawer).toContainText('Draft')
  await expect(drawer).toContainText('$59.50 USD')
  await drawer.getByRole('button', { name: 'Send invoice' }).click()
  await page
    .getByRole('dialog', { name: 'Send invoice' })
    .getByRole('button', { name: 'Send invoice' })
    .click()
  await expect(page.getByText('Invoice sent')).toBeVisible()
  await expect(drawer).toContainText('Sent')
  await expect(drawer.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)

  await drawer.getByRole('button', { name: 'Record payment' }).click()
  const record = page.getByRole('dialog', { name: 'Record payment' })
  await record.getByLabel('Amount').fill('9.50')
  await record.getByRole('button', { name: 'Record payment' }).click()
  await expect(drawer).toContainText('Sent, partly paid')
  await expect(drawer).toContainText('$50.00 USD')

  await drawer.getByRole('button', { name: 'New pay link' }).click()
  const address = await drawer.getByLabel('Address').inputValue()
  const stranger = await (await browser.newContext({ baseURL: portal.url })).newPage()
  watch(stranger)
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: /Store listing/ })).toBeVisible()
  await typeCard(stranger, GOOD)
  await stranger.getByRole('button', { name: 'Pay $50.00 USD' }).click()
  await expect(stranger.getByText('Thank you, $50.00 USD was paid')).toBeVisible()
  await expect(stranger.getByText('This invoice has already been paid in full.')).toHaveCount(0)
  await expectPdf(stranger, stranger.getByRole('link', { name: 'Download receipt' }))
  await stranger.reload()
  await expect(stranger.getByText('This invoice has already been paid in full.')).toBeVisible()
  await expect(stranger.getByRole('link', { name: /^Receipt of .* \$9\.50$/ })).toBeVisible()
  await expectPdf(stranger, stranger.getByRole('link', { name: /^Receipt of .* \$50\.00$/ }))
  await stranger.context().close()
  await expect(drawer).toContainText('Paid')
  await expect(drawer.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
})

test('a recurring invoice is created, changed and paused; a payout is created and paid', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices&view=recurring')
  await page.getByRole('button', { name: 'New recurring invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New recurring invoice' })
  await dialog.getByLabel('Client').click()
  await page.getByRole('option', { name: 'Jordan Blake' }).click()
  await dialog.getByLabel('Title').fill('Care plan')
  await dialog.getByLabel('Description of line 1').fill('Monthly care')
  await dialog.getByLabel('Rate of line 1').fill('250')
  await expect(dialog.getByText(/^Next: [^·]+·[^·]+·[^·]+$/)).toBeVisible()
  await dialog.getByLabel('Number of invoices').fill('2')
  await expect(dialog.getByText(/^Next: [^·]+·[^·]+$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create recurring invoice' }).click()
  const plan = page.getByRole('list', { name: 'Recurring invoices' }).getByRole('listitem')
  await expect(plan).toContainText('$250.00 USD')
  await expect(plan).toContainText('2 left')
  await expect(plan).toContainText('Every month')
  await plan.getByRole('button', { name: 'Care plan', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit recurring invoice' })
  await edit.getByLabel('Rate of line 1').fill('300')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(plan).toContainText('$300.00 USD')
  await plan.getByRole('button', { name: 'Pause' }).click()
  await expect(plan).toContainText('Paused')

  await page.goto('/payments?tab=history&view=payouts')
  await page.getByRole('button', { name: 'Add payout' }).click()
  const payout = page.getByRole('dialog', { name: 'Add payout' })
  await payout.getByLabel('Contributor').click()
  await page.getByRole('option', { name: 'Sofia Patel' }).click()
  await payout.getByLabel('Description').fill('Campaign bonus')
  await payout.getByRole('textbox', { name: 'Amount' }).fill('120')
  await payout.getByRole('button', { name: 'Add payout' }).click()
  const row = page.getByRole('list', { name: 'Payouts' }).getByRole('listitem').filter({ hasText: 'Sofia' })
  await expect(row).toContainText('Pending')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Record payout' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('1 payout of $120.00 USD is recorded as paid today.')
  await asked.getByRole('button', { name: 'Record payout' }).click()
  await expect(page.getByText('Payout recorded')).toBeVisible()
  await expect(row).toContainText('Paid')
})

for (const width of [360, 390]) {
  test(`every tab fits a phone of ${width} px`, async ({ signIn }) => {
    const page = await signIn('owner', { width, height: 780, dark: true })
    for (const path of [
      '/payments',
      '/payments?tab=invoices',
      '/payments?tab=invoices&new=1',
      '/payments?tab=history',
      '/payments?tab=history&view=payouts',
      '/payments?tab=quick-pay',
      '/accounts?period=all',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
  })
}
