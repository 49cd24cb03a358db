import { type BillTreatment, billNumberKey } from '#shared/money/bills.ts'
import { owesTax, PURCHASES } from '#shared/money/ledger/taxes/purchases.ts'
import { standardRate } from '#shared/money/ledger/taxes/tax-presets.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { AppError, fieldError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { homeOf } from '../queries.ts'
import { bookTaxOfPaid } from './book.ts'

interface NewBill {
  number: string
  issued_on: string
  net: number
  treatment: BillTreatment
  tax_bps: number
  tax: number
  tax_id: string | null
  country: string | null
  /** Null for the agency's usual rate. */
  owed_bps: number | null
  deductible_bps: number
  self_bill_id: string | null
  /** Changes figures of a locked period if the payout is already paid. */
  confirmed: boolean
}

/**
 * Adds a bill to a payout: its total is what is paid, and the tax in it becomes input tax, at once if the payout is
 * already paid. Returns its id.
 */
export async function addBill(tx: Tx<AgencyCtx>, payout: PayoutDto, bill: NewBill): Promise<string> {
  requireFit(payout, bill)
  const id = newId()
  const { confirmed, ...columns } = bill
  const usualRate = async () => standardRate(await homeOf(tx))
  const owed_bps = owesTax(bill.treatment) ? (bill.owed_bps ?? (await usualRate())) : null
  await insertInto(tx, 'payout_bills')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      payout_id: payout.id,
      employee_id: payout.employee_id,
      number: columns.number,
      number_key: billNumberKey(columns.number),
      issued_on: columns.issued_on,
      currency: payout.currency,
      net: columns.net,
      treatment: columns.treatment,
      tax_bps: columns.tax_bps,
      tax: columns.tax,
      tax_id: columns.tax_id,
      country: columns.country,
      owed_bps,
      deductible_bps: columns.deductible_bps,
      payout_amount: payout.amount,
      recorded_by: tx.actor.name,
      created_at: toInstant(tx.now),
      self_bill_id: columns.self_bill_id,
    })
    .execute()
  if (payout.status === 'pending') await setAmount(tx, payout, bill.net + bill.tax)
  else if (bill.tax > 0 || PURCHASES.some((kind) => kind === bill.treatment)) {
    await bookTaxOfPaid(within(tx), payout.id, confirmed)
  }
  return id
}

/** Contributors don't see the books that their bill changes. */
const within = (tx: Tx<AgencyCtx>): Tx<AgencyCtx> => inAgency(tx, { agencyId: tx.reach.agencyId })

/** The payout's amount is the bill's net amount or total; once it is paid, it can only be the total. */
function requireFit(payout: PayoutDto, { net, tax }: Pick<NewBill, 'net' | 'tax'>): void {
  const isTotal = net + tax === payout.amount
  if (payout.status === 'failed') throw notFound('This payout')
  if (payout.status === 'succeeded' && !isTotal) {
    throw fieldError('net', 'This payout is already paid, so the bill’s total must be what was paid.')
  }
  if (!isTotal && net !== payout.amount) {
    throw fieldError('net', 'The payout must be the bill’s net amount or its total.')
  }
  if (!isTotal) refuseInFile(payout)
}

/** The amount in the bank's file can't change. */
export function refuseInFile({ status, sepa_batch_id }: PayoutDto): void {
  if (status !== 'pending' || sepa_batch_id === null) return
  throw new AppError('CONFLICT', 'This payout is in a SEPA file. Cancel the file first.', {
    reason: 'in_batch',
  })
}

/** Only if it hasn't been paid, changed or put into a file since it was read. */
export async function setAmount(tx: Tx<AgencyCtx>, payout: PayoutDto, amount: number): Promise<void> {
  const changed = await updateTable(tx, 'payouts')
    .set((eb) => ({ amount, version: eb('version', '+', 1), updated_at: toInstant(tx.now) }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', payout.id)
    .where('status', '=', payout.status)
    .where('version', '=', payout.version)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) throw new AppError('CONFLICT', 'The payout has changed in the meantime.')
}
