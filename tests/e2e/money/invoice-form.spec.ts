import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Calls a procedure as the user signed in on the page. */
async function call(page: Page, url: string, procedure: string, data: object) {
  const headers = { origin: url, 'content-type': 'application/json' }
  const answer = await page.request.post(`/trpc/${procedure}`, { headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).result.data
}

/** A German agency: two rates and the reverse charge, 30 days, tax-inclusive prices. */
async function billAsInGermany(page: Page, url: string) {
  const rate = (name: string, bps: number, category: string, note?: string) =>
    call(page, url, 'letterhead.saveTaxRate', { name, bps, category, note })
  const standard = await rate('VAT 19%', 1900, 'standard')
  await rate('VAT 7%', 700, 'reduced')
  const reverse = await rate('Reverse charge', 0, 'reverse_charge', 'The recipient accounts for the VAT.')
  await call(page, url, 'letterhead.saveDefaults', {
    default_tax_rate_id: standard.id,
    prices_include_tax: true,
    payment_terms: 30,
    notes: 'Vielen Dank für Ihren Auftrag.',
    footer: null,
    version: 0,
  })
  return { reverse }
}

async function choose(page: Page, form: string, field: string, option: string | RegExp) {
  await dialog(page, form).getByLabel(field).first().click()
  await page.getByRole('option', { name: option }).first().click()
}

test('a draft with two rates and a reverse charge shows the tax summary and keeps all values', async ({
  signIn,
  portal,
}) => {
  const page = await signIn('owner')
  const { reverse } = await billAsInGermany(page, portal.url)
  await page.goto('/payments?tab=invoices&new=1')
  const form = dialog(page, 'Create Invoice')
  await expect(form.getByLabel('Notes')).toHaveValue('Vielen Dank für Ihren Auftrag.')
  await expect(form.getByLabel('Prices include tax')).toBeChecked()
  await expect(form.getByLabel('Tax of line 1')).toHaveValue(/.+/)
  const totals = form.getByLabel('Totals')

  await form.getByLabel('Client').first().click()
  await expect(page.getByRole('option', { name: /Jordan Blake/ })).toContainText('Harbor & Co')
  await page.getByRole('option', { name: /Jordan Blake/ }).click()
  await form.getByLabel('Title').fill('May')
  await form.getByLabel('Description of line 1').fill('Design')
  await form.getByLabel('Quantity of line 1').fill('2')
  await form.getByLabel('Unit of line 1').fill('hour')
  await form.getByLabel('Rate of line 1').fill('119')
  await expect(totals).toContainText('Including VAT 19% on $200.00')

  // Enter in the last line adds another and focuses it.
  await form.getByLabel('Rate of line 1').press('Enter')
  await expect(form.getByLabel('Description of line 2')).toBeFocused()
  await page.keyboard.type('Book')
  await form.getByLabel('Rate of line 2').fill('107')
  await form.getByLabel('Tax of line 2').selectOption({ label: 'VAT 7%' })
  await form.getByRole('button', { name: 'Discount line 2' }).click()
  await form.getByLabel('Discount of line 2').fill('50')
  await form.getByRole('button', { name: 'Add line' }).click()
  await page.keyboard.type('Consulting abroad')
  await form.getByLabel('Rate of line 3').fill('500')
  await form.getByLabel('Tax of line 3').selectOption({ label: 'Reverse charge' })
  for (const text of [
    'Including VAT 19% on $200.00',
    '$38.00',
    'Including VAT 7% on $50.00',
    '$3.50',
    'Reverse charge on $500.00',
    '$791.50 USD',
  ]) {
    await expect(totals).toContainText(text)
  }

  await form.getByRole('button', { name: 'Order and supply' }).click()
  await form.getByLabel('Purchase order').fill('PO-7')
  for (const [field, day] of [
    ['Supplied on or from', '1'],
    ['Supplied until', '20'],
  ] as const) {
    await form.getByLabel(field).click()
    const days = page.locator('table button:not([data-outside])').getByText(day, { exact: true })
    // The previous calendar may still be closing.
    await expect(days).toHaveCount(1)
    await days.click()
  }
  await form.getByLabel('Purchase order').press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await checkScreen(page)
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page.getByText('Invoice created')).toBeVisible()

  await page.getByRole('region', { name: /May/ }).getByRole('button', { name: 'Edit' }).click()
  const edit = dialog(page, 'Edit invoice')
  await expect(edit.getByLabel('Title')).toHaveValue('May')
  await expect(edit.getByText(/PO-7 · /)).toBeVisible()
  await edit.getByLabel('Title').fill('May and June')
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().includes('invoices.save')),
    edit.getByRole('button', { name: 'Save changes' }).click(),
  ])
  await expect(page.getByText('Invoice updated')).toBeVisible()
  const sent = request.postDataJSON()
  const saved = (sent[0] ?? sent['0'] ?? sent) as Record<string, unknown>
  expect(saved).toMatchObject({
    title: 'May and June',
    purchase_order: 'PO-7',
    prices_include_tax: true,
    notes: 'Vielen Dank für Ihren Auftrag.',
    supply_from: expect.stringMatching(/-01$/),
    supply_to: expect.stringMatching(/-20$/),
    items: [
      { description: 'Design', quantity: 2, unit: 'hour', rate: 11_900 },
      { description: 'Book', rate: 10_700, discount_bps: 5000, tax_bps: 700 },
      { description: 'Consulting abroad', rate: 50_000, tax_rate_id: reverse.id, tax_bps: 0 },
    ],
  })
})

