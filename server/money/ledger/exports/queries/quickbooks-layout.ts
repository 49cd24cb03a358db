import { createHash } from 'node:crypto'
import { plainNumber } from '#shared/base/amounts/money.ts'
import { accountsOf } from '#shared/money/ledger/book-accounts.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import { customerNamed, type NumberedDocument } from './numbered-documents.ts'
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

const NUMBER_LENGTH = 21
const CUSTOMER_LENGTH = 100
const MARK_LENGTH = 5

/**
 * QuickBooks treats rows with the same number as one document. A longer number keeps its end, which identifies it,
 * after a mark that keeps it unique.
 */
export const quickbooksNumber = (number: string): string => {
  if (number.length <= NUMBER_LENGTH) return number
  const mark = createHash('sha256').update(number).digest('hex').slice(0, MARK_LENGTH)
  return `${mark}~${number.slice(MARK_LENGTH + 1 - NUMBER_LENGTH)}`
}

/** As for numbers: two customers with the same name would be merged. */
export const quickbooksName = (name: string): string => {
  if (name.length <= CUSTOMER_LENGTH) return name
  const mark = createHash('sha256').update(name).digest('hex').slice(0, MARK_LENGTH)
  return `${name.slice(0, CUSTOMER_LENGTH - MARK_LENGTH - 1).toWellFormed()}~${mark}`
}

/** One row per line of an invoice, net of tax; credit notes are in the journal. */
export function quickbooksRows(document: NumberedDocument, accounts: BookAccounts): CsvRow[] {
  if (document.kind !== 'invoice') return []
  const { currency } = document
  return document.lines.map((line) => {
    const net = plainNumber(line.net, currency)
    return {
      '*InvoiceNo': quickbooksNumber(document.number),
      '*Customer': quickbooksName(customerNamed(document)),
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
      '*ItemTaxCode': accountsOf(accounts, line, document.domestic ? 'home' : 'union').quickbooks_tax_code,
      ItemTaxAmount: plainNumber(line.tax, currency),
      Currency: currency,
      'Service Date': slashed(document.supply_to ?? document.issued_on),
    }
  })
}
