import type { NotNull } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import { taxSummary } from '#shared/base/amounts/taxes.ts'
import { batchesOf } from '#shared/base/paging.ts'
import { creditedByProject, invoiced } from '#shared/money/invoices/lines/line-projects.ts'
import { type ByProject, distribute } from '#shared/money/ledger/profit-split.ts'
import { partsInBase } from '#shared/money/ledger/taxes/tax-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { afterCursor, pagesOf, spanAfter } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { creditedLines, headsOf, itemsOf, sharedLines } from '../../queries/invoice-lines.ts'
import { invoicesOfProject, type Scope } from './scope.ts'

export type DocumentPart = 'invoices' | 'credit_notes'

/** What an invoice or credit note adds to the revenue of one project. */
export interface DocumentShare {
  id: string
  part: DocumentPart
  number: string | null
  title: string
  issued_on: string
  project_id: string | null
  client_id: string | null
  amount: number
}

const DOCUMENTS_AT_ONCE = 500

/** The scope's issued documents of one kind, newest first, page by page. */
export async function* issuedShares(
  ctx: Ctx,
  scope: Scope,
  part: DocumentPart,
): AsyncGenerator<DocumentShare[]> {
  const pages = pagesOf(
    (after, limit) => {
      const heads = headsOfDocuments(ctx, spanAfter(scope, after)).where('invoices.kind', '=', KINDS[part])
      return afterCursor(heads, ['invoices.issued_on', 'invoices.id'], after).limit(limit).execute()
    },
    ({ issued_on, id }) => [issued_on, id],
    DOCUMENTS_AT_ONCE,
  )
  for await (const page of pages) {
    yield (await splitDocuments(ctx, scope, page)).shares
  }
}

const KINDS = { invoices: 'invoice', credit_notes: 'credit_note' } as const

/** How many documents of one kind have an exchange rate. */
export const countIssued = (ctx: Ctx, scope: Scope, part: DocumentPart) =>
  documentsOf(ctx, scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('invoices.kind', '=', KINDS[part])
    .where((eb) =>
      eb.or([eb('invoices.currency', '=', scope.currency), eb('invoices.booking_rate', 'is not', null)]),
    )
    .executeTakeFirstOrThrow()

interface Split {
  shares: DocumentShare[]
  /** Documents without an exchange rate, which have no shares. */
  withoutRate: number
}

/** Some of the scope's documents. */
export async function sharesOf(ctx: Ctx, scope: Scope, ids: readonly string[]): Promise<Split> {
  const split: Split = { shares: [], withoutRate: 0 }
  for (const batch of batchesOf(ids, DOCUMENTS_AT_ONCE)) {
    const page = await headsOfDocuments(ctx, scope).where('invoices.id', 'in', batch).execute()
    const { shares, withoutRate } = await splitDocuments(ctx, scope, page)
    split.shares.push(...shares)
    split.withoutRate += withoutRate
  }
  return split
}

type DocumentHead = Awaited<ReturnType<ReturnType<typeof headsOfDocuments>['executeTakeFirstOrThrow']>>

const headsOfDocuments = (ctx: Ctx, scope: Scope) =>
  documentsOf(ctx, scope)
    .select([
      'invoices.id',
      'invoices.kind',
      'invoices.number',
      'invoices.title',
      'invoices.issued_on',
      'invoices.client_id',
      'invoices.project_id',
      'invoices.late_fee_of',
      'invoices.credited_invoice_id',
      'invoices.currency',
      'invoices.booking_rate',
    ])
    .$narrowType<{ issued_on: NotNull }>()

/** The scope's issued documents, without columns. */
export function documentsOf(ctx: Ctx, { agencyId, from, to, clientId, projectId }: Scope) {
  let documents = selectFrom(ctx, 'invoices')
    .where('invoices.agency_id', agencyId === null ? 'is' : '=', agencyId)
    .where('invoices.issuer', '=', agencyId === null ? 'platform' : 'agency')
    .where('invoices.number', 'is not', null)
    .where('invoices.status', 'not in', ['draft', 'void'])
  if (from !== null) documents = documents.where('invoices.issued_on', '>=', from)
  if (to !== null) documents = documents.where('invoices.issued_on', '<=', to)
  if (clientId !== null) documents = documents.where('invoices.client_id', '=', clientId)
  if (projectId !== null) {
    const invoices = invoicesOfProject(ctx, agencyId, projectId)
    documents = documents.where((eb) =>
      eb.or([eb('invoices.id', 'in', invoices), eb('invoices.credited_invoice_id', 'in', invoices)]),
    )
  }
  return documents
}

/** Splits documents by project, converted at their booking rates as the tax report does. */
async function splitDocuments(ctx: Ctx, scope: Scope, documents: readonly DocumentHead[]): Promise<Split> {
  const notes = documents.filter((document) => document.credited_invoice_id !== null)
  const creditedIds = [...new Set(notes.flatMap((note) => note.credited_invoice_id ?? []))]
  const own = documents.filter((document) => document.credited_invoice_id === null)
  const known = new Set(own.map((document) => document.id))
  const heads = await headsOf(
    ctx,
    creditedIds.filter((id) => !known.has(id)),
  )
  const [lines, credits, noteItems] = await Promise.all([
    sharedLines(ctx, [...own, ...heads]),
    creditedLines(ctx, creditedIds),
    itemsOf(
      ctx,
      notes.map((note) => note.id),
    ),
  ])
  const itemsOfNote = Map.groupBy(noteItems, (item) => item.invoice_id)
  const projectsOf = (document: DocumentHead): ByProject => {
    const { id, credited_invoice_id } = document
    if (credited_invoice_id === null) return invoiced(lines.get(id) ?? [])
    const all = credits.get(credited_invoice_id) ?? []
    const first = all.findIndex((line) => line.invoice_id === id)
    return creditedByProject(
      lines.get(credited_invoice_id) ?? [],
      all.slice(0, Math.max(0, first)),
      all.filter((line) => line.invoice_id === id),
    )
  }
  const split = documents.map((document): DocumentShare[] | null => {
    const net = baseNet(scope, document, lines.get(document.id) ?? itemsOfNote.get(document.id) ?? [])
    if (net === null) return null
    const { id, number, title, issued_on, client_id, kind } = document
    const amount = kind === 'credit_note' ? -net : net
    return [...distribute(amount, projectsOf(document), document.project_id)].map(([project_id, share]) => ({
      id,
      part: kind === 'credit_note' ? ('credit_notes' as const) : ('invoices' as const),
      number,
      title,
      issued_on,
      project_id,
      client_id,
      amount: share,
    }))
  })
  return {
    shares: split.flatMap((shares) => shares ?? []).filter((share) => isIn(scope, share.project_id)),
    withoutRate: split.filter((shares) => shares === null).length,
  }
}

/** Whether a share counts in the scope. */
export const isIn = ({ projectId }: Scope, project: string | null): boolean =>
  projectId === null || projectId === project

/** A document's net amount in base currency, as in the tax report. */
function baseNet(
  { currency: base }: Scope,
  { currency, booking_rate }: Pick<DocumentHead, 'currency' | 'booking_rate'>,
  items: Parameters<typeof taxSummary>[0],
): number | null {
  const rate = currency === base ? '1' : booking_rate
  if (rate === null) return null
  const parts = partsInBase(taxSummary(items), (amount) => convert(amount, currency, base, rate))
  return parts.reduce((sum, part) => sum + (part.base_net ?? 0), 0)
}
