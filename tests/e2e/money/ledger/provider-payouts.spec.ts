import { readFileSync } from 'node:fs'
import { dateInZone } from '#shared/base/dates.ts'
import { runSql } from '../../support/portal/database.ts'
import { expect, type Portal, test } from '../../support/portal/portal.ts'
import { expectNoViolations } from '../../support/screens/screen-check.ts'

/** A payout as stored once Stripe has itemized it. */
function addPayout(portal: Portal): void {
  const [agency] = runSql(portal, "select agency_id as id from profiles where email = 'owner@demo.test'")
  const id = String(agency?.id)
  const now = new Date().toISOString()
  // The agency's day, which for some hours is the previous one.
  const today = dateInZone(new Date(), 'America/New_York')
  const payout = (key: string, amount: number, status: string, failure: string | null, read: string | null) =>
    runSql(
      portal,
      `insert into provider_payouts (id, agency_id, account, provider_payout_id, amount, currency, status,
         itemization, arrives_on, failure_message, read_at, created_at, updated_at)
       values (?, ?, 'instance', ?, ?, 'USD', ?, 'complete', ?, ?, ?, ?, ?)`,
      key,
      id,
      `po_${key}`,
      amount,
      status,
      today,
      failure,
      read,
      now,
      now,
    )
  const paid = '0197a1b2-0000-7000-8000-000000000001'
  payout(paid, 289_500, 'paid', null, now)
  payout('0197a1b2-0000-7000-8000-000000000002', 1000, 'failed', 'The bank account is closed.', null)
  const movements = [
    ['payment', 360_000, 10_470, 'Milestone 2'],
    ['refund', -60_000, 0, 'Milestone 2'],
    ['fee', -30, 0, 'Radar'],
  ] as const
  for (const [index, [kind, amount, fee, description]] of movements.entries()) {
    runSql(
      portal,
      `insert into balance_movements (id, agency_id, account, provider_movement_id, kind, payout_id, amount, fee,
         platform_fee, net, currency, description, occurred_at, booked, created_at)
       values (?, ?, 'instance', ?, ?, ?, ?, ?, 0, ?, 'USD', ?, ?, 1, ?)`,
      `0197a1b2-0000-7000-8000-00000000001${index}`,
      id,
      `txn_${index}`,
      kind,
      paid,
      amount,
      fee,
      amount - fee,
      description,
      now,
      now,
    )
  }
}

test("an owner opens a payout's entries and exports them", async ({ portal, signIn }) => {
  addPayout(portal)
  const page = await signIn('owner')
  await page.goto('/accounts')
  await page.getByRole('tab', { name: 'Provider payouts' }).click()
  const rows = page.getByRole('list', { name: 'Provider payouts' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '$2,895.00' })).toContainText('3 entries, $104.70 fees')
  await expect(rows.filter({ hasText: 'Failed' })).toContainText('The bank account is closed.')
  await expectNoViolations(page)
  await page.screenshot({ path: 'test-results/payouts-list.png' })

  await rows.filter({ hasText: '$2,895.00' }).getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: 'Payout of $2,895.00' })
  const entries = drawer.getByRole('list', { name: 'Payout entries' }).getByRole('listitem')
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText('$3,600.00')
  await expect(drawer.getByRole('table', { name: 'Sums' })).toContainText('Paid out')
  await page.screenshot({ path: 'test-results/payouts-drawer.png' })
  await drawer.getByRole('button', { name: 'Close' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.split('\r\n').filter((line) => line.includes('po_0197'))).toHaveLength(4)
})

test('the report fits a phone in dark mode', async ({ portal, signIn }) => {
  addPayout(portal)
  const page = await signIn('owner', { width: 390, height: 844, dark: true })
  await page.goto('/accounts?view=payouts&payout=0197a1b2-0000-7000-8000-000000000001')
  await expect(page.getByRole('list', { name: 'Payout entries' })).toContainText('Radar')
  await page.screenshot({ path: 'test-results/payouts-phone.png' })
  await expectNoViolations(page)
})
