import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'
import { isReplaced, isStillDue } from '../../../money/invoices/queries/reminders.ts'
import { reasonOf } from '../templates.ts'

interface WaitingMail {
  createdAt: string
  recipient: string
  notAfter: string | null
  reason: string | null
  unsubscribeUrl: string | null
}

/** Why a mail that waited must no longer be sent; null if it still holds. */
export async function lapseOf(ctx: Ctx, mail: WaitingMail): Promise<string | null> {
  const { recipient, notAfter, unsubscribeUrl } = mail
  if (notAfter !== null && notAfter <= toInstant(ctx.now)) return 'its link expired before it could be.'
  if (unsubscribeUrl !== null && !(await wantsNews(ctx, recipient))) {
    return 'its recipient may no longer sign in or has turned off these emails.'
  }
  const reason = reasonOf(mail)
  if (reason === null) return null
  if ('link' in reason) return (await linkWorks(ctx, reason.link)) ? null : 'its link no longer worked.'
  if (!(await isStillDue(ctx, reason))) return 'nothing was due anymore.'
  const { invoice, named } = reason
  if (named === undefined) return null
  const replaced = await isReplaced(ctx, invoice, { ...named, waitsSince: mail.createdAt })
  return replaced ? 'a later reminder replaced it.' : null
}

async function wantsNews(ctx: Ctx, email: string): Promise<boolean> {
  const reader = await selectMembers(ctx)
    .leftJoin('notification_mail_settings as settings', 'settings.user_id', 'users.id')
    .select('settings.delivery')
    .where('users.email', '=', email)
    .executeTakeFirst()
  return reader !== undefined && reader.delivery !== 'off'
}

/** Whether a link can still be opened; used and replaced ones are deleted, except those of invitations. */
async function linkWorks(ctx: Ctx, tokenHash: string): Promise<boolean> {
  const invitation = await selectFrom(ctx, 'invitations')
    .innerJoin('agencies', 'agencies.id', 'invitations.agency_id')
    .select('invitations.id')
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('agencies.suspended_at', 'is', null)
    .executeTakeFirst()
  if (invitation !== undefined) return true
  for (const table of ['tokens', 'email_changes'] as const) {
    const link = await ctx.db
      .selectFrom(table)
      .select('user_id')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (link !== undefined) return true
  }
  return false
}
