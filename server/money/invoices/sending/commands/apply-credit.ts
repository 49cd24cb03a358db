import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { applyCreditInput } from '#shared/money/invoices/schemas/credit.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, InAgency, Tx } from '../../../../base/core/context.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { reportPaid } from '../../commands/report-paid.ts'
import { type AppliedCredit, spendCredit } from '../../credit/commands/spend-credit.ts'
import { accountOf, creditBalance } from '../../queries/credit-balance.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { amountUnderWay } from '../../queries/pending-payments.ts'
import { requireOpenInvoice } from '../../queries/require-open.ts'
import { amountDue } from '../../rules.ts'
import { sendReceipt } from './send-receipt.ts'

/** Applies all or part of the client's credit to an open invoice. */
export function applyCredit(
  ctx: AgencyCtx,
  input: z.output<typeof applyCreditInput>,
): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const invoice = await requireOpenInvoice(tx, input.id)
    const account = accountOf(invoice)
    const due = amountDue(invoice) - (await amountUnderWay(tx, input.id))
    const balance = await creditBalance(tx, account)
    const amount = input.amount ?? Math.min(due, balance)
    if (amount > due) throw new AppError('BAD_REQUEST', 'The amount exceeds the amount due.')
    if (amount > balance || amount <= 0) {
      const words = formatCharged(balance, invoice.currency)
      throw new AppError('CONFLICT', `Only ${words} of the client’s credit is left.`)
    }
    await confirmCredit(tx, await spendCredit(tx, { ...account, id: input.id, amount }))
    return getInvoice(tx, input.id)
  })
}

/** Records that credit has settled the invoice, and mails a receipt; partial credit is shown on the invoice itself. */
export async function confirmCredit(tx: Tx<InAgency>, { invoice, amount }: AppliedCredit): Promise<void> {
  if (invoice.status !== 'paid') return
  await reportPaid(tx, invoice.id)
  await sendReceipt(tx, invoice, { amount, paymentId: null, payerUserId: null })
}
