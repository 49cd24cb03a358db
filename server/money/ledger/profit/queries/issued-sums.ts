import type { ExpressionBuilder, NotNull } from 'kysely'
import type { ProfitSum } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { documentsOf, isIn, sharesOf } from './issued-documents.ts'
import type { Scope, Splitting } from './scope.ts'

interface IssuedSums {
  sums: ProfitSum[]
  withoutRate: number
}

/** Issued documents by part, and by project and client if they are split. */
export async function issuedSums(
  ctx: Ctx,
  scope: Scope,
  { split }: Splitting,
  atOnce = DOCUMENTS_AT_ONCE,
): Promise<IssuedSums> {
  const all: IssuedSums = { sums: [], withoutRate: 0 }
  const by = { split: split || scope.projectId !== null }
  for (const span of await spansOf(ctx, scope, atOnce)) {
    const rows = await sumsOf(ctx, { ...scope, ...span }, by)
    for (const { document, kind, project = null, client_id = null, amount } of rows) {
      if (document !== null || !isIn(scope, project)) continue
      const sum = { project_id: project, client_id, amount: amount ?? 0 }
      if (kind === 'credit_note') all.sums.push({ ...sum, part: 'credit_notes', amount: -sum.amount })
      else all.sums.push({ ...sum, part: 'invoices' })
    }
    const ids = new Set(rows.flatMap(({ document }) => document ?? []))
    const { shares, withoutRate } = await sharesOf(ctx, scope, [...ids])
    all.sums.push(...grouped(shares))
    all.withoutRate += withoutRate
  }
  return all
}

/** The sums of documents that their lines fully determine; of others, which have to be read one by one, the id. */
const sumsOf = (ctx: Ctx, scope: Scope, { split }: Splitting) =>
  documentsOf(ctx, scope)
    .leftJoin('invoice_items', 'invoice_items.invoice_id', 'invoices.id')
    .select((eb) => [
      eb
        .case()
        .when(
          eb.and([eb('invoices.currency', '=', scope.currency), ...(split ? [isOfItsLines(ctx, eb)] : [])]),
        )
        .then(null)
        .else(eb.ref('invoices.id'))
        .end()
        .as('document'),
      'invoices.kind',
      sumOf<number | null>(eb.ref('invoice_items.net')).as('amount'),
    ])
    .groupBy(['document', 'invoices.kind'])
    .$if(split, (query) =>
      query
        .select((eb) => [
          eb
            .case()
            .when('invoices.late_fee_of', 'is', null)
            .then(eb.fn.coalesce('invoice_items.project_id', 'invoices.project_id'))
            .end()
            .as('project'),
          'invoices.client_id',
        ])
        .groupBy(['project', 'invoices.client_id']),
    )
    .execute()

/** Whether the amounts of a document's projects are those of its lines: it neither credits nor deducts others. */
const isOfItsLines = (ctx: Ctx, eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.and([eb('invoices.kind', '=', 'invoice'), eb('invoices.stage', '!=', 'final'), hasProjects(ctx, eb)])

/**
 * Whether no line's project depends on the time it bills. With `exists`, PostgreSQL would load all time entries
 * into memory for each statement.
 */
const hasProjects = (ctx: Ctx, eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb.or([
    eb('invoices.project_id', 'is not', null),
    eb('invoices.late_fee_of', 'is not', null),
    eb.and([
      eb(
        selectFrom(ctx, 'time_entries')
          .select('time_entries.id')
          .where('time_entries.agency_id', '=', eb.ref('invoices.agency_id'))
          .where('time_entries.invoice_id', '=', eb.ref('invoices.id'))
          .limit(1),
        'is',
        null,
      ),
      eb(
        selectFrom(ctx, 'released_time')
          .select('released_time.id')
          .where('released_time.agency_id', '=', eb.ref('invoices.agency_id'))
          .where('released_time.invoice_id', '=', eb.ref('invoices.id'))
          .limit(1),
        'is',
        null,
      ),
    ]),
    eb(
      eb
        .selectFrom('invoice_items')
        .select('invoice_items.id')
        .whereRef('invoice_items.invoice_id', '=', 'invoices.id')
        .where('invoice_items.project_id', 'is', null)
        .limit(1),
      'is',
      null,
    ),
  ])

const DOCUMENTS_AT_ONCE = 10_000

type Span = Pick<Scope, 'from' | 'to'>

/**
 * Spans of days with few enough documents for one statement, because years of them would block everyone else. No
 * index has a project's days: its invoices are looked up by their lines and time.
 */
async function spansOf(ctx: Ctx, scope: Scope, atOnce: number): Promise<Span[]> {
  if (scope.projectId !== null) return [scope]
  const { agencyId, clientId, from, to } = scope
  // With the conditions of the caller's visibility, the indexes alone wouldn't suffice.
  const days = await selectFrom(acrossAgencies(ctx), 'invoices')
    .select((eb) => ['invoices.issued_on', eb.fn.countAll<number>().as('documents')])
    .where('invoices.agency_id', agencyId === null ? 'is' : '=', agencyId)
    .$call((query) =>
      clientId === null
        ? query.where('invoices.number', 'is not', null)
        : query
            .where('invoices.client_id', '=', clientId)
            .where('invoices.status', 'not in', ['draft', 'void']),
    )
    .$call((query) => whereSet(query, 'invoices.issued_on', from, '>='))
    .$call((query) => whereSet(query, 'invoices.issued_on', to, '<='))
    .$narrowType<{ issued_on: NotNull }>()
    .groupBy('invoices.issued_on')
    .orderBy('invoices.issued_on')
    .execute()
  const spans: Span[] = []
  let left = 0
  for (const { issued_on, documents } of days) {
    const last = spans.at(-1)
    left -= documents
    if (last !== undefined && left >= 0) last.to = issued_on
    else {
      spans.push({ from: issued_on, to: issued_on })
      left = atOnce - documents
    }
  }
  return spans
}

/** One sum per part, project and client, so that a year's documents needn't be held. */
function grouped(shares: readonly ProfitSum[]): ProfitSum[] {
  const groups = Map.groupBy(
    shares,
    ({ part, project_id, client_id }) => `${part} ${project_id} ${client_id}`,
  )
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { part, project_id, client_id } = first
    return [{ part, project_id, client_id, amount: same.reduce((sum, share) => sum + share.amount, 0) }]
  })
}
