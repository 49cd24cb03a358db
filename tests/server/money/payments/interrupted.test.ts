import { expect, test } from 'vitest'
import type { Services } from '#server/base/core/context.ts'
import { runOnce } from '#server/base/core/jobs.ts'
import type { Db } from '#server/base/db/schema.ts'
import { JOBS } from '#server/domains.ts'
import { bookInterrupted, reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { card } from '#tests/support/money/money.ts'
import { setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

const after = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1000)

/**
 * The state left by a process killed between the provider's response and its own: the used attempt isn't
 * restored.
 */
async function simulateLostResponse(db: Db, invoiceId: string): Promise<void> {
  await rewriteBooks(db, () => db.deleteFrom('ledger_entries').execute())
  await db
    .updateTable('payments')
    .set({ status: 'pending', provider_payment_id: null })
    .where('invoice_id', '=', invoiceId)
    .execute()
  await db.updateTable('invoices').set({ status: 'sent', amount_paid: 0 }).execute()
}

/** An attempt that its process never closed, with its points used up. */
async function simulateLostAttempt(db: Db, userId: string): Promise<void> {
  const request_key = `${userId}:${crypto.randomUUID()}`
  const counted = JSON.stringify([['card-user', userId]])
  await db
    .insertInto('card_tries')
    .values({ request_key, status: 'open', counted, began_at: TEST_NOW.toISOString() })
    .execute()
}

const pointsOf = async (db: Db, key: string): Promise<number> => {
  const row = await db.selectFrom('rate_limits').select('points').where('key', '=', key).executeTakeFirst()
  return Number(row?.points ?? 0)
}

const runJob = (services: Services, now: Date) => {
  const job = JOBS.find(({ name }) => name === 'interrupted-payments')
  if (job === undefined) throw new Error('There is no such job')
  return runOnce(services, job, now)
}

test('a charge whose process died is booked by the job a minute later', async () => {
  const { db, client, owner, invoiceId, stripe, services, incomes } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  await simulateLostResponse(db, invoiceId)
  expect(await runJob(services, after(30))).toBe('done')
  expect(await incomes()).toEqual([{ amount: 360_000 }])
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
  expect(stripe.intents.known.size).toBe(1)
  expect(await bookInterrupted(ctxFor(services, null, after(90)))).toBe(0)
})

test('a charge with a lost response is found with its card, which is saved if requested', async () => {
  const { db, client, invoiceId, services } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_mastercard'), save_card: true })
  await simulateLostResponse(db, invoiceId)
  await db.updateTable('payments').set({ card_brand: null, card_last4: null }).execute()
  await db.deleteFrom('saved_cards').execute()
  await bookInterrupted(ctxFor(services, null, after(30)))
  const mastercard = { brand: 'mastercard', last4: '4444' }
  expect((await client.payments.list({})).items).toMatchObject([{ card: mastercard }])
  expect(await client.payments.cards()).toMatchObject([mastercard])
})

test('twenty concurrent jobs book an interrupted charge once', async () => {
  const { db, client, invoiceId, services, incomes } = await setUpStripe()
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  await simulateLostResponse(db, invoiceId)
  await Promise.all(Array.from({ length: 20 }, () => bookInterrupted(ctxFor(services, null, after(30)))))
  expect(await incomes()).toEqual([{ amount: 360_000 }])
})

test('a charge possibly still in progress is left to reconciliation', async () => {
  const { client, invoiceId, stripe, services } = await setUpStripe()
  stripe.broken = ['POST /v1/payment_intents']
  const form = { invoice_id: invoiceId, ...card('pm_card_visa') }
  await expect(client.payments.payInvoice(form)).rejects.toMatchObject({ code: 'CONFLICT' })
  stripe.broken = []
  stripe.intents.known.clear()
  expect(await bookInterrupted(ctxFor(services, null, after(60)))).toBe(0)
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'pending' }])
  await reconcilePayments(ctxFor(services, null, after(11 * 60)))
  expect((await client.payments.list({})).items).toMatchObject([{ status: 'failed' }])
})

test('a form resent after an interruption pays even if its first attempt used the last allowed one', async () => {
  const { db, world, client, invoiceId, stripe } = await setUpStripe()
  const { userId } = world.home.client
  for (let count = 0; count < 7; count++) await client.payments.quickPay(card('pm_card_chargeDeclined'))
  const form = { invoice_id: invoiceId, ...card('pm_card_visa') }
  await client.payments.payInvoice(form)
  await simulateLostResponse(db, invoiceId)
  // The process died with the attempt open and its point used.
  await db
    .insertInto('card_tries')
    .values({
      request_key: `${userId}:${form.request_id}`,
      status: 'open',
      counted: JSON.stringify([['card-user', userId]]),
      began_at: TEST_NOW.toISOString(),
    })
    .execute()
  await db.updateTable('rate_limits').set({ points: 8 }).where('key', '=', `card-user:${userId}`).execute()
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  expect((await client.payments.payInvoice(form)).status).toBe('succeeded')
  expect([...stripe.intents.known.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  // Its point was returned with the response.
  expect(await pointsOf(db, `card-user:${userId}`)).toBe(7)
  expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
})

test('a declined form sent again counts as one decline', async () => {
  const { client } = await setUpStripe()
  const form = card('pm_card_chargeDeclined')
  for (let times = 0; times < 20; times++) {
    expect((await client.payments.quickPay(form)).status).toBe('failed')
  }
  expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
})

test('the same declined form sent twenty times concurrently counts once', async () => {
  const { client } = await setUpStripe()
  const form = card('pm_card_chargeDeclined')
  await Promise.allSettled(Array.from({ length: 20 }, () => client.payments.quickPay(form)))
  expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
})

test("attempts that died with their process aren't declines, and are restored after a minute", async () => {
  const { db, world, client, services } = await setUpStripe()
  const { userId } = world.home.client
  for (let count = 0; count < 7; count++) {
    expect((await client.payments.quickPay(card('pm_card_chargeDeclined'))).status).toBe('failed')
  }
  // The eighth was interrupted.
  await client.payments.quickPay(card('pm_card_chargeDeclined'))
  await db
    .updateTable('card_tries')
    .set({ status: 'open' })
    .where('request_key', '=', (eb) =>
      eb.selectFrom('card_tries').select((of) => of.fn.max('request_key').as('key')),
    )
    .execute()
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await runJob(services, after(30))
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await runJob(services, after(90))
  expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
  expect(await pointsOf(db, `card-user:${userId}`)).toBe(7)
})

test("restored attempts aren't restored twice", async () => {
  const { db, world, client, services } = await setUpStripe()
  const { userId } = world.home.client
  for (let count = 0; count < 3; count++) await client.payments.quickPay(card('pm_card_chargeDeclined'))
  await simulateLostAttempt(db, userId)
  await Promise.all(Array.from({ length: 10 }, () => bookInterrupted(ctxFor(services, null, after(90)))))
  expect(await pointsOf(db, `card-user:${userId}`)).toBe(2)
})
