import { sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** The agency of that id or name; throws if more than one has the name. */
export async function agencyNamed(
  ctx: Ctx,
  nameOrId: string,
): Promise<{ agency_id: AgencyId; name: string }> {
  const found = await selectFrom(ctx, 'agencies')
    .select(['id as agency_id', 'name'])
    .where((eb) => eb.or([eb('id', '=', sql<AgencyId>`${nameOrId}`), eb('name', '=', nameOrId)]))
    .execute()
  const [agency, other] = found
  if (agency === undefined) throw new Error(`There is no agency “${nameOrId}” here.`)
  if (other === undefined) return agency
  const ids = found.map(({ agency_id }) => agency_id).join(', ')
  throw new Error(`More than one agency is called “${nameOrId}”. Give the id of one: ${ids}.`)
}

/** Whether the agency pays or is paid through the platform's account at the provider. */
export async function usesPlatformKeys(ctx: Ctx, agencyId: AgencyId): Promise<boolean> {
  const subscription = await selectFrom(ctx, 'agency_subscriptions')
    .select('agency_id')
    .where('agency_id', '=', agencyId)
    .where('provider', '=', 'stripe')
    .executeTakeFirst()
  const connected = await selectFrom(ctx, 'payment_accounts')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('kind', '=', 'connect')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const instance = await ctx.db
    .selectFrom('platform_settings')
    .select('id')
    .where('instance_keys_agency_id', '=', agencyId)
    .executeTakeFirst()
  return [subscription, connected, instance].some((row) => row !== undefined)
}
