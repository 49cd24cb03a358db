import { claimDue } from '../db/claim.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { addMinutes, toInstant } from '../db/values.ts'
import { publishChange } from '../live/publish.ts'
import type { MailSender } from '../services/mail.ts'
import type { Services } from '../trpc/context.ts'
import { renderAttachments } from './attachments.ts'

/** Minutes to wait after each failed attempt; after the last one the mail is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 720]
/** A process that dies while sending holds its mail for this long. */
const LEASE_MINUTES = 10
const BATCH = 50

export interface DeliveryResult {
  sent: number
  failed: number
}

type DeliveryServices = Pick<Services, 'db' | 'config' | 'log' | 'clock'>

/**
 * Sends the mails that are due, one after the other. Each is claimed before it is sent, so that two
 * processes never send the same one at once.
 */
export async function deliverDueMails(
  services: DeliveryServices,
  sender: MailSender,
): Promise<DeliveryResult> {
  const result: DeliveryResult = { sent: 0, failed: 0 }
  for (let count = 0; count < BATCH; count++) {
    const mail = await claimMail(services.db, services.clock())
    if (mail === null) break
    try {
      const attachments = await renderAttachments(services, mail.id, services.clock())
      await sender.send({ ...mail, attachments })
      await markSent(services.db, mail.id, services.clock())
      result.sent++
    } catch (error) {
      await markFailed(services, mail, error)
      result.failed++
    }
  }
  if (result.sent + result.failed > 0) await announce(services)
  return result
}

/** The administrator's counters and log follow what became of the mails. */
const announce = ({ db, clock }: DeliveryServices): Promise<void> =>
  transact(db, (trx) => publishChange(trx, { agencyId: null, now: clock() }, { domains: ['platform'] }))

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

async function claimMail(db: Db, now: Date) {
  const id = await claimDue(db, 'mail_outbox', { now, leaseMinutes: LEASE_MINUTES })
  if (id === null) return null
  const claimed = await db
    .selectFrom('mail_outbox')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  return claimed ?? null
}

/** A delivered mail keeps no body: it may hold a link that works like a password. */
async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ status: 'sent', sent_at: toInstant(now), text: '', html: '', last_error: null })
    .where('id', '=', id)
    .execute()
}

async function markFailed(
  { db, log, clock }: DeliveryServices,
  mail: ClaimedMail,
  error: unknown,
): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const wait = RETRY_MINUTES[mail.attempts - 1]
  log.warn({ mailId: mail.id, attempt: mail.attempts, reason: message }, 'mail not delivered')
  await db
    .updateTable('mail_outbox')
    .set(
      wait === undefined
        ? { status: 'failed', last_error: message }
        : { next_attempt_at: toInstant(addMinutes(clock(), wait)), last_error: message },
    )
    .where('id', '=', mail.id)
    .execute()
}
