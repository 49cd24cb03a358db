import type { z } from 'zod'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type { selfBillVoidInput } from '#shared/money/schemas/self-billing.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { bookingDay } from '../../../ledger/queries/open-days.ts'
import { setAmount } from '../../commands/add-bill.ts'
import { takeBackTax } from '../../commands/book.ts'
import { getPayout } from '../../queries.ts'
import { cancellationOf } from '../../rules.ts'
import { requireSelfBill } from '../queries/self-bills.ts'
import { insertDocument, issueNumber } from './issue.ts'

type Voiding = z.output<typeof selfBillVoidInput>

/**
 * Cancels a self-billed document by another: the contributor rejects it, or the agency made a mistake. The payout
 * then has no bill; tax that was already booked is reversed today.
 */
export function voidSelfBill(ctx: AgencyCtx, input: Voiding): Promise<PayoutDto> {
  return transact(ctx, async (tx) => {
    const document = await requireSelfBill(tx, input.id)
    const bill = await selectFrom(tx, 'payout_bills')
      .select(['id', 'payout_id', 'payout_amount'])
      .where('agency_id', '=', tx.reach.agencyId)
      .where('self_bill_id', '=', document.id)
      .executeTakeFirst()
    if (bill === undefined) throw alreadyCanceled()
    const books = inAgency(tx, { agencyId: tx.reach.agencyId })
    const number = await issueNumber(tx, document.employee_id, await prefixKeyOf(tx, document.agreement_id))
    const paper = cancellationOf(document.paper, {
      number,
      issued_on: await bookingDay(books, tx.reach.agencyId),
      reason: input.reason,
    })
    await insertDocument(tx, paper, {
      employeeId: document.employee_id,
      agreementId: document.agreement_id,
      payoutId: document.payout_id,
      cancelsId: document.id,
    })
    const payout = await getPayout(tx, bill.payout_id)
    await setAmount(tx, payout, isFixed(payout) ? payout.amount : bill.payout_amount)
    if (payout.status === 'succeeded') await takeBackTax(books, payout.id)
    await deleteFrom(tx, 'payout_bills')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', bill.id)
      .execute()
    const event = tx.reach.kind === 'contributor' ? 'self-bill.rejected' : 'self-bill.voided'
    await record(tx, event, {
      id: document.id,
      number: document.number,
      by_number: number,
      employeeId: document.employee_id,
    })
    return getPayout(tx, payout.id)
  })
}

/** A payout that is paid, or in the bank's file, keeps its amount. */
const isFixed = ({ status, sepa_batch_id }: PayoutDto): boolean =>
  status !== 'pending' || sepa_batch_id !== null

const alreadyCanceled = (): AppError =>
  new AppError('CONFLICT', 'This document is already canceled, or a cancellation itself.', {
    reason: 'already_canceled',
  })

async function prefixKeyOf(tx: Tx<AgencyCtx>, agreementId: string): Promise<string> {
  const { prefix_key } = await selectFrom(tx, 'self_billing_agreements')
    .select('prefix_key')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', agreementId)
    .executeTakeFirstOrThrow()
  return prefix_key
}
