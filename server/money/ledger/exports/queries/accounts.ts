import { defaultAccounts, isMapped, rateKindOf, withAllKinds } from '#shared/money/ledger/book-accounts.ts'
import type { UsedRate } from '#shared/money/ledger/books.ts'
import {
  type BookAccounts,
  type BookAccountsDto,
  type StoredAccounts,
  storedAccounts,
} from '#shared/money/ledger/schemas/books.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { whereSet } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { Period } from '../../queries/ledger.ts'

/** Account numbers for exports, with the rates that still need one. */
export async function getBookAccounts(ctx: AgencyCtx): Promise<BookAccountsDto> {
  const accounts = await bookAccounts(ctx)
  return { ...accounts, unmapped_rates: await unmappedRates(ctx, accounts, { from: null, to: null }) }
}

/** The account numbers; defaults until the agency saves its own. */
export async function bookAccounts(ctx: AgencyCtx): Promise<StoredAccounts> {
  const row = await selectFrom(ctx, 'book_accounts')
    .select(['accounts', 'version'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .executeTakeFirst()
  const stored: Partial<BookAccounts> = row === undefined ? {} : JSON.parse(row.accounts)
  const { chart = 'skr03' } = stored
  // Accounts added after the settings were saved use the default.
  const accounts = storedAccounts.parse({ ...defaultAccounts(chart), ...stored })
  return { ...accounts, rates: withAllKinds(chart, accounts.rates), version: row?.version ?? 0 }
}

/** Rates of numbered documents that DATEV would tax at another percentage, or not at all. */
export async function unmappedRates(
  ctx: AgencyCtx,
  accounts: BookAccounts,
  { from, to }: Period,
): Promise<UsedRate[]> {
  const used = await selectFrom(ctx, 'invoice_items')
    .innerJoin('invoices', 'invoices.id', 'invoice_items.invoice_id')
    .select(['invoice_items.tax_category', 'invoice_items.tax_bps'])
    .distinct()
    .where('invoices.agency_id', '=', ctx.reach.agencyId)
    .where('invoices.number', 'is not', null)
    .where('invoices.status', 'not in', ['draft', 'void'])
    .$call((query) => whereSet(query, 'invoices.issued_on', from, '>='))
    .$call((query) => whereSet(query, 'invoices.issued_on', to, '<='))
    .orderBy('invoice_items.tax_bps', 'desc')
    .orderBy('invoice_items.tax_category')
    .execute()
  return used
    .filter((rate) => !isMapped(accounts, rate))
    .map((rate) => ({ kind: rateKindOf(rate, false), tax_bps: rate.tax_bps }))
}
