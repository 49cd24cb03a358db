import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { RecurringInvoiceDto, recurringSaveInput } from '#shared/invoices.ts'
import { fromThousandths } from '#shared/money.ts'
import type { AgencyId } from '#shared/roles.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addDays, newId, toFlag, toInstant } from '../../db/values.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Services } from '../../trpc/context.ts'
import { getRecurring, type RecurringRow, recurringRows } from '../queries/recurring.ts'
import { addCalendarDays, firstRunAfter, recurrenceDate } from '../rules.ts'
import {
  contentColumns,
  type InvoiceContent,
  insertInvoice,
  replaceItems,
  requireClientAndProject,
} from './save.ts'
import { issueInvoice } from './send.ts'

type RecurringSave = z.output<typeof recurringSaveInput>

/** Plans invoices that write themselves, or changes the plan; invoices already written stay. */
export function saveRecurring(
  db: Db,
  scope: AgencyScope,
  input: RecurringSave,
): Promise<RecurringInvoiceDto> {
  return transact(db, async (trx) => {
    await requireClientAndProject(trx, scope, input)
    const id =
      input.id === undefined
        ? await insertRecurring(trx, scope, input)
        : await updateRecurring(trx, scope, input, input.id)
    await record(trx, scope, id, `Recurring invoice “${input.title}” ${input.id ? 'changed' : 'planned'}`)
    return getRecurring(trx, scope, id)
  })
}

const termsOf = (input: RecurringSave) => ({
  frequency: input.frequency,
  ends_on: input.ends_on,
  occurrences_left: input.occurrences ?? null,
  due_days: input.due_days,
  send_automatically: toFlag(input.send_automatically),
})

async function insertRecurring(trx: Trx, scope: AgencyScope, input: RecurringSave): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('recurring_invoices')
    .values({
      agency_id: scope.agencyId,
      id,
      template_id: await insertInvoice(trx, scope, input, { dueOn: input.starts_on, kind: 'template' }),
      ...termsOf(input),
      anchor_on: input.starts_on,
      next_on: input.starts_on,
      runs: 0,
      paused_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function updateRecurring(
  trx: Trx,
  scope: AgencyScope,
  input: RecurringSave,
  id: string,
): Promise<string> {
  const current = await recurringRows(trx)
    .where('recurring_invoices.agency_id', '=', scope.agencyId)
    .where('recurring_invoices.id', '=', id)
    .executeTakeFirst()
  if (current === undefined) throw notFound('This recurring invoice')
  const moved = input.starts_on !== current.anchor_on || input.frequency !== current.frequency
  const today = dateInZone(scope.now, current.timezone)
  // A start that was chosen now may be today; another rhythm alone goes on after it.
  const after = input.starts_on === current.anchor_on ? today : addCalendarDays(today, -1)
  const updated = await trx
    .updateTable('recurring_invoices')
    .set({
      ...termsOf(input),
      ...(moved && { anchor_on: input.starts_on, ...firstRunAfter(input.starts_on, input.frequency, after) }),
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('version', '=', input.version ?? current.version)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) throw conflict('This recurring invoice')
  await trx
    .updateTable('invoices')
    .set({ client_id: input.client_id, ...contentColumns(input), updated_at: toInstant(scope.now) })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', current.template_id)
    .execute()
  await replaceItems(trx, current.template_id, input)
  return id
}

/** Stops writing invoices, or goes on with the next date. */
export function pauseRecurring(
  db: Db,
  scope: AgencyScope,
  input: { id: string; paused: boolean },
): Promise<RecurringInvoiceDto> {
  return transact(db, async (trx) => {
    const changed = await trx
      .updateTable('recurring_invoices')
      .set((eb) => ({
        paused_at: input.paused ? toInstant(scope.now) : null,
        version: eb('version', '+', 1),
        updated_at: toInstant(scope.now),
      }))
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw notFound('This recurring invoice')
    await record(trx, scope, input.id, `Recurring invoice ${input.paused ? 'paused' : 'resumed'}`)
    return getRecurring(trx, scope, input.id)
  })
}

/** Ends the plan for good; the invoices it has written stay as they are. */
export function deleteRecurring(db: Db, scope: AgencyScope, input: { id: string }): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const plan = await getRecurring(trx, scope, input.id)
    const deleted = await trx
      .deleteFrom('recurring_invoices')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .returning('template_id')
      .executeTakeFirst()
    if (deleted === undefined) throw notFound('This recurring invoice')
    await trx
      .deleteFrom('invoices')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', deleted.template_id)
      .where('kind', '=', 'template')
      .execute()
    await record(trx, scope, input.id, `Recurring invoice “${plan.title}” deleted`)
    return { id: input.id }
  })
}

