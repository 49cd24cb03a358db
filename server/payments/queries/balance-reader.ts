import { sql } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import { type BalanceReader, createStripeBalance } from '../../adapters/payment-provider-stripe-balance.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { Ctx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { INSTANCE } from '../rules.ts'
import { findAccount } from './accounts.ts'
import { keysOf } from './provider.ts'

/** Whose money an account of the provider holds: an agency's, or the platform's where it names none. */
export interface BalanceOwner {
  account: string
  agencyId: AgencyId | null
}

/** The owner of an account; the only agency's where it shares the portal's keys. */
export async function ownerOf(ctx: Ctx, account: string): Promise<BalanceOwner | null> {
  if (account === INSTANCE) {
    const { instance_keys_agency_id } = await getPlatformRow(ctx)
    const sharing = await selectFrom(acrossAgencies(ctx), 'agencies')
      .select('id')
      .where(sql.ref<string>('agencies.id'), '=', instance_keys_agency_id ?? '')
      .executeTakeFirst()
    return { account, agencyId: sharing?.id ?? null }
  }
  const row = await findAccount(ctx, account)
  return row === undefined ? null : { account, agencyId: row.agency_id }
}

/** What reads an account's balance; null where the provider has none, as the test provider. */
export async function balanceReaderOf(ctx: Ctx, account: string): Promise<BalanceReader | null> {
  const { services } = ctx
  if (account === INSTANCE) {
    return services.config.stripe === null ? null : createStripeBalance(services.config.stripe)
  }
  const row = await findAccount(ctx, account)
  const keys = row === undefined ? null : keysOf(services, row)
  return keys === null ? null : createStripeBalance(keys)
}

/** When the account's first card was charged here; its balance is read from there on. */
export async function firstCharge(ctx: Ctx, account: string): Promise<Date | null> {
  let payments = selectFrom(acrossAgencies(ctx), 'payments')
    .select('created_at')
    .where('provider', '=', 'stripe')
  // The platform's parts of payments to connected accounts arrive in its own balance.
  if (account !== INSTANCE) payments = payments.where('account', '=', account)
  const first = await payments.orderBy('created_at').limit(1).executeTakeFirst()
  return first === undefined ? null : new Date(first.created_at)
}
