import { EXPENSE_CATEGORIES, type ExpenseDto } from '#shared/finance.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { fromFlag } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { booksOf } from '../queries.ts'
import { findReceiptOf } from './receipts.ts'

/** One expense of the caller's books. */
export async function getExpense(db: Db, scope: Scope, id: string): Promise<ExpenseDto> {
  const books = booksOf(scope)
  const row = await db
    .selectFrom('expenses')
    .select([
      'id',
      'category',
      'vendor',
      'description',
      'amount',
      'currency',
      'spent_on',
      'client_id',
      'project_id',
      'rebillable',
      'version',
    ])
    .where('id', '=', id)
    .where('agency_id', books === null ? 'is' : '=', books)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This expense')
  const category = EXPENSE_CATEGORIES.find((name) => name === row.category) ?? 'other'
  return { ...row, category, rebillable: fromFlag(row.rebillable), receipt: await findReceiptOf(db, id) }
}
