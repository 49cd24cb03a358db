import { PLATFORM_ZONE } from '#shared/base/dates.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '#shared/base/events/notification-kinds.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { joinPerson, maySignIn, type PersonRow } from '../../../identity/auth/accounts/queries/person.ts'

export interface Channels {
  userId: string
  person: Pick<PersonRow, 'user_id' | 'agency_id' | 'name' | 'email'>
  timezone: string
  inApp: boolean
  email: boolean
}

/**
 * The channels by which each person wants to be notified of the event. People with none are omitted, and people who
 * may not sign in or belong to another agency.
 */
export async function channelsOf(
  ctx: Ctx,
  userIds: readonly string[],
  { event, agencyId }: { event: NotificationKind; agencyId: AgencyId | null },
): Promise<Channels[]> {
  if (userIds.length === 0) return []
  const rows = await joinPerson(ctx.db.selectFrom('users'))
    .leftJoin('notification_preferences as preference', (join) =>
      join.onRef('preference.user_id', '=', 'users.id').on('preference.event', '=', event),
    )
    .leftJoin('notification_mail_settings as mail', 'mail.user_id', 'users.id')
    .select(['preference.in_app', 'preference.email as by_email', 'mail.delivery'])
    .where('users.id', 'in', userIds)
    .orderBy('users.id')
    .execute()
  return rows
    .filter((row) => maySignIn(row) && (agencyId === null || isWithin(agencyId, row)))
    .map((row) => ({
      userId: row.user_id,
      person: row,
      timezone: row.own_zone ?? row.agency_zone ?? PLATFORM_ZONE,
      inApp: row.in_app === null || fromFlag(row.in_app),
      email:
        row.delivery !== 'off' &&
        (row.by_email === null ? NOTIFICATION_KINDS[event].email : fromFlag(row.by_email)),
    }))
    .filter((channels) => channels.inApp || channels.email)
}

const isWithin = (agencyId: AgencyId, person: PersonRow): boolean =>
  person.agency_id === agencyId || person.role === 'super_admin'
