import { deleteExpiredChallenges } from '../auth/commands/challenge.ts'
import { deleteExpiredSessions } from '../auth/sessions.ts'
import { deleteExpiredTokens } from '../auth/tokens.ts'
import { addDays, toInstant } from '../db/values.ts'
import { deleteUnusedReceipts } from '../finance/commands/receipts.ts'
import { pruneChanges } from '../live/queries.ts'
import { deleteExpiredLimits } from '../services/rate-limit.ts'
import { deleteExpiredEmailChanges } from '../settings/commands/email.ts'
import type { Services } from '../trpc/context.ts'

const KEEP_RUNS_DAYS = 30
/** A failed mail can be sent again for as long; afterwards its links would not work any more. */
const KEEP_FAILED_MAILS_DAYS = 7
const KEEP_READ_NOTIFICATIONS_DAYS = 180

/** Removes what nobody can use any more: expired sessions, tokens and limits, old changes, runs and read notifications. */
export async function cleanUp(services: Pick<Services, 'db' | 'config'>, now: Date): Promise<void> {
  const { db } = services
  await deleteExpiredSessions(db, now)
  await deleteExpiredTokens(db, now)
  await deleteExpiredChallenges(db, now)
  await deleteExpiredEmailChanges(db, now)
  await deleteExpiredLimits(db, now)
  await pruneChanges(db, now)
  await deleteUnusedReceipts(services, now)
  await db
    .deleteFrom('job_runs')
    .where('started_at', '<', toInstant(addDays(now, -KEEP_RUNS_DAYS)))
    .execute()
  await db
    .updateTable('mail_outbox')
    .set({ text: '', html: '' })
    .where('status', '=', 'failed')
    .where('created_at', '<', toInstant(addDays(now, -KEEP_FAILED_MAILS_DAYS)))
    .execute()
  await db
    .deleteFrom('notifications')
    .where('read_at', '<', toInstant(addDays(now, -KEEP_READ_NOTIFICATIONS_DAYS)))
    .execute()
}
