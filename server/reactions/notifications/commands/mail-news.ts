import { secretLinks } from '#shared/base/links.ts'
import { unreadHeading } from '#shared/reactions/notifications.ts'
import type { Tx } from '../../../base/core/context.ts'
import { newSecret } from '../../../base/core/secret-box.ts'
import { queueMail } from '../../mail/commands/queue.ts'
import type { PersonToMail } from '../queries/mail.ts'

const MAX_LINES = 20

export interface News {
  title: string
  link: string
  sent_by: string | null
}

/** Queues one mail with everything new for the person; it isn't sent after `notAfter`. */
export async function mailNews(
  tx: Tx,
  person: Pick<PersonToMail, 'user_id' | 'agency_id' | 'name' | 'email'>,
  { news, notAfter }: { news: readonly [News, ...News[]]; notAfter?: Date },
): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  const [first] = news
  const one = news.length === 1
  const sentBy = news.every((row) => row.sent_by === first.sent_by) ? first.sent_by : null
  await queueMail(tx, appName, {
    recipient: person.email,
    sentBy,
    agencyId: person.agency_id,
    subject: one ? first.title : unreadHeading(news.length),
    greeting: `Hello ${person.name},`,
    paragraphs: [
      ...news.slice(0, MAX_LINES).map((row) => row.title),
      ...(news.length > MAX_LINES ? [`… and ${news.length - MAX_LINES} more.`] : []),
    ],
    button: { label: `Open ${appName}`, url: `${publicUrl}${one ? first.link : '/dashboard'}` },
    unsubscribeUrl: `${publicUrl}${secretLinks.unsubscribe(await unsubscribeToken(tx, person.user_id))}`,
    ...(notAfter && { notAfter }),
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
