import { secretLinks } from '#shared/base/links.ts'
import { unreadHeading } from '#shared/reactions/notifications.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { isLongAgo } from '../../../base/db/elapsed.ts'
import { addMinutes } from '../../../base/db/values.ts'
import { newSecret } from '../../../identity/auth/sessions.ts'
import { queueMail } from '../../mail/commands/queue.ts'
import { findPeopleToMail, type PersonToMail } from '../queries/mail.ts'
import { digestCutoff } from '../rules.ts'

/** Mails are delayed this long, so that what is read in the portal isn't mailed, and bursts are merged. */
const WAIT_MINUTES = 2
const MAX_LINES = 20

/** Queues due mails: one per person with everything new. */
export async function queueNotificationMails(ctx: Ctx): Promise<void> {
  const due = (await findPeopleToMail(ctx)).flatMap((person) => {
    const cutoff =
      person.delivery === 'daily'
        ? digestCutoff(ctx.now, person.timezone)
        : addMinutes(ctx.now, -WAIT_MINUTES)
    return cutoff === null ? [] : [{ ...person, cutoff }]
  })
  const of = ({ user_id: id, agency_id, name }: PersonToMail) => ({ id, agencyId: agency_id, name })
  await workThrough(ctx, { work: 'notification-mail', of }, due, ({ cutoff, ...person }) =>
    transactIn(ctx, person.agency_id, (tx) => mailPerson(tx, person, { now: ctx.now, cutoff })),
  )
}

async function mailPerson(
  tx: Tx,
  person: PersonToMail,
  { now, cutoff }: { now: Date; cutoff: Date },
): Promise<void> {
  // This update takes them: a concurrent process then finds none due.
  const claimed = await updateTable(tx, 'notifications')
    .set({ mail: 'done' })
    .where('user_id', '=', person.user_id)
    .where('mail', '=', 'due')
    .where(isLongAgo('created_at', now, (now.getTime() - cutoff.getTime()) / 60_000))
    .returning(['title', 'link', 'read_at', 'created_at', 'sent_by'])
    .execute()
  const news = claimed
    .filter((row) => row.read_at === null)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const [first] = news
  if (first === undefined || person.delivery === 'off') return
  const one = news.length === 1
  const sentBy = news.every((row) => row.sent_by === first.sent_by) ? first.sent_by : null
  await queueMail({ ...tx, now: now }, tx.services.config.appName, {
    recipient: person.email,
    sentBy,
    agencyId: person.agency_id,
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
    unsubscribeUrl: `${tx.services.config.publicUrl}${secretLinks.unsubscribe(await unsubscribeToken(tx, person.user_id))}`,
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
