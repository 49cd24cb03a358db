import { describe, expect, inject, test } from 'vitest'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { card } from '#tests/support/money/money.ts'
import { eventOf } from '#tests/support/stripe/stripe-portal.ts'
import { HOUR, startStripeProcess } from '#tests/support/stripe/stripe-process.ts'

const PLAN = ['2026-03-06', '2026-04-06', '2026-05-06']

type Portal = Awaited<ReturnType<typeof startStripeProcess>>

/** Kills the server at a call to Stripe: on arrival, or after it took effect but before the response. */
function killAt({ stripe }: Portal, child: { kill: (signal: 'SIGKILL') => boolean }, step: string): void {
  const stage = step.startsWith('before ') ? 'heard' : 'done'
  stripe.interrupt((call, at) => {
    if (at === stage && call.startsWith(step.replace('before ', ''))) child.kill('SIGKILL')
  })
}

/** Submits a form, kills the server at the step, and submits it twice to the next server. */
async function cutOff(portal: Portal, step: string, send: (url: string) => Promise<number>): Promise<void> {
  const { child, url } = await portal.start()
  killAt(portal, child, step)
  await expect(send(url)).rejects.toThrow()
  portal.stripe.interrupt(() => {})
  const again = await portal.start()
  expect(await send(again.url)).toBe(200)
  expect(await send(again.url)).toBe(200)
  again.child.kill('SIGKILL')
}

async function booked({ db }: Portal): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('direction', '=', 'income')
    .execute()
  return rows.map(({ amount }) => amount)
}

const reconcileLater = async ({ services }: Portal) => {
  const later = new Date(Date.now() + 72 * HOUR)
  for (let times = 0; times < 2; times++) await reconcilePayments(ctxFor(services(later), null, later))
}

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('killed', () => {
  // Killed when Stripe receives the token, before it receives the charge, and after it has made it.
  test.each(['GET /v1/confirmation_tokens', 'before POST /v1/payment_intents', 'POST /v1/payment_intents'])(
    'a debit at %s is charged once, whatever is retried',
    async (step) => {
      const portal = await startStripeProcess()
      const { stripe, invoiceId, owner } = portal
      const form = { invoice_id: invoiceId, ...card(stripe.tokens.collect('sepa_debit')) }
      await cutOff(portal, step, (url) => portal.post(url, 'payments.payInvoice', form))
      expect(stripe.intents.known.size).toBe(1)
      for (const intent of stripe.intents.known.values()) stripe.intents.settleDebit(intent, true)
      await reconcileLater(portal)
      expect(await booked(portal)).toEqual([360_000])
      expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
    },
  )

  test.each([
    ['a part payment', 'before POST /v1/payment_intents', { part_minimum: 1000 }, 100_000],
    ['a part payment', 'POST /v1/payment_intents', { part_minimum: 1000 }, 100_000],
    ['an installment', 'GET /v1/confirmation_tokens', { instalments: PLAN }, 120_000],
    ['an installment', 'before POST /v1/payment_intents', { instalments: PLAN }, 120_000],
    ['an installment', 'POST /v1/payment_intents', { instalments: PLAN }, 120_000],
  ] satisfies [string, string, Partial<InvoiceSaveInput>, number][])(
    '%s at %s is charged and booked once',
    async (_what, step, plan, amount) => {
      const portal = await startStripeProcess(plan)
      const { stripe, invoiceId, owner } = portal
      const form = { invoice_id: invoiceId, amount, ...card(stripe.tokens.collect('card')) }
      await cutOff(portal, step, (url) => portal.post(url, 'payments.payInvoice', form))
      await reconcileLater(portal)
      expect([...stripe.intents.known.values()].map((intent) => intent.amount)).toEqual([amount])
      expect(await booked(portal)).toEqual([amount])
      expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
        amount_paid: amount,
        amount_due: 360_000 - amount,
      })
    },
  )

  test.each(['before POST /v1/payment_intents', 'POST /v1/payment_intents'])(
    'a bank redirect requested at %s is created once and pays once',
    async (step) => {
      const portal = await startStripeProcess()
      const { stripe, invoiceId } = portal
      const form = { invoice_id: invoiceId, ...card(stripe.tokens.collect('ideal')) }
      await cutOff(portal, step, (url) => portal.post(url, 'payments.payInvoice', form))
      expect(stripe.intents.known.size).toBe(1)
      for (const intent of stripe.intents.known.values()) stripe.intents.succeed(intent)
      await reconcileLater(portal)
      expect(await booked(portal)).toEqual([360_000])
    },
  )

  test.each(['before GET /v1/payment_intents/', 'GET /v1/payment_intents/'])(
    'returning from the bank at %s counts once',
    async (step) => {
      const portal = await startStripeProcess()
      const { stripe, invoiceId, db, owner } = portal
      const first = await portal.start()
      const form = { invoice_id: invoiceId, ...card(stripe.tokens.collect('ideal')) }
      expect(await portal.post(first.url, 'payments.payInvoice', form)).toBe(200)
      first.child.kill('SIGKILL')
      for (const intent of stripe.intents.known.values()) stripe.intents.succeed(intent)
      const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
      await cutOff(portal, step, (url) => portal.post(url, 'payments.confirm', { id }))
      await reconcileLater(portal)
      expect(await booked(portal)).toEqual([360_000])
      expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
    },
  )

  test.each([true, false])(
    'late debit events (cleared: %s), interrupted anywhere, apply once',
    async (clears) => {
      const portal = await startStripeProcess()
      const { stripe, owner, client, db, home, sendAnother } = portal
      const invoices = [portal.invoiceId]
      while (invoices.length < 12) invoices.push(await sendAnother())
      for (const invoice_id of invoices) {
        await client.payments.payInvoice({ invoice_id, ...card(stripe.tokens.collect('sepa_debit')) })
      }
      const type = `payment_intent.${clears ? 'succeeded' : 'payment_failed'}`
      const events = [...stripe.intents.known.values()].map((intent) =>
        eventOf(`evt_${intent.id}`, type, stripe.intents.settleDebit(intent, clears)),
      )
      // Killed four times: after no response, and after a few.
      for (const answers of [0, 1, 3, 7]) {
        const { child, url } = await portal.start()
        let heard = 0
        const sent = events.map(async (event) => {
          await portal.deliver(url, event)
          heard += 1
          if (heard > answers) child.kill('SIGKILL')
        })
        if (answers === 0) setImmediate(() => child.kill('SIGKILL'))
        await Promise.allSettled(sent)
        child.kill('SIGKILL')
      }
      const last = await portal.start()
      const statuses = await Promise.all(events.map((event) => portal.deliver(last.url, event)))
      expect(new Set(statuses)).toEqual(new Set([200]))
      last.child.kill('SIGKILL')
      expect(await booked(portal)).toEqual(clears ? invoices.map(() => 360_000) : [])
      for (const id of invoices) {
        const { status, amount_processing } = await owner.invoices.get({ id })
        expect([status, amount_processing]).toEqual([clears ? 'paid' : 'sent', 0])
      }
      const told = await db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', home.client.userId)
        .where('title', 'like', '%did not go through%')
        .execute()
      expect(told).toHaveLength(clears ? 0 : invoices.length)
    },
  )
})
