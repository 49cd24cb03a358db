import { batchesOf } from '#shared/base/paging.ts'
import { leftByProject } from '#shared/money/invoices/lines/line-projects.ts'
import { distribute } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
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

/** Amounts written off without tax, split over the projects of what credit notes have left of the invoice. */
export async function lossesOf(ctx: Ctx, scope: Scope): Promise<Loss[]> {
  const { agencyId, projectId, clientId } = scope
  const entries = await whereSet(entriesOf(ctx, scope, ['write_offs']), 'ledger_entries.client_id', clientId)
    .$call((query) =>
      projectId === null
        ? query
        : query.where('ledger_entries.invoice_id', 'in', invoicesOfProject(ctx, agencyId, projectId)),
    )
    .select([
      'ledger_entries.id',
      'ledger_entries.description',
      'ledger_entries.occurred_on',
      'ledger_entries.invoice_id',
      'ledger_entries.client_id',
      'ledger_entries.base_amount',
    ])
    .execute()
  const losses: Loss[] = []
  for (const part of batchesOf(entries, INVOICES_AT_ONCE)) {
    const ids = [...new Set(part.flatMap((entry) => entry.invoice_id ?? []))]
    const [heads, credits] = await Promise.all([headsOf(ctx, ids), creditedLines(ctx, ids)])
    const lines = await sharedLines(ctx, heads)
    for (const { base_amount, ...entry } of part) {
      const { invoice_id } = entry
      const weights = leftByProject(lines.get(invoice_id ?? '') ?? [], credits.get(invoice_id ?? '') ?? [])
      for (const [project_id, amount] of distribute(-(base_amount ?? 0), weights, null)) {
        if (projectId === null || projectId === project_id) losses.push({ ...entry, project_id, amount })
      }
    }
  }
  return losses
}
