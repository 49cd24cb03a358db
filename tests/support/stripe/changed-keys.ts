import type { Config } from '#server/base/core/config.ts'
import { compareIdentity } from '#server/money/payments/commands/compare-identity.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '../caller.ts'
import type { setUpStripe } from './stripe-portal.ts'
import { startStripeStandIn } from './stripe-stand-in.ts'

export interface Portal extends Pick<Awaited<ReturnType<typeof setUpStripe>>, 'db' | 'world'> {
  config: { stripe: NonNullable<Config['stripe']> }
}

/** The portal started with keys of another account, in live mode. */
export async function withLiveKeys({ db, world }: Portal) {
  const stripe = await startStripeStandIn({ name: 'Live' })
  const config = {
    stripe: {
      secretKey: 'sk_live_stand_in',
      publishableKey: 'pk_live_stand_in',
      webhookSecret: 'whsec_live',
      apiBase: stripe.apiBase,
    },
  }
  return { stripe, ...startedWith({ db, world, config }) }
}

/** A new process, which compares the keys as at each start. */
export function startedWith({ db, world, config }: Portal) {
  const restarted = { stripe: { ...config.stripe } }
  const at = (now: Date) => testServices(db, { config: restarted, now })
  return {
    start: () => compareIdentity(ctxFor(at(TEST_NOW), null)),
    ctxAt: (now: Date) => ctxFor(at(now), null, now),
    owner: callerAs(db, world.home.owner, { config: restarted }),
    client: callerAs(db, world.home.client, { config: restarted }),
  }
}
