import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal/portal.ts'

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })

async function openBeside(page: Page, watch: (page: Page) => void, address: string): Promise<Page> {
  const other = await page.context().newPage()
  watch(other)
  await other.goto(address)
  return other
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
}

/** What screens show, by page and tile. */
type Figures = [page: Page, label: string, figure: string][]
async function expectFigures(figures: Figures) {
  for (const [page, label, figure] of figures) await expect(tile(page, label)).toContainText(figure)
}

test('one payment by a client updates every open screen of client, owner and platform', async ({
  signIn,
  watch,
}) => {
  const [owner, admin, client] = [await signIn('owner'), await signIn('admin'), await signIn('client')]
  await owner.goto('/dashboard')
  const ownerClients = await openBeside(owner, watch, '/clients')
  const ownerBooks = await openBeside(owner, watch, '/accounts?period=today')
  const ownerHistory = await openBeside(owner, watch, '/payments?tab=history')
  await admin.goto('/dashboard')
  const agencies = await openBeside(admin, watch, '/agencies')
  await client.goto('/dashboard')
  const clientHistory = await openBeside(client, watch, '/payments?tab=history')
  const payer = await openBeside(client, watch, '/my-invoices')
  const rank = (place: number) =>
    agencies.getByRole('table', { name: 'Agencies' }).locator('tbody tr').nth(place)
  const transactions = ownerBooks.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
  const newest = (page: Page) => page.getByRole('row').nth(1)

  const before: Figures = [
    [client, 'Pending Invoices', '2'],
    [client, 'Pending Invoices', '$4,800.00'],
    [ownerClients, 'Total Revenue', '$12,300'],
    [ownerClients, 'Outstanding', '$7,300'],
    [owner, 'Monthly Revenue', '$4,800'],
    [ownerBooks, 'Total Revenue', '$0'],
    [agencies, 'Total Revenue', '$124,200'],
    [admin, 'Monthly revenue', '$37,950'],
    [admin, 'Growth rate', '15.0%'],
  ]
  await expectFigures(before)
  await expect(rank(2)).toContainText('Brightline Digital')
  await expect(transactions).toHaveCount(0)
  await expect(newest(clientHistory)).not.toContainText('$3,600.00')

  const row = payer
    .getByRole('list', { name: 'Invoices' })
    .getByRole('listitem')
    .filter({ hasText: 'INV-1004' })
  await row.getByRole('button', { name: 'Pay Invoice' }).click()
  const drawer = payer.getByRole('region', { name: /^INV-1004/ })
  const pay = drawer.getByRole('button', { name: 'Pay $3,600.00 USD' })
  await typeCard(payer, '4000000000000002')
  await pay.click()
  await expect(drawer.getByRole('alert')).toHaveText('Your card was declined.')
  // The failed attempt is in the history, and nothing else has changed.
  await expect(newest(clientHistory)).toContainText('Failed')
  await expect(newest(ownerHistory)).toContainText('Failed')
  await expect(drawer.getByText('Pending', { exact: true })).toBeVisible()
  await expectFigures(before)
  await expect(transactions).toHaveCount(0)

  await typeCard(payer, '4242424242424242')
  await pay.click()
  await expect(payer.getByText('Invoice Paid').first()).toBeVisible()
  await expectFigures([
    [client, 'Pending Invoices', '1'],
    [client, 'Pending Invoices', '$1,200.00'],
    [ownerClients, 'Total Revenue', '$15,900'],
    [ownerClients, 'Outstanding', '$3,700'],
    [owner, 'Monthly Revenue', '$8,400'],
    [ownerBooks, 'Total Revenue', '$3,600'],
    [agencies, 'Total Revenue', '$127,800'],
    [admin, 'Monthly revenue', '$41,550'],
    [admin, 'Growth rate', '25.9%'],
  ])
  await expect(rank(1)).toContainText('Brightline Digital')
  await expect(rank(1)).toContainText('$15,900')
  await expect(transactions).toHaveCount(1)
  await expect(transactions).toContainText('$3,600.00')
  for (const history of [clientHistory, ownerHistory]) {
    await expect(newest(history)).toContainText('$3,600.00 USD')
    await expect(newest(history)).toContainText('Succeeded')
  }
})
