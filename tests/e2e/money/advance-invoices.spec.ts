import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { expectNoViolations } from '../support/screens/screen-check.ts'

/** A sent advance invoice of 1,190.00 with 19 % tax for a client, of which a part was paid. */
async function sendAdvance(page: Page): Promise<string> {
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(page, 'clients.list', 'query')
  const client = items.find(({ name }) => name === 'Jordan Blake')
  const { id } = await callAs<{ id: string }>(page, 'invoices.save', 'mutation', {
    client_id: client?.id,
    title: 'First half',
    due_date: '2027-01-31',
    stage: 'advance',
    items: [{ description: 'First half of the relaunch', quantity: 1, rate: 1000_00, tax_bps: 1900 }],
  })
  const { number } = await callAs<{ number: string }>(page, 'invoices.send', 'mutation', { id })
  await callAs(page, 'payments.recordManual', 'mutation', {
    invoice_id: id,
    amount: 595_00,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  return number
}

test('a final invoice deducts what was received in advance', async ({ signIn }) => {
  const page = await signIn('owner')
  await page.goto('/payments?tab=invoices')
  const advance = await sendAdvance(page)
  await page.goto('/payments?tab=invoices&new=1')
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  await form.getByLabel('Client').first().click()
  await page.getByRole('option', { name: /Jordan Blake/ }).click()
  await form.getByLabel('Title').fill('Relaunch')
  await form.getByLabel('Description of line 1').fill('The whole relaunch')
  await form.getByLabel('Rate of line 1').fill('2000')
  await form.getByLabel('Tax of line 1').fill('19')
  await form.getByRole('button', { name: 'Advance and final invoices' }).click()
  await form.getByLabel('Kind').click()
  await page.getByRole('option', { name: 'Final invoice' }).click()
  const deducted = form.getByRole('checkbox', { name: new RegExp(advance) })
  await deducted.check()
  await expect(form.getByText('$595.00 USD is still open and is credited')).toBeVisible()
  // 2,380.00 minus the 595.00 received.
  await expect(form.getByText('$1,785.00 USD').first()).toBeVisible()
  await expectNoViolations(page)
  await page.screenshot({ path: 'test-results/final-invoice-form.png' })
  await form.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(form).toBeHidden()

  const list = page.getByRole('main')
  await expect(list.getByText('Final invoice').first()).toBeVisible()
  await list.getByText('Relaunch', { exact: true }).first().click()
  await expect(page.getByText('Remaining amount').first()).toBeVisible()
  await expect(page.getByRole('link', { name: advance })).toBeVisible()
  await page.screenshot({ path: 'test-results/final-invoice.png' })
  await expectNoViolations(page)
})
