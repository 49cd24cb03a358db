import type { Ctx, Tx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { isLongAgo } from '../../../base/db/elapsed.ts'
import { addMinutes } from '../../../base/db/values.ts'
import { findPeopleToMail, type PersonToMail } from '../queries/mail.ts'
import { digestCutoff } from '../rules.ts'
import { mailNews } from './mail-news.ts'

/** Mails are delayed this long, so that what is read in the portal isn't mailed, and bursts are merged. */
const WAIT_MINUTES = 2

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
  const taken = await updateTable(tx, 'notifications')
    .set({ mail: 'done' })
    .where('user_id', '=', person.user_id)
    .where('mail', '=', 'due')
    .where(isLongAgo('created_at', now, (now.getTime() - cutoff.getTime()) / 60_000))
    .returning(['title', 'link', 'read_at', 'created_at', 'sent_by'])
    .execute()
  const news = taken
    .filter((row) => row.read_at === null)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const [first, ...others] = news
  if (first === undefined || person.delivery === 'off') return
  await mailNews({ ...tx, now }, person, { news: [first, ...others] })
}
