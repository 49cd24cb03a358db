import { accountsOf } from '#shared/money/ledger/book-accounts.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import { customerNamed, type NumberedDocument } from './numbered-documents.ts'
import { plainNumber } from './table-layouts.ts'
import { slashed } from './xero-layout.ts'

/**
 * QuickBooks Online's template for invoices; an asterisk marks required columns. See
 * docs/accounting-exports.md.
 */
export const QUICKBOOKS_COLUMNS = [
  '*InvoiceNo',
  '*Customer',
  '*InvoiceDate',
  '*DueDate',
  'Terms',
  'Location',
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  '*ItemTaxCode',
  'ItemTaxAmount',
  'Currency',
  'Service Date',
]

export const NUMBER_LENGTH = 21
export const CUSTOMER_LENGTH = 100

/** One row per line of an invoice, net of tax; credit notes are in the journal. */
export function quickbooksRows(document: NumberedDocument, accounts: BookAccounts): CsvRow[] {
  if (document.kind !== 'invoice') return []
  const { currency } = document
  return document.lines.map((line) => {
    const net = plainNumber(line.net, currency)
    return {
      '*InvoiceNo': document.number.slice(0, NUMBER_LENGTH),
      '*Customer': customerNamed(document).slice(0, CUSTOMER_LENGTH),
      '*InvoiceDate': slashed(document.issued_on),
      '*DueDate': slashed(document.due_on),
      Terms: null,
      Location: null,
      Memo: document.title.slice(0, 4000),
      'Item(Product/Service)': accounts.quickbooks_item,
      ItemDescription: line.description.slice(0, 4000),
      ItemQuantity: 1,
      ItemRate: net,
      '*ItemAmount': net,
      '*ItemTaxCode': accountsOf(accounts, line, document.domestic).quickbooks_tax_code,
      ItemTaxAmount: plainNumber(line.tax, currency),
      Currency: currency,
      'Service Date': slashed(document.supply_to ?? document.issued_on),
    }
  })
}
