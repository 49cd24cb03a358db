import { raw } from 'express'
import type Stripe from 'stripe'
import { createStripeClient } from '../adapters/payment-provider-stripe.ts'
import { systemContext } from '../core/reach.ts'
import { applySubscriptionEvent, subscriptionOf } from '../packages/commands/apply-event.ts'
import { applyStripeEvent } from '../payments/commands/apply-event.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Stripe's events. The signature is checked on the raw bytes, with no way around it; Stripe repeats an
 * event until it is answered with 200, so anything that fails here comes again.
 */
export const stripeWebhookEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/',
    can: 'public',
    receive: raw({ type: () => true, limit: '1mb' }),
    handle: async ({ services }, req, res) => {
      const { config, log } = services
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
      const ctx = systemContext({ services }, 'provider', 'The payment provider')
      const subscription = subscriptionOf(event)
      const { applied } = await (subscription === null
        ? applyStripeEvent(ctx, event)
        : applySubscriptionEvent(ctx, event, subscription))
      res.json({ received: true, applied })
    },
  },
]
