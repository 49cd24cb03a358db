import { expect, test } from 'vitest'
import { announceCharges } from '#server/money/autopay/commands/announce.ts'
import { chargeByAutopay } from '#server/money/autopay/commands/charge.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { atNoon, DUE, giveWith } from '#tests/support/money/autopay.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { entered, FOREIGN_KEYS, HOME_KEYS, setUpAccounts } from '#tests/support/two-accounts.ts'

const REVOKED = { status: 401, message: 'Expired API Key provided: sk_test_****' }
const INVALID = { status: 400, message: 'The statement descriptor is too long.' }

/** Two agencies with accounts of their own; a client of each has autopay on, and home's two invoices are due. */
async function setUp() {
  const portal = await setUpAccounts()
  const { db, config, world, as, stripes } = portal
  const invoices: string[] = []
  for (const [side, keys, count] of [
    [world.home, HOME_KEYS, 2],
    [world.foreign, FOREIGN_KEYS, 1],
  ] as const) {
    await as(side.owner).payments.connectKeys(entered(keys))
    await as(side.client).payments.addCard(card('pm_card_visa'))
    await giveWith(as(side.client))
    for (let more = 0; more < count; more++) {
      invoices.push(await sendInvoiceTo(as(side.owner), side.client.clientId))
    }
  }
  const ctxAt = (now: Date) => ctxFor(testServices(db, { config, now }), null, now)
  await announceCharges(ctxAt(atNoon('2026-03-31')))
  const run = (now: Date) => chargeByAutopay(ctxAt(now))
  const owner = as(world.home.owner)
  const client = as(world.home.client)
  return {
    ...{ db, world, stripes, as, run, owner, client, invoices },
    asOn: (now: Date) => as(world.home.owner, now),
    attempts: () =>
      db
        .selectFrom('autopay_attempts')
        .select(['outcome', 'reason', 'charged_on'])
        .where('agency_id', '=', world.home.agencyId)
        .orderBy('created_at')
        .orderBy('number')
        .execute(),
    news: async () =>
      (await owner.notifications.list({})).items
        .filter(({ event }) => event === 'stopped')
        .map(({ title }) => title),
    declineMails: () =>
      db
        .selectFrom('mail_outbox')
        .select('subject')
        .where('subject', 'like', '%could not be charged%')
        .execute(),
    paused: async () => {
      const { mandates } = await client.autopay.ofClient({ client_id: world.home.client.clientId })
      return mandates.map((mandate) => mandate.paused)
    },
    paid: async () => {
      const rows = await db.selectFrom('invoices').select('id').where('status', '=', 'paid').execute()
      return rows.map(({ id }) => id).toSorted()
    },
  }
}

test('a revoked key stops the charges of its account once, and no client is notified', async () => {
  const { stripes, world, as, run, owner, asOn, attempts, news, declineMails, paused, paid, invoices } =
    await setUp()
  stripes.home.fail = REVOKED
  for (const day of ['2026-04-03', '2026-04-04', '2026-04-05']) await run(atNoon(day))
  expect(await attempts()).toEqual([
    { outcome: 'interrupted', reason: 'account_refused', charged_on: '2026-04-03' },
  ])
  expect(await news()).toEqual([expect.stringMatching(/^Autopay through your payment account stopped/)])
  expect([await declineMails(), await paused()]).toEqual([[], [null]])
  // Another agency's charges continue.
  expect(await paid()).toEqual([invoices[2]])
  expect(await as(world.foreign.owner).stoppedWork.list()).toEqual([])

  stripes.home.fail = null
  const [stopped] = await owner.stoppedWork.list()
  expect(stopped).toMatchObject({ work: 'autopay-account' })
  const order = { work: 'autopay-account' as const, item: stopped?.item ?? '' }
  await expect(as(world.foreign.owner).stoppedWork.retry(order)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await asOn(atNoon('2026-04-06')).stoppedWork.retry(order)
  await run(atNoon('2026-04-06'))
  expect(await paid()).toEqual(invoices.toSorted())
  expect(await owner.stoppedWork.list()).toEqual([])
})

test('a rejected request stops the charge of its invoice, not the mandate', async () => {
  const { stripes, run, owner, asOn, attempts, news, declineMails, paused, paid } = await setUp()
  stripes.home.fail = INVALID
  await run(DUE)
  await run(atNoon('2026-04-04'))
  expect((await attempts()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['interrupted', 'request_refused'],
    ['interrupted', 'request_refused'],
  ])
  expect(await news()).toHaveLength(2)
  expect([await declineMails(), await paused()]).toEqual([[], [null]])
  const [stopped] = await owner.stoppedWork.list()
  expect(stopped).toMatchObject({ work: 'autopay-charge', reason: INVALID.message })
  const order = { work: 'autopay-charge' as const, item: stopped?.item ?? '' }
  const later = asOn(atNoon('2026-04-05'))
  expect(await later.stoppedWork.retry(order)).toEqual({ reason: INVALID.message })
  stripes.home.fail = null
  expect(await later.stoppedWork.retry(order)).toEqual({ reason: null })
  expect(await paid()).toContain(order.item)
  expect(await owner.stoppedWork.list()).toHaveLength(1)
})
