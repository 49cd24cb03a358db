import type { MailSender } from '../../../adapters/mail.ts'
import type { Ctx } from '../../../core/context.ts'
import { graceAfter, NEVER, workOff } from '../../../core/fair-queue.ts'
import { atThisInstant } from '../../../core/reach.ts'
import { transact } from '../../../core/transaction.ts'
import { claimDue, lanesDue, releaseClaim } from '../../../db/claim.ts'
import { addMinutes, toAddresses, toInstant } from '../../../db/values.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { inlinePictures, renderAttachments } from '../queries/attachments.ts'
import { ACCOUNT_LANE } from '../rules.ts'

/** Minutes to wait after each failed attempt; after the last one the mail is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 720]
/** A process that dies while sending holds its mail for this long. */
const LEASE_MINUTES = 10
/** What is under way at the signal gets this long to be taken over. */
const GRACE_MS = 4000
const BOUNDS = { atOnce: 6, perLane: 2 }
const ACCOUNT_BOUNDS = { atOnce: 4, perLane: 4 }

export interface DeliveryResult {
  sent: number
  failed: number
}

/** Which mails: those that sign-in waits for, or all others. */
export type MailPart = 'account' | 'others'

/**
 * Sends the mails that are due, some at once and each agency in its turn. Each is claimed before it is
 * sent, so that two processes never send the same one at once.
 */
export async function deliverDueMails(
  ctx: Ctx,
  sender: MailSender,
  { part, signal = NEVER }: { part?: MailPart; signal?: AbortSignal } = {},
): Promise<DeliveryResult> {
  const result: DeliveryResult = { sent: 0, failed: 0 }
  const grace = graceAfter(signal, GRACE_MS)
  const isMine = (lane: string | null) =>
    part === undefined || (lane === ACCOUNT_LANE) === (part === 'account')
  const queue = {
    lanes: async () => (await lanesDue(ctx.db, 'mail_outbox', 'lane', atThisInstant(ctx).now)).filter(isMine),
    claim: (lane: string | null) => claimMail(atThisInstant(ctx), lane),
    work: async (mail: ClaimedMail) => {
      const outcome = await Promise.race([attempt(ctx, sender, mail), grace.passed])
      if (outcome === undefined) return releaseClaim(ctx.db, 'mail_outbox', mail.id, atThisInstant(ctx).now)
      result[outcome]++
    },
  }
  await workOff(queue, part === 'account' ? ACCOUNT_BOUNDS : BOUNDS, signal).finally(grace.dispose)
  if (result.sent + result.failed > 0) await announce(atThisInstant(ctx))
  return result
}

async function attempt(ctx: Ctx, sender: MailSender, mail: ClaimedMail): Promise<'sent' | 'failed'> {
  try {
    const pictures = await inlinePictures(ctx, mail.html)
    const documents = await renderAttachments(atThisInstant(ctx), mail.id)
    await sender.send({ ...mail, attachments: [...pictures, ...documents] })
  } catch (error) {
    await markFailed(ctx, mail, error)
    return 'failed'
  }
  await markSent(atThisInstant(ctx), mail.id)
  return 'sent'
}

/** The administrator's counters and log follow what became of the mails. */
const announce = (ctx: Ctx): Promise<void> =>
  transact(ctx, (tx) => publishChange(tx, { domains: ['platform'], agencyId: null }))

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

async function claimMail(ctx: Ctx, lane: string | null) {
  const id = await claimDue(ctx.db, 'mail_outbox', {
    now: ctx.now,
    leaseMinutes: LEASE_MINUTES,
    narrow: (query) => (lane === null ? query.where('lane', 'is', null) : query.where('lane', '=', lane)),
  })
  if (id === null) return null
  const claimed = await ctx.db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'shown_to', 'shown_cc', 'subject', 'text', 'html', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (claimed === undefined) return null
  const { shown_to, shown_cc, ...mail } = claimed
  const shown = shown_to !== null && { shown: { to: toAddresses(shown_to), cc: toAddresses(shown_cc) } }
  return { ...mail, ...shown }
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
