import { plainNumber } from '#shared/base/amounts/money.ts'
import { QUICKBOOKS_UNTAXED, XERO_UNTAXED } from '#shared/money/ledger/book-accounts.ts'
import { BALANCE_CATEGORIES, FEE_CATEGORIES } from '#shared/money/ledger/provider-payouts.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor } from '../../../../base/core/rows/paging.ts'
import { ledgerOf, type Period } from '../../queries/ledger.ts'
import { entryPages } from './entry-pages.ts'
import { slashed, XERO_CONTACT, XERO_TRACKING } from './xero-layout.ts'

/** Xero's template for bills. */
export const XERO_BILL_COLUMNS = [
  ...XERO_CONTACT,
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
  ...XERO_TRACKING,
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

/** The provider's and the platform's fees, oldest first. */
export const feeEntries = (ctx: AgencyCtx, period: Period): AsyncGenerator<FeeEntry[]> =>
  entryPages((after, limit) => entriesAfter(ctx, period, after).limit(limit).execute())

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

/** Each entry is a bill, whose number identifies it if a period is imported twice. */
export const billNumber = ({ id }: { id: string }): string => `FEE-${id.slice(-12).toUpperCase()}`

export const supplierOf = ({ category }: { category: string }): string =>
  category === 'platform_fees' ? 'Platform' : 'Stripe'

/** The tax code and amount. Adjustments and contributions aren't services, so they have no tax. */
function taxOf({ category, currency }: FeeEntry, feeCode: string, untaxedCode: string) {
  const isFee = (FEE_CATEGORIES as readonly string[]).includes(category)
  const code = isFee ? feeCode : untaxedCode
  // Empty if the program computes it, for example reverse charge.
  return { code, amount: code === untaxedCode ? plainNumber(0, currency) : '' }
}

export function xeroBillRow(entry: FeeEntry, accounts: BookAccounts): CsvRow {
  const tax = taxOf(entry, accounts.xero_fee_tax_type, XERO_UNTAXED)
  return {
    '*ContactName': supplierOf(entry),
    '*InvoiceNumber': billNumber(entry),
    '*InvoiceDate': slashed(entry.occurred_on),
    '*DueDate': slashed(entry.occurred_on),
    Total: plainNumber(entry.amount, entry.currency),
    Description: entry.description.slice(0, 4000),
    '*Quantity': 1,
    '*UnitAmount': plainNumber(entry.amount, entry.currency),
    '*AccountCode': accounts.xero_fee_account,
    '*TaxType': tax.code,
    TaxAmount: tax.amount,
    Currency: entry.currency,
  }
}

export function quickbooksBillRow(entry: FeeEntry, accounts: BookAccounts): CsvRow {
  const tax = taxOf(entry, accounts.quickbooks_fee_tax_code, QUICKBOOKS_UNTAXED)
  return {
    '*Bill no.': billNumber(entry),
    '*Supplier': supplierOf(entry),
    '*Bill Date': slashed(entry.occurred_on),
    '*Due Date': slashed(entry.occurred_on),
    Memo: entry.category,
    '*Account': accounts.quickbooks_fee_account,
    'Line Description': entry.description.slice(0, 4000),
    '*Line Amount': plainNumber(entry.amount, entry.currency),
    '*Line Tax Code': tax.code,
    'Line Tax Amount': tax.amount,
    Currency: entry.currency,
  }
}