const record = (trx: Trx, scope: AgencyScope, id: string, summary: string) =>
  recordActivity(trx, scope, {
    action: 'invoice.recurring',
    subject: { type: 'recurring_invoice', id },
    summary,
    touches: ['invoices'],
  })

/** Writes the invoices that are due; each date of each plan once, whoever runs it. Returns how many. */
export async function writeRecurringInvoices(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  now: Date,
): Promise<number> {
  const due = await recurringRows(services.db)
    .where('recurring_invoices.paused_at', 'is', null)
    // Where the day begins first it is tomorrow's already; each plan is asked again in its own zone.
    .where('recurring_invoices.next_on', '<=', dateInZone(addDays(now, 1), 'UTC'))
    .execute()
  let written = 0
  for (const plan of due) {
    try {
      written += await transact(services.db, (trx) => runOnce(trx, services.config, plan, now))
    } catch (error) {
      services.log.error({ err: error, recurringId: plan.id }, 'a recurring invoice could not be written')
    }
  }
  return written
}

async function runOnce(trx: Trx, config: Services['config'], plan: RecurringRow, now: Date): Promise<number> {
  const ended = plan.occurrences_left === 0 || (plan.ends_on !== null && plan.next_on > plan.ends_on)
  if (ended || plan.next_on > dateInZone(now, plan.timezone)) return 0
  const runKey = `${plan.id}:${plan.next_on}`
  // Written before the plan's rhythm changed: only the plan moves on.
  const written = await trx
    .selectFrom('invoices')
    .select('id')
    .where('run_key', '=', runKey)
    .executeTakeFirst()
  const left = plan.occurrences_left
  const claimed = await trx
    .updateTable('recurring_invoices')
    .set({
      runs: plan.runs + 1,
      next_on: recurrenceDate(plan.anchor_on, plan.frequency, plan.runs + 1),
      occurrences_left: left === null || written !== undefined ? left : left - 1,
      updated_at: toInstant(now),
    })
    .where('agency_id', '=', plan.agency_id)
    .where('id', '=', plan.id)
    .where('next_on', '=', plan.next_on)
    .where('runs', '=', plan.runs)
    .returning('id')
    .executeTakeFirst()
  if (claimed === undefined || written !== undefined) return 0
  const scope = planScope(plan, now)
  const id = await insertInvoice(trx, scope, await contentOf(trx, plan), {
    dueOn: addCalendarDays(plan.next_on, plan.due_days),
    kind: 'invoice',
    runKey,
  })
  if (plan.send_automatically === 1) await issueInvoice(trx, config, scope, id)
  else await record(trx, scope, plan.id, `Invoice “${plan.title}” drafted by its plan`)
  return 1
}

/** The agency's owner is who planned it. */
const planScope = (plan: RecurringRow, now: Date): AgencyScope & { agencyId: AgencyId } => ({
  userId: plan.owner_id,
  name: plan.agency_name,
  email: '',
  role: 'agency_admin',
  agencyId: plan.agency_id,
  clientId: null,
  employeeId: null,
  zone: plan.timezone,
  booksZone: plan.timezone,
  weekStart: 'monday',
  now,
})

async function contentOf(trx: Trx, plan: RecurringRow): Promise<InvoiceContent> {
  const items = await trx
    .selectFrom('invoice_items')
    .select(['description', 'quantity', 'rate', 'tax_bps'])
    .where('invoice_id', '=', plan.template_id)
    .orderBy('position')
    .execute()
  return {
    client_id: plan.client_id ?? '',
    project_id: plan.project_id,
    title: plan.title,
    description: plan.description,
    notes: plan.notes,
    currency: plan.currency,
    discount: { type: plan.discount_type, value: plan.discount_value },
    items: items.map((item) => ({ ...item, quantity: fromThousandths(item.quantity) })),
  }
}
