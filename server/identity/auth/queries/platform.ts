import type { Ctx } from '../../../base/core/context.ts'

/** The platform's settings: a single row created by a migration. */
export const getPlatformRow = (ctx: Ctx) =>
  ctx.db
    .selectFrom('platform_settings')
    .select(['name', 'logo', 'registration', 'enforce_plan_limits', 'auto_backup', 'version'])
    .select(['instance_keys_agency_id', 'connect_enabled', 'connect_fee_bps', 'provider_fees_since'])
    .where('id', '=', 'platform')
    .executeTakeFirstOrThrow()
