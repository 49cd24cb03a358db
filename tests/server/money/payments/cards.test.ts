import { expect, test } from 'vitest'
import { compareCards } from '#server/money/payments/cards/commands/compare-cards.ts'
import { eraseCards } from '#server/money/payments/cards/commands/erase-cards.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { atProvider, attachedCards } from '#tests/support/money/provider.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  return { db, world, owner, client, invoiceId }
}

const saving = (method?: string) => ({ ...card(method), save_card: true })

test('a card saved while paying pays the next time in one step', async () => {
  const { client, invoiceId } = await setUp()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...saving() })
  const cards = await client.payments.cards()
  expect(cards).toMatchObject([
    { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, is_default: true, expired: false },
  ])
  const charge = await client.payments.quickPay(card(cards[0]?.id))
  expect(charge).toMatchObject({ status: 'succeeded', amount: 10_000 })
  expect((await client.payments.list({ limit: 1 })).items).toMatchObject([
    { card: { brand: 'visa', last4: '4242' } },
  ])
  expect(await client.payments.cards()).toHaveLength(1)
})

test('a card is saved only if requested, and only after its payment succeeded', async () => {
  const { db, client, invoiceId } = await setUp()
  await client.payments.quickPay(card())
  await client.payments.quickPay(saving('mock_card_declined'))
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...saving('mock_card_3ds') })
  expect(await client.payments.cards()).toEqual([])
  await answerBank(db, charge)
  await client.payments.confirm({ id: charge.payment_id })
  expect(await client.payments.cards()).toMatchObject([{ last4: '3155' }])
})

test('provider ids of cards are never exposed', async () => {
  const { client } = await setUp()
  const setup = await client.payments.addCard(card())
  const answers = JSON.stringify([setup, await client.payments.cards(), await client.payments.list({})])
  expect(answers).not.toMatch(/mock_pm_|mock_cus_|mock_seti_/)
})

test('a card is added without a payment, once however often the form is sent', async () => {
  const { db, client } = await setUp()
  const form = card()
  const setups = await Promise.all([1, 2, 3].map(() => client.payments.addCard(form)))
  setups.push(await client.payments.addCard(form))
  expect(new Set(setups.map((setup) => setup.card?.id)).size).toBe(1)
  expect(await client.payments.cards()).toMatchObject([{ is_default: true }])
  expect(await db.selectFrom('payments').select('id').execute()).toEqual([])
})

test('adding a card that requires authentication waits for it', async () => {
  const { db, client } = await setUp()
  const asked = await client.payments.addCard(card('mock_card_3ds'))
  expect(asked).toMatchObject({ status: 'requires_action', card: null })
  expect(await client.payments.cards()).toEqual([])
  await answerBank(db, asked, false)
  const refused = await client.payments.confirmCard({ id: asked.setup_id })
  expect(refused).toMatchObject({ status: 'failed', failure: expect.stringContaining('authenticate') })
  const again = await client.payments.addCard(card('mock_card_3ds'))
  await answerBank(db, again)
  const done = await client.payments.confirmCard({ id: again.setup_id })
  expect(done).toMatchObject({ status: 'succeeded', card: { last4: '3155' } })
  // Its bank has approved it and doesn't ask again.
  expect((await client.payments.quickPay(card(done.card?.id))).status).toBe('succeeded')
})

test('a bank that always requires authentication does so for saved cards', async () => {
  const { db, client } = await setUp()
  const setup = await client.payments.addCard(card('mock_card_always3ds'))
  await answerBank(db, setup)
  const { card: saved } = await client.payments.confirmCard({ id: setup.setup_id })
  const charge = await client.payments.quickPay(card(saved?.id))
  expect(charge.status).toBe('requires_action')
  await answerBank(db, charge)
  const done = await client.payments.confirm({ id: charge.payment_id })
  expect(done.status).toBe('succeeded')
})

test("a declined card isn't saved and shows the provider's message", async () => {
  const { client } = await setUp()
  const setup = await client.payments.addCard(card('mock_card_insufficient'))
  expect(setup).toMatchObject({ status: 'failed', failure: 'Your card has insufficient funds.' })
  const { card: saved } = await client.payments.addCard(card('mock_card_notcharged'))
  const charge = await client.payments.quickPay(card(saved?.id))
  expect(charge).toMatchObject({ status: 'failed', failure: 'Your card was declined.' })
})

