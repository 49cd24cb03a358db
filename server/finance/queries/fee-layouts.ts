import type { BookAccounts } from '#shared/books.ts'
import { BALANCE_CATEGORIES } from '#shared/provider-payouts.ts'
import type { CsvRow } from '../../adapters/csv-stream.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { afterCursor, type Cursor } from '../../core/paging.ts'
import { ledgerOf, type Period } from './ledger.ts'
import { plainNumber } from './table-layouts.ts'
import { slashed } from './xero-layout.ts'

/** Xero's template for bills; an asterisk marks what must be there. See docs/accounting-exports.md. */
export const XERO_BILL_COLUMNS = [
  '*ContactName',
  'EmailAddress',
  'POAddressLine1',
  'POAddressLine2',
  'POAddressLine3',
  'POAddressLine4',
  'POCity',
  'PORegion',
  'POPostalCode',
  'POCountry',
  '*InvoiceNumber',
  '*InvoiceDate',
  '*DueDate',
  'Total',
  'InventoryItemCode',
  'Description',
  '*Quantity',
  '*UnitAmount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
]

/** QuickBooks Online's template for bills. */
export const QUICKBOOKS_BILL_COLUMNS = [
  '*Bill no.',
  '*Supplier',
  '*Bill Date',
  '*Due Date',
  'Terms',
  'Location',
  'Memo',
  '*Account',
  'Line Description',
  '*Line Amount',
  '*Line Tax Code',
  'Line Tax Amount',
  'Currency',
]

const ENTRIES_AT_ONCE = 1000

/** What the provider and the platform kept, the oldest first. */
export async function* feeEntries(ctx: AgencyCtx, period: Period): AsyncGenerator<FeeEntry[]> {
  let after: Cursor | null = null
  for (;;) {
    const rows: FeeEntry[] = await entriesAfter(ctx, period, after).limit(ENTRIES_AT_ONCE).execute()
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ENTRIES_AT_ONCE) return
    after = { key: last.occurred_at, id: last.id }
  }
}

type FeeEntry = Awaited<ReturnType<ReturnType<typeof entriesAfter>['execute']>>[number]

const entriesAfter = (ctx: AgencyCtx, period: Period, after: Cursor | null) =>
  afterCursor(
    ledgerOf(ctx, period)
      .selectAll('ledger_entries')
      .where('ledger_entries.direction', '=', 'expense')
      .where('ledger_entries.category', 'in', BALANCE_CATEGORIES),
    ['ledger_entries.occurred_at', 'ledger_entries.id'],
    after,
    'asc',
  )

/** Each entry is a bill of its own, and known again by its number when a period is imported twice. */
const numberOf = ({ id }: FeeEntry): string => `FEE-${id.slice(-12).toUpperCase()}`

const supplierOf = ({ category }: FeeEntry): string => (category === 'platform_fees' ? 'Platform' : 'Stripe')

export const xeroBillRow = (entry: FeeEntry, accounts: BookAccounts): CsvRow => ({
  '*ContactName': supplierOf(entry),
  '*InvoiceNumber': numberOf(entry),
  '*InvoiceDate': slashed(entry.occurred_on),
  '*DueDate': slashed(entry.occurred_on),
  Total: plainNumber(entry.amount, entry.currency),
  Description: entry.description.slice(0, 4000),
  '*Quantity': 1,
  '*UnitAmount': plainNumber(entry.amount, entry.currency),
  '*AccountCode': accounts.xero_fee_account,
  '*TaxType': 'Tax Exempt',
  TaxAmount: plainNumber(0, entry.currency),
  Currency: entry.currency,
})

export const quickbooksBillRow = (entry: FeeEntry, accounts: BookAccounts): CsvRow => ({
  '*Bill no.': numberOf(entry),
  '*Supplier': supplierOf(entry),
  '*Bill Date': slashed(entry.occurred_on),
  '*Due Date': slashed(entry.occurred_on),
  Memo: entry.category,
  '*Account': accounts.quickbooks_fee_account,
  'Line Description': entry.description.slice(0, 4000),
  '*Line Amount': plainNumber(entry.amount, entry.currency),
  '*Line Tax Code': 'NON',
  'Line Tax Amount': plainNumber(0, entry.currency),
  Currency: entry.currency,
})
