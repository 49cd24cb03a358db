import { sql } from 'kysely'
import type { z } from 'zod'
import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { Page } from '#shared/base/paging.ts'
import type { RecurringInvoiceDto, RecurringPlanDto } from '#shared/money/invoices/invoices.ts'
import { firstRunAfter } from '#shared/money/invoices/recurring.ts'
import type { recurringListInput } from '#shared/money/invoices/schemas/invoices.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { afterKeys, decodeCursor, type ListKey, toPage } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { itemsByInvoice } from '../../queries/invoices.ts'

export type RecurringRow = Awaited<ReturnType<ReturnType<typeof recurringRows>['executeTakeFirstOrThrow']>>

/** Plans with their template's content. */
export const recurringRows = (ctx: Ctx) =>
  selectFrom(ctx, 'recurring_invoices')
    .innerJoin('invoices', 'invoices.id', 'recurring_invoices.template_id')
    .innerJoin('agencies', 'agencies.id', 'recurring_invoices.agency_id')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select([
      'recurring_invoices.agency_id',
      'recurring_invoices.id',
      'recurring_invoices.template_id',
      'recurring_invoices.frequency',
      'recurring_invoices.anchor_on',
      'recurring_invoices.next_on',
      'recurring_invoices.ends_on',
      'recurring_invoices.occurrences_left',
      'recurring_invoices.runs',
      'recurring_invoices.due_days',
      'recurring_invoices.send_automatically',
      'recurring_invoices.supply_period',
      'recurring_invoices.paused_at',
      'recurring_invoices.version',
      'clients.id as client_id',
      'invoices.project_id',
      'invoices.title',
      'invoices.description',
      'invoices.notes',
      'invoices.currency',
      'invoices.discount_type',
      'invoices.discount_value',
      'invoices.prices_include_tax',
      'invoices.purchase_order',
      'invoices.total',
      'clients.name as client_name',
      'clients.archived_at',
      'agencies.name as agency_name',
      'agencies.suspended_at',
      'agencies.owner_id',
      'agencies.currency as base_currency',
      'agencies.timezone',
    ])

/** Active plans before paused and finished ones. */
const TURN = sql<number>`case
  when recurring_invoices.occurrences_left = 0 or recurring_invoices.next_on > recurring_invoices.ends_on then 2
  when recurring_invoices.paused_at is not null then 1
  else 0 end`

const BY_TURN: ListKey[] = [
  { by: TURN, direction: 'asc', numeric: true },
  { by: sql.ref('recurring_invoices.next_on'), direction: 'asc' },
  { by: sql.ref('recurring_invoices.id'), direction: 'asc' },
]

/** The agency's plans: active, paused, then finished ones, each by next date. */
export async function listRecurring(
  ctx: UserCtx,
  { cursor, limit }: z.output<typeof recurringListInput>,
): Promise<Page<RecurringInvoiceDto>> {
  const rows = await afterKeys(recurringRows(ctx).select(TURN.as('turn')), BY_TURN, decodeCursor(cursor))
    .limit(limit + 1)
    .execute()
  return toPage(
    rows,
    limit,
    (row) => [String(row.turn), row.next_on, row.id],
    (row) => toRecurring(row, ctx.now),
  )
}

export async function getRecurring(ctx: UserCtx, id: string): Promise<RecurringInvoiceDto> {
  const row = await recurringRows(ctx).where('recurring_invoices.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This recurring invoice')
  return toRecurring(row, ctx.now)
}

/** The plan with its template's lines. */
export async function getRecurringPlan(ctx: UserCtx, id: string): Promise<RecurringPlanDto> {
  const row = await recurringRows(ctx).where('recurring_invoices.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This recurring invoice')
  const items = await itemsByInvoice(ctx, [row.template_id])
  return {
    ...toRecurring(row, ctx.now),
    project_id: row.project_id,
    description: row.description,
    notes: row.notes,
    discount_given: { type: row.discount_type, value: row.discount_value },
    prices_include_tax: fromFlag(row.prices_include_tax),
    purchase_order: row.purchase_order,
    items: items.get(row.template_id) ?? [],
    starts_on: row.anchor_on,
    supply_period: row.supply_period,
  }
}

const toRecurring = (row: RecurringRow, now: Date): RecurringInvoiceDto => ({
  id: row.id,
  title: row.title,
  clientName: row.client_name,
  client_id: row.client_id,
  amount: row.total,
  currency: row.currency,
  frequency: row.frequency,
  next_on: row.next_on,
  ends_on: row.ends_on,
  occurrences_left: row.occurrences_left,
  due_days: row.due_days,
  send_automatically: fromFlag(row.send_automatically),
  paused: row.paused_at !== null,
  missed: row.paused_at === null ? 0 : missedRuns(row, dateInZone(now, row.timezone)),
  finished: isFinished(row),
  version: row.version,
})

export const isFinished = (row: Pick<RecurringRow, 'occurrences_left' | 'ends_on' | 'next_on'>): boolean =>
  row.occurrences_left === 0 || (row.ends_on !== null && row.next_on > row.ends_on)

/** Dates missed while paused, excluding today. */
const missedRuns = (row: RecurringRow, today: string): number =>
  Math.max(0, firstRunAfter(row.anchor_on, row.frequency, shiftDate(today, -1)).runs - row.runs)
