import { type Request, type Response, raw } from 'express'
import type Stripe from 'stripe'
import { EVENT_VERSION } from '../adapters/payment-accounts-stripe.ts'
import { verifyStripeEvent } from '../adapters/payment-provider-stripe.ts'
import type { Ctx } from '../core/context.ts'
import { systemContext } from '../core/reach.ts'
import { applySubscriptionEvent, subscriptionOf } from '../packages/commands/apply-event.ts'
import { applyConnectEvent } from '../payments/commands/apply-connect-event.ts'
import { applyStripeEvent } from '../payments/commands/apply-event.ts'
import { connectedAccount, webhookSecretOf } from '../payments/queries/webhook-secrets.ts'
import { INSTANCE } from '../payments/rules.ts'
import { type Endpoint, parameter } from './endpoint.ts'

/** Who may have signed, and whose rows an event of theirs may touch; null refuses it. */
interface Sender {
  secret: string | null
  accountOf: (ctx: Ctx, event: Stripe.Event) => Promise<string | null> | string | null
}

/**
 * Stripe's events, at an address for each account. The signature is checked on the raw bytes, with no way
 * around it; Stripe repeats an event until it is answered with 200, so anything that fails here comes again.
 */
export const stripeWebhookEndpoints: readonly Endpoint[] = [
  endpoint('/', ({ config }) => ({
    secret: config.stripe?.webhookSecret ?? null,
    accountOf: ownEvent(INSTANCE),
  })),
  endpoint('/connect', ({ config }) => ({
    secret: config.connectWebhookSecret,
    accountOf: (ctx, event) => connectedAccount(ctx, event.account ?? ''),
  })),
  endpoint('/accounts/:account', async (_services, ctx, req) => {
    const account = parameter(req, 'account')
    return { secret: await webhookSecretOf(ctx, account), accountOf: ownEvent(account) }
  }),
]

/** An endpoint of one account hears of no connected ones. */
function ownEvent(account: string): Sender['accountOf'] {
  return (_ctx, event) => (event.account === undefined ? account : null)
}

function endpoint(
  path: string,
  senderOf: (services: Ctx['services'], ctx: Ctx, req: Request) => Sender | Promise<Sender>,
): Endpoint {
  return {
    method: 'post',
    path,
    can: 'public',
    receive: raw({ type: () => true, limit: '1mb' }),
    handle: async ({ services }, req, res) => {
      const ctx = systemContext({ services }, 'provider', 'The payment provider')
      const sender = await senderOf(services, ctx, req)
      const event = verified(ctx, sender, req, res)
      if (event === null) return
      const account = await sender.accountOf(ctx, event)
      if (account === null) {
        services.log.warn(
          { path, event: event.id, account: event.account },
          'an event of another account was refused',
        )
        res.status(400).json({ error: 'This event is of another account.' })
        return
      }
      res.json({ received: true, applied: await apply(ctx, account, event) })
    },
  }
}

/** The event, where the sender signed it and it is written as we read it; else it is answered with 400. */
function verified(ctx: Ctx, { secret }: Sender, req: Request, res: Response): Stripe.Event | null {
  const { log } = ctx.services
  const signature = req.headers['stripe-signature']
  if (secret === null || typeof signature !== 'string') {
    res.status(400).json({ error: 'This endpoint takes signed events of the payment provider only.' })
    return null
  }
  let event: Stripe.Event
  try {
    event = verifyStripeEvent(req.body, signature, secret)
  } catch {
    log.warn({ ip: req.ip }, 'an event with a wrong signature was refused')
    res.status(400).json({ error: 'The signature is not valid.' })
    return null
  }
  if (event.api_version === EVENT_VERSION) return event
  log.error(
    { event: event.id, type: event.type, version: event.api_version, expected: EVENT_VERSION },
    'an event in another API version was refused: set the version of the webhook endpoint',
  )
  res.status(400).json({ error: `The endpoint must use the API version ${EVENT_VERSION}.` })
  return null
}

async function apply(ctx: Ctx, account: string, event: Stripe.Event): Promise<boolean> {
  const subscription = account === INSTANCE ? subscriptionOf(event) : null
  if (subscription !== null) return (await applySubscriptionEvent(ctx, event, subscription)).applied
  if (event.account !== undefined && (await applyConnectEvent(ctx, account, event))) return true
  return (await applyStripeEvent(ctx, { account, event })).applied
}
