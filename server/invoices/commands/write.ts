import type { z } from 'zod'
import { type InvoiceDocumentDto, type invoiceSaveInput, MAX_TOTAL, TOO_LARGE } from '#shared/invoices.ts'
import { calculateTotals, type Discount, type InvoiceTotals, toThousandths } from '#shared/money.ts'
import type { LineTax } from '#shared/taxes.ts'
import { taxRatesById } from '../../billing/queries/billing-profile.ts'
import type { AgencyCtx, AgencyReach, Ctx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { partMinimum } from '../queries/collection-rules.ts'
import { getInvoice } from '../queries/invoices.ts'
import { releaseLines } from './release.ts'

type InvoiceSave = z.output<typeof invoiceSaveInput>

/** In an agency, whether a person acts or its plan of recurring invoices. */
export type InAgency = Ctx & { reach: AgencyReach }

/** A line as it is written; its tax is that of `tax_rate_id` where there is one. */
export type InvoiceLine = Pick<
  InvoiceSave['items'][number],
  'description' | 'quantity' | 'rate' | 'tax_bps'
> &
  Partial<Omit<InvoiceSave['items'][number], 'description' | 'quantity' | 'rate'>> &
  Partial<LineTax> & { credited_position?: number; credited_quantity?: number }

/** What an invoice and the template of a recurring one have in common. */
export interface InvoiceContent {
  client_id: string
  project_id?: string | null
  title: string
  description: string | null
  notes: string | null
  currency: string
  /** Typed; null takes the table's when it is sent. */
  booking_rate?: string | null
  discount: Discount
  prices_include_tax: boolean
  supply_from?: string | null
  supply_to?: string | null
  purchase_order: string | null
  /** Left out, the agency's rule decides. */
  part_minimum?: number | null | undefined
  items: InvoiceLine[]
  /** Of a credit note: the shares of what it takes back, which rounding may set apart from its own rates. */
  totals?: InvoiceTotals
}

/** Writes a draft, or changes one; a sent invoice is locked (void or credit it instead). */
export function saveInvoice(ctx: AgencyCtx, input: InvoiceSave): Promise<InvoiceDocumentDto> {
  return transact(ctx, async (tx) => {
    const currency = input.currency ?? (await clientCurrency(tx, input.client_id))
    const draft = { ...input, currency, items: await atTaxRates(tx, input.items) }
    await requireClientAndProject(tx, input)
    const id =
      input.id === undefined
        ? await insertInvoice(tx, draft, {
            dueOn: lastDayOf(input),
            kind: 'invoice',
            createdBy: ctx.actor.userId,
          })
        : await updateDraft(tx, draft, input.id)
    if (input.instalments !== undefined) await replaceInstalments(tx, id, input.instalments)
    await record(tx, input.id === undefined ? 'invoice.created' : 'invoice.updated', {
      id,
      title: input.title,
    })
    return getInvoice(tx, id)
  })
}

/** An invoice is due with the last of its instalments. */
const lastDayOf = ({ instalments, due_date }: Pick<InvoiceSave, 'instalments' | 'due_date'>): string =>
  instalments?.at(-1) ?? due_date

async function replaceInstalments(tx: Tx, invoiceId: string, dates: readonly string[]): Promise<void> {
  await deleteFrom(tx, 'invoice_instalments').where('invoice_id', '=', invoiceId).execute()
  if (dates.length === 0) return
  await insertInto(tx, 'invoice_instalments')
    .values(dates.map((due_on, position) => ({ invoice_id: invoiceId, position, due_on })))
    .execute()
}

/** What a client is billed in: its own currency, else the agency's. */
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

/** NOT_FOUND unless the client, and all projects that are named, are the agency's and belong together. */
export async function requireClientAndProject(
  tx: Tx<AgencyCtx>,
  input: Pick<InvoiceContent, 'client_id' | 'project_id'> & { items?: readonly InvoiceLine[] },
): Promise<void> {
  const client = await selectFrom(tx, 'clients')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', input.client_id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  const named = [input.project_id, ...(input.items ?? []).map((item) => item.project_id)]
  const ids = [...new Set(named.filter((id) => id != null))]
  if (ids.length === 0) return
  const projects = await selectFrom(tx, 'projects')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', 'in', ids)
    .where('assigned_client_id', '=', input.client_id)
    .execute()
  if (projects.length < ids.length) throw notFound('This project')
}

/** The lines with the agency's rates that they name, as these are today. */
export async function atTaxRates(tx: Tx<AgencyCtx>, items: readonly InvoiceLine[]): Promise<InvoiceLine[]> {
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

/** Inserts a draft (or a template) with its lines and returns its id. */
export async function insertInvoice(
  tx: Tx<InAgency>,
  content: InvoiceContent,
  options: {
    dueOn: string
    kind: 'invoice' | 'credit_note' | 'template'
    runKey?: string
    creditedId?: string
    lateFeeOf?: string
    createdBy: string
  },
): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
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
      run_key: options.runKey ?? null,
      ...contentColumns(content),
      part_minimum:
        content.part_minimum === undefined
          ? await partMinimum(tx, tx.reach.agencyId, content.currency)
          : content.part_minimum,
      amount_paid: 0,
      amount_credited: 0,
      status: 'draft',
      issued_on: null,
      due_on: options.dueOn,
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
  await insertItems(tx, id, content, [])
  return id
}

async function updateDraft(
  tx: Tx<AgencyCtx>,
  input: Omit<InvoiceSave, 'items'> & InvoiceContent,
  id: string,
): Promise<string> {
  const current = await selectFrom(tx, 'invoices')
    .select(['version', 'status'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (current === undefined) throw notFound('This invoice')
  if (current.status !== 'draft') throw locked()
  const row = { agency_id: tx.reach.agencyId, id, version: input.version ?? current.version }
  // Sending raises the version, too: a draft stays one until this is written.
  await updateVersioned(
    tx,
    'invoices',
    row,
    {
      client_id: input.client_id,
      ...contentColumns(input),
      due_on: lastDayOf(input),
      ...(input.part_minimum !== undefined && { part_minimum: input.part_minimum }),
    },
    'This invoice',
  )
  await releaseLines(tx, await replaceItems(tx, id, input))
  return id
}

export const locked = (): AppError =>
  new AppError('CONFLICT', "A sent invoice can't be changed. Void it or issue a credit note.", {
    reason: 'invoice_locked',
  })

/** The columns the caller's content decides, with the calculator's totals. */
export function contentColumns(content: InvoiceContent) {
  const totals = totalsOf(content)
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

const totalsOf = (content: InvoiceContent): InvoiceTotals =>
  content.totals ??
  calculateTotals(
    content.items.map((item) => ({ ...item, quantity: toThousandths(item.quantity) })),
    content.discount,
    { pricesIncludeTax: content.prices_include_tax },
  )

/** Writes the lines anew; those that name their id keep it. Returns the ids of those that are gone. */
export async function replaceItems(tx: Tx, invoiceId: string, content: InvoiceContent): Promise<string[]> {
  const before = await deleteFrom(tx, 'invoice_items')
    .where('invoice_id', '=', invoiceId)
    .returning('id')
    .execute()
  const had = new Set(before.map((line) => line.id))
  const kept = content.items.map((item) => (item.id !== undefined && had.has(item.id) ? item.id : newId()))
  await insertItems(tx, invoiceId, content, kept)
  return [...had].filter((line) => !kept.includes(line))
}

async function insertItems(
  tx: Tx,
  invoiceId: string,
  content: InvoiceContent,
  ids: readonly string[],
): Promise<void> {
  const { lines } = totalsOf(content)
  await insertInto(tx, 'invoice_items')
    .values(
      content.items.map((item, position) => ({
        id: ids[position] ?? newId(),
        invoice_id: invoiceId,
        position,
        description: item.description,
        quantity: toThousandths(item.quantity),
        unit: item.unit ?? null,
        rate: item.rate,
        discount_bps: item.discount_bps ?? 0,
        tax_rate_id: item.tax_rate_id ?? null,
        tax_bps: item.tax_bps,
        tax_name: item.tax_name ?? null,
        tax_category: item.tax_category ?? (item.tax_bps > 0 ? 'standard' : null),
        tax_note: item.tax_note ?? null,
        project_id: item.project_id ?? null,
        credited_position: item.credited_position ?? null,
        credited_quantity: item.credited_quantity ?? null,
        ...(lines[position] ?? { amount: 0, discount: 0, net: 0, tax: 0 }),
      })),
    )
    .execute()
}
