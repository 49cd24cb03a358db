import { consumeLimit, hasPoints, type Limit } from '../../../base/adapters/rate-limit.ts'
import type { AgencyCtx, InAgency } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { hasConfirmedEmail, requireConfirmedEmail } from '../../auth/accounts/queries/confirmed-email.ts'

const HOUR = 3600
/** Recipients per agency: enough for normal use, too few for bulk mail. */
const OF_AGENCY: Limit = { name: 'agency-mails', points: 500, duration: HOUR }
/**
 * The same for a new agency: enough for moving in, too few to make registering worthwhile for bulk mailers.
 */
const OF_NEW_AGENCY: Limit = { name: 'new-agency-mails', points: 250, duration: 24 * HOUR }
const NEW_FOR_DAYS = 7

/**
 * Counts a mail's user-supplied recipients before it is queued, toward the limits of the agency and of the
 * portal, which share a mail server. Requires a sender with a confirmed address.
 */
export async function countRecipients(ctx: AgencyCtx, recipients: number): Promise<void> {
  await requireConfirmedEmail(ctx)
  for (const [limit, key] of await limitsOf(ctx)) await consumeLimit(ctx.db, limit, key, recipients)
}

/**
 * The same for a job that mails in someone's name: returns false above the limit, so that the job skips the
 * mail.
 */
export async function mayMail(ctx: InAgency, senderId: string, recipients: number): Promise<boolean> {
  if (!(await hasConfirmedEmail(ctx, senderId))) return false
  for (const [limit, key] of await limitsOf(ctx)) {
    if (!(await hasPoints(ctx.db, limit, key, recipients))) return false
  }
  return true
}

/** No limits if mails don't leave the portal. */
async function limitsOf(ctx: InAgency): Promise<[Limit, string][]> {
  const { agencyId } = ctx.reach
  const { smtpUrl, mailRecipientsPerHour: points } = ctx.services.config
  if (smtpUrl === null) return []
  const { created_at } = await selectFrom(ctx, 'agencies')
    .select('created_at')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const isNew = created_at > toInstant(addDays(ctx.now, -NEW_FOR_DAYS))
  return [
    [OF_AGENCY, agencyId],
    ...(isNew ? [[OF_NEW_AGENCY, agencyId] as [Limit, string]] : []),
    [{ name: 'portal-mails', points, duration: HOUR }, 'portal'],
  ]
}
