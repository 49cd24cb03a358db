import type { z } from 'zod'
import { chargeProblem } from '#shared/base/amounts/charge-limits.ts'
import { fromThousandths } from '#shared/base/amounts/money.ts'
import { dateInZone, PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { Page } from '#shared/base/paging.ts'
import type { DocumentParties } from '#shared/identity/letterhead/parties.ts'
import { signedQuantity } from '#shared/money/invoices/deductions.ts'
import {
  type InvoiceBooking,
  type InvoiceDocumentDto,
  type InvoiceDto,
  type InvoiceItemDto,
  portalStatus,
  statusOn,
} from '#shared/money/invoices/invoices.ts'
import type { invoiceListInput } from '#shared/money/invoices/schemas/invoices.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, InAgency, UserCtx } from '../../../base/core/context.ts'
import { afterCursor, decodeCursor, mergeNewest, toPage, whereSet } from '../../../base/core/rows/paging.ts'
import { acrossAgencies, isPlatformAdmin, shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { containsText, inNoOrder } from '../../../base/db/engines/dialect.ts'
import { OWED_COLUMNS } from '../../../base/db/open-invoices.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { creditedOf, receiptsOf, taxInBase } from '../documents/queries/paper.ts'
import { partiesOf } from '../documents/queries/parties.ts'
import { amountDue, dueIfSent } from '../rules.ts'
import { deductedIn, deductionsOf } from './advances.ts'
import { creditAppliedTo, grantedUsedFor } from './credit-balance.ts'
import { hasStatus, isOfProject, issuedContaining } from './filters.ts'
import { dueNext, partsOf, planOf } from './installments.ts'
import { openLateFees } from './late-fees.ts'
import { processing, processingOf, waitingPaymentsOf } from './pending-payments.ts'
import { remindedAt } from './reminders.ts'

/** Invoices the caller has issued or owes, newest first. */
export async function listInvoices(
  ctx: UserCtx,
  input: z.output<typeof invoiceListInput>,
): Promise<Page<InvoiceDto>> {
  const after = decodeCursor(input.cursor)
  let query = invoiceRows(ctx)
  query = whereSet(query, 'invoices.client_id', input.client_id)
  query = whereSet(query, 'invoices.currency', input.currency)
  if (isPlatformAdmin(ctx) && !input.client_id && !input.project_id) {
    query = query.where('invoices.issuer', '!=', 'agency')
  }
  const { status } = input
  if (status) query = query.where((eb) => hasStatus(eb, status, ctx))
  if (input.search !== '') {
    query = query.where((eb) =>
      containsText(
        eb,
        [eb.ref('invoices.number'), eb.ref('invoices.title'), eb.ref('clients.name')],
        input.search,
      ),
    )
  }
  query = afterCursor(query, ['invoices.created_at', 'invoices.id'], after).limit(input.limit + 1)
  const { project_id } = input
  if (project_id) query = fewInOrder(query.where((eb) => isOfProject(eb, ctx, project_id)))
  // An owner's issued invoices, the agency's payable ones, and the owner's own payable ones use separate
  // indexes.
  const parts = []
  if (ctx.reach.kind !== 'agency') parts.push(query)
  else {
    const { agencyId } = ctx.reach
    if (input.side !== 'received') {
      const ids = await issuedContaining(ctx, input.search)
      const issued = query.where('invoices.agency_id', '=', agencyId)
      parts.push(ids === null ? issued : fewInOrder(issued.where('invoices.id', 'in', ids)))
    }
    if (input.side !== 'issued') {
      parts.push(
        query.where('invoices.payer_agency_id', '=', agencyId),
        query.where('invoices.payer_user_id', '=', shownUserId(ctx)),
      )
    }
  }
  const cursorOf = (row: InvoiceRow) => [row.created_at, row.id]
  const rows = mergeNewest(await Promise.all(parts.map((part) => part.execute())), cursorOf)
  const page = toPage(rows, input.limit, cursorOf, (row) => row)
  return { items: await withItems(ctx, page.items), nextCursor: page.nextCursor }
}

/** Newest first, for a condition that leaves few rows. */
const fewInOrder = (query: ReturnType<typeof invoiceRows>) =>
  query
    .clearOrderBy()
    .orderBy(inNoOrder('invoices.created_at'))
    .orderBy('invoices.created_at', 'desc')
    .orderBy('invoices.id', 'desc')

/** One invoice; throws NOT_FOUND if missing, not accessible, or someone else's draft. */
export async function getInvoice(ctx: Ctx, id: string): Promise<InvoiceDocumentDto> {
  const row = await invoiceRows(ctx).where('invoices.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This invoice')
  const clientName = nameOfBuyer(row)
  const [[invoice], parties, credited, receipts, instalments, processing, waiting, deducted_in, applied] =
    await Promise.all([
      withItems(ctx, [row]),
      partiesOf(ctx, { ...row, clientName }),
      creditedOf(ctx, row.credited_invoice_id),
      receiptsOf(ctx, id, row.timezone ?? PLATFORM_ZONE),
      planOf(ctx, row),
      processingOf(ctx, id),
      waitingPaymentsOf(ctx, id),
      deductedIn(ctx, row.final_invoice_id),
      creditAppliedTo(acrossAgencies(ctx), id),
    ])
  if (invoice === undefined) throw notFound('This invoice')
  return {
    ...invoice,
    parties,
    amount_kept: applied - row.amount_applied,
    credited,
    receipts,
    deductions: await deductionsOf(ctx, invoice.items),
    deducted_in,
    amount_granted: invoice.manageable && invoice.amount_credited > 0 ? await grantedUsedFor(ctx, id) : 0,
    instalments,
    processing,
    waiting,
    late_fees: invoice.manageable && row.late_fee_of === null ? await openLateFees(ctx, row) : [],
    parts: invoice.payable ? partsOf(row, instalments, invoice.amount_processing) : null,
    tax_in_base: taxInBase(row),
  }
}

/** A document issued by the caller's agency to a client; throws NOT_FOUND otherwise. */
export async function getIssued(
  ctx: InAgency,
  id: string,
): Promise<InvoiceDocumentDto & { client_id: string }> {
  const invoice = await getInvoice(ctx, id)
  const { client_id } = invoice
  if (!invoice.manageable || client_id === null) throw notFound('This invoice')
  return { ...invoice, client_id }
}

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoiceRows>['executeTakeFirstOrThrow']>>

/** The documents that the caller has issued, including drafts, and the sent invoices they owe. */
function invoiceRows(ctx: Ctx) {
  return selectFrom(ctx, 'invoices')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('agencies as issuers', 'issuers.id', 'invoices.agency_id')
    .leftJoin('agencies as payers', 'payers.id', 'invoices.payer_agency_id')
    .leftJoin('profiles', 'profiles.user_id', 'invoices.payer_user_id')
    .select((eb) => [
      'invoices.id',
      'invoices.issuer',
      'invoices.agency_id',
      'invoices.issuer_name',
      'invoices.kind',
      'invoices.stage',
      'invoices.final_invoice_id',
      'invoices.number',
      'invoices.client_id',
      'invoices.payer_agency_id',
      'invoices.payer_user_id',
      'invoices.project_id',
      'invoices.credited_invoice_id',
      'invoices.late_fee_of',
      'invoices.written_off_on',
      'invoices.write_off_reason',
      'invoices.title',
      'invoices.description',
      'invoices.notes',
      'invoices.currency',
      'invoices.booking_rate',
      'invoices.booked_on',
      'invoices.rate_source',
      'invoices.base_total',
      'invoices.base_tax',
      'invoices.base_due',
      'issuers.currency as base_currency',
      'invoices.discount_type',
      'invoices.discount_value',
      'invoices.prices_include_tax',
      'invoices.supply_from',
      'invoices.supply_to',
      'invoices.purchase_order',
      'invoices.parties',
      'invoices.subtotal',
      'invoices.discount',
      'invoices.tax',
      'invoices.prepaid',
      'invoices.prepaid_granted',
      ...OWED_COLUMNS,
      'invoices.status',
      'invoices.issued_on',
      'invoices.due_on',
      'invoices.payment_days',
      'invoices.part_minimum',
      'invoices.reopened',
      dueNext(eb).as('due_next'),
      'invoices.sent_at',
      'invoices.viewed_at',
      'invoices.paid_at',
      'invoices.version',
      'invoices.created_at',
      'clients.name as client_name',
      'payers.name as payer_agency_name',
      'profiles.name as payer_user_name',
      'issuers.timezone',
      eb
        .selectFrom('invoice_pay_links')
        .whereRef('invoice_pay_links.invoice_id', '=', 'invoices.id')
        .where('invoice_pay_links.revoked_at', 'is', null)
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .as('pay_links'),
      processing(eb).as('processing'),
      remindedAt(eb).as('reminded_at'),
    ])
    .where('invoices.kind', '!=', 'template')
}

async function withItems(ctx: Ctx, rows: InvoiceRow[]): Promise<InvoiceDto[]> {
  const items = await itemsByInvoice(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toInvoice(ctx, row, items.get(row.id) ?? []))
}

/** The lines of all these invoices in one query, by invoice. */
export async function itemsByInvoice(ctx: Ctx, invoiceIds: string[]): Promise<Map<string, InvoiceItemDto[]>> {
  if (invoiceIds.length === 0) return new Map()
  const items = await selectFrom(ctx, 'invoice_items')
    .select([
      'id',
      'invoice_id',
      'description',
      'quantity',
      'unit',
      'seconds',
      'rate',
      'discount_bps',
      'tax_rate_id',
      'project_id',
      'deducted_invoice_id',
      'tax_bps',
      'tax_name',
      'tax_category',
      'tax_note',
      'amount',
      'discount',
      'net',
      'tax',
    ])
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('position')
    .execute()
  const byInvoice = new Map<string, InvoiceItemDto[]>()
  for (const { invoice_id, ...item } of items) {
    const lines = byInvoice.get(invoice_id) ?? []
    lines.push({ ...item, quantity: fromThousandths(signedQuantity(item)) })
    byInvoice.set(invoice_id, lines)
  }
  return byInvoice
}

const isOpen = (row: InvoiceRow): boolean =>
  row.kind === 'invoice' && (row.status === 'sent' || row.status === 'overdue') && amountDue(row) > 0

/** Whether the caller owes the invoice or holds its pay link. */
function owes({ reach }: Ctx, row: InvoiceRow): boolean {
  if (reach.kind === 'link') return true
  if (reach.kind === 'client' && row.client_id !== null && row.client_id === reach.clientId) return true
  if (row.payer_user_id !== null && row.payer_user_id === reach.userId) return true
  return reach.kind === 'agency' && row.payer_agency_id !== null && row.payer_agency_id === reach.agencyId
}

/** As named on the document, once it is sent. */
function nameOfBuyer(row: InvoiceRow): string {
  const frozen: DocumentParties | null = row.parties === null ? null : JSON.parse(row.parties)
  return frozen?.buyer.name ?? row.client_name ?? row.payer_user_name ?? row.payer_agency_name ?? ''
}

function toInvoice(ctx: Ctx, row: InvoiceRow, items: InvoiceItemDto[]): InvoiceDto {
  const issued = ctx.reach.kind === 'agency' && row.agency_id !== null && row.agency_id === ctx.reach.agencyId
  const onItsWay = row.processing ?? 0
  const today = dateInZone(ctx.now, row.timezone ?? PLATFORM_ZONE)
  // Invoices with payments in progress don't become overdue.
  const status = onItsWay > 0 ? row.status : statusOn(row.status, row.due_next, today)
  return {
    id: row.id,
    kind: row.kind === 'credit_note' ? 'credit_note' : 'invoice',
    stage: row.stage,
    number: row.number,
    title: row.title,
    description: row.description,
    notes: row.notes,
    amount: row.total,
    currency: row.currency,
    status: issued || isPlatformAdmin(ctx) ? status : portalStatus(status),
    ...dueDates(row, today),
    clientName: nameOfBuyer(row),
    items,
    subtotal: row.subtotal,
    discount: row.discount,
    discount_given: { type: row.discount_type, value: row.discount_value },
    tax: row.tax,
    prices_include_tax: fromFlag(row.prices_include_tax),
    supply_from: row.supply_from,
    supply_to: row.supply_to,
    purchase_order: row.purchase_order,
    prepaid: row.prepaid,
    prepaid_granted: row.prepaid_granted,
    amount_paid: row.amount_paid,
    amount_credited: row.amount_credited,
    amount_applied: row.amount_applied,
    amount_written_off: row.amount_written_off,
    amount_due: row.kind === 'invoice' && row.status !== 'void' ? amountDue(row) : 0,
    amount_processing: onItsWay,
    part_minimum: row.part_minimum,
    booking: issued ? toBooking(row) : null,
    booking_rate: issued && row.status === 'draft' ? row.booking_rate : null,
    issuer: row.issuer,
    issuer_name: row.issuer_name,
    agency_id: row.agency_id,
    client_id: row.client_id,
    project_id: row.project_id,
    credited_invoice_id: row.credited_invoice_id,
    late_fee_of: row.late_fee_of,
    written_off_on: row.amount_written_off > 0 ? row.written_off_on : null,
    write_off_reason: issued && row.amount_written_off > 0 ? row.write_off_reason : null,
    issued_on: row.issued_on,
    sent_at: row.sent_at,
    viewed_at: row.viewed_at,
    reminded_at: issued ? row.reminded_at : null,
    reopened: issued ? row.reopened : 0,
    paid_at: row.paid_at,
    has_pay_link: (row.pay_links ?? 0) > 0,
    payable: owes(ctx, row) && isOpen(row) && amountDue(row) > onItsWay,
    card_notice:
      isOpen(row) && amountDue(row) > onItsWay
        ? chargeProblem(amountDue(row) - onItsWay, row.currency)
        : null,
    manageable: issued,
    version: row.version,
    created_at: row.created_at,
  }
}

const dueDates = (row: InvoiceRow, today: string) => {
  if (row.status !== 'draft') return { dueDate: row.due_on, due_next: row.due_next }
  const dueDate = dueIfSent(row, today)
  return { dueDate, due_next: row.payment_days === null ? row.due_next : dueDate }
}

function toBooking(row: InvoiceRow): InvoiceBooking | null {
  const { base_currency, booking_rate, rate_source, booked_on, base_total } = row
  if (!base_currency || !booking_rate || !rate_source || !booked_on || base_total === null) return null
  return {
    currency: base_currency,
    rate: booking_rate,
    source: rate_source,
    booked_on,
    total: base_total,
    due: row.base_due ?? 0,
  }
}
