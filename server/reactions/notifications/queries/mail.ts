import { PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { MailDelivery } from '#shared/reactions/notifications.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

export interface PersonToMail {
  user_id: string
  agency_id: AgencyId | null
  name: string
  email: string
  delivery: MailDelivery
  timezone: string
}

/** People with notifications waiting to be mailed. */
export async function findPeopleToMail(ctx: Ctx): Promise<PersonToMail[]> {
  const rows = await selectFrom(ctx, 'notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('agencies', 'agencies.id', 'profiles.agency_id')
    .leftJoin('user_preferences', 'user_preferences.user_id', 'users.id')
    .leftJoin('notification_mail_settings as settings', 'settings.user_id', 'users.id')
    .select([
      'users.id as user_id',
      'profiles.agency_id',
      'profiles.name',
      'users.email',
      'settings.delivery',
      'agencies.timezone as agency_zone',
      'user_preferences.timezone as own_zone',
    ])
    .distinct()
    .where('notifications.mail', '=', 'due')
    .where('users.disabled_at', 'is', null)
    .orderBy('users.id')
    .execute()
  return rows.map(({ agency_zone, own_zone, ...row }) => ({
    ...row,
    delivery: row.delivery ?? 'instant',
    timezone: own_zone ?? agency_zone ?? PLATFORM_ZONE,
  }))
}
