import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { answerEndpoints } from '#server/door/http/endpoint.ts'
import { stripeWebhookEndpoints } from '#server/door/http/stripe-webhook.ts'
import { callerAs, TEST_NOW, testServices } from '../caller.ts'
import { createTestDatabase } from '../databases/database.ts'
import { card } from '../money/money.ts'
import { createWorld } from '../world.ts'
import { startStripeStandIn } from './stripe-stand-in.ts'

const WEBHOOK_SECRET = 'whsec_for_tests'
/** Half of March's 31 days. */
export const MID_PERIOD = addDays(TEST_NOW, 15.5)
export const NEXT_MONTH = new Date('2026-04-04T11:00:00Z')

/** An agency that subscribes through Stripe, with a clock controlled by the test, its ledger and Stripe's events. */
export async function setUpBilling() {
  const { db } = await createTestDatabase()
  const stripe = await startStripeStandIn()
  const { billing } = stripe
  const config = {
    stripe: {
      secretKey: 'sk_test_stand_in',
      publishableKey: 'pk_test_stand_in',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: stripe.apiBase,
    },
  }
  const world = await createWorld(db)
  const ownerAt = (now: Date) => {
    stripe.clock.now = now.getTime() / 1000
    return callerAs(db, world.home.owner, { config, now })
  }
  const owner = ownerAt(TEST_NOW)
  const plans = await owner.packages.plans()
  const on = (name: string) => ({ plan_id: plans.find((plan) => plan.name === name)?.id ?? '' })
  /** What Stripe's card form returns for this test card: a new payment method. */
  const fill = (token: string) => card(stripe.methods.methodFor(token).id)
  const servicesAt = (now: Date) => testServices(db, { config, now })
  const app = express().use(
    '/stripe/webhook',
    answerEndpoints(servicesAt(NEXT_MONTH), stripeWebhookEndpoints),
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const deliver = (event: object) => {
    const payload = JSON.stringify({ api_version: Stripe.API_VERSION, ...event })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
    return fetch(`http://127.0.0.1:${port}/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    })
  }
  const only = () => {
    const [subscription] = billing.subscriptions.values()
    if (subscription === undefined) throw new Error('no subscription was made')
    return subscription
  }
  /** The test card that the subscription is charged to. */
  const chargedCard = () => stripe.methods.methodFor(only().default_payment_method).token
  /** From now on, the subscription's card is declined. */
  const declineCard = () => {
    const method = stripe.methods.methodFor('pm_card_chargeCustomerFail')
    method.customer = only().customer
    only().default_payment_method = method.id
  }
  const lastIntent = () => {
    const intent = [...stripe.intents.known.values()].at(-1)
    if (intent === undefined) throw new Error('nothing was charged')
    return intent
  }
  const books = async () => ({
    payments: await db
      .selectFrom('payments')
      .select(['amount', 'status'])
      .orderBy('created_at')
      .orderBy('amount')
      .execute(),
    income: await db
      .selectFrom('ledger_entries')
      .select((eb) => eb.fn.sum<number>('amount').as('sum'))
      .where('direction', '=', 'income')
      .executeTakeFirst()
      .then((row) => row?.sum ?? 0),
  })
  const admin = callerAs(db, world.admin, { config })
  return {
    db,
    world,
    stripe,
    billing,
    owner,
    ownerAt,
    admin,
    on,
    fill,
    servicesAt,
    deliver,
    only,
    chargedCard,
    declineCard,
    lastIntent,
    books,
  }
}
