import type { StripeStandIn } from '#packages/stripe-stand-in/src/index.ts'
import { withStandIn } from '#server/base/adapters/payments/simulated/commands/keep-stand-in.ts'
import { cardFor } from '#server/base/adapters/payments/simulated/provider.ts'
import type { Db } from '#server/base/db/schema.ts'
import type { TestCardToken } from '#shared/money/payments/payments.ts'
import { testServices } from '../caller.ts'

/** Inspects the stand-in behind the test provider, or changes its objects without the portal. */
export const atProvider = <Result>(
  db: Db,
  use: (standIn: StripeStandIn) => Result,
  now?: Date,
): Promise<Result> => withStandIn(testServices(db, { now }), use)

/** The amounts of all charges that succeeded, oldest first. */
export const chargedAmounts = (db: Db): Promise<number[]> =>
  atProvider(db, ({ intents }) =>
    [...intents.known.values()].filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
  )

/** The cards that customers have at the provider, by Stripe's names of test cards. */
export const attachedCards = (db: Db): Promise<string[]> =>
  atProvider(db, ({ methods }) =>
    [...methods.known.values()].filter(({ customer }) => customer !== null).map(({ token }) => token),
  )

/** From now on, all cards at the provider behave like this test card. */
export const spoilCards = (db: Db, token: TestCardToken): Promise<void> =>
  atProvider(db, ({ methods }) => {
    for (const method of methods.known.filter(() => true)) method.token = cardFor(token)
  })