test("a client's tax, terms and currency are applied unless edited", async ({ signIn, portal }) => {
  const page = await signIn('owner')
  await billAsInGermany(page, portal.url)
  await page.goto('/clients?new=1')
  const add = dialog(page, 'Add Client')
  await add.getByLabel('Name').fill('Inès Petit')
  await add.getByLabel('Email').fill('ines@petit.example')
  await add.getByLabel('Company').fill('Petit SARL')
  await add.getByRole('button', { name: 'Billing' }).click()
  await add.getByLabel('City').fill('Lyon')
  await choose(page, 'Add Client', 'Country', 'France')
  await add.getByLabel('Tax ID').fill('FR40303265045')
  await add.getByLabel('Payment terms').fill('7')
  await choose(page, 'Add Client', 'Default tax rate', 'Reverse charge')
  await choose(page, 'Add Client', 'Billing currency', /EUR/)
  await checkScreen(page)
  await add.getByRole('button', { name: 'Add Client' }).click()
  await expect(page.getByText('Client "Inès Petit" has been added successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Inès Petit', exact: true }).click()
  const record = page.getByRole('article', { name: 'Inès Petit' })
  await expect(record.getByRole('region', { name: 'Billing' })).toContainText('FR40303265045')
  await expect(record).toContainText('France')
  await checkScreen(page)

  await page.goto('/payments?tab=invoices&new=1')
  const form = dialog(page, 'Create Invoice')
  const due = form.getByLabel('Due date')
  const agencyDue = await due.inputValue()
  await choose(page, 'Create Invoice', 'Client', /Inès Petit/)
  await expect(form.getByLabel('Currency')).toHaveValue(/EUR/)
  await expect(form.getByLabel('Tax of line 1').locator('option:checked')).toHaveText('Reverse charge')
  await expect(due).not.toHaveValue(agencyDue)
  await choose(page, 'Create Invoice', 'Client', /Jordan Blake/)
  await expect(form.getByLabel('Currency')).toHaveValue(/USD/)
  await expect(form.getByLabel('Tax of line 1').locator('option:checked')).toHaveText('VAT 19%')
  await expect(due).toHaveValue(agencyDue)
  await form.getByLabel('Tax of line 1').selectOption({ label: 'Other %…' })
  await form.getByLabel('Percentage of line 1').fill('5.5')
  await choose(page, 'Create Invoice', 'Client', /Inès Petit/)
  await expect(form.getByLabel('Currency')).toHaveValue(/EUR/)
  await expect(form.getByLabel('Percentage of line 1')).toHaveValue('5.5')
})

for (const dark of [false, true]) {
  test(`the forms fit a phone, ${dark ? 'dark' : 'light'}`, async ({ signIn, portal }) => {
    const page = await signIn('owner', { width: 390, height: 844, dark })
    if (!dark) await billAsInGermany(page, portal.url)
    for (const [address, name] of [
      ['/payments?tab=invoices&new=1', 'Create Invoice'],
      ['/payments?tab=invoices&view=recurring&new=1', 'New recurring invoice'],
    ] as const) {
      await page.goto(address)
      await dialog(page, name).getByRole('button', { name: 'Add line' }).click()
      await checkScreen(page)
    }
  })
}
