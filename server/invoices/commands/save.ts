import type { z } from 'zod'
import { type InvoiceDto, type invoiceSaveInput, MAX_TOTAL, TOO_LARGE } from '#shared/invoices.ts'
import { calculateTotals, type Discount, toThousandths } from '#shared/money.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { releaseBilledTime } from '../../timesheets/commands/billing.ts'
import { getInvoice } from '../queries.ts'

type InvoiceSave = z.output<typeof invoiceSaveInput>

/** What an invoice and the template of a recurring one have in common. */
export interface InvoiceContent {
  client_id: string
  project_id?: string | null
  title: string
  description: string | null
  notes: string | null
  currency: string
  discount: Discount
  items: InvoiceSave['items']
}

/** Writes a draft, or changes one; a sent invoice is locked (void or credit it instead). */
export function saveInvoice(db: Db, scope: AgencyScope, input: InvoiceSave): Promise<InvoiceDto> {
  return transact(db, async (trx) => {
    await requireClientAndProject(trx, scope, input)
    const id =
      input.id === undefined
        ? await insertInvoice(trx, scope, input, { dueOn: input.due_date, kind: 'invoice' })
        : await updateDraft(trx, scope, input, input.id)
    await recordActivity(trx, scope, {
      action: input.id === undefined ? 'invoice.created' : 'invoice.updated',
      subject: { type: 'invoice', id },
      summary: `Invoice “${input.title}” ${input.id === undefined ? 'drafted' : 'changed'}`,
      touches: ['invoices'],
    })
    return getInvoice(trx, scope, id)
  })
}

/** NOT_FOUND unless the client, and the project if named, are the agency's and belong together. */
export async function requireClientAndProject(
  trx: Trx,
  scope: AgencyScope,
  input: Pick<InvoiceContent, 'client_id' | 'project_id'>,
): Promise<void> {
  const client = await trx
    .selectFrom('clients')
    .select('id')
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', input.client_id)
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  if (!input.project_id) return
  const project = await trx
    .selectFrom('projects')
    .select('id')
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', input.project_id)
    .where('assigned_client_id', '=', input.client_id)
    .executeTakeFirst()
  if (project === undefined) throw notFound('This project')
}

/** Inserts a draft (or a template) with its lines and returns its id. */
export async function insertInvoice(
  trx: Trx,
  scope: AgencyScope,
  content: InvoiceContent,
  options: {
    dueOn: string
    kind: 'invoice' | 'credit_note' | 'template'
    runKey?: string
    creditedId?: string
  },
): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  const agency = await trx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('invoices')
    .values({
      id,
      issuer: 'agency',
      agency_id: scope.agencyId,
      issuer_name: agency.name,
      kind: options.kind,
      number: null,
      client_id: content.client_id,
      payer_agency_id: null,
      payer_user_id: null,
      credited_invoice_id: options.creditedId ?? null,
      run_key: options.runKey ?? null,
      ...contentColumns(content),
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
      created_by: scope.userId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertItems(trx, id, content)
  return id
}

async function updateDraft(trx: Trx, scope: AgencyScope, input: InvoiceSave, id: string): Promise<string> {
  const current = await trx
    .selectFrom('invoices')
    .select(['version', 'status'])
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (current === undefined) throw notFound('This invoice')
  if (current.status !== 'draft') throw locked()
  const updated = await trx
    .updateTable('invoices')
    .set({
      client_id: input.client_id,
      ...contentColumns(input),
      due_on: input.due_date,
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('version', '=', input.version ?? current.version)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) throw conflict('This invoice')
  await replaceItems(trx, id, input)
  return id
}

export const locked = (): AppError =>
  new AppError('CONFLICT', 'A sent invoice cannot be changed. Void it or write a credit note.', {
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
    discount_type: content.discount.type,
    discount_value: content.discount.value,
    subtotal: totals.subtotal,
    discount: totals.discount,
    tax: totals.tax,
    total: totals.total,
  }
}

const totalsOf = (content: InvoiceContent) =>
  calculateTotals(
    content.items.map((item) => ({ ...item, quantity: toThousandths(item.quantity) })),
    content.discount,
  )

export async function replaceItems(trx: Trx, invoiceId: string, content: InvoiceContent): Promise<void> {
  await trx.deleteFrom('invoice_items').where('invoice_id', '=', invoiceId).execute()
  await insertItems(trx, invoiceId, content)
}

async function insertItems(trx: Trx, invoiceId: string, content: InvoiceContent): Promise<void> {
  const { lines } = totalsOf(content)
  await trx
    .insertInto('invoice_items')
    .values(
      content.items.map((item, position) => ({
        invoice_id: invoiceId,
        position,
        description: item.description,
        quantity: toThousandths(item.quantity),
        rate: item.rate,
        tax_bps: item.tax_bps,
        amount: lines[position]?.amount ?? 0,
        discount: lines[position]?.discount ?? 0,
        tax: lines[position]?.tax ?? 0,
      })),
    )
    .execute()
}

/** Removes a draft; a sent invoice keeps its number for good. */
export function deleteDraft(db: Db, scope: AgencyScope, input: { id: string }): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const invoice = await trx
      .selectFrom('invoices')
      .select(['status', 'title'])
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .where('kind', '!=', 'template')
      .executeTakeFirst()
    if (invoice === undefined) throw notFound('This invoice')
    if (invoice.status !== 'draft') throw locked()
    await releaseBilledTime(trx, scope, input.id)
    await trx.deleteFrom('invoices').where('id', '=', input.id).where('status', '=', 'draft').execute()
    await recordActivity(trx, scope, {
      action: 'invoice.deleted',
      subject: { type: 'invoice', id: input.id },
      summary: `Draft “${invoice.title}” deleted`,
      touches: ['invoices'],
    })
    return { id: input.id }
  })
}
