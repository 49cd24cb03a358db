import { isSavedCard } from '#shared/payments.ts'
import type { Scope } from '../../auth/scope.ts'
import { toInstant } from '../../db/values.ts'
import { cardsNotConfigured, paymentProvider, providerName } from '../../services/payment-provider.ts'
import { savedCard } from '../queries/cards.ts'
import { type PaymentServices, requireMethod } from './charge.ts'

/** The provider's customer behind this user, made with the first card they keep. */
export async function customerOf(
  services: PaymentServices,
  payer: Pick<Scope, 'userId' | 'name' | 'email' | 'now'>,
): Promise<string> {
  const provider = paymentProvider(services)
  const find = () =>
    services.db
      .selectFrom('payment_customers')
      .select('provider_customer_id')
      .where('provider', '=', provider.name)
      .where('user_id', '=', payer.userId)
  const known = await find().executeTakeFirst()
  if (known !== undefined) return known.provider_customer_id
  const created = await provider.createCustomer({
    email: payer.email,
    name: payer.name,
    idempotencyKey: `customer:${payer.userId}`,
  })
  await services.db
    .insertInto('payment_customers')
    .values({
      provider: provider.name,
      user_id: payer.userId,
      provider_customer_id: created,
      cards_checked_at: null,
      created_at: toInstant(payer.now),
    })
    // The twin of this call may have stored the same customer: either of the two unique keys may say so.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find().executeTakeFirstOrThrow()).provider_customer_id
}

/** What a charge needs to know of the card chosen in a form. */
export interface ChosenCard {
  method: string
  customer: string | null
  saveCard: boolean
}

/** A new card by its token, to be kept where that was asked for, or one of the caller's saved cards. */
export async function chooseCard(
  services: PaymentServices,
  scope: Scope,
  input: { method: string; save_card: boolean },
): Promise<ChosenCard> {
  if (providerName(services.config) === null) throw cardsNotConfigured()
  if (isSavedCard(input.method)) {
    const card = await savedCard(services, scope, input.method)
    return { method: card.provider_method_id, customer: card.provider_customer_id, saveCard: false }
  }
  requireMethod(services, input.method)
  const customer = input.save_card ? await customerOf(services, scope) : null
  return { method: input.method, customer, saveCard: input.save_card }
}
