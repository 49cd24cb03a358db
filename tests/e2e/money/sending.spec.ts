import type { Page } from 'playwright/test'
import { DEMO_PASSWORD, expect, test } from '../support/portal/portal.ts'
import { chooseAction } from '../support/screens/actions.ts'
import { expectPdf } from '../support/screens/pdf.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const invoices = (page: Page) => page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')

/** Calls a procedure as the user signed in on the page. */
async function call(page: Page, url: string, procedure: string, data: object) {
  const headers = { origin: url, 'content-type': 'application/json' }
  const answer = await page.request.post(`/trpc/${procedure}`, { headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result.data
}

async function changeBank(page: Page, url: string) {
  await call(page, url, 'letterhead.saveBank', {
    iban: 'DE89370400440532013000',
    version: 0,
    password: DEMO_PASSWORD,
  })
}

async function fillNew(page: Page, title: string) {
  await page.goto('/payments?tab=invoices&new=1')
  const form = dialog(page, 'Create Invoice')
  await form.getByLabel('Client').first().click()
  await page.getByRole('option', { name: /Jordan Blake/ }).click()
  await form.getByLabel('Title').fill(title)
  return form
}

test('an invoice is sent to chosen recipients with a custom message; errors keep the input', async ({
  signIn,
  portal,
}) => {
  const page = await signIn('owner')
  await call(page, portal.url, 'letterhead.saveProduct', {
    name: 'Workshop',
    unit: 'day',
    rate: 120_000,
    currency: 'USD',
  })
  await changeBank(page, portal.url)
  const form = await fillNew(page, 'Spring workshop')
  await form.getByLabel('From the catalog').click()
  await page.getByRole('option', { name: 'Workshop · $1,200.00' }).click()
  await expect(form.getByLabel('Description of line 1')).toHaveValue('Workshop')
  await expect(form.getByLabel('Unit of line 1')).toHaveValue('day')
  await expect(form.getByLabel('Totals')).toContainText('$1,200.00 USD')
  await form.getByRole('button', { name: 'Save and send' }).click()

  const send = dialog(page, 'Send invoice')
  await expect(send.getByLabel('Subject')).toHaveValue(/^Invoice \{number\} from /)
  await expect(send.getByLabel('Message')).toHaveValue(/\$1,200\.00 USD/)
  await expect(send).toContainText('Attached: the invoice as a PDF.')
  await expect(send.getByRole('alert')).toContainText(/Bank details changed on .+ by Alex Morgan/)
  await expect(send.getByRole('alert')).toContainText('DE89370400440532013000')
  await checkScreen(page)
  await send.getByLabel('CC', { exact: true }).fill('nobody')
  await send.getByRole('button', { name: 'Send invoice' }).click()
  await expect(send.getByText('“nobody” is not an email address.')).toBeVisible()
  await send.getByLabel('CC', { exact: true }).press('Backspace')
  await send.getByLabel('CC', { exact: true }).fill('cfo@harbor.test')
  await send.getByLabel('Message').fill('Dear Jordan,\n\nthe workshop as agreed.')
  await page.keyboard.press('Escape')
  const ask = page.getByRole('alertdialog', { name: 'Discard changes' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(send.getByLabel('Message')).toHaveValue(/the workshop as agreed/)
  await send.getByLabel('Message').press('Control+Enter')
  await expect(page.getByText('Invoice sent')).toBeVisible()

  const drawer = page.getByRole('region', { name: /^INV-\d+ Spring workshop$/ })
  await expect(drawer.getByRole('list', { name: 'Activity' })).toContainText('cc cfo@harbor.test')
})

test('missing e-invoice data is reported before sending; once complete, the e-invoice downloads', async ({
  signIn,
  portal,
}) => {
  const page = await signIn('owner')
  const rate = await call(page, portal.url, 'letterhead.saveTaxRate', {
    name: 'VAT 19%',
    bps: 1900,
    category: 'standard',
  })
  const { profile } = await fillProfile(page, portal.url)
  await call(page, portal.url, 'letterhead.saveDefaults', {
    default_tax_rate_id: rate.id,
    prices_include_tax: false,
    payment_terms: 14,
    notes: null,
    footer: null,
    e_invoice_format: 'factur_x',
    version: profile.version,
  })
  const form = await fillNew(page, 'May retainer')
  await form.getByLabel('Description of line 1').fill('Retainer')
  await form.getByLabel('Rate of line 1').fill('1000')
  await form.getByRole('button', { name: 'Save and send' }).click()
  const send = dialog(page, 'Send invoice')
  const problems = send.getByRole('alert')
  await expect(problems).toContainText('Incomplete for Factur-X / ZUGFeRD')
  await expect(problems).toContainText('The client needs a country.')
  await checkScreen(page)
  await send.getByRole('button', { name: 'Send invoice' }).click()
  await expect(page.getByText('The client needs a country.').last()).toBeVisible()
  await expect(send.getByLabel('Subject')).toHaveValue(/^Invoice/)

  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    problems.getByRole('link', { name: 'Edit the client' }).click(),
  ])
  const client = dialog(other, 'Edit Client')
  await client.getByRole('button', { name: /^Billing/ }).click()
  await client.getByLabel('Country').first().click()
  await other.getByRole('option', { name: 'Germany' }).click()
  await client.getByRole('button', { name: 'Save changes' }).click()
  await expect(client).toHaveCount(0)
  await other.close()
  await expect(problems).toHaveCount(0)
  await send.getByRole('button', { name: 'Send invoice' }).click()
  await expect(page.getByText('Invoice sent')).toBeVisible()

  const drawer = page.getByRole('region', { name: /^INV-\d+ May retainer$/ })
  await drawer.getByRole('button', { name: 'E-invoice' }).click()
  await expectPdf(page, page.getByRole('menuitem', { name: 'Factur-X / ZUGFeRD' }))
})

/** The agency's data for e-invoices. */
async function fillProfile(page: Page, url: string) {
  const profile = await call(page, url, 'letterhead.saveCompany', {
    legal_name: 'Nordlicht GmbH',
    address: 'Kai 1',
    postal_code: '20457',
    city: 'Hamburg',
    region: null,
    country: 'DE',
    tax_id: 'DE123456788',
    registration_number: null,
    electronic_address: null,
    email: null,
    phone: null,
    version: 0,
  })
  return { profile }
}

test("a credit note is emailed from its menu, and the client's copy recipients are saved", async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Actions for Jordan Blake' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const client = dialog(page, 'Edit Client')
  await client.getByRole('button', { name: /^Billing/ }).click()
  await client.getByLabel('CC', { exact: true }).fill('cfo@harbor.test')
  await client.getByLabel('BCC', { exact: true }).fill('nobody')
  await client.getByRole('button', { name: 'Save changes' }).click()
  await expect(client.getByText('“nobody” is not an email address.')).toBeVisible()
  await client.getByLabel('BCC', { exact: true }).press('Backspace')
  await client.getByRole('button', { name: 'Save changes' }).click()
  await expect(client).toHaveCount(0)

  await page.goto('/payments?tab=invoices')
  await invoices(page)
    .filter({ hasText: 'INV-1005' })
    .getByRole('button', { name: 'Spring Campaign, setup', exact: true })
    .click()
  const drawer = page.getByRole('region', { name: /^INV-1005/ })
  await chooseAction(drawer, 'Credit note')
  const credit = dialog(page, 'Credit note')
  await credit.getByRole('textbox', { name: 'Amount' }).fill('100')
  await credit.getByLabel('Reason').fill('Late')
  await credit.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('Credit note issued')).toBeVisible()
  await page.getByRole('link', { name: 'All invoices' }).click()
  await invoices(page)
    .filter({ hasText: 'CN-1001' })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Send', exact: true }).click()
  const send = dialog(page, 'Send credit note')
  await expect(send.getByText('cfo@harbor.test')).toBeVisible()
  await expect(send.getByLabel('Subject')).toHaveValue(/^Credit note CN-1001 from /)
  await send.getByRole('button', { name: 'Send credit note' }).click()
  await expect(page.getByText('Credit note sent')).toBeVisible()
})
