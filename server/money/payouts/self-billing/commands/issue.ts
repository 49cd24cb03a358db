import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import { billNumberKey } from '#shared/money/bills.ts'
import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type { selfBillIssueInput } from '#shared/money/schemas/self-billing.ts'
import type { SelfBillPaper } from '#shared/money/self-bill-paper.ts'
import { type SupplierDetails, selfBillNumber } from '#shared/money/self-billing.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { getLetterhead } from '../../../invoices/documents/queries/parties.ts'
import { bookingDay } from '../../../ledger/queries/open-days.ts'
import { addBill } from '../../commands/add-bill.ts'
import { getPayout } from '../../queries.ts'
import { amountsOf, sideOf, supplierParty } from '../../rules.ts'
import { type Agreement, latestAgreement, noAgreement, supplierOf, todayOf } from '../queries/agreements.ts'
import { linesOf } from '../queries/lines.ts'

type Issue = z.output<typeof selfBillIssueInput>

/** Issues a contributor's bill for a payout in their name, as agreed. */
export function issueSelfBill(ctx: AgencyCtx, input: Issue): Promise<PayoutDto> {
  return transact(ctx, async (tx) => {
    const payout = await getPayout(tx, input.payout_id)
    if (payout.status === 'failed') throw notFound('This payout')
    if (payout.bill !== null) throw alreadyThere(payout)
    const { agreement, supplier } = await lockAgreement(tx, payout.employee_id)
    const number = await issueNumber(tx, payout.employee_id, agreement.prefix_key)
    const isTotal = payout.status === 'succeeded' || input.amount_is === 'total'
    const amounts = amountsOf(payout.amount, supplier, isTotal)
    const paper: SelfBillPaper = {
      number,
      issued_on: await bookingDay(tx, tx.reach.agencyId),
      currency: payout.currency,
      supplier: supplierParty(supplier),
      customer: (await getLetterhead(tx, { client_id: null })).seller,
      ...(await linesOf(tx, payout, isTotal ? payout.amount : amounts.net)),
      includes_tax: isTotal,
      treatment: supplier.treatment,
      tax_bps: supplier.tax_bps,
      ...amounts,
      agreed_on: dateInZone(new Date(agreement.accepted_at ?? ''), tx.reach.booksZone),
      cancels: null,
    }
    const id = await insertDocument(tx, paper, {
      employeeId: payout.employee_id,
      agreementId: agreement.id,
      payoutId: payout.id,
      cancelsId: null,
    })
    await addBill(tx, payout, {
      number,
      issued_on: paper.issued_on,
      net: paper.net,
      treatment: paper.treatment,
      tax_bps: paper.tax_bps,
      tax: paper.tax,
      tax_id: supplier.tax_id,
      country: supplier.country,
      owed_bps: null,
      deductible_bps: DEDUCTIBLE,
      self_bill_id: id,
      confirmed: input.confirm_period === true,
    })
    await record(tx, 'self-bill.issued', {
      id,
      number,
      amount: paper.net + paper.tax,
      currency: paper.currency,
      employeeId: payout.employee_id,
    })
    return getPayout(tx, payout.id)
  })
}

const alreadyThere = ({ bill }: PayoutDto): AppError =>
  new AppError('CONFLICT', `This payout already has the bill ${bill?.number ?? ''}.`, { reason: 'has_bill' })

/** The valid agreement, which can't be revoked until the document is made; throws CONFLICT without one. */
async function lockAgreement(
  tx: Tx<AgencyCtx>,
  employeeId: string,
): Promise<{ agreement: Agreement; supplier: SupplierDetails }> {
  const today = todayOf(tx)
  const agreement = await updateTable(tx, 'self_billing_agreements')
    .set((eb) => ({ document_count: eb('document_count', '+', 1) }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('employee_id', '=', employeeId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('ends_on', 'is', null), eb('ends_on', '>=', today)]))
    .returningAll()
    .executeTakeFirst()
  // Only an accepted agreement has a supplier.
  const supplier = agreement === undefined ? null : supplierOf(agreement)
  if (agreement === undefined || supplier === null) {
    throw noAgreement(await latestAgreement(tx, employeeId), today)
  }
  return { agreement, supplier }
}

/**
 * The next number of the series, without gaps: updating the counter locks it until the transaction ends, and a
 * rollback returns the number. Skips numbers that the contributor used on their own bills.
 */
export async function issueNumber(tx: Tx<AgencyCtx>, employeeId: string, prefixKey: string): Promise<string> {
  for (;;) {
    const { prefix, next_number } = await updateTable(tx, 'self_bill_series')
      .set((eb) => ({ next_number: eb('next_number', '+', 1) }))
      .where('agency_id', '=', tx.reach.agencyId)
      .where('employee_id', '=', employeeId)
      .where('prefix_key', '=', prefixKey)
      .returning(['prefix', 'next_number'])
      .executeTakeFirstOrThrow()
    const number = selfBillNumber(prefix, next_number - 1)
    const own = await selectFrom(tx, 'payout_bills')
      .select('id')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('employee_id', '=', employeeId)
      .where('number_key', '=', billNumberKey(number))
      .executeTakeFirst()
    if (own === undefined) return number
  }
}

interface Belonging {
  employeeId: string
  agreementId: string
  payoutId: string
  cancelsId: string | null
}

/** Stores a document as it is printed; returns its id. */
export async function insertDocument(
  tx: Tx<AgencyCtx>,
  paper: SelfBillPaper,
  of: Belonging,
): Promise<string> {
  const id = newId()
  await insertInto(tx, 'self_bills')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      employee_id: of.employeeId,
      agreement_id: of.agreementId,
      payout_id: of.payoutId,
      kind: of.cancelsId === null ? 'bill' : 'cancellation',
      number: paper.number,
      number_key: billNumberKey(paper.number),
      cancels_id: of.cancelsId,
      reason: paper.cancels?.reason ?? null,
      issued_on: paper.issued_on,
      currency: paper.currency,
      net: paper.net,
      tax: paper.tax,
      paper: JSON.stringify(paper),
      made_by: tx.actor.name,
      made_side: sideOf(tx),
      created_at: toInstant(tx.now),
    })
    .execute()
  return id
}
