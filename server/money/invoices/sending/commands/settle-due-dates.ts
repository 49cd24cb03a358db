import type { Tx } from '../../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { datesAtIssue } from '../../rules.ts'

interface Draft {
  id: string
  total: number
  due_on: string
  payment_days: number | null
}

/** Sets when each part of an invoice is due, at the moment it is issued. Returns when all of it is. */
export async function settleDueDates(
  tx: Tx,
  draft: Draft,
  { issuedOn, chosen }: { issuedOn: string; chosen: string | undefined },
): Promise<string> {
  // Everything was paid in advance.
  if (draft.total === 0) return draft.due_on
  const parts = await selectFrom(tx, 'invoice_instalments')
    .select(['position', 'due_on'])
    .where('invoice_id', '=', draft.id)
    .orderBy('position')
    .execute()
  const planned = parts.length === 0 ? [draft.due_on] : parts.map((part) => part.due_on)
  const dates = datesAtIssue({ dates: planned, paymentDays: draft.payment_days }, issuedOn, chosen)
  for (const [index, { position, due_on }] of parts.entries()) {
    if (dates[index] === due_on) continue
    await updateTable(tx, 'invoice_instalments')
      .set({ due_on: dates[index] })
      .where('invoice_id', '=', draft.id)
      .where('position', '=', position)
      .execute()
  }
  return dates.at(-1) ?? draft.due_on
}
