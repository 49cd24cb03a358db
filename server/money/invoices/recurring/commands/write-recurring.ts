import { dateInZone } from '#shared/base/dates.ts'
import { links } from '#shared/base/links.ts'
import { firstRunAfter, recurrenceDate, supplyPeriod } from '#shared/money/invoices/recurring.ts'
import type { Ctx, InAgency, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { addDays, fromFlag, toInstant } from '../../../../base/db/values.ts'
import { type InvoiceContent, insertInvoice } from '../../commands/save.ts'
import { updateTaxes } from '../../commands/update-taxes.ts'
import { itemsByInvoice } from '../../queries/invoices.ts'
import { checkSending } from '../../sending/commands/check-sending.ts'
import { issueInvoice } from '../../sending/commands/send.ts'
import { taxNotesOf } from '../../sending/queries/tax-notes.ts'
import { isFinished, type RecurringRow, recurringRows } from '../queries/recurring.ts'

/** Creates the invoices that are due, each once even if run concurrently. Returns how many. */
export async function writeRecurringInvoices(ctx: Ctx): Promise<number> {
  const of = ({ id, agency_id, title }: RecurringRow) => ({
    id,
    agencyId: agency_id,
    name: `“${title}”`,
    link: links.recurringInvoices,
  })
  const due = await duePlans(ctx).execute()
  return workThrough(ctx, { work: 'recurring-invoice', of }, due, ({ id, agency_id }) =>
    transactIn(ctx, agency_id, async (tx) => {
      // It may have been changed or paused since it was found.
      const plan = await duePlans(tx).where('recurring_invoices.id', '=', id).executeTakeFirst()
      return plan === undefined ? 0 : runOnce(tx, plan)
    }),
  )
}

const duePlans = (ctx: Ctx) =>
  recurringRows(ctx)
    .where('recurring_invoices.paused_at', 'is', null)
    // Covers all time zones; each plan is checked in its own.
    .where('recurring_invoices.next_on', '<=', dateInZone(addDays(ctx.now, 1), 'UTC'))

async function runOnce(tx: Tx, plan: RecurringRow): Promise<number> {
  if (plan.archived_at !== null || plan.suspended_at !== null) return skipRuns(tx, plan)
  if (isFinished(plan) || plan.next_on > dateInZone(tx.now, plan.timezone)) return 0
  const runKey = `${plan.id}:${plan.next_on}`
  // Created before the plan's interval changed: only advance the plan.
  const written = await selectFrom(tx, 'invoices')
    .select('id')
    .where('run_key', '=', runKey)
    .executeTakeFirst()
  const left = plan.occurrences_left
  await updateTable(tx, 'recurring_invoices')
    .set({
      runs: plan.runs + 1,
      next_on: recurrenceDate(plan.anchor_on, plan.frequency, plan.runs + 1),
      occurrences_left: left === null || written !== undefined ? left : left - 1,
      version: plan.version + 1,
      updated_at: toInstant(tx.now),
    })
    .where('agency_id', '=', plan.agency_id)
    .where('id', '=', plan.id)
    .execute()
  if (written !== undefined) return 0
  // Acts as the agency's owner, who set up the plan.
  const by = { userId: plan.owner_id, name: plan.agency_name }
  const agency = inAgency(tx, { agencyId: plan.agency_id, zone: plan.timezone })
  await updateTaxes(agency, plan.template_id)
  const id = await insertInvoice(agency, await contentOf(agency, plan), {
    due: { days: plan.due_days },
    kind: 'invoice',
    runKey,
    createdBy: plan.owner_id,
  })
  const { title } = plan
  if (plan.send_automatically === 0) {
    await record(agency, 'invoice.recurring', { id: plan.id, change: 'run', title, by })
    return 1
  }
  const reason = await heldBecause(agency, plan, id)
  if (reason === null) await issueInvoice(agency, id, { by })
  else await record(agency, 'invoice.recurring-held', { id, title, reason, by })
  return 1
}

/** Why the invoice remains a draft, for its owners; null if it can be sent. */
async function heldBecause(agency: Tx<InAgency>, plan: RecurringRow, id: string): Promise<string | null> {
  const items = (await itemsByInvoice(agency, [id])).get(id) ?? []
  const archived = (await taxNotesOf(agency, items)).find((note) => note.reason === 'archived')
  if (archived !== undefined) return `the tax rate ${archived.tax} is archived`
  return checkSending(agency, id, plan)
}

/** Clients that are archived, or whose agency is suspended, get no invoices, nor any for that period later. */
async function skipRuns(tx: Tx, plan: RecurringRow): Promise<number> {
  await updateTable(tx, 'recurring_invoices')
    .set({
      ...firstRunAfter(plan.anchor_on, plan.frequency, dateInZone(tx.now, plan.timezone)),
      updated_at: toInstant(tx.now),
    })
    .where('agency_id', '=', plan.agency_id)
    .where('id', '=', plan.id)
    .where('next_on', '=', plan.next_on)
    .execute()
  return 0
}

async function contentOf(tx: Tx, plan: RecurringRow): Promise<InvoiceContent> {
  const items = await itemsByInvoice(tx, [plan.template_id])
  const { supply_period, anchor_on: anchor, frequency, runs } = plan
  const supply = supply_period && supplyPeriod(supply_period, { anchor, frequency, runs })
  return {
    client_id: plan.client_id,
    project_id: plan.project_id,
    title: plan.title,
    description: plan.description,
    notes: plan.notes,
    currency: plan.currency,
    discount: { type: plan.discount_type, value: plan.discount_value },
    prices_include_tax: fromFlag(plan.prices_include_tax),
    supply_from: supply?.from ?? null,
    supply_to: supply?.to ?? null,
    purchase_order: plan.purchase_order,
    items: items.get(plan.template_id) ?? [],
  }
}
