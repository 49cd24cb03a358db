import type { Locator, Page } from 'playwright/test'
import { AUTOPAY_TEXT } from '#shared/money/autopay/autopay.ts'
import { sendInvoice } from '../support/portal/invoices.ts'
import { expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen, expectNoViolations } from '../support/screens/screen-check.ts'
import { goToEnd } from '../support/screens/settings.ts'

const VISA = '4242424242424242'

async function typeCard(form: Page | Locator, number: string) {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry').fill('12 / 34')
  await form.getByLabel('CVC').fill('123')
}

async function addCard(page: Page): Promise<Locator> {
  await page.goto('/payments?tab=invoices&cards=true')
  const drawer = page.getByRole('dialog', { name: 'Cards' })
  await expect(drawer.getByText('Add a card first.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Add card' }).click()
  await typeCard(drawer, VISA)
  await drawer.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Card saved')).toBeVisible()
  return drawer
}

const mandates = (scope: Page | Locator) => scope.getByRole('list', { name: 'Autopay' }).getByRole('listitem')

test('a client turns on autopay with a limit, and both sides see it', async ({ signIn }) => {
  const page = await signIn('client')
  const drawer = await addCard(page)
  await drawer.getByRole('button', { name: 'Turn on autopay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on autopay' })
  await dialog.getByLabel('Maximum per charge').fill('5,000')
  await expect(dialog).toContainText(
    'I authorize Brightline Digital to charge my Visa ending in 4242 for every invoice it sends Jordan Blake, on ' +
      'the due date, for the amount that is then due, up to $5,000.00 USD for each charge.',
  )
  await dialog.getByRole('button', { name: 'Turn on autopay' }).click()
  await expect(page.getByText('Please agree to the charges.').first()).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByLabel('I agree').check()
  await dialog.getByRole('button', { name: 'Turn on autopay' }).click()
  await expect(page.getByText('Autopay is on', { exact: true })).toBeVisible()
  await expect(mandates(drawer)).toContainText('Autopay on, card ending 4242, up to $5,000.00 USD')

  await page.goto('/my-invoices')
  const invoices = page.getByRole('list', { name: 'Invoices' })
  await invoices.getByRole('button', { name: 'Website Redesign, milestone 2' }).click()
  const invoice = page.getByRole('region', { name: /^INV-1004/ })
  await expect(invoice.getByRole('region', { name: 'Autopay' })).toContainText(
    /Will be charged on .+ to Visa ending in 4242\./,
  )

  const owner = await signIn('owner')
  await owner.goto('/clients')
  await owner.getByRole('main').getByText('Jordan Blake').first().click()
  const client = owner.getByRole('article', { name: 'Jordan Blake' })
  await client.getByRole('tab', { name: 'Invoices' }).click()
  await expect(mandates(client)).toContainText('Autopay on, card ending 4242, up to $5,000.00 USD')
  await expect(client.getByRole('button', { name: 'Ask client' })).toHaveCount(0)
  await client.getByRole('button', { name: 'Actions for Autopay for All invoices' }).click()
  await owner.getByRole('menuitem', { name: 'Show terms' }).click()
  await expect(mandates(client)).toContainText('I authorize Brightline Digital')
  await expectNoViolations(owner)
  await client.getByRole('button', { name: 'Actions for Autopay for All invoices' }).click()
  await owner.getByRole('menuitem', { name: 'Turn off' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Turn off autopay' }).click()
  await expect(client.getByText('Autopay off. Only your client can turn it on.')).toBeVisible()
  await client.getByRole('button', { name: 'Ask client' }).click()
  await expect(owner.getByText('Request sent')).toBeVisible()
  // Live: the client's invoice has updated.
  await expect(invoice.getByRole('region', { name: 'Autopay' })).toHaveCount(0)
})

test('on a phone, a payer can turn on autopay for future invoices', async ({ signIn }) => {
  const page = await signIn('client', { width: 390, height: 844 })
  await page.goto('/my-invoices')
  await page
    .getByRole('list', { name: 'Invoices' })
    .getByRole('button', { name: 'Website Redesign, milestone 2' })
    .click()
  const invoice = page.getByRole('region', { name: /^INV-1004/ })
  await invoice.getByRole('button', { name: 'Pay Invoice' }).click()
  await invoice.getByLabel('Pay future invoices automatically').check()
  await typeCard(invoice, VISA)
  await invoice.getByRole('button', { name: 'Pay $3,600.00 USD' }).click()
  await expect(page.getByText('Invoice Paid').first()).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Turn on autopay' })
  await expect(dialog).toContainText('I authorize Brightline Digital to charge my Visa ending in 4242')
  await dialog.getByLabel('I agree').check()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Turn on autopay' }).click()
  await expect(mandates(page)).toContainText('Autopay on, card ending 4242')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test('an owner sets when clients are notified and when declined cards are retried', async ({ signIn }) => {
  const owner = await signIn('owner')
  await owner.goto('/settings')
  await goToEnd(owner)
  const settings = owner.getByRole('region', { name: 'Autopay' })
  await settings.getByLabel('Retries after days').fill('2, soon')
  await settings.getByRole('button', { name: 'Save autopay' }).click()
  await expect(settings.getByText('Enter days, for example 3, 5, 7.')).toBeVisible()
  await settings.getByLabel('Retries after days').fill('2, 4')
  await settings.getByLabel('Notice period').fill('5')
  await expect(settings.getByRole('status')).toContainText(
    'Clients are emailed 5 days before each charge. Declined charges are retried 2 and 4 days later.',
  )
  await settings.getByRole('button', { name: 'Save autopay' }).click()
  await expect(owner.getByText('Autopay saved')).toBeVisible()
  await owner.reload()
  await goToEnd(owner)
  await expect(settings.getByLabel('Retries after days')).toHaveValue('2, 4')
})

test('a pay link shows upcoming autopay charges', async ({ signIn, page }) => {
  const owner = await signIn('owner')
  const client = await signIn('client')
  await client.goto('/payments')
  await callAs(client, 'payments.addCard', 'mutation', {
    method: 'mock_card_visa',
    request_id: crypto.randomUUID(),
  })
  const [card] = await callAs<{ id: string }[]>(client, 'payments.cards', 'query')
  await callAs(client, 'autopay.give', 'mutation', {
    card_id: card?.id,
    text_version: AUTOPAY_TEXT,
    agreed: true,
  })
  const { url } = await sendInvoice(owner)
  await page.goto(url)
  await expect(
    page.getByText(/^Autopay charges this invoice on .+ You don’t need to pay it here\.$/),
  ).toBeVisible()
  await checkScreen(page)
})
