import type { AgencyId } from '#shared/base/roles.ts'
import type { AgencySettingsDto, PreferencesDto, SettingsDto } from '#shared/overview/settings.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag, toInstant } from '../../../base/db/values.ts'
import { getPlatformRow } from '../../../identity/auth/queries/platform.ts'
import { hasTwoFactor } from '../../../identity/auth/queries/two-factor.ts'
import { nextNumberOf } from '../../../identity/letterhead/queries/numbering.ts'
import { ownerRates } from '../../../time/work-log/queries/owner-rates.ts'
import { splitName } from '../rules.ts'

/** Everything the Settings screen shows about the caller and their agency. */
export async function getSettings(ctx: UserCtx): Promise<SettingsDto> {
  const [profile, user, pending, preferences, agency, enabled, codes, rates, platform] = await Promise.all([
    selectFrom(ctx, 'profiles')
      .select(['name', 'email', 'company', 'avatar'])
      .where('user_id', '=', shownUserId(ctx))
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', shownUserId(ctx))
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('email_changes')
      .select('email')
      .where('user_id', '=', shownUserId(ctx))
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
    ctx.actor.role === 'agency_admin' ? ownerRates(ctx) : null,
    getPlatformRow(ctx),
  ])
  return {
    profile: {
      ...profile,
      ...splitName(profile.name),
      pending_email: pending?.email ?? null,
      email_confirmed: user.email_verified_at !== null,
    },
    preferences,
    agency:
      agency === null
        ? null
        : { ...agency, writable: ctx.actor.role === 'agency_admin' && !ctx.actor.readOnly },
    security: { two_factor: enabled, recovery_codes_left: enabled ? codes.count : 0 },
    rates,
    auto_backup: fromFlag(platform.auto_backup),
  }
}

/** The stored preferences, or the defaults. */
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
