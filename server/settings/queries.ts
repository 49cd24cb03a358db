import type { AgencyId } from '#shared/roles.ts'
import type { AgencySettingsDto, PreferencesDto, SessionDto, SettingsDto } from '#shared/settings.ts'
import type { Scope } from '../auth/scope.ts'
import { hasTwoFactor } from '../auth/two-factor.ts'
import type { Db } from '../db/schema.ts'
import { fromFlag, toInstant } from '../db/values.ts'
import { FIRST_NUMBER } from '../invoices/rules.ts'
import { getPlatformRow } from '../platform/queries.ts'
import { deviceName, splitName } from './rules.ts'

/** Everything the Settings screen shows of the caller and their agency. */
export async function getSettings(db: Db, scope: Scope): Promise<SettingsDto> {
  const [profile, pending, preferences, agency, enabled, codes, platform] = await Promise.all([
    db
      .selectFrom('profiles')
      .select(['name', 'email', 'company', 'avatar'])
      .where('user_id', '=', scope.userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('email_changes')
      .select('email')
      .where('user_id', '=', scope.userId)
      .where('expires_at', '>', toInstant(scope.now))
      .executeTakeFirst(),
    getPreferences(db, scope.userId),
    scope.agencyId === null ? null : getAgencySettings(db, scope.agencyId),
    hasTwoFactor(db, scope.userId),
    db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', scope.userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    getPlatformRow(db),
  ])
  return {
    profile: { ...profile, ...splitName(profile.name), pending_email: pending?.email ?? null },
    preferences,
    agency:
      agency === null ? null : { ...agency, writable: scope.role === 'agency_admin' && !scope.readOnly },
    security: { two_factor: enabled, recovery_codes_left: enabled ? codes.count : 0 },
    auto_backup: fromFlag(platform.auto_backup),
  }
}

/** The stored preferences, or the defaults of somebody who never changed any. */
export async function getPreferences(db: Db, userId: string): Promise<PreferencesDto> {
  const [row, mail] = await Promise.all([
    db
      .selectFrom('user_preferences')
      .select(['theme', 'compact', 'locale', 'timezone', 'week_start'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
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

export async function getAgencySettings(db: Db, agencyId: AgencyId): Promise<AgencySettingsDto> {
  const [agency, numbers] = await Promise.all([
    db
      .selectFrom('agencies')
      .select(['name', 'timezone', 'currency', 'logo', 'invoice_details', 'version'])
      .where('id', '=', agencyId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('invoice_numbers')
      .select('next_number')
      .where('book', '=', agencyId)
      .where('kind', '=', 'invoice')
      .executeTakeFirst(),
  ])
  return { ...agency, next_invoice_number: numbers?.next_number ?? FIRST_NUMBER }
}

/** The caller's open sessions, the one used last first. */
export async function listSessions(db: Db, scope: Scope, sessionId: string | null): Promise<SessionDto[]> {
  const now = toInstant(scope.now)
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', scope.userId)
    .where('expires_at', '>', now)
    .where('absolute_expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: deviceName(user_agent),
    current: row.id === sessionId,
  }))
}
