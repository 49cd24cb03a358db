import type { Selectable } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { AccountState } from '../../../../base/adapters/payments/payment-accounts-stripe.ts'
import { instanceAccount, providerName } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies, inAgency } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { toFlag } from '../../../../base/db/values.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { INSTANCE } from '../../rules.ts'

export type AccountRow = Selectable<Schema['payment_accounts']>

/** The agency's own account, even if it doesn't accept cards yet. */
export const currentAccount = (ctx: Ctx, agencyId: AgencyId): Promise<AccountRow | undefined> =>
  selectFrom(inAgency(ctx, { agencyId }), 'payment_accounts')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** An account by id, for any payer; undefined if removed. */
export const findAccount = (ctx: Ctx, id: string): Promise<AccountRow | undefined> =>
  selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Whether the account is in live mode. */
export async function movesMoney(ctx: Ctx, id: string): Promise<boolean> {
  if (id === INSTANCE) return instanceAccount(ctx.services.config)?.livemode ?? false
  return (await findAccount(ctx, id))?.livemode === 1
}

/**
 * The account for card payments of the agency's clients: its own, or the instance's if permitted; null if
 * there is none.
 */
export async function accountFor(ctx: Ctx, agencyId: AgencyId | null): Promise<string | null> {
  const { config } = ctx.services
  const own = agencyId === null ? undefined : await currentAccount(ctx, agencyId)
  const platform = await getPlatformRow(ctx)
  if (own?.kind === 'keys') return own.id
  if (own?.charges_enabled === 1 && config.stripe !== null && platform.connect_enabled === 1) return own.id
  const instance = instanceAccount(config)
  if (instance === null) return null
  const isLent = agencyId !== null && platform.instance_keys_agency_id === agencyId
  return instance.open === 'to all' || isLent ? INSTANCE : null
}

/** The account with the caller's saved cards: clients pay their agency, everyone else the platform. */
export const payerAccount = async (ctx: Ctx): Promise<string | null> =>
  ctx.actor.role === 'client' ? accountFor(ctx, ctx.reach.agencyId) : INSTANCE

/** Whether the account accepts cards. */
export const takesCards = (ctx: Ctx, account: string | null): account is string =>
  account !== null && (account !== INSTANCE || providerName(ctx.services.config) !== null)

/** Whether card payments were set up there. */
export const isSetUp = (ctx: Ctx, account: string | null): boolean =>
  takesCards(ctx, account) &&
  (account !== INSTANCE || instanceAccount(ctx.services.config)?.open === 'to one')

/** The account for card payments of an invoice. */
export async function invoiceAccount(ctx: Ctx, invoiceId: string): Promise<string | null> {
  const invoice = await selectFrom(acrossAgencies(ctx), 'invoices')
    .select(['issuer', 'agency_id'])
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  return invoice?.issuer === 'agency' ? accountFor(ctx, invoice.agency_id) : INSTANCE
}

/**
 * All accounts that may have payments in progress; processed separately, so that a failing one doesn't block
 * others.
 */
export async function accountsInUse(ctx: Ctx): Promise<string[]> {
  const own = await selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .select('id')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return [INSTANCE, ...own.map(({ id }) => id)].filter((account) => takesCards(ctx, account))
}

/** Removed accounts that weren't closed, because the process ended or an error occurred. */
export const unclosedAccounts = (ctx: Ctx): Promise<AccountRow[]> =>
  selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .selectAll()
    .where('removed_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('secret_key', 'is not', null),
        eb.exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.account', '=', 'payment_accounts.id')
            .where('payments.status', '=', 'pending')
            .where('payments.processing_since', 'is', null),
        ),
      ]),
    )
    .orderBy('id')
    .execute()

/** The account's state at the provider, as stored in its row. */
export const stateColumns = (
  state: AccountState,
): Pick<AccountRow, 'name' | 'charges_enabled' | 'payouts_enabled' | 'details_submitted'> => ({
  name: state.name.slice(0, 200),
  charges_enabled: toFlag(state.chargesEnabled),
  payouts_enabled: toFlag(state.payoutsEnabled),
  details_submitted: toFlag(state.detailsSubmitted),
})
