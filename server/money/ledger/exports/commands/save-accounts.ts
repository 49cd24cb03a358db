import type { BookAccountsDto, StoredAccounts } from '#shared/money/ledger/schemas/books.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { saveSettings } from '../../../../base/core/rows/versioned.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { getBookAccounts } from '../queries/accounts.ts'

/** Saves the account numbers for exports. */
export function saveBookAccounts(ctx: AgencyCtx, input: StoredAccounts): Promise<BookAccountsDto> {
  return transact(ctx, async (tx) => {
    const { version, ...accounts } = input
    const { agencyId } = tx.reach
    const columns = { accounts: JSON.stringify(accounts) }
    await saveSettings(tx, 'book_accounts', { agency_id: agencyId }, version, columns, 'These accounts')
    await record(tx, 'book-accounts.changed', { id: agencyId })
    return getBookAccounts(tx)
  })
}
