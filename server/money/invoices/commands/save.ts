import type { z } from 'zod'
import {
  type Discount,
  type InvoiceTotals,
  type TaxRounding,
  toThousandths,
} from '#shared/base/amounts/money.ts'
import type { LineTax } from '#shared/base/amounts/taxes.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { type Deductible, type InvoiceStage, totalsAfterAdvances } from '#shared/money/invoices/deductions.ts'
import { type InvoiceDocumentDto, MAX_TOTAL, TOO_LARGE } from '#shared/money/invoices/invoices.ts'
import { exactSeconds, toMoneyLine } from '#shared/money/invoices/lines/line-time.ts'
import type { invoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, InAgency, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { taxRatesById, taxRoundingOf } from '../../../identity/letterhead/queries/profile-row.ts'
import { requireProjectsOf } from '../../ledger/expenses/queries/client-projects.ts'
import { booksToday } from '../../ledger/queries/open-days.ts'
import { partMinimum } from '../queries/installments.ts'
import { getInvoice } from '../queries/invoices.ts'
import { withSavedTime } from '../queries/saved-time.ts'
import { dueIfSent } from '../rules.ts'
import {
  chosenStage,
  linesOfAdvances,
  linkAdvances,
  requireAdvances,
  requireCovered,
  withTax,
} from './link-advances.ts'
import { releaseLines } from './release.ts'

type InvoiceSave = z.output<typeof invoiceSaveInput>

/** A line as written; if `tax_rate_id` is set, the tax is taken from that rate. */
export type InvoiceLine = Pick<
  InvoiceSave['items'][number],
  'description' | 'quantity' | 'rate' | 'tax_bps'
> &
  Partial<Omit<InvoiceSave['items'][number], 'description' | 'quantity' | 'rate'>> &
  Partial<LineTax> &
  Deductible & { credited_position?: number; credited_quantity?: number }

/** The content common to invoices and templates of recurring invoices. */
export interface InvoiceContent {
  client_id: string
  project_id?: string | null
  title: string
  description: string | null
  notes: string | null
  currency: string
  /** As entered; null uses the table's when the invoice is sent. */
  booking_rate?: string | null
  discount: Discount
  prices_include_tax: boolean
  supply_from?: string | null
  supply_to?: string | null
  purchase_order: string | null
  stage?: InvoiceStage
  /** Undefined uses the agency's rule. */
  part_minimum?: number | null | undefined
  items: InvoiceLine[]
  /** For credit notes: shares of the credited invoice, which may differ by rounding. */
  totals?: InvoiceTotals
}

/** Creates or updates a draft; sent invoices can only be voided or credited. */
export function saveInvoice(ctx: AgencyCtx, input: InvoiceSave): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const currency = input.currency ?? (await clientCurrency(tx, input.client_id))
    const items = await withSavedTime(tx, input.id, await atTaxRates(tx, input.items))
    await requireClientAndProject(tx, input, input.id)
    const { stage, advanceIds } = await chosenStage(tx, input)
    const final = { id: input.id ?? null, client_id: input.client_id, currency }
    const advances = await requireAdvances(tx, final, advanceIds)
    const deductions = linesOfAdvances(advances, { items, pricesIncludeTax: input.prices_include_tax })
    const draft = { ...input, currency, stage, items: [...items, ...deductions] }
    if (advances.length > 0) {
      const { lines } = totalsOf(draft, await taxRoundingOf(tx, tx.reach.agencyId))
      requireCovered(
        draft.items.map((item, index) => ({ ...withTax(item), ...(lines[index] ?? { net: 0, tax: 0 }) })),
        currency,
      )
    }
    const id =
      input.id === undefined
        ? await insertInvoice(tx, draft, {
            due: { on: lastDayOf(input) },
            kind: 'invoice',
            createdBy: ctx.actor.userId,
          })
        : await updateDraft(tx, draft, input.id)
    await linkAdvances(tx, id, advances)
    if (input.instalments !== undefined) await replaceInstallments(tx, id, input.instalments)
    await record(tx, input.id === undefined ? 'invoice.created' : 'invoice.updated', {
      id,
      title: input.title,
    })
    return getInvoice(tx, id)
  })
}

/** An invoice is due with its last installment. */
const lastDayOf = ({ instalments, due_date }: Pick<InvoiceSave, 'instalments' | 'due_date'>): string =>
  instalments?.at(-1) ?? due_date

async function replaceInstallments(tx: Tx, invoiceId: string, dates: readonly string[]): Promise<void> {
  await deleteFrom(tx, 'invoice_instalments').where('invoice_id', '=', invoiceId).execute()
  if (dates.length === 0) return
  await insertInto(tx, 'invoice_instalments')
    .values(dates.map((due_on, position) => ({ invoice_id: invoiceId, position, due_on })))
    .execute()
}

