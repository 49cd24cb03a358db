import type { Ctx } from '../../core/context.ts'

/** The platform's own settings: one row, made by the migration. */
export const getPlatformRow = (ctx: Ctx) =>
  ctx.db
    .selectFrom('platform_settings')
    .select(['name', 'logo', 'registration', 'enforce_plan_limits', 'auto_backup', 'version'])
    .select(['instance_keys_agency_id', 'connect_enabled', 'connect_fee_bps', 'provider_fees_since'])
    .where('id', '=', 'platform')
    .executeTakeFirstOrThrow()
