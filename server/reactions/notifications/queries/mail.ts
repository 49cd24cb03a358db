import { PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { MailDelivery } from '#shared/reactions/notifications.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { joinPerson, maySignIn } from '../../../identity/auth/accounts/queries/person.ts'

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
  const rows = await joinPerson(
    selectFrom(ctx, 'notifications')
      .innerJoin('users', 'users.id', 'notifications.user_id')
      .where('notifications.mail', '=', 'due'),
  )
    .leftJoin('notification_mail_settings as settings', 'settings.user_id', 'users.id')
    .select('settings.delivery')
    .distinct()
    .orderBy('users.id')
    .execute()
  return rows.map((row) => ({
    user_id: row.user_id,
    agency_id: row.agency_id,
    name: row.name,
    email: row.email,
    // People who lost their access meanwhile get no mail, even after they regain it.
    delivery: maySignIn(row) ? (row.delivery ?? 'instant') : 'off',
    timezone: row.own_zone ?? row.agency_zone ?? PLATFORM_ZONE,
  }))
}
