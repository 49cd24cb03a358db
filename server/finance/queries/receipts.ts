import type { ReceiptDto } from '#shared/finance.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { booksOf } from '../queries.ts'

/** A receipt of the caller's books, with what is needed to serve it. */
export async function requireReceipt(db: Db, scope: Scope, id: string) {
  const books = booksOf(scope)
  const row = await db
    .selectFrom('expense_receipts')
    .select(['id', 'expense_id', 'name', 'content_type', 'size', 'storage_key'])
    .where('id', '=', id)
    .where('agency_id', books === null ? 'is' : '=', books)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This receipt')
  return row
}

/** The receipt of an expense whose reader was checked. */
export async function findReceiptOf(db: Db, expenseId: string): Promise<ReceiptDto | null> {
  const row = await db
    .selectFrom('expense_receipts')
    .select(['id', 'name', 'size'])
    .where('expense_id', '=', expenseId)
    .executeTakeFirst()
  return row ?? null
}
