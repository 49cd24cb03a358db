import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import { billNumberKey } from '#shared/money/bills.ts'
import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type { billRecordInput } from '#shared/money/schemas/bills.ts'
import { AppError, fieldError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { normalTaxId } from '../../../../identity/letterhead/rules.ts'
import { addBill } from '../../commands/add-bill.ts'
import { getPayout } from '../../queries.ts'
import { isOfSeries } from '../queries/bills.ts'
import { countryOfBills } from '../queries/terms.ts'

type BillRecord = z.output<typeof billRecordInput>

/** Records the bill that a contributor wrote for a payout. */
export async function recordBill(ctx: AgencyCtx, input: BillRecord): Promise<PayoutDto> {
  const taxId = await normalTaxId(input.tax_id)
  return transact(ctx, async (tx) => {
    if (input.issued_on > dateInZone(tx.now, tx.reach.booksZone)) {
      throw fieldError('issued_on', 'The bill can’t be dated in the future.')
    }
    const payout = await getPayout(tx, input.payout_id)
    await requireNew(tx, payout, input.number)
    if (await isOfSeries(tx, payout.employee_id, billNumberKey(input.number))) {
      throw fieldError('number', 'Numbers with this prefix belong to self-billed documents.')
    }
    // Only owners change figures of locked periods, and know what can be deducted.
    const isOwner = tx.reach.kind === 'agency'
    if (!isOwner && input.deductible_bps !== DEDUCTIBLE)
      throw fieldError('deductible_bps', 'Only an owner can set the deductible share.')
    const id = await addBill(tx, payout, {
      number: input.number,
      issued_on: input.issued_on,
      net: input.net,
      treatment: input.treatment,
      tax_bps: input.tax_bps,
      tax: input.tax,
      tax_id: taxId,
      country:
        input.country === undefined ? await countryOfBills(tx, payout.employee_id, taxId) : input.country,
      owed_bps: input.owed_bps ?? null,
      deductible_bps: input.deductible_bps,
      self_bill_id: null,
      confirmed: isOwner && input.confirm_period === true,
    })
    if (input.file_id != null) await takeFile(tx, input.file_id, { id, employeeId: payout.employee_id })
    await record(tx, 'payout-bill.recorded', { id, number: input.number, employeeId: payout.employee_id })
    return getPayout(tx, payout.id)
  })
}

async function requireNew(
  tx: Tx<AgencyCtx>,
  { bill, employee_id }: PayoutDto,
  number: string,
): Promise<void> {
  if (bill !== null) throw new AppError('CONFLICT', `This payout already has the bill ${bill.number}.`)
  const used = await selectFrom(tx, 'payout_bills')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('employee_id', '=', employee_id)
    .where('number_key', '=', billNumberKey(number))
    .executeTakeFirst()
  if (used === undefined) return
  const message = 'This contributor’s bill number is already used.'
  throw new AppError('CONFLICT', message, { fields: { number: message } })
}

async function takeFile(
  tx: Tx<AgencyCtx>,
  fileId: string,
  bill: { id: string; employeeId: string },
): Promise<void> {
  const taken = await updateTable(tx, 'payout_bill_files')
    .set({ bill_id: bill.id })
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', fileId)
    .where('employee_id', '=', bill.employeeId)
    .where('bill_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw notFound('This file')
}
