import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { invoiceListInput } from '#shared/invoices.ts'
import type { UserCtx } from '../../core/context.ts'
import type { Schema } from '../../db/schema.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { dueNext, isLate } from './instalments.ts'

type Filters = z.output<typeof invoiceListInput>

/** For so long an invoice counts as recently paid. */
const RECENT_DAYS = 30

/** The invoices with a status, as the lists show it on the caller's day; by the same the summary counts. */
export function hasStatus(
  eb: ExpressionBuilder<Schema, 'invoices'>,
  status: NonNullable<Filters['status']>,
  ctx: UserCtx,
) {
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  if (status === 'open') return eb('invoices.status', 'in', ['sent', 'overdue'])
  if (status === 'overdue') return isLate(eb, today)
  if (status === 'sent' || status === 'pending') {
    return eb.and([eb('invoices.status', '=', 'sent'), eb(dueNext(eb), '>=', today)])
  }
  if (status === 'recently_paid') {
    return eb.and([
      eb('invoices.status', '=', 'paid'),
      eb('invoices.kind', '=', 'invoice'),
      eb('invoices.paid_at', '>=', toInstant(addDays(ctx.now, -RECENT_DAYS))),
    ])
  }
  return eb('invoices.status', '=', status)
}
