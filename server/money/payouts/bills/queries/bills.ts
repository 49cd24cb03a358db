import { inputParts } from '#shared/money/input-tax.ts'
import { countryOfTaxId } from '#shared/money/ledger/places.ts'
import { DEDUCTIBLE, owesTax, PURCHASES } from '#shared/money/ledger/taxes/purchases.ts'
import { standardRate } from '#shared/money/ledger/taxes/tax-presets.ts'
import type { ExpensePart } from '#shared/money/ledger/taxes/tax-split.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { homeOf } from './terms.ts'

/** A bill that the caller can see. */
export async function requireBill(ctx: AgencyCtx, id: string) {
  const bill = await selectFrom(ctx, 'payout_bills')
    .selectAll()
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (bill === undefined) throw notFound('This bill')
  return bill
}

/** A bill's uploaded file, with what is needed to serve it. */
export async function requireBillFile(ctx: AgencyCtx, billId: string) {
  const row = await selectFrom(ctx, 'payout_bill_files')
    .leftJoin('damaged_files', 'damaged_files.file_key', 'payout_bill_files.storage_key')
    .select(['name', 'content_type', 'size', 'sha256', 'payout_bill_files.storage_key'])
    .select('damaged_files.state as trouble')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('bill_id', '=', billId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This bill')
  return row
}

/** The input tax in what is paid, or why there is none, by payout; omits those that no return asks for. */
export async function taxesOfPayouts(
  ctx: AgencyCtx,
  payoutIds: readonly string[],
): Promise<Map<string, ExpensePart[]>> {
  const rows = await selectFrom(ctx, 'payout_bills')
    .select([
      'payout_id',
      'net',
      'tax',
      'tax_bps',
      'tax_id',
      'treatment',
      'country',
      'owed_bps',
      'deductible_bps',
    ])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('payout_id', 'in', payoutIds)
    .where((eb) => eb.or([eb('tax', '>', 0), eb('treatment', 'in', PURCHASES)]))
    .execute()
  // Bills of version 0.3.0 and earlier have neither rate nor country.
  const isUnstated = ({ treatment, owed_bps }: (typeof rows)[number]) =>
    owesTax(treatment) && owed_bps === null
  const usual = rows.some(isUnstated) ? standardRate(await homeOf(ctx)) : null
  return new Map(
    rows.map((row) => {
      const { payout_id, net, tax_id, deductible_bps, ...bill } = row
      const country = bill.country ?? countryOfTaxId(tax_id)
      const stated = isUnstated(row) ? { ...bill, country, owed_bps: usual } : bill
      const gross = net + bill.tax
      return [payout_id, inputParts({ ...stated, gross, deductible_bps: deductible_bps ?? DEDUCTIBLE })]
    }),
  )
}

/** Whether a number has the prefix of the contributor's self-billed documents. */
export async function isOfSeries(ctx: AgencyCtx, employeeId: string, numberKey: string): Promise<boolean> {
  const series = await selectFrom(ctx, 'self_bill_series')
    .select('prefix_key')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('employee_id', '=', employeeId)
    .where('next_number', '>', 1)
    .execute()
  return series.some(({ prefix_key }) => numberKey.startsWith(prefix_key))
}
