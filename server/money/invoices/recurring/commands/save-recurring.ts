import type { z } from 'zod'
import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { RecurringInvoiceDto } from '#shared/money/invoices/invoices.ts'
import { firstRunAfter, resumesOn } from '#shared/money/invoices/recurring.ts'
import type { pauseRecurringInput, recurringSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../../base/core/rows/versioned.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../../base/db/values.ts'
import { taxRoundingOf } from '../../../../identity/letterhead/queries/profile-row.ts'
import { booksToday } from '../../../ledger/queries/open-days.ts'
import {
  atTaxRates,
  clientCurrency,
  contentColumns,
  type InvoiceContent,
  insertInvoice,
  replaceItems,
  requireClientAndProject,
} from '../../commands/save.ts'
import { withSavedTime } from '../../queries/saved-time.ts'
import { getRecurring, isFinished, recurringRows } from '../queries/recurring.ts'

type RecurringSave = z.output<typeof recurringSaveInput>
type RecurringPlan = Omit<RecurringSave, 'items'> & InvoiceContent

/** Creates or updates a recurring invoice; existing invoices don't change. */
export function saveRecurring(ctx: AgencyCtx, input: RecurringSave): Promise<RecurringInvoiceDto> {
  return transact(ctx, async (tx) => {
    await requireClientAndProject(tx, input, await templateOf(tx, input.id))
    const currency = input.currency ?? (await clientCurrency(tx, input.client_id))
    const plan = { ...input, currency, items: await atTaxRates(tx, input.items) }
    const id =
      input.id === undefined ? await insertRecurring(tx, plan) : await updateRecurring(tx, plan, input.id)
    await record(tx, 'invoice.recurring', {
      id,
      change: input.id === undefined ? 'planned' : 'changed',
      title: input.title,
    })
    return getRecurring(tx, id)
  })
}

async function templateOf(tx: Tx<AgencyCtx>, planId: string | undefined): Promise<string | undefined> {
  if (planId === undefined) return undefined
  const plan = await selectFrom(tx, 'recurring_invoices')
    .select('template_id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', planId)
    .executeTakeFirst()
  return plan?.template_id
}

const termsOf = (input: RecurringPlan) => ({
  frequency: input.frequency,
  ends_on: input.ends_on,
  occurrences_left: input.occurrences ?? null,
  due_days: input.due_days,
  send_automatically: toFlag(input.send_automatically),
  supply_period: input.supply_period,
})

async function insertRecurring(tx: Tx<AgencyCtx>, input: RecurringPlan): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
  await insertInto(tx, 'recurring_invoices')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      template_id: await insertInvoice(tx, input, {
        due: { on: input.starts_on },
        kind: 'template',
        createdBy: tx.actor.userId,
      }),
      ...termsOf(input),
      anchor_on: input.starts_on,
      // A start in the past sets the interval, but doesn't create invoices for past dates.
      ...firstRunAfter(
        input.starts_on,
        input.frequency,
        shiftDate(await booksToday(tx, tx.reach.agencyId), -1),
      ),
      paused_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function updateRecurring(tx: Tx<AgencyCtx>, plan: RecurringPlan, id: string): Promise<string> {
  const current = await recurringRows(tx)
    .where('recurring_invoices.agency_id', '=', tx.reach.agencyId)
    .where('recurring_invoices.id', '=', id)
    .executeTakeFirst()
  if (current === undefined) throw notFound('This recurring invoice')
  const input = { ...plan, items: await withSavedTime(tx, current.template_id, plan.items) }
  const before = { starts_on: current.anchor_on, frequency: current.frequency }
  const today = dateInZone(tx.now, current.timezone)
  // A finished plan that continues creates no invoices for the dates since its end.
  const skipped = isFinished(current) && current.next_on < today ? today : null
  const from = resumesOn(before, input, today) ?? skipped
  const row = { agency_id: tx.reach.agencyId, id, version: input.version ?? current.version }
  await updateVersioned(
    tx,
    'recurring_invoices',
    row,
    {
      ...termsOf(input),
      ...(from !== null && {
        anchor_on: input.starts_on,
        ...firstRunAfter(input.starts_on, input.frequency, shiftDate(from, -1)),
      }),
    },
    'This recurring invoice',
  )
  const taxRounding = await taxRoundingOf(tx, tx.reach.agencyId)
  await updateTable(tx, 'invoices')
    .set({ client_id: input.client_id, ...contentColumns(input, taxRounding), updated_at: toInstant(tx.now) })
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', current.template_id)
    .execute()
  await replaceItems(tx, current.template_id, input, taxRounding)
  return id
}

/** Pauses or resumes; resuming continues with the next date, or first creates the invoices missed. */
export function pauseRecurring(
  ctx: AgencyCtx,
  input: z.output<typeof pauseRecurringInput>,
): Promise<RecurringInvoiceDto> {
  return transact(ctx, async (tx) => {
    const current = await recurringRows(tx)
      .where('recurring_invoices.agency_id', '=', ctx.reach.agencyId)
      .where('recurring_invoices.id', '=', input.id)
      .executeTakeFirst()
    if (current === undefined) throw notFound('This recurring invoice')
    const yesterday = shiftDate(dateInZone(ctx.now, current.timezone), -1)
    const skips = !input.paused && input.missed === 'skip' && current.next_on <= yesterday
    await updateVersioned(
      tx,
      'recurring_invoices',
      { agency_id: ctx.reach.agencyId, id: input.id, version: current.version },
      {
        paused_at: input.paused ? toInstant(ctx.now) : null,
        ...(skips && firstRunAfter(current.anchor_on, current.frequency, yesterday)),
      },
      'This recurring invoice',
    )
    const plan = await getRecurring(tx, input.id)
    await record(tx, 'invoice.recurring', {
      id: input.id,
      change: input.paused ? 'paused' : 'resumed',
      title: plan.title,
    })
    return plan
  })
}

/** Deletes the plan; invoices created from it remain. */
export function deleteRecurring(ctx: AgencyCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const plan = await getRecurring(tx, input.id)
    const deleted = await deleteFrom(tx, 'recurring_invoices')
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.id)
      .returning('template_id')
      .executeTakeFirst()
    if (deleted === undefined) throw notFound('This recurring invoice')
    await deleteFrom(tx, 'invoices')
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', deleted.template_id)
      .where('kind', '=', 'template')
      .execute()
    await record(tx, 'invoice.recurring-deleted', { id: input.id, title: plan.title })
    return { id: input.id }
  })
}
