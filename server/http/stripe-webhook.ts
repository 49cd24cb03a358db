import { type Request, type Response, Router, raw } from 'express'
import type Stripe from 'stripe'
import { applySubscriptionEvent, subscriptionOf } from '../packages/commands/events.ts'
import { applyStripeEvent } from '../payments/commands/apply-event.ts'
import { createStripeClient } from '../services/payment-provider-stripe.ts'
import type { Services } from '../trpc/context.ts'

/**
 * Stripe's news. The signature is checked on the raw bytes, with no way around it; Stripe repeats an
 * event until it is answered with 200, so anything that fails here comes again.
 */
export function createStripeWebhook(services: Services): Router {
  const { db, config, log, clock } = services
  const routes = Router()
  routes.post('/', raw({ type: () => true, limit: '1mb' }), async (req: Request, res: Response) => {
    const secret = config.stripe?.webhookSecret
    const signature = req.headers['stripe-signature']
    if (config.stripe === null || !secret || typeof signature !== 'string') {
      res.status(400).json({ error: 'This endpoint takes signed events of the payment provider only.' })
      return
    }
    let event: Stripe.Event
    try {
      event = createStripeClient(config.stripe).webhooks.constructEvent(req.body, signature, secret)
    } catch {
      log.warn({ ip: req.ip }, 'an event with a wrong signature was refused')
      res.status(400).json({ error: 'The signature is not valid.' })
      return
    }
    const subscription = subscriptionOf(event)
    const { applied } = await (subscription === null
      ? applyStripeEvent(db, clock(), event)
      : applySubscriptionEvent(services, clock(), event, subscription))
    res.json({ received: true, applied })
  })
  return routes
}
