import type { Selectable } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import { providerName } from '../../adapters/payment-provider.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { Ctx } from '../../core/context.ts'
import { acrossAgencies, inAgency } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import type { Schema } from '../../db/schema.ts'
import { INSTANCE } from '../rules.ts'

export type AccountRow = Selectable<Schema['payment_accounts']>

/** The agency's own account, whether it takes cards yet or not. */
export const currentAccount = (ctx: Ctx, agencyId: AgencyId): Promise<AccountRow | undefined> =>
  selectFrom(inAgency(ctx, { agencyId }), 'payment_accounts')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** An account by its id, whoever pays on it; undefined once it was removed. */
export const findAccount = (ctx: Ctx, id: string): Promise<AccountRow | undefined> =>
  selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Where the agency's clients pay by card: its own account, or the instance's where it may; null where nowhere. */
export async function accountFor(ctx: Ctx, agencyId: AgencyId | null): Promise<string | null> {
  const { config } = ctx.services
  const own = agencyId === null ? undefined : await currentAccount(ctx, agencyId)
  const platform = await getPlatformRow(ctx)
  if (own?.kind === 'keys') return own.id
  if (own?.charges_enabled === 1 && config.stripe !== null && platform.connect_enabled === 1) return own.id
  const instance = providerName(config)
  if (instance === 'test') return INSTANCE
  const isLent = agencyId !== null && platform.instance_keys_agency_id === agencyId
  return instance === 'stripe' && isLent ? INSTANCE : null
}

/** Where the caller's cards are kept: clients pay their agency, everybody else the platform. */
export const payerAccount = async (ctx: Ctx): Promise<string | null> =>
  ctx.actor.role === 'client' ? accountFor(ctx, ctx.reach.agencyId) : INSTANCE

/** Whether cards are taken there at all. */
export const takesCards = (ctx: Ctx, account: string | null): account is string =>
  account !== null && (account !== INSTANCE || providerName(ctx.services.config) !== null)

/** Where an invoice is paid by card. */
export async function invoiceAccount(ctx: Ctx, invoiceId: string): Promise<string | null> {
  const invoice = await selectFrom(acrossAgencies(ctx), 'invoices')
    .select(['issuer', 'agency_id'])
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  return invoice?.issuer === 'agency' ? accountFor(ctx, invoice.agency_id) : INSTANCE
}

/** Every account that may have something under way; one after the other, so that none holds up the others. */
export async function accountsInUse(ctx: Ctx): Promise<string[]> {
  const own = await selectFrom(acrossAgencies(ctx), 'payment_accounts')
    .select('id')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return [INSTANCE, ...own.map(({ id }) => id)].filter((account) => takesCards(ctx, account))
}
