import { type BookAccounts, type BookAccountsDto, defaultAccounts, storedAccounts } from '#shared/books.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** Account numbers for exports; the usual ones until the agency enters its own. */
export async function getBookAccounts(ctx: AgencyCtx): Promise<BookAccountsDto> {
  const row = await selectFrom(ctx, 'book_accounts')
    .select(['accounts', 'version'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .executeTakeFirst()
  const accounts: BookAccounts =
    row === undefined ? defaultAccounts('skr03') : storedAccounts.parse(JSON.parse(row.accounts))
  return { ...accounts, version: row?.version ?? 0 }
}