/** The currency a client is billed in: their own, else the agency's. */
export async function clientCurrency(tx: Tx<AgencyCtx>, clientId: string): Promise<string> {
  const client = await selectFrom(tx, 'clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select(['clients.billing_currency', 'agencies.currency as base'])
    .where('clients.agency_id', '=', tx.reach.agencyId)
    .where('clients.id', '=', clientId)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return client.billing_currency ?? client.base
}

/**
 * Throws unless client and projects belong to the agency and to each other. A saved document keeps the projects that
 * have moved to another client since.
 */
export async function requireClientAndProject(
  tx: Tx<AgencyCtx>,
  input: Pick<InvoiceContent, 'client_id' | 'project_id'> & { items?: readonly InvoiceLine[] },
  savedId?: string,
): Promise<void> {
  const client = await selectFrom(tx, 'clients')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', input.client_id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  const named = [input.project_id, ...(input.items ?? []).map((item) => item.project_id)]
  const had = savedId === undefined ? [] : await projectsOf(tx, savedId, input.client_id)
  const ids = named.filter((id) => id != null)
  await requireProjectsOf(
    tx,
    input.client_id,
    ids.filter((id) => !had.includes(id)),
  )
}

/** The projects of a client's saved document and of its lines. */
async function projectsOf(tx: Tx<AgencyCtx>, id: string, clientId: string): Promise<(string | null)[]> {
  const lines = await selectFrom(tx, 'invoices')
    .leftJoin('invoice_items', 'invoice_items.invoice_id', 'invoices.id')
    .select(['invoices.project_id', 'invoice_items.project_id as line_project_id'])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.client_id', '=', clientId)
    .where('invoices.id', '=', id)
    .execute()
  return lines.flatMap(({ project_id, line_project_id }) => [project_id, line_project_id])
}

/** Returns the lines with the current values of the agency's tax rates. */
export async function atTaxRates(tx: Tx<InAgency>, items: readonly InvoiceLine[]): Promise<InvoiceLine[]> {
  const named = items.flatMap((item) => item.tax_rate_id ?? [])
  const rates = await taxRatesById(tx, tx.reach.agencyId, named)
  return items.map((item) => {
    const rate = rates.get(item.tax_rate_id ?? '')
    if (rate === undefined) return item
    return {
      ...item,
      tax_bps: rate.bps,
      tax_name: rate.name,
      tax_category: rate.category,
      tax_note: rate.note,
    }
  })
}

/** Inserts a draft or a template with its lines and returns its id. */
export async function insertInvoice(
  tx: Tx<InAgency>,
  content: InvoiceContent,
  options: {
    /** A chosen date, or days after the issue. */
    due: { on: string } | { days: number }
    kind: 'invoice' | 'credit_note' | 'template'
    runKey?: string
    creditedId?: string
    lateFeeOf?: string
    createdBy: string
  },
): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
  const taxRounding = await taxRoundingOf(tx, tx.reach.agencyId)
  const agency = await selectFrom(tx, 'agencies')
    .select('name')
    .where('id', '=', tx.reach.agencyId)
    .executeTakeFirstOrThrow()
  await insertInto(tx, 'invoices')
    .values({
      id,
      issuer: 'agency',
      agency_id: tx.reach.agencyId,
      issuer_name: agency.name,
      kind: options.kind,
      number: null,
      client_id: content.client_id,
      payer_agency_id: null,
      payer_user_id: null,
      credited_invoice_id: options.creditedId ?? null,
      late_fee_of: options.lateFeeOf ?? null,
      stage: content.stage ?? 'whole',
      run_key: options.runKey ?? null,
      ...contentColumns(content, taxRounding),
      part_minimum:
        content.part_minimum === undefined
          ? await partMinimum(tx, tx.reach.agencyId, content.currency)
          : content.part_minimum,
      amount_paid: 0,
      amount_credited: 0,
      status: 'draft',
      issued_on: null,
      ...(await dueColumns(tx, options.due)),
      sent_at: null,
      viewed_at: null,
      paid_at: null,
      voided_at: null,
      version: 1,
      created_by: options.createdBy,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertItems(tx, id, content, { ids: [], taxRounding })
  return id
}

async function dueColumns(tx: Tx<InAgency>, due: { on: string } | { days: number }) {
  if ('on' in due) return { due_on: due.on, payment_days: null }
  const today = await booksToday(tx, tx.reach.agencyId)
  return { due_on: shiftDate(today, due.days), payment_days: due.days }
}

/** A draft due a number of days after its issue remains so until somebody chooses another date. */
const dueAsSaved = (
  draft: { due_on: string; payment_days: number | null },
  chosen: string,
  today: string,
): { due_on: string; payment_days: number | null } => ({
  due_on: chosen,
  payment_days: chosen === dueIfSent(draft, today) ? draft.payment_days : null,
})

async function updateDraft(
  tx: Tx<AgencyCtx>,
  input: Omit<InvoiceSave, 'items'> & InvoiceContent,
  id: string,
): Promise<string> {
  const current = await selectFrom(tx, 'invoices')
    .select(['version', 'status', 'due_on', 'payment_days'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (current === undefined) throw notFound('This invoice')
  if (current.status !== 'draft') throw locked()
  const row = { agency_id: tx.reach.agencyId, id, version: input.version ?? current.version }
  const taxRounding = await taxRoundingOf(tx, tx.reach.agencyId)
  // Sending also increments the version, so it can't happen before this update.
  await updateVersioned(
    tx,
    'invoices',
    row,
    {
      client_id: input.client_id,
      ...contentColumns(input, taxRounding),
      stage: input.stage ?? 'whole',
      ...dueAsSaved(current, lastDayOf(input), await booksToday(tx, tx.reach.agencyId)),
      ...(input.part_minimum !== undefined && { part_minimum: input.part_minimum }),
    },
    'This invoice',
  )
  await releaseLines(tx, await replaceItems(tx, id, input, taxRounding), { issued: false })
  return id
}

export const locked = (): AppError =>
  new AppError('CONFLICT', 'A sent invoice can’t be changed. Void it or issue a credit note.', {
    reason: 'invoice_locked',
  })

/** The columns derived from the content, with computed totals. */
export function contentColumns(content: InvoiceContent, taxRounding: TaxRounding) {
  const totals = totalsOf(content, taxRounding)
  if (Math.max(totals.subtotal, totals.total) > MAX_TOTAL) throw new AppError('BAD_REQUEST', TOO_LARGE)
  return {
    project_id: content.project_id ?? null,
    title: content.title,
    description: content.description,
    notes: content.notes,
    currency: content.currency,
    booking_rate: content.booking_rate ?? null,
    discount_type: content.discount.type,
    discount_value: content.discount.value,
    prices_include_tax: toFlag(content.prices_include_tax),
    supply_from: content.supply_from ?? null,
    supply_to: content.supply_to ?? null,
    purchase_order: content.purchase_order,
    subtotal: totals.subtotal,
    discount: totals.discount,
    tax: totals.tax,
    total: totals.total,
  }
}

export const totalsOf = (content: InvoiceContent, taxRounding: TaxRounding): InvoiceTotals =>
  content.totals ??
  totalsAfterAdvances(content.items.map(toMoneyLine), content.discount, {
    pricesIncludeTax: content.prices_include_tax,
    taxRounding,
  })

/** Replaces the lines, keeping given ids. Returns the ids of removed lines. */
export async function replaceItems(
  tx: Tx,
  invoiceId: string,
  content: InvoiceContent,
  taxRounding: TaxRounding,
): Promise<string[]> {
  const before = await deleteFrom(tx, 'invoice_items')
    .where('invoice_id', '=', invoiceId)
    .returning('id')
    .execute()
  const had = new Set(before.map((line) => line.id))
  const ids = content.items.map((item) => (item.id !== undefined && had.has(item.id) ? item.id : newId()))
  await insertItems(tx, invoiceId, content, { ids, taxRounding })
  return [...had].filter((line) => !ids.includes(line))
}

async function insertItems(
  tx: Tx,
  invoiceId: string,
  content: InvoiceContent,
  { ids, taxRounding }: { ids: readonly string[]; taxRounding: TaxRounding },
): Promise<void> {
  const { lines } = totalsOf(content, taxRounding)
  await insertInto(tx, 'invoice_items')
    .values(
      content.items.map((item, position) => ({
        id: ids[position] ?? newId(),
        invoice_id: invoiceId,
        position,
        description: item.description,
        quantity: Math.abs(toThousandths(item.quantity)),
        unit: item.unit ?? null,
        seconds: exactSeconds(item),
        rate: item.rate,
        discount_bps: item.discount_bps ?? 0,
        tax_rate_id: item.tax_rate_id ?? null,
        tax_bps: item.tax_bps,
        tax_name: item.tax_name ?? null,
        tax_category: item.tax_category ?? (item.tax_bps > 0 ? 'standard' : null),
        tax_note: item.tax_note ?? null,
        project_id: item.project_id ?? null,
        deducted_invoice_id: item.deducted_invoice_id ?? null,
        credited_position: item.credited_position ?? null,
        credited_quantity: item.credited_quantity ?? null,
        ...(lines[position] ?? { amount: 0, discount: 0, net: 0, tax: 0 }),
      })),
    )
    .execute()
}
