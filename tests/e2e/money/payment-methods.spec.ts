import type { Page } from 'playwright/test'
import { inMonths, sendInvoice } from '../support/portal/invoices.ts'
import { expect, test } from '../support/portal/portal.ts'
import { callAs } from '../support/portal/rpc.ts'
import { checkScreen } from '../support/screens/screen-check.ts'

const SUCCEEDS = 'DE89 3704 0044 0532 0130 00'
const RETURNED = 'DE62 3704 0044 0532 0130 01'

/** The only payment of an invoice. */
async function paymentOf(owner: Page, invoiceId: string): Promise<string> {
  const { items } = await callAs<{ items: { id: string }[] }>(owner, 'payments.list', 'query', {
    invoice_id: invoiceId,
  })
  return items[0]?.id ?? ''
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 900 } })

  test('shows a debit as processing until the bank reports success or failure', async ({ signIn, page }) => {
    const owner = await signIn('owner')
    const { id, url } = await sendInvoice(owner)
    await page.goto(url)
    await page.getByRole('radio', { name: 'SEPA Direct Debit' }).check()
    await page.getByRole('textbox', { name: 'IBAN' }).fill('DE00')
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await expect(page.getByRole('alert')).toContainText('This isn’t a test account.')
    await page.getByRole('textbox', { name: 'IBAN' }).fill(RETURNED)
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await expect(page.getByText('Payment processing', { exact: true })).toBeVisible()
    await expect(page.getByText('Processing', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
    await checkScreen(page)
    await owner.goto(`/payments?tab=invoices&invoice=${id}`)
    const drawer = owner.getByRole('region', { name: /Translations$/ })
    await expect(drawer.getByText('Processing', { exact: true })).toBeVisible()
    await expect(drawer.getByText(/€90.00 EUR has been processing since/)).toBeVisible()

    const answer = page.getByRole('button', { name: 'Test mode: complete the debit now' })
    await answer.click()
    await expect(page.getByText('Payment processing', { exact: true })).toHaveCount(0)
    await page.getByRole('radio', { name: 'SEPA Direct Debit' }).check()
    await page.getByRole('textbox', { name: 'IBAN' }).fill(SUCCEEDS)
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await answer.click()
    await expect(page.getByText('This invoice has already been paid in full.')).toBeVisible()
  })

  test('keeps a voucher waiting until it is paid, and shows both sides how', async ({ signIn, page }) => {
    const owner = await signIn('owner')
    const { id, url } = await sendInvoice(owner)
    await page.goto(url)
    await page.getByRole('radio', { name: 'Multibanco' }).check()
    await page.getByRole('button', { name: 'Pay €90.00 EUR' }).click()
    await expect(page.getByText('Waiting for payment')).toBeVisible()
    const instructions = page.getByRole('link', { name: 'Payment instructions' })
    await expect(instructions).toBeVisible()
    await expect(page.getByText('Pay with the instructions you were given.', { exact: false })).toBeVisible()
    await checkScreen(page)
    await owner.goto(`/payments?tab=invoices&invoice=${id}`)
    const drawer = owner.getByRole('region', { name: /Translations$/ })
    await expect(drawer.getByText(/€90.00 EUR with Multibanco, payable until/)).toBeVisible()
    await checkScreen(owner)
    await owner.goto('/payments?tab=history')
    const row = owner.getByRole('row', { name: /Translations/ }).first()
    await expect(row.getByText('Waiting', { exact: true })).toBeVisible()
    await expect(row.getByRole('link', { name: 'Payment instructions' })).toBeVisible()
    await checkScreen(owner)

    const voucher = page.context().waitForEvent('page')
    await instructions.click()
    await (await voucher).getByRole('button', { name: 'Approve payment' }).click()
    await (await voucher).waitForURL(/returned=/)
    await page.goto(`${new URL(url).pathname}${new URL(url).search}&returned=${await paymentOf(owner, id)}`)
    await expect(page.getByText('This invoice has already been paid in full.')).toBeVisible()
  })

  test("redirects to the bank's page and returns with the result", async ({ signIn, page }) => {
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

  test('emails a receipt for a recorded payment unless it is older than a week', async ({ signIn }) => {
    const owner = await signIn('owner')
    const { id, number } = await sendInvoice(owner)
    await owner.goto(`/payments?tab=invoices&invoice=${id}`)
    const drawer = owner.getByRole('region', { name: new RegExp(`^${number}`) })
    await drawer.getByRole('button', { name: 'Record payment' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Record payment' })
    const receipt = dialog.getByRole('switch', { name: 'Email the receipt' })
    await expect(receipt).toBeChecked()
    await dialog.getByLabel('Paid on').fill('Jan 5, 2026')
    await dialog.getByLabel('Paid on').blur()
    await expect(receipt).not.toBeChecked()
    await checkScreen(owner)
    await dialog.getByRole('switch', { name: 'Payment received' }).uncheck({ force: true })
    await expect(receipt).toHaveCount(0)
  })

  test('opens where the browser blocks storage', async ({ signIn, page }) => {
    const { url } = await sendInvoice(await signIn('owner'))
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
    })
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Pay €90.00 EUR' })).toBeVisible()
  })

  test('shows recovery steps after a lost redirect', async ({ page }) => {
    await page.goto(`/pay?returned=${crypto.randomUUID()}`)
    await expect(page.getByText('Your bank has responded')).toBeVisible()
    await checkScreen(page)
  })

  test('pays an installment, then a partial amount, then the rest by card', async ({ signIn }) => {
    const owner = await signIn('owner')
    const plan = { instalments: [inMonths(1), inMonths(2), inMonths(3)], part_minimum: 1000 }
    const { id, number } = await sendInvoice(owner, plan)
    const page = await signIn('client')
    await page.goto(`/my-invoices?invoice=${id}`)
    const drawer = page.getByRole('region', { name: new RegExp(`^${number}`) })
    await expect(drawer.getByText('Installment 3: €30.00 EUR, due on', { exact: false })).toBeVisible()
    const pay = async (sum: string) => {
      await drawer.getByLabel('Card number').fill('4242424242424242')
      await drawer.getByLabel('Expiry').fill('12 / 34')
      await drawer.getByLabel('CVC').fill('123')
      await drawer.getByRole('button', { name: `Pay ${sum}`, exact: true }).click()
      await expect(page.getByText(`${sum} was paid for ${number}.`)).toBeVisible()
    }
    await drawer.getByRole('button', { name: 'Pay Invoice' }).click()
    await expect(drawer.getByRole('radio', { name: 'Pay next installment (1), €30.00 EUR' })).toBeChecked()
    await checkScreen(page)
    await pay('€30.00 EUR')
    await drawer.getByRole('button', { name: 'Pay Invoice' }).click()
    await drawer.getByRole('radio', { name: 'Pay another amount' }).check()
    await drawer.getByLabel('Part to pay').fill('5')
    await expect(drawer.getByText('Enter an amount within these limits.')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
    await drawer.getByLabel('Part to pay').fill('20')
    await pay('€20.00 EUR')
    await drawer.getByRole('button', { name: 'Pay Invoice' }).click()
    await drawer.getByRole('radio', { name: 'Pay all, €40.00 EUR' }).check()
    await pay('€40.00 EUR')
    await expect(drawer.getByText('Thank you, €40.00 EUR was paid')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Pay Invoice' })).toHaveCount(0)
  })
})

test('lets an owner plan installments and allow partial payments', async ({ signIn }) => {
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
  await page.getByRole('option', { name: '3 installments' }).click()
  await expect(form.getByLabel('Installment 3')).toBeVisible()
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
