import type { AgencyId } from '#shared/base/roles.ts'
import {
  type DocumentKind,
  documentNumber,
  firstOf,
  periodOf,
} from '#shared/identity/letterhead/numbering.ts'
import type { Tx } from '../../../base/core/context.ts'
import { isNumberTaken, seriesOf } from '../../../identity/letterhead/queries/numbering.ts'

/**
 * The next number in the agency's series, without gaps: updating the counter locks it until the transaction
 * ends, and a rollback returns the number. Skips numbers already used in another format.
 */
export async function issueNumber(tx: Tx, book: AgencyId, kind: DocumentKind): Promise<string> {
  const series = await seriesOf(tx, book, kind)
  const period = periodOf(series, series.today)
  await tx.db
    .insertInto('invoice_numbers')
    .values({ book, kind, period, next_number: firstOf(period) })
    .onConflict((conflict) => conflict.columns(['book', 'kind', 'period']).doNothing())
    .execute()
  for (;;) {
    const { next_number } = await tx.db
      .updateTable('invoice_numbers')
      .set((eb) => ({ next_number: eb('next_number', '+', 1) }))
      .where('book', '=', book)
      .where('kind', '=', kind)
      .where('period', '=', period)
      .returning('next_number')
      .executeTakeFirstOrThrow()
    const number = documentNumber(series, next_number - 1, series.today)
    if (!(await isNumberTaken(tx, book, number))) return number
  }
}
