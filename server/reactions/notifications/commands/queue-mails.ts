import { unreadHeading } from '#shared/notifications.ts'
import { newSecret } from '../../../auth/sessions.ts'
import type { Ctx, Tx } from '../../../core/context.ts'
import { updateTable } from '../../../core/rows.ts'
import { transact } from '../../../core/transaction.ts'
import { addMinutes, toInstant } from '../../../db/values.ts'
import { queueMail } from '../../mail/commands/queue.ts'
import { findPeopleToMail, type PersonToMail } from '../queries/mail.ts'
import { digestCutoff } from '../rules.ts'

/** A mail waits this long, so that what is read in the portal, or part of a burst, is not mailed apart. */
const WAIT_MINUTES = 2
const MAX_LINES = 20

/** Queues the mails that are due: one for each person, of all that is new to them. */
export async function queueNotificationMails(ctx: Ctx): Promise<void> {
  for (const person of await findPeopleToMail(ctx)) {
    const cutoff =
      person.delivery === 'daily'
        ? digestCutoff(ctx.now, person.timezone)
        : addMinutes(ctx.now, -WAIT_MINUTES)
    if (cutoff !== null) await transact(ctx, (tx) => mailPerson(tx, person, { now: ctx.now, cutoff }))
  }
}

async function mailPerson(
  tx: Tx,
  person: PersonToMail,
  { now, cutoff }: { now: Date; cutoff: Date },
): Promise<void> {
  // Claimed by this update: of two processes the second finds none that are due.
  const claimed = await updateTable(tx, 'notifications')
    .set({ mail: 'done' })
    .where('user_id', '=', person.user_id)
    .where('mail', '=', 'due')
    .where('created_at', '<=', toInstant(cutoff))
    .returning(['title', 'link', 'read_at', 'created_at'])
    .execute()
  const news = claimed
    .filter((row) => row.read_at === null)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const [first] = news
  if (first === undefined || person.delivery === 'off') return
  const one = news.length === 1
  await queueMail({ ...tx, now: now }, tx.services.config.appName, {
    recipient: person.email,
    subject: one ? first.title : unreadHeading(news.length),
    greeting: `Hello ${person.name},`,
    paragraphs: [
      ...news.slice(0, MAX_LINES).map((row) => row.title),
      ...(news.length > MAX_LINES ? [`… and ${news.length - MAX_LINES} more.`] : []),
    ],
    button: {
      label: `Open ${tx.services.config.appName}`,
      url: `${tx.services.config.publicUrl}${one ? first.link : '/dashboard'}`,
    },
    unsubscribeUrl: `${tx.services.config.publicUrl}/unsubscribe?token=${await unsubscribeToken(tx, person.user_id)}`,
  })
}

async function unsubscribeToken(tx: Tx, userId: string): Promise<string> {
  await tx.db
    .insertInto('notification_mail_settings')
    .values({ user_id: userId, delivery: 'instant', unsubscribe_token: newSecret() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await tx.db
    .selectFrom('notification_mail_settings')
    .select('unsubscribe_token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.unsubscribe_token
}