test('the default card is the first, the chosen, or after a removal the newest', async () => {
  const { client } = await setUp()
  const [first, second, third] = [
    (await client.payments.addCard(card())).card,
    (await client.payments.addCard(card('mock_card_mastercard'))).card,
    (await client.payments.addCard(card('mock_card_notcharged'))).card,
  ]
  const defaults = async () =>
    (await client.payments.cards()).filter((entry) => entry.is_default).map((entry) => entry.id)
  expect(await defaults()).toEqual([first?.id])
  const chosen = await client.payments.setDefaultCard({ id: second?.id ?? '' })
  expect(chosen.map((entry) => entry.id)[0]).toBe(second?.id)
  await client.payments.removeCard({ id: first?.id ?? '' })
  expect(await defaults()).toEqual([second?.id])
  await client.payments.removeCard({ id: second?.id ?? '' })
  expect(await defaults()).toEqual([third?.id])
  expect(await client.payments.removeCard({ id: third?.id ?? '' })).toEqual([])
})

test('cards added concurrently have a single default', async () => {
  const { client } = await setUp()
  await Promise.all([1, 2, 3, 4].map(() => client.payments.addCard(card())))
  const cards = await client.payments.cards()
  expect(cards).toHaveLength(4)
  expect(cards.filter((entry) => entry.is_default)).toHaveLength(1)
})

test("a removed card can't pay any more, here or at the provider", async () => {
  const { db, client } = await setUp()
  const { card: saved } = await client.payments.addCard(card())
  await client.payments.removeCard({ id: saved?.id ?? '' })
  await expect(client.payments.quickPay(card(saved?.id))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await attachedCards(db)).toEqual([])
})

