import { unreadHeading } from '#shared/notifications.ts'
import { newSecret } from '../../auth/sessions.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { queueMail } from '../../mail/queue.ts'
import type { Services } from '../../trpc/context.ts'
import { findPeopleToMail, type PersonToMail } from '../queries/mail.ts'
import { digestCutoff } from '../rules.ts'

/** A mail waits this long, so that what is read in the portal, or part of a burst, is not mailed apart. */
const WAIT_MINUTES = 2
const MAX_LINES = 20

/** Queues the mails that are due: one for each person, of all that is new to them. */
export async function queueNotificationMails(services: Services, now: Date): Promise<void> {
  for (const person of await findPeopleToMail(services.db)) {
    const cutoff =
      person.delivery === 'daily' ? digestCutoff(now, person.timezone) : addMinutes(now, -WAIT_MINUTES)
    if (cutoff !== null)
      await transact(services.db, (trx) => mailPerson(trx, services, person, { now, cutoff }))
  }
}

async function mailPerson(
  trx: Trx,
  { config }: Services,
  person: PersonToMail,
  { now, cutoff }: { now: Date; cutoff: Date },
): Promise<void> {
  // Claimed by this update: of two processes the second finds none that are due.
  const claimed = await trx
    .updateTable('notifications')
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
  await queueMail(trx, config.appName, now, {
    recipient: person.email,
    subject: one ? first.title : unreadHeading(news.length),
    greeting: `Hello ${person.name},`,
    paragraphs: [
      ...news.slice(0, MAX_LINES).map((row) => row.title),
      ...(news.length > MAX_LINES ? [`… and ${news.length - MAX_LINES} more.`] : []),
    ],
    button: { label: `Open ${config.appName}`, url: `${config.publicUrl}${one ? first.link : '/dashboard'}` },
    unsubscribeUrl: `${config.publicUrl}/unsubscribe?token=${await unsubscribeToken(trx, person.user_id)}`,
  })
}

async function unsubscribeToken(trx: Trx, userId: string): Promise<string> {
  await trx
    .insertInto('notification_mail_settings')
    .values({ user_id: userId, delivery: 'instant', unsubscribe_token: newSecret() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await trx
    .selectFrom('notification_mail_settings')
    .select('unsubscribe_token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.unsubscribe_token
}
