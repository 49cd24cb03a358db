import type { MailSender } from '../../../adapters/mail.ts'
import type { Ctx } from '../../../core/context.ts'
import { atThisInstant } from '../../../core/reach.ts'
import { transact } from '../../../core/transaction.ts'
import { claimDue } from '../../../db/claim.ts'
import { addMinutes, toInstant } from '../../../db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { renderAttachments } from '../queries/attachments.ts'

/** Minutes to wait after each failed attempt; after the last one the mail is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 720]
/** A process that dies while sending holds its mail for this long. */
const LEASE_MINUTES = 10
const BATCH = 50

export interface DeliveryResult {
  sent: number
  failed: number
}

/**
 * Sends the mails that are due, one after the other. Each is claimed before it is sent, so that two
 * processes never send the same one at once.
 */
export async function deliverDueMails(ctx: Ctx, sender: MailSender): Promise<DeliveryResult> {
  const result: DeliveryResult = { sent: 0, failed: 0 }
  for (let count = 0; count < BATCH; count++) {
    const mail = await claimMail(atThisInstant(ctx))
    if (mail === null) break
    try {
      const attachments = await renderAttachments(atThisInstant(ctx), mail.id)
      await sender.send({ ...mail, attachments })
      await markSent(atThisInstant(ctx), mail.id)
      result.sent++
    } catch (error) {
      await markFailed(ctx, mail, error)
      result.failed++
    }
  }
  if (result.sent + result.failed > 0) await announce(atThisInstant(ctx))
  return result
}

/** The administrator's counters and log follow what became of the mails. */
const announce = (ctx: Ctx): Promise<void> =>
  transact(ctx, (tx) => publishChange(tx, { domains: ['platform'], agencyId: null }))

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

async function claimMail(ctx: Ctx) {
  const id = await claimDue(ctx.db, 'mail_outbox', { now: ctx.now, leaseMinutes: LEASE_MINUTES })
  if (id === null) return null
  const claimed = await ctx.db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  return claimed ?? null
}

/** A delivered mail keeps no body: it may hold a link that works like a password. */
async function markSent(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('mail_outbox')
    .set({ status: 'sent', sent_at: toInstant(ctx.now), text: '', html: '', last_error: null })
    .where('id', '=', id)
    .execute()
}

async function markFailed(ctx: Ctx, mail: ClaimedMail, error: unknown): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const wait = RETRY_MINUTES[mail.attempts - 1]
  ctx.services.log.warn({ mailId: mail.id, attempt: mail.attempts, reason: message }, 'mail not delivered')
  await ctx.db
    .updateTable('mail_outbox')
    .set(
      wait === undefined
        ? { status: 'failed', last_error: message }
        : { next_attempt_at: toInstant(addMinutes(ctx.services.clock(), wait)), last_error: message },
    )
    .where('id', '=', mail.id)
    .execute()
}
