import type { ExpressionBuilder } from 'kysely'
import { batchesOf } from '#shared/base/paging.ts'
import { leftByProject } from '#shared/money/invoices/lines/line-projects.ts'
import { distribute } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { creditedLines, headsOf, sharedLines } from '../../queries/invoice-lines.ts'
import { entriesOf } from './entries.ts'
import { invoicesOfProject, type Scope } from './scope.ts'

/** The amount by which a write-off reduces the revenue of one project. */
export interface Loss {
  id: string
  description: string
  occurred_on: string
  invoice_id: string | null
  project_id: string | null
  client_id: string | null
  amount: number
}

const INVOICES_AT_ONCE = 500

/** Amounts written off without tax, split over the projects of what credit notes had left of the invoice by then. */
export async function lossesOf(ctx: Ctx, scope: Scope): Promise<Loss[]> {
  const { agencyId, projectId, clientId } = scope
  const entries = await whereSet(entriesOf(ctx, scope, ['write_offs']), 'ledger_entries.client_id', clientId)
    .$call((query) =>
      projectId === null
        ? query
        : query.where('ledger_entries.invoice_id', 'in', invoicesOfProject(ctx, agencyId, projectId)),
    )
    .select((eb) => [
      'ledger_entries.id',
      'ledger_entries.description',
      'ledger_entries.occurred_on',
      'ledger_entries.invoice_id',
      'ledger_entries.client_id',
      'ledger_entries.base_amount',
      'ledger_entries.amount',
      enteredAt(eb).as('entered_at'),
    ])
    .execute()
  const losses: Loss[] = []
  for (const part of batchesOf(entries, INVOICES_AT_ONCE)) {
    const ids = [...new Set(part.flatMap((entry) => entry.invoice_id ?? []))]
    const [heads, credits, entered] = await Promise.all([
      headsOf(ctx, ids),
      creditedLines(ctx, ids),
      lossesEntered(ctx, scope, ids),
    ])
    const lines = await sharedLines(ctx, heads)
    for (const { base_amount, amount: booked, entered_at, ...entry } of part) {
      const { invoice_id } = entry
      const earlier = (entered.get(invoice_id) ?? []).filter((at) => at <= entered_at)
      const lostAt = booked < 0 ? (earlier.at(-1) ?? entered_at) : entered_at
      const notes = (credits.get(invoice_id ?? '') ?? []).filter((note) => note.credited_at <= lostAt)
      const weights = leftByProject(lines.get(invoice_id ?? '') ?? [], notes)
      for (const [project_id, amount] of distribute(-(base_amount ?? 0), weights, null)) {
        if (projectId === null || projectId === project_id) losses.push({ ...entry, project_id, amount })
      }
    }
  }
  return losses
}

/** When an entry was entered, which may be later than its day. */
const enteredAt = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb.fn.coalesce('ledger_entries.recorded_at', 'ledger_entries.occurred_at')

/** When losses of the invoices were entered, earliest first: what undoes one is split like it. */
async function lossesEntered(
  ctx: Ctx,
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<Map<string | null, string[]>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await entriesOf(ctx, { ...scope, from: null, to: null }, ['write_offs'])
    .select((eb) => ['ledger_entries.invoice_id', enteredAt(eb).as('at')])
    .where('ledger_entries.invoice_id', 'in', invoiceIds)
    .where('ledger_entries.amount', '>', 0)
    .orderBy('at')
    .execute()
  const byInvoice = Map.groupBy(rows, (row) => row.invoice_id)
  return new Map([...byInvoice].map(([id, own]) => [id, own.map(({ at }) => at)]))
}
