import type { z } from 'zod'
import type {
  MailDelivery,
  NotificationPreferences,
  notificationPreferencesInput,
} from '#shared/notifications.ts'
import type { Scope } from '../../auth/scope.ts'
import { newSecret } from '../../auth/sessions.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toFlag } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'
import { readPreferences } from '../queries/preferences.ts'

/** Saves the matrix of events and channels, and how often mails come. */
export function savePreferences(
  db: Db,
  scope: Scope,
  input: z.output<typeof notificationPreferencesInput>,
): Promise<NotificationPreferences> {
  return transact(db, async (trx) => {
    await setMailDelivery(trx, scope.userId, input.delivery)
    for (const { event, in_app, email } of input.events) {
      const channels = { in_app: toFlag(in_app), email: toFlag(email) }
      await trx
        .insertInto('notification_preferences')
        .values({ user_id: scope.userId, event, ...channels })
        .onConflict((conflict) => conflict.columns(['user_id', 'event']).doUpdateSet(channels))
        .execute()
    }
    await publishChange(trx, scope, { domains: ['notifications', 'settings'], userId: scope.userId })
    return readPreferences(trx, scope)
  })
}

/** How often notification mails come. */
export async function setMailDelivery(trx: Trx, userId: string, delivery: MailDelivery): Promise<void> {
  await trx
    .insertInto('notification_mail_settings')
    .values({ user_id: userId, delivery, unsubscribe_token: newSecret() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ delivery }))
    .execute()
}

/** Stops notification mails to the holder of a mail's link; false when the link is none of ours. */
export function unsubscribe(db: Db, token: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const stopped = await trx
      .updateTable('notification_mail_settings')
      .set({ delivery: 'off' })
      .where('unsubscribe_token', '=', token)
      .returning('user_id')
      .executeTakeFirst()
    return stopped !== undefined
  })
}
