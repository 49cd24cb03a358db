import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { addDays } from '#server/base/db/values.ts'
import { compareCards } from '#server/money/payments/cards/commands/compare-cards.ts'
import { eraseCards } from '#server/money/payments/cards/commands/erase-cards.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { renewSubscriptions } from '#server/money/plans/commands/renew.ts'
import { CARDS_NOT_CONFIGURED, CARDS_NOT_SET_UP } from '#shared/money/payments/payments.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

/** A portal whose operator has set no payment keys. */
const BARE = { config: { allowTestPayments: false } }
const REFUSAL = {
  code: 'CONFLICT',
  message: CARDS_NOT_CONFIGURED,
  cause: { details: { reason: 'cards_not_configured' } },
}

/** Clients pay their agency, which has no account of its own. */
const NOT_SET_UP = { ...REFUSAL, message: CARDS_NOT_SET_UP }

/** Left over from a time when test cards were accepted. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const before = { owner: callerAs(db, world.home.owner), client: callerAs(db, world.home.client) }
  const owner = callerAs(db, world.home.owner, BARE)
  const client = callerAs(db, world.home.client, BARE)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  return { db, world, before, owner, client, invoiceId }
}

const paymentsOf = (db: Db) => db.selectFrom('payments').select(['status', 'purpose']).execute()

test('without a provider no card is charged, and every form says so', async () => {
  const { db, owner, client, invoiceId } = await setUp()
  const link = await owner.invoices.createPayLink({ id: invoiceId })
  const token = new URL(link.url).searchParams.get('token') ?? ''
  const plans = await owner.packages.plans()
  const plan = plans.find(({ name }) => name === 'Enterprise')?.id ?? ''
  const form = { invoice_id: invoiceId, ...card() }
  await expect(client.payments.payInvoice(form)).rejects.toMatchObject(NOT_SET_UP)
  await expect(callerAs(db, null, BARE).payments.payByLink({ token, ...card() })).rejects.toMatchObject(
    NOT_SET_UP,
  )
  await expect(client.payments.quickPay(card())).rejects.toMatchObject(NOT_SET_UP)
  await expect(client.payments.quickPay(card(crypto.randomUUID()))).rejects.toMatchObject(NOT_SET_UP)
  await expect(client.payments.addCard(card())).rejects.toMatchObject(NOT_SET_UP)
  await expect(owner.packages.subscribe({ plan_id: plan, ...card() })).rejects.toMatchObject(REFUSAL)
  await expect(owner.packages.payOverdue(card())).rejects.toMatchObject(REFUSAL)
  expect(await paymentsOf(db)).toEqual([])
  expect(await client.invoices.get({ id: invoiceId })).toMatchObject({
    status: 'pending',
    amount_due: 360_000,
  })
})

test('screens show that no cards are accepted and list none', async () => {
  const { before, client } = await setUp()
  await before.client.payments.addCard(card())
  expect(await client.payments.provider()).toEqual({
    provider: 'none',
    publishable_key: null,
    stripe_account: null,
    test_mode: false,
    bank: null,
    message: CARDS_NOT_SET_UP,
  })
  expect(await client.auth.info()).toMatchObject({ test_mode: false })
  expect(await client.payments.cards()).toEqual([])
  const [saved] = await before.client.payments.cards()
  await expect(client.payments.removeCard({ id: saved?.id ?? '' })).rejects.toMatchObject(NOT_SET_UP)
})

test('a recorded transfer pays the invoice', async () => {
  const { owner, client, invoiceId } = await setUp()
  await owner.payments.recordManual({
    invoice_id: invoiceId,
    amount: 360_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  expect(await client.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid' })
})

test('demo mode accepts test cards without the setting', async () => {
  const { db, world, invoiceId } = await setUp()
  const demo = { config: { ...BARE.config, demo: true } }
  const client = callerAs(db, world.home.client, demo)
  expect(await client.payments.payInvoice({ invoice_id: invoiceId, ...card() })).toMatchObject({
    status: 'succeeded',
  })
})

test('jobs ignore payments started with test cards, and accounts can still be deleted', async () => {
  const { db, world, before, owner } = await setUp()
  const plan = (await owner.packages.plans()).find(({ name }) => name === 'Professional')?.id ?? ''
  await before.owner.packages.subscribe({ plan_id: plan, ...card() })
  await before.client.payments.quickPay(card('mock_card_3ds'))
  const later = addDays(TEST_NOW, 40)
  const services = testServices(db, { ...BARE, now: later })
  const left = await paymentsOf(db)
  expect(await reconcilePayments(ctxFor(services, null, later))).toBe(0)
  expect(await compareCards(ctxFor(services, null, later))).toBe(0)
  expect(await renewSubscriptions(ctxFor(services, null, later))).toBe(0)
  expect(await paymentsOf(db)).toEqual(left)
  expect(await owner.packages.cancel({ when: 'period_end' })).toMatchObject({ cancel_at_period_end: true })
  await eraseCards(ctxFor(services, null), world.home.owner.userId)
  expect(await before.owner.payments.cards()).toEqual([])
})
