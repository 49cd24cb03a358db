import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { PayoutDto, PayoutTotals, payoutListInput } from '#shared/payouts.ts'
import type { Scope } from '../auth/scope.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter } from '../db/scope-guard.ts'
import { notFound } from '../errors.ts'

/** Payouts of the agency, or a contributor's own, newest first. */
export async function listPayouts(
  db: Db,
  scope: Scope,
  input: z.output<typeof payoutListInput>,
): Promise<Page<PayoutDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await visiblePayouts(db, scope)
    .$if(!!input.status, (query) => query.where('payouts.status', '=', input.status ?? 'pending'))
    .$if(!!input.employee_id, (query) => query.where('payouts.employee_id', '=', input.employee_id ?? ''))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('payouts.created_at', 'payouts.id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('payouts.created_at', 'desc')
    .orderBy('payouts.id', 'desc')
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
export async function getPayoutTotals(db: Db, scope: Scope): Promise<PayoutTotals> {
  const rows = await db
    .selectFrom(visiblePayouts(db, scope).as('visible'))
    .select(['status', 'currency'])
    .select((eb) => eb.fn.sum<number>('amount').as('amount'))
    .groupBy(['status', 'currency'])
    .execute()
  const amountOf = (status: string) =>
    rows.filter((row) => row.status === status).reduce((sum, row) => sum + row.amount, 0)
  return { pending: amountOf('pending'), paid: amountOf('succeeded'), currency: rows[0]?.currency ?? 'USD' }
}

/** What a contributor has still to receive, in minor units. */
export async function pendingPayoutsOf(db: Db, scope: Scope): Promise<number> {
  return (await getPayoutTotals(db, scope)).pending
}

export async function getPayout(db: Db, scope: Scope, id: string): Promise<PayoutDto> {
  const row = await visiblePayouts(db, scope).where('payouts.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This payout')
  return row
}

function visiblePayouts(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  return db
    .selectFrom('payouts')
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
    .$if(agencyId !== null, (query) => query.where('payouts.agency_id', '=', agencyId))
    .$if(scope.role === 'employee', (query) =>
      query.where('payouts.employee_id', '=', scope.employeeId ?? 'none'),
    )
}
