import type { Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

interface Line {
  id?: string | undefined
  seconds?: number | null | undefined
}

/** The lines with the exact time of the saved ones, for callers that don't send it back. */
export async function withSavedTime<Item extends Line>(
  tx: Tx,
  invoiceId: string | undefined,
  items: readonly Item[],
): Promise<Item[]> {
  if (invoiceId === undefined || items.every(({ seconds }) => seconds !== undefined)) return [...items]
  const saved = await selectFrom(tx, 'invoice_items')
    .select(['id', 'seconds'])
    .where('invoice_id', '=', invoiceId)
    .execute()
  const secondsOf = new Map(saved.map(({ id, seconds }) => [id, seconds]))
  return items.map((item) => ({ ...item, seconds: item.seconds ?? secondsOf.get(item.id ?? '') ?? null }))
}
