import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { answerEndpoints } from '#server/door/http/endpoint.ts'
import { stripeWebhookEndpoints } from '#server/door/http/stripe-webhook.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '../caller.ts'
import { createTestDatabase } from '../databases/database.ts'
import { card, sendInvoiceTo } from '../money/money.ts'
import { createWorld, shareKeys } from '../world.ts'
import { startStripeStandIn } from './stripe-stand-in.ts'

export const WEBHOOK_SECRET = 'whsec_for_tests'

/**
 * An agency whose portal accepts cards through Stripe, with an unpaid invoice and a way to deliver Stripe's
 * events.
 */
export async function setUpStripe() {
  const { db } = await createTestDatabase()
  const stripe = await startStripeStandIn()
  stripe.clock.now = TEST_NOW.getTime() / 1000
  const config = {
    stripe: {
      secretKey: 'sk_test_stand_in',
      publishableKey: 'pk_test_stand_in',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: stripe.apiBase,
    },
  }
  const world = await createWorld(db)
  await shareKeys(db, world.home)
  const owner = callerAs(db, world.home.owner, { config })
  const client = callerAs(db, world.home.client, { config })
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  const services = testServices(db, { config })
  const app = express().use('/stripe/webhook', answerEndpoints(services, stripeWebhookEndpoints))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  /** The timestamp is in seconds, by default the current one. */
  const deliver = (event: object, secret = WEBHOOK_SECRET, timestamp?: number) => {
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(timestamp !== undefined && { timestamp }),
    })
    return fetch(`http://127.0.0.1:${port}/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    })
  }
  const incomes = () =>
    db.selectFrom('ledger_entries').select('amount').where('direction', '=', 'income').execute()
  return { db, world, config, stripe, owner, client, invoiceId, services, deliver, incomes }
}

/** Two days after the payment of `setUpPaid`, when its fee is known. */
export const PAID_LATER = new Date('2026-03-06T08:00:00.000Z')

/** A portal whose client has paid 3,600.00 USD by card; `ctx` and `owner` are of two days later. */
export async function setUpPaid() {
  const portal = await setUpStripe()
  const { client, invoiceId, stripe, db, world, config } = portal
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  const [intent] = stripe.intents.known.values()
  if (intent === undefined) throw new Error('nothing was charged')
  const ctx = ctxFor(testServices(db, { config, now: PAID_LATER }), null, PAID_LATER)
  const owner = callerAs(db, world.home.owner, { config, now: PAID_LATER })
  return { ...portal, intent, ctx, owner }
}

/** An event as Stripe sends it. */
export const eventOf = (id: string, type: string, object: object) => ({
  id,
  object: 'event',
  api_version: Stripe.API_VERSION as string,
  type,
  data: { object },
})
