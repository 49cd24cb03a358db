import type { DocumentParties } from '#shared/identity/letterhead/parties.ts'
import { isTaxPayment } from '#shared/money/ledger/finance.ts'
import { BALANCE_CATEGORIES } from '#shared/money/ledger/provider-payouts.ts'
import type { SplitPart } from '#shared/money/ledger/taxes/tax-split.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor } from '../../../../base/core/rows/paging.ts'
import { ledgerOf, type Period } from '../../queries/ledger.ts'
import { partsOfEntries } from '../../taxes/queries/entry-parts.ts'
import { entryPages } from './entry-pages.ts'

/** The ledger's entries with the documents they belong to, oldest first. */
export async function* postedEntries(ctx: AgencyCtx, period: Period): AsyncGenerator<PostedEntry[]> {
  const pages = entryPages((after, limit) => entriesAfter(ctx, period, after).limit(limit).execute())
  for await (const rows of pages) {
    const split = rows.filter(({ direction }) => direction === 'write_off' || direction === 'expense')
    const parts = await partsOfEntries(ctx, split)
    yield rows.map((row) => ({ ...row, parts: parts.get(row.id) ?? [] }))
  }
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entriesAfter>['execute']>>[number]

/** With the tax rates of a loss, an expense or a contributor’s bill. */
export type PostedEntry = EntryRow & { parts: SplitPart[] }

const entriesAfter = (ctx: AgencyCtx, period: Period, after: Cursor | null) =>
  afterCursor(
    ledgerOf(ctx, period)
      .leftJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
      .leftJoin('payments', 'payments.id', 'ledger_entries.payment_id')
      .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
      .selectAll('ledger_entries')
      .select(['invoices.number', 'invoices.parties', 'invoices.stage', 'invoices.issued_on'])
      .select('payments.receipt_number')
      .select(['clients.name as client_name', 'clients.company as client_company'])
      // A correction can move only base amounts between projects.
      .where((eb) =>
        eb.or([eb('ledger_entries.amount', '!=', 0), eb('ledger_entries.base_amount', '!=', 0)]),
      ),
    ['ledger_entries.occurred_at', 'ledger_entries.id'],
    after,
    'asc',
  )

/** The customer as on the invoice; without one, with the current details. */
export function customerOf({ parties, client_company, client_name }: PostedEntry): string {
  if (parties === null) return client_company ?? client_name ?? ''
  const { buyer }: DocumentParties = JSON.parse(parties)
  return buyer.company ?? buyer.name
}

/** The kinds of accounts that entries move amounts between. */
export type Side =
  | 'bank'
  | 'advances'
  | 'customer'
  | 'sales'
  | 'granted_credit'
  | 'exchange_differences'
  | 'bad_debts'
  | 'tax'
  | 'disputes'
  | 'fees'
  | 'expenses'

/**
 * The accounts that an entry's amount moves between; null if another entry states them. Only payments move money:
 * credit is created, applied and granted through the account for advances.
 */
export function sidesOf({
  direction,
  category,
  payment_id,
}: Pick<PostedEntry, 'direction' | 'category' | 'payment_id'>): { debit: Side; credit: Side } | null {
  const isPaid = payment_id !== null
  switch (direction) {
    case 'income':
      return { debit: isPaid ? 'bank' : 'advances', credit: SOURCES[category] ?? 'sales' }
    case 'liability':
      if (isTaxPayment(category)) return { debit: 'bank', credit: 'tax' }
      return isPaid ? { debit: 'bank', credit: 'advances' } : null
    case 'write_off':
      return { debit: category === 'tax_relief' ? 'tax' : 'bad_debts', credit: 'customer' }
    case 'expense':
      return { debit: COSTS[category] ?? 'expenses', credit: 'bank' }
  }
}

/** Other income has no document. */
const SOURCES: Readonly<Record<string, Side>> = {
  invoices: 'customer',
  credit_adjustments: 'granted_credit',
  exchange_differences: 'exchange_differences',
}

const COSTS: Readonly<Record<string, Side>> = {
  disputes: 'disputes',
  ...Object.fromEntries(BALANCE_CATEGORIES.map((category) => [category, 'fees' as const])),
}