test("no one can use, choose or remove someone else's card", async () => {
  const { db, world, client } = await setUp()
  const { card: saved } = await client.payments.addCard(card())
  const id = saved?.id ?? ''
  for (const scope of [world.home.owner, world.home.employee, world.foreign.client, world.admin]) {
    const other = callerAs(db, scope)
    expect(await other.payments.cards()).toEqual([])
    for (const call of [
      () => other.payments.quickPay(card(id)),
      () => other.payments.setDefaultCard({ id }),
      () => other.payments.removeCard({ id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  }
})

test('a pay link offers no saved cards', async () => {
  const { db, owner, client, invoiceId } = await setUp()
  const { card: saved } = await client.payments.addCard(card())
  const { url } = await owner.invoices.createPayLink({ id: invoiceId })
  const token = new URL(url).searchParams.get('token') ?? ''
  await expect(callerAs(db, null).payments.payByLink({ token, ...card(saved?.id) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('people without an agency can save cards', async () => {
  const { db, world } = await setUp()
  const waiting = callerAs(db, world.waitingClient)
  expect(await waiting.payments.cards()).toEqual([])
  await waiting.payments.addCard(card())
  expect(await waiting.payments.cards()).toHaveLength(1)
})

test('the card of a payment with a lost response is saved by reconciliation', async () => {
  const { db, client, invoiceId } = await setUp()
  await answerBank(
    db,
    await client.payments.payInvoice({ invoice_id: invoiceId, ...saving('mock_card_3ds') }),
  )
  await db.updateTable('payments').set({ provider_payment_id: null }).execute()
  const setup = await client.payments.addCard(card('mock_card_always3ds'))
  const { setup_id } = setup
  await answerBank(db, setup)
  const abandoned = await client.payments.addCard(card('mock_card_3ds'))
  const later = new Date(TEST_NOW.getTime() + 3_600_000)
  await reconcilePayments(ctxFor(testServices(db), null, later))
  expect((await client.payments.cards()).map((entry) => entry.last4).toSorted()).toEqual(['3155', '3184'])
  const statusOf = async (id: string) =>
    (await db.selectFrom('card_setups').select('status').where('id', '=', id).executeTakeFirst())?.status
  expect(await statusOf(setup_id)).toBe('succeeded')
  expect(await statusOf(abandoned.setup_id)).toBe('pending')
  await reconcilePayments(ctxFor(testServices(db), null, new Date(TEST_NOW.getTime() + 26 * 3_600_000)))
  expect(await statusOf(abandoned.setup_id)).toBe('failed')
})

test("saved cards are in a user's export and deleted with the account, also at the provider", async () => {
  const { db, world, client } = await setUp()
  await client.payments.addCard(card())
  const { json } = await client.settings.exportData()
  expect(JSON.parse(json).saved_cards).toMatchObject([{ brand: 'visa', last4: '4242', exp_year: 2034 }])
  expect(json).not.toMatch(/mock_pm_|mock_cus_/)
  await eraseCards(ctxFor(testServices(db), null), world.home.client.userId)
  expect(await client.payments.cards()).toEqual([])
  for (const table of ['payment_customers', 'saved_cards', 'card_setups'] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  expect(await attachedCards(db)).toEqual([])
})

test('deleting an agency removes the cards of all its people', async () => {
  const { db, world, owner, client } = await setUp()
  await client.payments.addCard(card())
  await owner.payments.addCard(card())
  const foreign = callerAs(db, world.foreign.client)
  await foreign.payments.addCard(card())
  await db
    .updateTable('agencies')
    .set({ delete_after: TEST_NOW.toISOString() })
    .where('id', '=', world.home.agencyId)
    .execute()
  await purgeAgencies(ctxFor(testServices(db), null, TEST_NOW))
  expect(await attachedCards(db)).toHaveLength(1)
  expect(await foreign.payments.cards()).toHaveLength(1)
})

test("cards are compared with the provider's daily", async () => {
  const { db, client } = await setUp()
  const saved = []
  for (const method of ['mock_card_visa', 'mock_card_mastercard', 'mock_card_notcharged']) {
    saved.push((await client.payments.addCard(card(method))).card?.id ?? '')
  }
  const [forgotten = '', undetached = '', missed = ''] = saved
  const methodOf = async (id: string) =>
    (
      await db
        .selectFrom('saved_cards')
        .select('provider_method_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).provider_method_id
  const methods = { forgotten: await methodOf(forgotten), undetached: await methodOf(undetached) }
  const customer = await atProvider(db, ({ methods: { known } }) => {
    const method = known.get(methods.forgotten)
    const { customer: had = null } = method ?? {}
    if (method !== undefined) method.customer = null
    return had
  })
  await client.payments.removeCard({ id: undetached })
  await atProvider(db, ({ methods: { known } }) => {
    const method = known.get(methods.undetached)
    if (method !== undefined) method.customer = customer
  })
  await db.deleteFrom('card_setups').where('card_id', '=', missed).execute()
  await db.deleteFrom('saved_cards').where('id', '=', missed).execute()

  const later = new Date(TEST_NOW.getTime() + 3_600_000)
  expect(await compareCards(ctxFor(testServices(db), null, later))).toBe(1)
  expect(await client.payments.cards()).toMatchObject([{ last4: '0341', is_default: true }])
  expect(await attachedCards(db)).toEqual(['pm_card_chargeCustomerFail'])
  expect(await compareCards(ctxFor(testServices(db), null, later))).toBe(0)
})

test("a plan's renewal card can be removed only if another replaces it", async () => {
  const { db, world, owner } = await setUp()
  const [plan] = await owner.packages.plans()
  await owner.packages.subscribe({ plan_id: plan?.id ?? '', ...card() })
  const [renewing] = await owner.payments.cards()
  expect(renewing).toMatchObject({ last4: '4242', renews_plan: true })
  await expect(owner.payments.removeCard({ id: renewing?.id ?? '' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Your plan renews on this card. Add another card first, or cancel the plan.',
  })
  await owner.payments.addCard(card('mock_card_mastercard'))
  expect(await owner.payments.removeCard({ id: renewing?.id ?? '' })).toMatchObject([
    { last4: '4444', is_default: true, renews_plan: true },
  ])
  expect((await owner.packages.subscription())?.card).toEqual({ brand: 'mastercard', last4: '4444' })
  const { agency_id } = await db
    .selectFrom('agency_subscriptions')
    .select('agency_id')
    .executeTakeFirstOrThrow()
  expect(agency_id).toBe(world.home.agencyId)
})

test('a plan that ends releases its card', async () => {
  const { owner } = await setUp()
  const [plan] = await owner.packages.plans()
  await owner.packages.subscribe({ plan_id: plan?.id ?? '', ...card() })
  await owner.packages.cancel({ when: 'period_end' })
  const [saved] = await owner.payments.cards()
  expect(await owner.payments.removeCard({ id: saved?.id ?? '' })).toEqual([])
})
