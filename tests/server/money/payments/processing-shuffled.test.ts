import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

const RUNS = 25

test('debit events in any order, duplicated and concurrent, give the correct result', async () => {
  const { owner, client, stripe, world, deliver, db } = await setUpStripe()
  let count = 0
  const debit = async () => {
    const { id } = await owner.invoices.save({
      ...draftFor(world.home.client.clientId),
      currency: 'EUR',
      booking_rate: '1.1',
    })
    await owner.invoices.send({ id })
    await client.payments.payInvoice({ invoice_id: id, ...card(stripe.tokens.collect('sepa_debit')) })
    const intent = [...stripe.intents.known.values()].at(-1)
    if (intent === undefined) throw new Error('no intent was made')
    return { id, intent }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.nat({ max: 2 }), { maxLength: 8 }),
      async (clears, atOnce, more) => {
        const { id, intent } = await debit()
        const early = { ...intent }
        stripe.intents.settleDebit(intent, clears)
        const end = `payment_intent.${clears ? 'succeeded' : 'payment_failed'}`
        const news = [
          eventOf(`evt_${count++}`, 'payment_intent.processing', early),
          eventOf(`evt_${count++}`, end, intent),
          eventOf(`evt_${count++}`, 'payment_intent.processing', early),
        ]
        // Every order in which each event is delivered at least once.
        const told = [...more, 1].flatMap((index) => news[index] ?? [])
        if (atOnce) await Promise.all(told.map((event) => deliver(event)))
        else for (const event of told) expect((await deliver(event)).status).toBe(200)
        expect(await owner.invoices.get({ id })).toMatchObject({
          status: clears ? 'paid' : 'sent',
          amount_paid: clears ? 360_000 : 0,
          amount_processing: 0,
        })
        const booked = await db
          .selectFrom('ledger_entries')
          .select('amount')
          .where('invoice_id', '=', id)
          .execute()
        expect(booked).toEqual(clears ? [{ amount: 360_000 }] : [])
      },
    ),
    { numRuns: casesHere(RUNS) },
  )
  const told = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', world.home.client.userId)
    .where('title', 'like', '%did not go through%')
    .execute()
  const failed = await db.selectFrom('payments').select('id').where('status', '=', 'failed').execute()
  expect(told).toHaveLength(failed.length)
})
