import { type BookAccounts, type BookAccountsDto, defaultAccounts, storedAccounts } from '#shared/books.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** Account numbers for exports; the usual ones until the agency enters its own. */
export async function getBookAccounts(ctx: AgencyCtx): Promise<BookAccountsDto> {
  const row = await selectFrom(ctx, 'book_accounts')
    .select(['accounts', 'version'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .executeTakeFirst()
  const stored: Partial<BookAccounts> = row === undefined ? {} : JSON.parse(row.accounts)
  // What was saved before an account was asked for names the usual one.
  const accounts = storedAccounts.parse({ ...defaultAccounts(stored.chart ?? 'skr03'), ...stored })
  return { ...accounts, version: row?.version ?? 0 }
}
