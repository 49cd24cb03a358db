import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type { InvoiceDto, InvoiceItemDto, invoiceListInput } from '#shared/invoices.ts'
import { portalStatus, statusOn } from '#shared/invoices.ts'
import { fromThousandths } from '#shared/money.ts'
import type { Page } from '#shared/paging.ts'
import { DEFAULT_CALENDAR, isPlatformAdmin, type Scope } from '../auth/scope.ts'
import { decodeCursor, mergeNewest, toPage } from '../db/cursor.ts'
import { containsText } from '../db/dialect.ts'
import type { Db, Schema } from '../db/schema.ts'
import { agencyFilter, billingClientFilter } from '../db/scope-guard.ts'
import { notFound } from '../errors.ts'
import { amountDue, hashPayToken } from './rules.ts'

/** Invoices the caller issued or owes, newest first. */
export async function listInvoices(
  db: Db,
  scope: Scope,
  input: z.output<typeof invoiceListInput>,
): Promise<Page<InvoiceDto>> {
  const after = decodeCursor(input.cursor)
  const wanted = visibleInvoices(db, scope)
    .$if(isPlatformAdmin(scope) && !input.client_id && !input.project_id, (query) =>
      query.where('invoices.issuer', '!=', 'agency'),
    )
    .$if(!!input.client_id, (query) => query.where('invoices.client_id', '=', input.client_id ?? ''))
    .$if(!!input.project_id, (query) => query.where('invoices.project_id', '=', input.project_id ?? ''))
    .$if(!!input.status, (query) => query.where((eb) => hasStatus(eb, input.status, scope)))
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [eb.ref('invoices.number'), eb.ref('invoices.title'), eb.ref('clients.name')],
          input.search,
        ),
      ),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('invoices.created_at', 'invoices.id'),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('invoices.created_at', 'desc')
    .orderBy('invoices.id', 'desc')
    .limit(input.limit + 1)
  const parts =
    scope.role === 'agency_admin'
      ? [
          wanted.where('invoices.agency_id', '=', agencyFilter(scope)),
          wanted.where('invoices.payer_agency_id', '=', agencyFilter(scope)),
          wanted.where('invoices.payer_user_id', '=', scope.userId),
        ]
      : [wanted]
  const cursorOf = (row: InvoiceRow) => ({ key: row.created_at, id: row.id })
  const rows = mergeNewest(await Promise.all(parts.map((part) => part.execute())), cursorOf)
  const page = toPage(rows, input.limit, cursorOf, (row) => row)
  return { items: await withItems(db, scope, page.items), nextCursor: page.nextCursor }
}

/** One invoice; NOT_FOUND when it is missing, foreign, or a draft somebody else is writing. */
export async function getInvoice(db: Db, scope: Scope, id: string): Promise<InvoiceDto> {
  const row = await visibleInvoices(db, scope).where('invoices.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This invoice')
  return first(await withItems(db, scope, [row]))
}

/** The invoice behind a public pay link, as its payer sees it; NOT_FOUND for an unknown or revoked link. */
export async function getInvoiceByLink(db: Db, token: string, now: Date): Promise<InvoiceDto> {
  const row = await invoiceRows(db)
    .innerJoin('invoice_pay_links', 'invoice_pay_links.invoice_id', 'invoices.id')
    .where('invoice_pay_links.token_hash', '=', hashPayToken(token))
    .where('invoice_pay_links.revoked_at', 'is', null)
    .where('invoices.status', '!=', 'draft')
    .executeTakeFirst()
  if (row === undefined) throw notFound('This invoice')
  const invoice = first(await withItems(db, linkScope(now), [row]))
  return { ...invoice, payable: isOpen(row), manageable: false }
}

/** Everything a document shows of an invoice, for mails rendered without a caller. */
export async function getInvoiceDocument(db: Db, id: string, now: Date): Promise<InvoiceDto> {
  const row = await invoiceRows(db).where('invoices.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This invoice')
  return first(await withItems(db, linkScope(now), [row]))
}

const linkScope = (now: Date): Scope => ({
  userId: '',
  name: '',
  email: '',
  role: null,
  agencyId: null,
  clientId: null,
  employeeId: null,
  ...DEFAULT_CALENDAR,
  now,
})

function first<Item>(items: Item[]): Item {
  const [item] = items
  if (item === undefined) throw notFound('This invoice')
  return item
}

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoiceRows>['executeTakeFirstOrThrow']>>

function invoiceRows(db: Db) {
  return db
    .selectFrom('invoices')
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
      'invoices.number',
      'invoices.client_id',
      'invoices.payer_agency_id',
      'invoices.payer_user_id',
      'invoices.project_id',
      'invoices.credited_invoice_id',
      'invoices.title',
      'invoices.description',
      'invoices.notes',
      'invoices.currency',
      'invoices.discount_type',
      'invoices.discount_value',
      'invoices.subtotal',
      'invoices.discount',
      'invoices.tax',
      'invoices.total',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'invoices.status',
      'invoices.issued_on',
      'invoices.due_on',
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
      eb
        .selectFrom('invoice_reminders')
        .whereRef('invoice_reminders.invoice_id', '=', 'invoices.id')
        .select((sub) => sub.fn.max<string | null>('invoice_reminders.sent_at').as('sent_at'))
        .as('reminded_at'),
    ])
    .where('invoices.kind', '!=', 'template')
}

