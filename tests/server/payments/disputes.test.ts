import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { card } from '#tests/support/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe-portal.ts'

async function setUp() {
  const portal = await setUpStripe()
  const { client, invoiceId, stripe, db, deliver } = portal
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  const [intent] = stripe.intents.values()
  let count = 0
  const tell = (status: string, type = 'updated', amount = 360_000) =>
    deliver(
      eventOf(`evt_${count++}`, `charge.dispute.${type}`, {
        id: 'dp_1',
        object: 'dispute',
        amount,
        currency: 'usd',
        payment_intent: intent?.id,
        reason: 'fraudulent',
        status,
        evidence_details: { due_by: Date.parse('2026-03-20T00:00:00Z') / 1000 },
      }),
    )
  const withdrawn = async () =>
    (
      await db
        .selectFrom('ledger_entries')
        .select(['amount', 'direction'])
        .where('category', '=', 'disputes')
        .execute()
    ).reduce((sum, entry) => sum + (entry.direction === 'expense' ? entry.amount : -entry.amount), 0)
  const told = async () =>
    (await portal.owner.notifications.list({})).items
      .filter((item) => item.event === 'payment_disputed')
      .map((item) => item.title)
  return { ...portal, tell, withdrawn, told }
}

test('a dispute takes its amount out of the books and is told to the owner, once', async () => {
  const { tell, withdrawn, told, owner, invoiceId } = await setUp()
  await tell('needs_response', 'created')
  await tell('needs_response', 'funds_withdrawn')
  await tell('under_review')
  expect(await withdrawn()).toBe(360_000)
  expect(await told()).toEqual([
    'Home Client disputes $3,600.00 USD. Respond by 2026-03-20 at the payment provider',
  ])
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
  expect((await owner.payments.list({})).items).toMatchObject([{ dispute: 'open' }])
})

test('a dispute that is won gives it back, whatever is told late', async () => {
  const { tell, withdrawn, told, owner } = await setUp()
  await tell('needs_response', 'created')
  await tell('won', 'closed')
  await tell('won', 'funds_reinstated')
  await tell('needs_response', 'funds_withdrawn')
  expect(await withdrawn()).toBe(0)
  expect(await told()).toContain('The dispute over $3,600.00 USD by Home Client was won')
  expect((await owner.payments.list({})).items).toMatchObject([{ dispute: 'won' }])
})

test('a dispute that is lost stays booked, also where its end is the first that is heard of it', async () => {
  const { tell, withdrawn, told, world, db } = await setUp()
  await tell('lost', 'closed')
  await tell('needs_response', 'created')
  expect(await withdrawn()).toBe(360_000)
  expect(await told()).toEqual(['The dispute over $3,600.00 USD by Home Client was lost'])
  const stranger = callerAs(db, world.foreign.owner)
  expect((await stranger.payments.list({})).items).toEqual([])
  expect((await stranger.notifications.list({})).items).toEqual([])
})

test('a bank’s inquiry withdraws nothing', async () => {
  const { tell, withdrawn, told } = await setUp()
  await tell('warning_needs_response', 'created')
  expect(await withdrawn()).toBe(0)
  expect(await told()).toEqual([
    "Home Client's bank asks about $3,600.00 USD. Respond by 2026-03-20 at the payment provider",
  ])
  await tell('warning_closed', 'closed')
  expect(await withdrawn()).toBe(0)
})

test('a dispute over more than was paid is refused', async () => {
  const { tell, withdrawn } = await setUp()
  await tell('needs_response', 'created', 999_999)
  expect(await withdrawn()).toBe(0)
})

test('a dispute over the platform’s money is booked and told there, not in the agency', async () => {
  const { world, db, config, stripe, deliver, owner } = await setUpStripe()
  await owner.payments.quickPay(card('pm_card_visa'))
  const [intent] = stripe.intents.values()
  const dispute = (status: string) => ({
    id: 'dp_2',
    object: 'dispute',
    amount: 10_000,
    currency: 'usd',
    payment_intent: intent?.id,
    reason: 'fraudulent',
    status,
    evidence_details: null,
  })
  await deliver(eventOf('evt_1', 'charge.dispute.created', dispute('needs_response')))
  await deliver(eventOf('evt_2', 'charge.dispute.closed', dispute('lost')))
  const admin = callerAs(db, world.admin, { config })
  const titles = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.map(({ title }) => title)
  // The two come within minutes: one notification says how it stands.
  expect(await titles(admin)).toContain('The dispute over $100.00 USD by Home Owner was lost')
  expect((await titles(owner)).filter((title) => title.includes('dispute'))).toEqual([])
  const booked = await db
    .selectFrom('ledger_entries')
    .select(['agency_id', 'direction', 'amount'])
    .where('category', '=', 'disputes')
    .execute()
  expect(booked).toEqual([{ agency_id: null, direction: 'expense', amount: 10_000 }])
})

test('how a dispute stands is in the history of the invoice', async () => {
  const { tell, owner, invoiceId } = await setUp()
  await tell('needs_response', 'created')
  await tell('won', 'closed')
  const told = (await owner.activity.list({ invoice_id: invoiceId })).items.map(({ summary }) => summary)
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Home Client disputes $3,600.00 USD'),
      'The dispute over $3,600.00 USD by Home Client was won',
    ]),
  )
  expect((await owner.payments.list({ invoice_id: invoiceId })).items).toMatchObject([{ dispute: 'won' }])
})
