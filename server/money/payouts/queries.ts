import type { z } from 'zod'
import type { Money } from '#shared/base/amounts/money.ts'
import type { Page } from '#shared/base/paging.ts'
import { inputParts } from '#shared/money/input-tax.ts'
import { countryOfTaxId } from '#shared/money/ledger/places.ts'
import { DEDUCTIBLE, owesTax, PURCHASES } from '#shared/money/ledger/taxes/purchases.ts'
import { standardRate } from '#shared/money/ledger/taxes/tax-presets.ts'
import type { ExpensePart } from '#shared/money/ledger/taxes/tax-split.ts'
import type { PayoutDto, PayoutPreview, PayoutTotals } from '#shared/money/payouts.ts'
import type { payoutListInput } from '#shared/money/schemas/payouts.ts'
import { notFound } from '../../base/core/calls/errors.ts'
import type { AgencyCtx, UserCtx } from '../../base/core/context.ts'
import { pageAfter, whereSet } from '../../base/core/rows/paging.ts'
import { inAgency } from '../../base/core/rows/reach.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'
import { sumOf } from '../../base/db/engines/dialect.ts'
import { agencyCurrency } from '../../identity/agencies/queries/agency.ts'
import { letterheadProfileOf } from '../../identity/letterhead/queries/profile-row.ts'
import { approvedUnpaidHours } from '../../time/timesheets/queries/billing.ts'

/** The agency's payouts, or a contributor's own, newest first. */
export async function listPayouts(
  ctx: UserCtx,
  input: z.output<typeof payoutListInput>,
): Promise<Page<PayoutDto>> {
  let query = visiblePayouts(ctx)
  query = whereSet(query, 'payouts.status', input.status)
  query = whereSet(query, 'payouts.employee_id', input.employee_id)
  return pageAfter(query, ['payouts.created_at', 'payouts.id'], input, toDto)
}

/** Totals of the payouts visible to the caller, by currency: the agency's first, even if zero. */
export async function getPayoutTotals(ctx: UserCtx): Promise<PayoutTotals[]> {
  const own = await agencyCurrency(ctx, ctx.reach.agencyId)
  const rows = await ctx.db
    .selectFrom(visiblePayouts(ctx).as('visible'))
    .select(['status', 'currency'])
    .select((eb) => sumOf(eb.ref('amount')).as('amount'))
    .groupBy(['status', 'currency'])
    .execute()
  const others = [...new Set(rows.map((row) => row.currency))].filter((currency) => currency !== own).sort()
  return [own, ...others].map((currency) => {
    const amountOf = (status: string) =>
      rows.find((row) => row.currency === currency && row.status === status)?.amount ?? 0
    return { currency, pending: amountOf('pending'), paid: amountOf('succeeded') }
  })
}

/** A contributor's pending payouts by currency; never empty. */
export async function pendingPayoutsOf(ctx: UserCtx): Promise<Money[]> {
  const [own, ...others] = (await getPayoutTotals(ctx)).map(({ pending, currency }) => ({
    amount: pending,
    currency,
  }))
  const due = others.filter(({ amount }) => amount !== 0)
  return own === undefined || (own.amount === 0 && due.length > 0) ? due : [own, ...due]
}

/** The payouts that approved hours would create, one per contributor. */
export async function previewPayouts(ctx: AgencyCtx): Promise<PayoutPreview[]> {
  const currency = await agencyCurrency(ctx, ctx.reach.agencyId)
  const payable = await approvedUnpaidHours(ctx)
  return payable.map(({ entry_ids: _entries, ...hours }) => ({ ...hours, currency }))
}

export async function getPayout(ctx: UserCtx, id: string): Promise<PayoutDto> {
  const row = await visiblePayouts(ctx).where('payouts.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This payout')
  return toDto(row)
}

type PayoutRow = Awaited<ReturnType<ReturnType<typeof visiblePayouts>['execute']>>[number]

