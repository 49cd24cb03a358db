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
