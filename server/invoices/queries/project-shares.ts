import { allocate } from '#shared/money.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

interface Payment {
  id: string
  project_id: string | null
  /** What was paid on it before. */
  before: number
}

/**
 * What of an amount paid on an invoice is income of which project, by its lines; an invoice that is paid in full
 * has brought each project exactly what its lines say. Negative amounts give it back.
 */
export async function projectShares(
  ctx: Ctx,
  invoice: Payment,
  amount: number,
): Promise<{ projectId: string | null; amount: number }[]> {
  const lines = await selectFrom(ctx, 'invoice_items')
    .select(['project_id', 'net', 'tax'])
    .where('invoice_id', '=', invoice.id)
    .orderBy('position')
    .execute()
  const weights = new Map<string | null, number>()
  for (const line of lines) {
    const projectId = line.project_id ?? invoice.project_id
    weights.set(projectId, (weights.get(projectId) ?? 0) + line.net + line.tax)
  }
  if (weights.size < 2) return [{ projectId: [...weights.keys()][0] ?? invoice.project_id, amount }]
  const paid = (total: number) => allocate(Math.max(0, total), [...weights.values()])
  const [before, after] = [paid(invoice.before), paid(invoice.before + amount)]
  return [...weights.keys()]
    .map((projectId, index) => ({ projectId, amount: (after[index] ?? 0) - (before[index] ?? 0) }))
    .filter((share) => share.amount !== 0)
}
