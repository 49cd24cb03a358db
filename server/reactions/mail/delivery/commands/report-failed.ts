import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { findAgency } from '../../../../identity/agencies/queries/agency.ts'
import { ACCOUNT_LANE } from '../../rules.ts'

interface FailedMail {
  id: string
  lane: string | null
  recipient: string
  subject: string
  unsubscribeUrl: string | null
}

interface Reason {
  message: string
  /** The server's answer if it refused the recipient. */
  refusal: string | null
}

/** Gives up on a mail, and tells the owners of the agency that sent it. */
export async function reportFailed(ctx: Ctx, mail: FailedMail, reason: Reason): Promise<void> {
  const isOfAgency = mail.lane !== null && mail.lane !== ACCOUNT_LANE
  const agency = isOfAgency ? await findAgency(ctx, mail.lane ?? '') : undefined
  if (agency === undefined) {
    await markFailed(ctx, mail.id, reason)
    return
  }
  await transact(inAgency(ctx, { agencyId: agency.id }), async (tx) => {
    if (await markFailed(tx, mail.id, reason)) await recordFailure(tx, mail, reason)
  })
}

/** False if it was sent or withdrawn meanwhile. */
async function markFailed({ db }: Ctx | Tx, id: string, { message }: Reason): Promise<boolean> {
  const failed = await db
    .updateTable('mail_outbox')
    .set({ status: 'failed', last_error: message })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return failed !== undefined
}

async function recordFailure(tx: Tx, mail: FailedMail, { refusal }: Reason): Promise<void> {
  const { recipient, subject } = mail
  const invoiceId = await findInvoice(tx, mail.id)
  if (invoiceId !== null) await record(tx, 'invoice.mail-failed', { id: invoiceId, recipient, subject })
  // The title of somebody's notification is theirs.
  const shown = mail.unsubscribeUrl === null ? subject : null
  await record(tx, 'mail.failed', { id: mail.id, recipient, subject: shown, refusal, invoiceId })
}

/** The invoice that the mail is about: attached, or to be charged. */
async function findInvoice({ db }: Tx, mailId: string): Promise<string | null> {
  const row = await db
    .selectFrom('mail_outbox')
    .leftJoin('mail_attachments', (join) =>
      join
        .onRef('mail_attachments.mail_id', '=', 'mail_outbox.id')
        .on('mail_attachments.document', '=', 'invoice'),
    )
    .select(['mail_attachments.document_id', 'mail_outbox.notice_of'])
    .where('mail_outbox.id', '=', mailId)
    .executeTakeFirst()
  return row?.document_id ?? row?.notice_of ?? null
}
