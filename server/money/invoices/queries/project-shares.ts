import { allocate } from '#shared/base/amounts/money.ts'
import { addUp, distribute } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { headsOf, sharedLines } from '../../ledger/queries/invoice-lines.ts'

interface Payment {
  id: string
  project_id: string | null
  /** The amount paid before. */
  before: number
}

/**
 * Distributes an amount paid on an invoice over the projects of its lines; once fully paid, each project has
 * received exactly its lines' total. Negative amounts reverse this.
 */
export async function projectShares(
  ctx: Ctx,
  invoice: Payment,
  amount: number,
): Promise<{ projectId: string | null; amount: number }[]> {
  const heads = await headsOf(ctx, [invoice.id])
  const lines = (await sharedLines(ctx, heads)).get(invoice.id) ?? []
  const weights = addUp(lines.flatMap(({ net, tax, shares }) => [...distribute(net + tax, shares, null)]))
  if (weights.size < 2) return [{ projectId: [...weights.keys()][0] ?? invoice.project_id, amount }]
  const paid = (total: number) => allocate(Math.max(0, total), [...weights.values()])
  const [before, after] = [paid(invoice.before), paid(invoice.before + amount)]
  return [...weights.keys()]
    .map((projectId, index) => ({ projectId, amount: (after[index] ?? 0) - (before[index] ?? 0) }))
    .filter((share) => share.amount !== 0)
}
