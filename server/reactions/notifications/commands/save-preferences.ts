import type { z } from 'zod'
import type { MailDelivery, NotificationPreferences } from '#shared/reactions/notifications.ts'
import type { notificationPreferencesInput } from '#shared/reactions/schemas/notifications.ts'
import type { Ctx, Tx, UserCtx } from '../../../base/core/context.ts'
import { newSecret } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { getNotificationPreferences } from '../queries/preferences.ts'

/** Saves the matrix of events and channels and how often mails are sent. */
export function savePreferences(
  ctx: UserCtx,
  input: z.output<typeof notificationPreferencesInput>,
): Promise<NotificationPreferences> {
  return transact(ctx, async (tx) => {
    await setMailDelivery(tx, ctx.actor.userId, input.delivery)
    for (const { event, in_app, email } of input.events) {
      const channels = { in_app: toFlag(in_app), email: toFlag(email) }
      await tx.db
        .insertInto('notification_preferences')
        .values({ user_id: ctx.actor.userId, event, ...channels })
        .onConflict((conflict) => conflict.columns(['user_id', 'event']).doUpdateSet(channels))
        .execute()
    }
    await publishChange(tx, { domains: ['notifications', 'settings'], userId: ctx.actor.userId })
    return getNotificationPreferences(tx)
  })
}

/** Sets how often notification mails are sent. */
async function setMailDelivery(tx: Tx, userId: string, delivery: MailDelivery): Promise<void> {
  const row = { delivery, active_delivery: delivery === 'off' ? undefined : delivery }
  await tx.db
    .insertInto('notification_mail_settings')
    .values({ ...row, user_id: userId, unsubscribe_token: newSecret() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Stops notification mails, or sends them again as often as before. */
export async function switchMails(tx: Tx, userId: string, on: boolean): Promise<void> {
  const before = await tx.db
    .selectFrom('notification_mail_settings')
    .select('active_delivery')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await setMailDelivery(tx, userId, on ? (before?.active_delivery ?? 'instant') : 'off')
}

/** Stops notification mails to the holder of an unsubscribe link; returns false for an unknown link. */
export function unsubscribe(ctx: Ctx, token: string): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const stopped = await tx.db
      .updateTable('notification_mail_settings')
      .set({ delivery: 'off' })
      .where('unsubscribe_token', '=', token)
      .returning('user_id')
      .executeTakeFirst()
    return stopped !== undefined
  })
}