/** What the caller issued (drafts too), and what they owe (once it was sent). */
function visibleInvoices(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const clientId = billingClientFilter(scope)
  const rows = invoiceRows(db)
  if (isPlatformAdmin(scope)) {
    return rows.where((eb) =>
      eb.or([
        eb('invoices.agency_id', 'is not', null),
        owedBy(eb, scope),
        eb('invoices.issuer', '=', 'platform'),
      ]),
    )
  }
  if (scope.role === 'agency_admin' && agencyId !== null) {
    return rows.where((eb) => eb.or([eb('invoices.agency_id', '=', agencyId), owedBy(eb, scope)]))
  }
  if (scope.role === 'client' && agencyId !== null && clientId !== null) {
    return rows.where((eb) =>
      eb.and([
        eb('invoices.status', '!=', 'draft'),
        eb.or([
          eb.and([eb('invoices.agency_id', '=', agencyId), eb('invoices.client_id', '=', clientId)]),
          owedBy(eb, scope),
        ]),
      ]),
    )
  }
  return rows.where((eb) => owedBy(eb, scope))
}

type InvoiceExpressions = ExpressionBuilder<Schema, 'invoices'>

function owedBy(eb: Pick<InvoiceExpressions, 'and' | 'or'> & InvoiceExpressions, scope: Scope) {
  const mine = [eb('invoices.payer_user_id', '=', scope.userId)]
  if (scope.role === 'agency_admin' && scope.agencyId !== null) {
    mine.push(eb('invoices.payer_agency_id', '=', scope.agencyId))
  }
  return eb.and([eb('invoices.status', '!=', 'draft'), eb.or(mine)])
}

function hasStatus(eb: InvoiceExpressions, status: string | null | undefined, scope: Scope) {
  const today = dateInZone(scope.now, scope.booksZone)
  const late = eb.and([eb('invoices.status', '=', 'sent'), eb('invoices.due_on', '<', today)])
  if (status === 'open') return eb('invoices.status', 'in', ['sent', 'overdue'])
  if (status === 'overdue') return eb.or([eb('invoices.status', '=', 'overdue'), late])
  if (status === 'sent' || status === 'pending') {
    return eb.and([eb('invoices.status', '=', 'sent'), eb('invoices.due_on', '>=', today)])
  }
  return eb('invoices.status', '=', status === 'draft' || status === 'paid' ? status : 'void')
}

async function withItems(db: Db, scope: Scope, rows: InvoiceRow[]): Promise<InvoiceDto[]> {
  const items = await loadItems(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toInvoice(scope, row, items.get(row.id) ?? []))
}

/** The lines of all these invoices in one query, by invoice. */
export async function loadItems(db: Db, invoiceIds: string[]): Promise<Map<string, InvoiceItemDto[]>> {
  if (invoiceIds.length === 0) return new Map()
  const items = await db
    .selectFrom('invoice_items')
    .select(['invoice_id', 'description', 'quantity', 'rate', 'amount', 'tax_bps', 'discount', 'tax'])
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('position')
    .execute()
  const byInvoice = new Map<string, InvoiceItemDto[]>()
  for (const { invoice_id, quantity, ...item } of items) {
    const lines = byInvoice.get(invoice_id) ?? []
    lines.push({ ...item, quantity: fromThousandths(quantity) })
    byInvoice.set(invoice_id, lines)
  }
  return byInvoice
}

const isOpen = (row: InvoiceRow): boolean =>
  row.kind === 'invoice' && (row.status === 'sent' || row.status === 'overdue') && amountDue(row) > 0

function toInvoice(scope: Scope, row: InvoiceRow, items: InvoiceItemDto[]): InvoiceDto {
  const issued = row.agency_id !== null && row.agency_id === scope.agencyId && scope.role === 'agency_admin'
  const owes =
    (scope.role === 'client' && row.client_id !== null && row.client_id === scope.clientId) ||
    row.payer_user_id === scope.userId ||
    (scope.role === 'agency_admin' && row.payer_agency_id !== null && row.payer_agency_id === scope.agencyId)
  const status = statusOn(row.status, row.due_on, dateInZone(scope.now, row.timezone ?? 'UTC'))
  return {
    id: row.id,
    kind: row.kind === 'credit_note' ? 'credit_note' : 'invoice',
    number: row.number,
    title: row.title,
    description: row.description,
    notes: row.notes,
    amount: row.total,
    currency: row.currency,
    status: issued || isPlatformAdmin(scope) ? status : portalStatus(status),
    dueDate: row.due_on,
    clientName: row.client_name ?? row.payer_user_name ?? row.payer_agency_name ?? '',
    items,
    subtotal: row.subtotal,
    discount: row.discount,
    discount_given: { type: row.discount_type, value: row.discount_value },
    tax: row.tax,
    amount_paid: row.amount_paid,
    amount_credited: row.amount_credited,
    amount_due: row.kind === 'invoice' && row.status !== 'void' ? amountDue(row) : 0,
    issuer: row.issuer,
    issuer_name: row.issuer_name,
    agency_id: row.agency_id,
    client_id: row.client_id,
    project_id: row.project_id,
    credited_invoice_id: row.credited_invoice_id,
    issued_on: row.issued_on,
    sent_at: row.sent_at,
    viewed_at: row.viewed_at,
    reminded_at: issued ? row.reminded_at : null,
    paid_at: row.paid_at,
    has_pay_link: (row.pay_links ?? 0) > 0,
    payable: owes && isOpen(row),
    manageable: issued,
    version: row.version,
    created_at: row.created_at,
  }
}
