import { DEMO_PASSWORD, expect, test } from '../support/portal/portal.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

test.use({ expectedProblems: [/Failed to load resource.*400/] })

test('an owner enters company, bank, tax rates and numbering, and the next invoice uses them', async ({
  signIn,
}) => {
  const page = await signIn('owner')
  await page.goto('/settings?section=billing')
  await page.getByLabel('Legal name').fill('Brightline Studio GmbH')
  await page.getByLabel('Street and number').fill('Pier 1')
  await page.getByLabel('Postal code').fill('20457')
  await page.getByLabel('City').fill('Hamburg')
  await page.getByRole('combobox', { name: 'Country' }).fill('Germany')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByLabel('VAT or tax number').fill('DE 136 695 977')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('is not a valid VAT number').first()).toBeVisible()
  await page.getByLabel('VAT or tax number').fill('DE 136 695 976')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Company on documents saved')).toBeVisible()
  await expect(page.getByLabel('VAT or tax number')).toHaveValue('DE136695976')
  await expect(page.getByText('Not checked yet.')).toBeVisible()

  // The other card uses this one's saved version, and a wrong password keeps the input.
  await page.getByRole('button', { name: 'Enter bank details' }).click()
  const bank = page.getByRole('dialog', { name: 'Bank details' })
  await bank.getByLabel('IBAN').fill('DE89370400440532013000')
  await bank.getByRole('textbox', { name: 'Password' }).fill('a guess')
  await bank.getByRole('button', { name: 'Save bank details' }).click()
  await expect(page.getByText('The current password is incorrect.').first()).toBeVisible()
  await expect(bank.getByLabel('IBAN')).toHaveValue('DE89370400440532013000')
  await bank.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await bank.getByRole('button', { name: 'Save bank details' }).click()
  await expect(page.getByText('Bank details saved')).toBeVisible()
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()

  await page.getByRole('button', { name: 'Add usual rates' }).click()
  await page.getByRole('menuitem', { name: 'Germany' }).click()
  await page.getByRole('button', { name: 'Add these rates' }).click()
  const rates = page.getByRole('list', { name: 'Tax rates' })
  await expect(rates.getByText('USt 19 %', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add tax rate' }).click()
  await page.getByLabel('Rate name').fill('Small business')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Exempt' }).click()
  await page.getByLabel('Note on the document').fill('No VAT is charged, § 19 UStG.')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tax rate' }).click()
  await expect(rates.getByText('No VAT is charged, § 19 UStG.')).toBeVisible()
  await checkScreen(page)

  await page.getByRole('link', { name: 'Invoicing' }).click()
  await page.getByLabel('Payment terms').fill('30')
  await page.getByRole('combobox', { name: 'Default tax rate' }).click()
  await page.getByRole('option', { name: 'USt 19 %' }).click()
  await page.getByRole('button', { name: 'Save defaults' }).click()
  await expect(page.getByText('Invoice defaults saved')).toBeVisible()

  const numbers = page.getByRole('form', { name: 'Invoice numbers' })
  await numbers.getByLabel('Prefix').fill('{YYYY}-')
  await numbers.getByLabel('Digits').fill('4')
  await numbers.getByRole('switch', { name: 'Restart each year' }).click()
  const first = `${new Date().getUTCFullYear()}-0001`
  await expect(numbers.getByText(first)).toBeVisible()
  await numbers.getByRole('button', { name: 'Save invoice numbers' }).click()
  await expect(page.getByText('Invoice numbers saved')).toBeVisible()

  await page.getByRole('button', { name: 'Add product' }).click()
  await page.getByLabel('Line on the invoice').fill('Workshop')
  await page.getByLabel('Rate', { exact: true }).fill('1,200')
  await page.getByRole('combobox', { name: 'Unit' }).fill('day')
  await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByRole('list', { name: 'Products' }).getByText('$1,200.00 / day')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Reminder: due today' }).click()
  await page.getByLabel('Subject').fill('Today: {number}')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Today: INV-1001')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByRole('list', { name: 'Email texts' }).getByText('Today: {number}')).toBeVisible()
  await checkScreen(page)

  const { parties, number } = await page.evaluate(async () => {
    const call = async (path: string, input: object, method = 'GET') => {
      const query = method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
      const answer = await fetch(`/trpc/${path}${query}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: method === 'GET' ? undefined : JSON.stringify(input),
      })
      return (await answer.json()).result.data
    }
    const { items } = await call('clients.list', {})
    const draft = await call(
      'invoices.save',
      {
        client_id: items[0].id,
        title: 'Workshop',
        due_date: '2030-01-01',
        items: [{ description: 'Workshop', quantity: 1, rate: 120000 }],
      },
      'POST',
    )
    const sent = await call('invoices.send', { id: draft.id }, 'POST')
    return call('invoices.get', { id: sent.id })
  })
  expect(number).toBe(first)
  expect(parties).toMatchObject({
    seller: { company: 'Brightline Studio GmbH', city: 'Hamburg', country: 'DE', tax_id: 'DE136695976' },
    bank: { iban: 'DE89370400440532013000' },
  })
})
