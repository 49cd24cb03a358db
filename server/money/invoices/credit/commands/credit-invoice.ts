import type { z } from 'zod'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { creditNoteInput } from '#shared/money/invoices/schemas/invoices.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { requireNotDeducted } from '../../queries/advances.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { refuseWhilePaying, requireInvoiceIn } from '../../queries/require-open.ts'
import { amountDue } from '../../rules.ts'
import { chosenParts, issueCreditNote, totalOf } from './issue-credit-note.ts'
import { voidLateFees } from './void.ts'

/**
 * Issues a credit note for an amount still due or for chosen lines. An already paid amount optionally becomes
 * client credit.
 */
export function creditInvoice(
  ctx: AgencyCtx,
  input: z.output<typeof creditNoteInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await requireInvoiceIn(tx, input.id, ['sent', 'overdue', 'paid'])
    await refuseWhilePaying(tx, input.id)
    await requireNotDeducted(tx, input.id)
    if (invoice.total === 0) throw new AppError('CONFLICT', PAID_IN_ADVANCE)
    const due = amountDue(invoice)
    const requireOwed = (amount: number) => {
      if (amount > 0 && (amount <= due || input.keep_as_credit)) return
      throw new AppError('BAD_REQUEST', 'A credit note can’t exceed the amount due.')
    }
    const { amount = due, lines } = input
    if (lines === undefined) requireOwed(amount)
    const parts = await chosenParts(tx, input.id, { amount, lines })
    const total = totalOf(parts)
    requireOwed(total)
    const id = await issueCreditNote(tx, input.id, {
      parts,
      reason: input.reason,
      createdBy: ctx.actor.userId,
    })
    const isWhole = invoice.amount_credited + total === invoice.total
    if (input.void_late_fees && isWhole) await voidLateFees(tx, { id: input.id })
    return getInvoice(tx, id)
  })
}

const PAID_IN_ADVANCE =
  'Everything on this invoice was paid in advance. Void it, and then credit its advance invoices.'
