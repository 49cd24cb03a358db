import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { PayoutDto, PayoutTotals, payoutListInput } from '#shared/payouts.ts'
import type { UserCtx } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { afterCursor, decodeCursor, toPage, whereSet } from '../core/paging.ts'
import { selectFrom } from '../core/rows.ts'
import { sumOf } from '../db/dialect.ts'

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

/** What the caller's visible payouts add up to. */
export async function getPayoutTotals(ctx: UserCtx): Promise<PayoutTotals> {
  const rows = await ctx.db
    .selectFrom(visiblePayouts(ctx).as('visible'))
    .select(['status', 'currency'])
    .select((eb) => sumOf(eb.ref('amount')).as('amount'))
    .groupBy(['status', 'currency'])
    .execute()
  const amountOf = (status: string) =>
    rows.filter((row) => row.status === status).reduce((sum, row) => sum + row.amount, 0)
  return { pending: amountOf('pending'), paid: amountOf('succeeded'), currency: rows[0]?.currency ?? 'USD' }
}

/** What a contributor has still to receive, in minor units. */
export async function pendingPayoutsOf(ctx: UserCtx): Promise<number> {
  return (await getPayoutTotals(ctx)).pending
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
