import type { Page } from 'playwright/test'
import { AUTOPAY_TEXT } from '#shared/autopay.ts'
import { expect, test } from './support/portal.ts'
import { callAs } from './support/rpc.ts'
import { checkScreen } from './support/screen-check.ts'

const SUCCEEDS = 'DE89 3704 0044 0532 0130 00'
const RETURNED = 'DE62 3704 0044 0532 0130 01'
const inMonths = (months: number): string => {
  const date = new Date()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** A sent invoice over €90.00 with the address of a pay link. */
async function sendInvoice(owner: Page, given: Record<string, unknown> = {}) {
  await owner.goto('/payments?tab=invoices')
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(owner, 'clients.list', 'query')
  const client = items.find(({ name }) => name === 'Jordan Blake')
  const { id } = await callAs<{ id: string }>(owner, 'invoices.save', 'mutation', {
    client_id: client?.id,
    title: 'Translations',
    due_date: inMonths(1),
    currency: 'EUR',
    booking_rate: '1.1',
    items: [{ description: 'Pages', quantity: 1, rate: 9000 }],
    ...given,
  })
  const { number } = await callAs<{ number: string }>(owner, 'invoices.send', 'mutation', { id })
  const { url } = await callAs<{ url: string }>(owner, 'invoices.createPayLink', 'mutation', { id })
  return { id, number, url }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 900 } })

  test('a debit is processed until the bank answers, whichever way', async ({ signIn, page }) => {
    const owner = await signIn('owner')
    const { id, url } = await sendInvoice(owner)
    await page.goto(url)
    await page.getByRole('radio', { name: 'SEPA Direct Debit' }).check()
    await page.getByLabel('IBAN').fill('DE00')
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await expect(page.getByRole('alert')).toContainText("This isn't a test account.")
    await page.getByLabel('IBAN').fill(RETURNED)
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await expect(page.getByText('Payment processing', { exact: true })).toBeVisible()
    await expect(page.getByText('Processing', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
    await checkScreen(page)
    await owner.goto(`/payments?tab=invoices&invoice=${id}`)
    const drawer = owner.getByRole('region', { name: /Translations$/ })
    await expect(drawer.getByText('Processing', { exact: true })).toBeVisible()
    await expect(drawer.getByText(/€90.00 EUR has been on its way since/)).toBeVisible()

    const answer = page.getByRole('button', { name: 'Test mode: let the bank answer now' })
    await answer.click()
    await expect(page.getByText('Payment processing', { exact: true })).toHaveCount(0)
    await page.getByRole('radio', { name: 'SEPA Direct Debit' }).check()
    await page.getByLabel('IBAN').fill(SUCCEEDS)
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await answer.click()
    await expect(page.getByText('This invoice has already been paid in full.')).toBeVisible()
  })

  test('a bank’s page is visited and comes back with its answer', async ({ signIn, page }) => {
    const owner = await signIn('owner')
    const { url } = await sendInvoice(owner)
    await page.goto(url)
    await page.getByRole('radio', { name: 'iDEAL' }).check()
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await expect(page.getByRole('heading', { name: 'Test bank' })).toBeVisible()
    await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
    await checkScreen(page)
    await page.getByRole('button', { name: 'Refuse payment' }).click()
    await expect(page.getByText('Payment Failed')).toBeVisible()
    await expect(page).not.toHaveURL(/returned/)
    await page.getByRole('radio', { name: 'iDEAL' }).check()
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await page.getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.getByText('Payment Successful')).toBeVisible()
    await expect(page.getByText('This invoice has already been paid in full.')).toBeVisible()
  })

  test('a recorded payment mails its receipt, unless it is older than a week', async ({ signIn }) => {
    const owner = await signIn('owner')
    const { id, number } = await sendInvoice(owner)
    await owner.goto(`/payments?tab=invoices&invoice=${id}`)
    const drawer = owner.getByRole('region', { name: new RegExp(`^${number}`) })
    await drawer.getByRole('button', { name: 'Record payment' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Record payment' })
    const receipt = dialog.getByRole('switch', { name: 'Mail the receipt' })
    await expect(receipt).toBeChecked()
    await dialog.getByLabel('Paid on').fill('Jan 5, 2026')
    await dialog.getByLabel('Paid on').blur()
    await expect(receipt).not.toBeChecked()
    await checkScreen(owner)
    await dialog.getByRole('switch', { name: 'Payment received' }).uncheck({ force: true })
    await expect(receipt).toHaveCount(0)
  })

  test('a pay link says when autopay charges the invoice, and a lost tab where to look', async ({
    signIn,
    page,
  }) => {
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
      page.getByText(/^Autopay charges this invoice on .+ You don't need to pay it here\.$/),
    ).toBeVisible()
    await checkScreen(page)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`/pay?returned=${crypto.randomUUID()}`)
    await expect(page.getByText('Your bank has answered')).toBeVisible()
    await checkScreen(page)
    await callAs(client, 'payments.removeCard', 'mutation', { id: card?.id })
  })

  test('an instalment, then a part, then the rest by card', async ({ signIn }) => {
    const owner = await signIn('owner')
    const plan = { instalments: [inMonths(1), inMonths(2), inMonths(3)], part_minimum: 1000 }
    const { id, number } = await sendInvoice(owner, plan)
    const page = await signIn('client')
    await page.goto(`/my-invoices?invoice=${id}`)
    const drawer = page.getByRole('region', { name: new RegExp(`^${number}`) })
    await expect(drawer.getByText('Instalment 3: €30.00 EUR, due on', { exact: false })).toBeVisible()
    const pay = async (sum: string) => {
      await drawer.getByLabel('Card number').fill('4242424242424242')
      await drawer.getByLabel('Expiry').fill('12 / 34')
      await drawer.getByLabel('CVC').fill('123')
      await drawer.getByRole('button', { name: `Pay ${sum}`, exact: true }).click()
      await expect(page.getByText(`${sum} was paid for ${number}.`)).toBeVisible()
    }
    await drawer.getByRole('button', { name: 'Pay Invoice' }).click()
    await expect(drawer.getByRole('radio', { name: 'Pay next instalment (1), €30.00 EUR' })).toBeChecked()
    await checkScreen(page)
    await pay('€30.00 EUR')
    await drawer.getByRole('button', { name: 'Pay Invoice' }).click()
    await drawer.getByRole('radio', { name: 'Pay another amount' }).check()
    await drawer.getByLabel('Part to pay').fill('5')
    await expect(drawer.getByText('Choose a sum within these limits.')).toBeVisible()
    await expect(drawer.getByLabel('Card number')).toHaveCount(0)
    await drawer.getByLabel('Part to pay').fill('20')
    await pay('€20.00 EUR')
    await drawer.getByRole('button', { name: 'Pay Invoice' }).click()
    await drawer.getByRole('radio', { name: 'Pay all, €40.00 EUR' }).check()
    await pay('€40.00 EUR')
    await expect(drawer.getByText('Thank you, €40.00 EUR was paid')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Pay Invoice' })).toHaveCount(0)
  })
})

test('an owner plans instalments in the form and lets the client choose', async ({ signIn }) => {
  const page = await signIn('owner')
  const day = inMonths(1)
  await page.goto('/payments?tab=invoices')
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(page, 'clients.list', 'query')
  const { id } = await callAs<{ id: string }>(page, 'invoices.save', 'mutation', {
    client_id: items.find(({ name }) => name === 'Jordan Blake')?.id,
    title: 'In parts',
    due_date: day,
    items: [{ description: 'Pages', quantity: 1, rate: 10_000 }],
  })
  await page.goto(`/payments?tab=invoices&edit=${id}`)
  const form = page.getByRole('dialog', { name: 'Edit invoice' })
  await form.getByRole('button', { name: 'Paying in parts' }).click()
  await form.getByRole('combobox', { name: 'Parts' }).click()
  await page.getByRole('option', { name: 'Client may pay in part' }).click()
  await form.getByLabel('At least').fill('25')
  await form.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: '3 instalments' }).click()
  await expect(form.getByLabel('Instalment 3')).toBeVisible()
  await checkScreen(page)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Invoice updated')).toBeVisible()
  const saved = await callAs<{ part_minimum: number; instalments: { amount: number }[] }>(
    page,
    'invoices.get',
    'query',
    { id },
  )
  expect(saved.part_minimum).toBe(2500)
  expect(saved.instalments.map(({ amount }) => amount)).toEqual([3334, 3333, 3333])
})
