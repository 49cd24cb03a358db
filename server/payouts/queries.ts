import type { z } from 'zod'
import type { Money } from '#shared/money.ts'
import type { Page } from '#shared/paging.ts'
import type { PayoutDto, PayoutPreview, PayoutTotals, payoutListInput } from '#shared/payouts.ts'
import { agencyCurrency } from '../agencies/queries/agency.ts'
import type { AgencyCtx, UserCtx } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { afterCursor, decodeCursor, toPage, whereSet } from '../core/paging.ts'
import { selectFrom } from '../core/rows.ts'
import { sumOf } from '../db/dialect.ts'
import { approvedUnpaidHours } from '../timesheets/queries/billing.ts'

/** Payouts of the agency, or a contributor's own, newest first. */
export async function listPayouts(
  ctx: UserCtx,
  input: z.output<typeof payoutListInput>,
): Promise<Page<PayoutDto>> {
  let wanted = visiblePayouts(ctx)
  wanted = whereSet(wanted, 'payouts.status', input.status)
  wanted = whereSet(wanted, 'payouts.employee_id', input.employee_id)
  const rows = await afterCursor(wanted, ['payouts.created_at', 'payouts.id'], decodeCursor(input.cursor))
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => row,
  )
}

/** What the caller's visible payouts add up to, by currency: the agency's own first, even where it is nothing. */
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

/** What a contributor has still to receive, by currency; never empty. */
export async function pendingPayoutsOf(ctx: UserCtx): Promise<Money[]> {
  const [own, ...others] = (await getPayoutTotals(ctx)).map(({ pending, currency }) => ({
    amount: pending,
    currency,
  }))
  const due = others.filter(({ amount }) => amount !== 0)
  return own === undefined || (own.amount === 0 && due.length > 0) ? due : [own, ...due]
}

/** What creating payouts from approved hours would make, a contributor each. */
export async function previewPayouts(ctx: AgencyCtx): Promise<PayoutPreview[]> {
  const currency = await agencyCurrency(ctx, ctx.reach.agencyId)
  const payable = await approvedUnpaidHours(ctx)
  return payable.map(({ entry_ids: _entries, ...hours }) => ({ ...hours, currency }))
}

export async function getPayout(ctx: UserCtx, id: string): Promise<PayoutDto> {
  const row = await visiblePayouts(ctx).where('payouts.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This payout')
  return row
}

function visiblePayouts(ctx: UserCtx) {
  return selectFrom(ctx, 'payouts')
    .innerJoin('employees', 'employees.id', 'payouts.employee_id')
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
    ])
}
