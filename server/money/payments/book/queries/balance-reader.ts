import { sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import { instanceBalance } from '../../../../base/adapters/payments/instance-provider.ts'
import { providerName } from '../../../../base/adapters/payments/payment-provider.ts'
import {
  type BalanceReader,
  createStripeBalance,
} from '../../../../base/adapters/payments/payment-provider-stripe-balance.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { findAccount } from '../../accounts/queries/accounts.ts'
import { keysOf } from '../../accounts/queries/provider.ts'
import { isOfFormerAccount } from '../../queries/stranded.ts'
import { INSTANCE } from '../../rules.ts'

/** The owner of the money in a provider account: an agency, or the platform if null. */
export interface BalanceOwner {
  account: string
  agencyId: AgencyId | null
}

/** An account's owner; the only agency if it shares the portal's keys. */
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

/** Reads an account's balance; null for providers without one. */
export async function balanceReaderOf(ctx: Ctx, account: string): Promise<BalanceReader | null> {
  const { services } = ctx
  if (account === INSTANCE) return instanceBalance(services)
  const row = await findAccount(ctx, account)
  const keys = row === undefined ? null : keysOf(services, row)
  return keys === null ? null : createStripeBalance(keys)
}

/** The time of the account's first charge here, from which its balance is read. */
export async function firstCharge(ctx: Ctx, account: string): Promise<Date | null> {
  const payments = selectFrom(acrossAgencies(ctx), 'payments').select('created_at')
  const own = providerName(ctx.services.config)
  // The platform's fees on connected accounts are part of its own balance.
  const charges =
    account === INSTANCE
      ? whereSet(payments, 'provider', own).where((eb) => eb.not(isOfFormerAccount(eb)))
      : payments.where('account', '=', account)
  const first = await charges.orderBy('created_at').limit(1).executeTakeFirst()
  return first === undefined ? null : new Date(first.created_at)
}
