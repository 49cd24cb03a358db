import { type Request, type Response, raw } from 'express'
import type Stripe from 'stripe'
import { EVENT_VERSION, isReadableVersion } from '../../base/adapters/payments/payment-accounts-stripe.ts'
import { verifyStripeEvent } from '../../base/adapters/payments/payment-provider-stripe.ts'
import type { Ctx } from '../../base/core/context.ts'
import { systemContext } from '../../base/core/rows/reach.ts'
import { movesMoney } from '../../money/payments/accounts/queries/accounts.ts'
import {
  accountsWithPortalKeys,
  connectedAccount,
  webhookSecretOf,
} from '../../money/payments/accounts/queries/webhook-secrets.ts'
import { applyConnectEvent } from '../../money/payments/commands/apply-connect-event.ts'
import { applyStripeEvent } from '../../money/payments/commands/apply-event.ts'
import { INSTANCE } from '../../money/payments/rules.ts'
import { applySubscriptionEvent, subscriptionOf } from '../../money/plans/commands/apply-event.ts'
import { type Endpoint, parameter } from './endpoint.ts'

/** The signing secret and the account whose rows an event may affect; null rejects the event. */
interface Sender {
  secret: string | null
  accountOf: (ctx: Ctx, event: Stripe.Event) => Promise<string | null> | string | null
}

/**
 * Stripe's webhooks, with one path per account. The signature is always verified on the raw bytes. Stripe
 * retries an event until it gets a 200, so failed ones are delivered again.
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

/** An account's own endpoint must not receive events of connected accounts. */
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
    unshared: true,
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
          'an event from another account was rejected',
        )
        res.status(400).json({ error: 'This event belongs to another account.' })
        return
      }
      // A live endpoint for connected accounts also gets their test events.
      const isOfOtherMode = event.livemode === !(await movesMoney(ctx, account))
      res.json({ received: true, applied: !isOfOtherMode && (await apply(ctx, account, event)) })
    },
  }
}

/** The verified event in the expected API version; otherwise responds with 400. */
function verified(ctx: Ctx, { secret }: Sender, req: Request, res: Response): Stripe.Event | null {
  const { log } = ctx.services
  const signature = req.headers['stripe-signature']
  if (secret === null || typeof signature !== 'string') {
    res.status(400).json({ error: 'This endpoint only accepts signed events from the payment provider.' })
    return null
  }
  let event: Stripe.Event
  try {
    event = verifyStripeEvent(req.body, signature, secret)
  } catch (error) {
    // The whole error would log the payload.
    const reason = error instanceof Error ? error.message : ''
    log.warn({ ip: req.ip, reason }, 'an event with an invalid signature was rejected')
    res.status(400).json({ error: reason.includes(OUTDATED) ? TOO_OLD : 'The signature is not valid.' })
    return null
  }
  if (isReadableVersion(event.api_version)) return event
  log.error(
    { event: event.id, type: event.type, version: event.api_version, expected: EVENT_VERSION },
    'an event from another API version was rejected: set the version of the webhook endpoint',
  )
  res.status(400).json({ error: `The endpoint must use the API version ${EVENT_VERSION}.` })
  return null
}

/** The client only names it in its message, and only if the signature is right. */
const OUTDATED = 'outside the tolerance zone'
const TOO_OLD =
  'The signature is valid, but its timestamp is more than five minutes old. The clock of the portal’s server may be wrong.'

async function apply(ctx: Ctx, account: string, event: Stripe.Event): Promise<boolean> {
  const subscription = account === INSTANCE ? subscriptionOf(event) : null
  if (subscription !== null) return (await applySubscriptionEvent(ctx, event, subscription)).applied
  if (event.account !== undefined && (await applyConnectEvent(ctx, account, event))) return true
  // An agency may have entered the portal's own keys: its events come from the same account at Stripe.
  const same = account === INSTANCE ? await accountsWithPortalKeys(ctx) : []
  let applied = false
  for (const one of [account, ...same]) {
    if ((await applyStripeEvent(ctx, { account: one, event })).applied) applied = true
  }
  return applied
}
