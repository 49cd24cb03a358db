import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { renewedReminder } from '../../../../money/invoices/sending/commands/remind.ts'
import { mailReminder } from '../../handlers/money.ts'
import { reasonOf } from '../../templates.ts'

interface WaitingMail {
  id: string
  recipient: string
  reason: string | null
}

/** Rewrites a reminder that waited, if the amount it names or how the invoice is due has changed; null otherwise. */
export async function renewReminder(ctx: Ctx, { id, recipient, ...mail }: WaitingMail) {
  const reason = reasonOf(mail)
  if (reason === null || !('named' in reason) || reason.named === undefined) return null
  const { invoice, named } = reason
  const { agency_id } = await selectFrom(ctx, 'invoices')
    .select('agency_id')
    .where('id', '=', invoice)
    .executeTakeFirstOrThrow()
  return transactIn(ctx, agency_id, async (tx) => {
    const reminder = await renewedReminder(tx, invoice, named)
    if (reminder === null) return null
    const { to } = reminder.mailTo
    // Copies are greeted like the first recipient.
    const name = (to.find(({ email }) => email === recipient) ?? to[0])?.name ?? ''
    const mailTo = { to: [{ name, email: recipient }], cc: [], bcc: [] }
    await mailReminder(tx, { ...reminder, mailTo }, id)
    return tx.db
      .selectFrom('mail_outbox')
      .select(['subject', 'text', 'html'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  })
}
