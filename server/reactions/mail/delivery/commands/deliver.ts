import { connectionsTo, type MailSender } from '../../../../base/adapters/mail.ts'
import { type Bounds, graceAfter, NEVER, workOff } from '../../../../base/core/calls/fair-queue.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { atThisInstant } from '../../../../base/core/rows/reach.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { addMinutes, fromFlag, toAddresses, toInstant } from '../../../../base/db/values.ts'
import { endLease, lanesDue, leaseDue } from '../../../../base/db/work-queues.ts'
import { publishChange } from '../../../live/commands/publish.ts'
import { inlinePictures, renderAttachments } from '../../queries/attachments.ts'
import { lapseOf } from '../../queries/lapse.ts'
import { ACCOUNT_LANE, ERASED, refusalIn } from '../../rules.ts'
import { renewReminder } from './renew-reminder.ts'
import { reportFailed } from './report-failed.ts'

/** Minutes to wait after each failed attempt: longer than providers block a sender whose daily limit is used up. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 720, 1440]
/** If a process dies while sending, its mail can be sent by another after this time; longer than servers may take. */
const LEASE_MINUTES = 15
/** How long current deliveries may take to finish after the signal. */
const GRACE_MS = 4000
/** The part of the connections for mails needed to sign in. */
const ACCOUNT_SHARE = 0.4
const PER_LANE = 2

export interface DeliveryResult {
  sent: number
  failed: number
}

/** Mails needed to sign in, or all others. */
export type MailPart = 'account' | 'others'

/**
 * Sends due mails concurrently, with agencies in turn. Each mail is leased first, so that no two processes send the
 * same one.
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
    lease: (lane: string | null) => leaseMail(atThisInstant(ctx), lane),
    work: async (mail: LeasedMail) => {
      const outcome = await Promise.race([attempt(ctx, sender, mail), grace.passed])
      if (outcome === undefined) return endLease(ctx.db, 'mail_outbox', mail.id, atThisInstant(ctx).now)
      result[outcome]++
    },
  }
  await workOff(queue, boundsOf(connectionsTo(ctx.services.config.smtpUrl), part), signal).finally(
    grace.dispose,
  )
  if (result.sent + result.failed > 0) await announce(atThisInstant(ctx))
  return result
}

function boundsOf(connections: number, part: MailPart | undefined): Bounds {
  const account = Math.max(1, Math.floor(connections * ACCOUNT_SHARE))
  return part === 'account'
    ? { atOnce: account, perLane: account }
    : { atOnce: Math.max(1, connections - account), perLane: PER_LANE }
}

async function attempt(ctx: Ctx, sender: MailSender, mail: LeasedMail): Promise<'sent' | 'failed'> {
  const lapse = await lapseOf(atThisInstant(ctx), mail)
  if (lapse !== null) {
    await drop(ctx, mail.id, lapse)
    return 'failed'
  }
  try {
    const texts = (await renewReminder(atThisInstant(ctx), mail)) ?? mail
    const pictures = await inlinePictures(ctx, texts.html)
    const documents = await renderAttachments(atThisInstant(ctx), mail.id)
    await sender.send({ ...mail, ...texts, attachments: [...pictures, ...documents] })
  } catch (error) {
    await retryOrGiveUp(ctx, mail, error)
    return 'failed'
  }
  await markSent(atThisInstant(ctx), mail.id)
  return 'sent'
}

/** Refreshes the administrator's mail figures and log. */
const announce = (ctx: Ctx): Promise<void> =>
  transact(ctx, (tx) => publishChange(tx, { domains: ['platform'], agencyId: null }))

type LeasedMail = NonNullable<Awaited<ReturnType<typeof leaseMail>>>

async function leaseMail(ctx: Ctx, lane: string | null) {
  const id = await leaseDue(ctx.db, 'mail_outbox', {
    now: ctx.now,
    leaseMinutes: LEASE_MINUTES,
    narrow: (query) => (lane === null ? query.where('lane', 'is', null) : query.where('lane', '=', lane)),
  })
  if (id === null) return null
  const leased = await ctx.db
    .selectFrom('mail_outbox')
    .select(['id', 'lane', 'recipient', 'shown_to', 'shown_cc', 'from_name', 'reply_to'])
    .select(['subject', 'text', 'html', 'attempts', 'not_after as notAfter', 'reason'])
    .select(['unsubscribe_url as unsubscribeUrl', 'by_person', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (leased === undefined) return null
  const { shown_to, shown_cc, from_name: fromName, reply_to: replyTo, by_person, ...mail } = leased
  const shown = shown_to !== null && { shown: { to: toAddresses(shown_to), cc: toAddresses(shown_cc) } }
  return { ...mail, ...shown, fromName, replyTo, byPerson: fromFlag(by_person) }
}

/** The body is deleted after delivery, because it may contain a link that works like a password. */
async function markSent(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('mail_outbox')
    .set({ status: 'sent', sent_at: toInstant(ctx.now), ...ERASED, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Records in the log why the mail wasn't sent; without its body it can't be sent later either. */
async function drop(ctx: Ctx, id: string, lapse: string): Promise<void> {
  await ctx.db
    .updateTable('mail_outbox')
    .set({ status: 'failed', ...ERASED, last_error: `Not sent: ${lapse}` })
    .where('id', '=', id)
    .execute()
}

async function retryOrGiveUp(ctx: Ctx, mail: LeasedMail, error: unknown): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const refusal = refusalIn(error)
  const wait = refusal === null ? RETRY_MINUTES[mail.attempts - 1] : undefined
  ctx.services.log.warn({ mailId: mail.id, attempt: mail.attempts, reason: message }, 'mail not delivered')
  if (wait === undefined) return reportFailed(atThisInstant(ctx), mail, { message, refusal })
  await ctx.db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: toInstant(addMinutes(ctx.services.clock(), wait)), last_error: message })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .execute()
}
