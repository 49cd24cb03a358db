import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { announceCharges } from '#server/money/autopay/commands/announce.ts'
import { chargeByAutopay } from '#server/money/autopay/commands/charge.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { atNoon, DUE, giveWith } from '#tests/support/money/autopay.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { createWorld, shareKeys } from '#tests/support/world.ts'

const SCRIPT = join(import.meta.dirname, '../../../support/money/run-autopay.ts')

async function setUp() {
  const { url, dispose } = await copyTemplate()
  const database = openDatabase(url)
  onTestFinished(async () => {
    await database.close()
    await dispose()
  })
  const { db } = database
  const stripe = await startStripeStandIn()
  stripe.clock.now = DUE.getTime() / 1000
  const keys = {
    secretKey: 'sk_test_stand_in',
    publishableKey: 'pk_test_stand_in',
    webhookSecret: null,
    apiBase: stripe.apiBase,
  }
  const world = await createWorld(db)
  await shareKeys(db, world.home)
  const client = callerAs(db, world.home.client, { config: { stripe: keys } })
  const owner = callerAs(db, world.home.owner, { config: { stripe: keys } })
  await client.payments.addCard(card('pm_card_visa'))
  await giveWith(client)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  const ctxAt = (now: Date) => ctxFor(testServices(db, { config: { stripe: keys }, now }), null, now)
  await announceCharges(ctxAt(atNoon('2026-03-31')))
  return { db, url, stripe, owner, invoiceId, ctxAt }
}

test.each([0, 8, 30, 120])(
  'killed %i ms after the order reached the provider, the invoice is charged and booked once',
  async (ms) => {
    const { db, url, stripe, owner, invoiceId, ctxAt } = await setUp()
    const child = fork(SCRIPT, [url, stripe.apiBase, DUE.toISOString()], { execArgv: [], stdio: 'inherit' })
    const note = stripe.calls.push.bind(stripe.calls)
    stripe.calls.push = (...calls) => {
      if (calls.includes('POST /v1/payment_intents')) setTimeout(() => child.kill('SIGKILL'), ms)
      return note(...calls)
    }
    await once(child, 'exit')
    stripe.calls.push = note
    expect(stripe.intents.known.size).toBe(1)

    await chargeByAutopay(ctxAt(DUE))
    const later = ctxAt(new Date(DUE.getTime() + 30 * 60_000))
    await reconcilePayments(later)
    await chargeByAutopay(later)
    await chargeByAutopay(later)
    expect([...stripe.intents.known.values()].map(({ status }) => status)).toEqual(['succeeded'])
    expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
      status: 'paid',
      amount_paid: 360_000,
    })
    const booked = await db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('direction', '=', 'income')
      .execute()
    expect(booked).toEqual([{ amount: 360_000 }])
    const attempts = await db.selectFrom('autopay_attempts').select('outcome').execute()
    expect(attempts).toEqual([{ outcome: 'succeeded' }])
  },
)