/** Columns that every bill has; without a bill they are null together. */
type OfBill =
  | 'bill_id'
  | 'bill_number'
  | 'issued_on'
  | 'net'
  | 'treatment'
  | 'tax_bps'
  | 'tax'
  | 'recorded_by'
type BilledRow = PayoutRow & { [Column in OfBill]: NonNullable<PayoutRow[Column]> }

const hasBill = (row: PayoutRow): row is BilledRow => row.bill_id !== null

const toDto = (row: PayoutRow): PayoutDto =>
  hasBill(row)
    ? {
        ...payoutOf(row),
        bill: {
          id: row.bill_id,
          number: row.bill_number,
          issued_on: row.issued_on,
          net: row.net,
          treatment: row.treatment,
          tax_bps: row.tax_bps,
          tax: row.tax,
          tax_id: row.tax_id,
          country: row.bill_country,
          owed_bps: row.owed_bps,
          deductible_bps: row.deductible_bps ?? DEDUCTIBLE,
          recorded_by: row.recorded_by,
          self_bill_id: row.self_bill_id,
          origin: row.self_bill_id === null ? 'contributor' : 'self_billed',
          currency: row.currency,
          file_name: row.bill_file,
        },
        bill_status: row.status === 'succeeded' ? 'paid' : 'received',
      }
    : { ...payoutOf(row), bill: null, bill_status: 'missing' }

const payoutOf = (row: PayoutRow) => ({
  id: row.id,
  agency_id: row.agency_id,
  employee_id: row.employee_id,
  employee_name: row.employee_name,
  description: row.description,
  minutes: row.minutes,
  hourly_rate: row.hourly_rate,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  paid_at: row.paid_at,
  sepa_batch_id: row.sepa_batch_id,
  version: row.version,
  created_at: row.created_at,
})

function visiblePayouts(ctx: UserCtx) {
  return selectFrom(ctx, 'payouts')
    .innerJoin('employees', 'employees.id', 'payouts.employee_id')
    .leftJoin('payout_bills', (join) =>
      join
        .onRef('payout_bills.agency_id', '=', 'payouts.agency_id')
        .onRef('payout_bills.payout_id', '=', 'payouts.id'),
    )
    .leftJoin('payout_bill_files', (join) =>
      join
        .onRef('payout_bill_files.agency_id', '=', 'payout_bills.agency_id')
        .onRef('payout_bill_files.bill_id', '=', 'payout_bills.id'),
    )
    .select([
      'payouts.id',
      'payouts.agency_id',
      'payouts.employee_id',
      'employees.name as employee_name',
      'payouts.description',
      'payouts.minutes',
      'payouts.hourly_rate',
      'payouts.amount',
      'payouts.currency',
      'payouts.status',
      'payouts.paid_at',
      'payouts.version',
      'payouts.created_at',
      'payout_bills.id as bill_id',
      'payout_bills.number as bill_number',
      'payout_bills.issued_on',
      'payout_bills.net',
      'payout_bills.treatment',
      'payout_bills.tax_bps',
      'payout_bills.tax',
      'payout_bills.tax_id',
      'payout_bills.country as bill_country',
      'payout_bills.owed_bps',
      'payout_bills.deductible_bps',
      'payout_bills.recorded_by',
      'payout_bills.self_bill_id',
      'payout_bill_files.name as bill_file',
    ])
    .select((eb) =>
      eb
        .selectFrom('sepa_transfers')
        .whereRef('sepa_transfers.agency_id', '=', 'payouts.agency_id')
        .whereRef('sepa_transfers.payout_id', '=', 'payouts.id')
        .select('sepa_transfers.batch_id')
        .as('sepa_batch_id'),
    )
}

/** The input tax in what is paid, or why there is none, by payout; omits those that no return needs. */
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

/** The agency's country, which is beyond a contributor's own access. */
export async function homeOf(ctx: AgencyCtx): Promise<string | null> {
  const { agencyId } = ctx.reach
  return (await letterheadProfileOf(inAgency(ctx, { agencyId }), agencyId))?.country ?? null
}
