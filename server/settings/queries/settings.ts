import type { AgencyId } from '#shared/roles.ts'
import type { AgencySettingsDto, PreferencesDto, SettingsDto } from '#shared/settings.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import { hasTwoFactor } from '../../auth/queries/two-factor.ts'
import { nextNumberOf } from '../../billing/queries/numbering.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag, toInstant } from '../../db/values.ts'
import { splitName } from '../rules.ts'

/** Everything the Settings screen shows of the caller and their agency. */
export async function getSettings(ctx: UserCtx): Promise<SettingsDto> {
  const [profile, pending, preferences, agency, enabled, codes, platform] = await Promise.all([
    selectFrom(ctx, 'profiles')
      .select(['name', 'email', 'company', 'avatar'])
      .where('user_id', '=', ctx.actor.userId)
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('email_changes')
      .select('email')
      .where('user_id', '=', ctx.actor.userId)
      .where('expires_at', '>', toInstant(ctx.now))
      .executeTakeFirst(),
    getPreferences(ctx, ctx.actor.userId),
    ctx.reach.agencyId === null ? null : getAgencySettings(ctx, ctx.reach.agencyId),
    hasTwoFactor(ctx, ctx.actor.userId),
    ctx.db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', ctx.actor.userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    getPlatformRow(ctx),
  ])
  return {
    profile: { ...profile, ...splitName(profile.name), pending_email: pending?.email ?? null },
    preferences,
    agency:
      agency === null
        ? null
        : { ...agency, writable: ctx.actor.role === 'agency_admin' && !ctx.actor.readOnly },
    security: { two_factor: enabled, recovery_codes_left: enabled ? codes.count : 0 },
    auto_backup: fromFlag(platform.auto_backup),
  }
}

/** The stored preferences, or the defaults of somebody who never changed any. */
export async function getPreferences(ctx: Ctx, userId: string): Promise<PreferencesDto> {
  const [row, mail] = await Promise.all([
    ctx.db
      .selectFrom('user_preferences')
      .select(['theme', 'compact', 'locale', 'timezone', 'week_start'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('notification_mail_settings')
      .select('delivery')
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ])
  return {
    theme: row?.theme ?? 'system',
    compact: fromFlag(row?.compact ?? 0),
    locale: row?.locale ?? null,
    timezone: row?.timezone ?? null,
    week_start: row?.week_start ?? 'monday',
    email_notifications: mail?.delivery !== 'off',
  }
}

export async function getAgencySettings(ctx: UserCtx, agencyId: AgencyId): Promise<AgencySettingsDto> {
  const [agency, next_invoice_number] = await Promise.all([
    selectFrom(ctx, 'agencies')
      .select(['name', 'timezone', 'currency', 'logo', 'accent', 'invoice_details', 'version'])
      .where('id', '=', agencyId)
      .executeTakeFirstOrThrow(),
    ctx.actor.role === 'agency_admin' ? nextNumberOf(ctx, agencyId, 'invoice') : null,
  ])
  return { ...agency, next_invoice_number }
}
