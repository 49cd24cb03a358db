import type { BookAccountsDto } from '#shared/books.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getBookAccounts } from '../queries/accounts.ts'

/** Enters the account numbers that exports name. */
export function saveBookAccounts(ctx: AgencyCtx, input: BookAccountsDto): Promise<BookAccountsDto> {
  return transact(ctx, async (tx) => {
    const { version, ...accounts } = input
    const row = { accounts: JSON.stringify(accounts), version: version + 1, updated_at: toInstant(tx.now) }
    const saved = await insertInto(tx, 'book_accounts')
      .values({ agency_id: tx.reach.agencyId, ...row })
      .onConflict((known) =>
        known.column('agency_id').doUpdateSet(row).where('book_accounts.version', '=', version),
      )
      .returning('version')
      .executeTakeFirst()
    if (saved === undefined) throw conflict('These accounts')
    await record(tx, 'book-accounts.changed', { id: tx.reach.agencyId })
    return getBookAccounts(tx)
  })
}
