import { accountsOf, type BookAccounts } from '#shared/books.ts'
import type { CsvRow } from '../../adapters/csv-stream.ts'
import type { NumberedDocument } from './numbered-documents.ts'
import { plainNumber } from './table-layouts.ts'
import { slashed } from './xero-layout.ts'

/** QuickBooks Online's template for invoices; an asterisk marks what must be there. See docs/accounting-exports.md. */
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

/** One row for each line of an invoice, net of tax; QuickBooks takes no credit notes in this file. */
export function quickbooksRows(document: NumberedDocument, accounts: BookAccounts): CsvRow[] {
  if (document.kind !== 'invoice') return []
  const { buyer, currency } = document
  return document.lines.map((line) => {
    const net = plainNumber(line.net, currency)
    return {
      '*InvoiceNo': document.number.slice(0, NUMBER_LENGTH),
      '*Customer': (buyer?.company ?? buyer?.name ?? document.client_name).slice(0, CUSTOMER_LENGTH),
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
      '*ItemTaxCode': accountsOf(accounts, line).quickbooks_tax_code,
      ItemTaxAmount: plainNumber(line.tax, currency),
      Currency: currency,
      'Service Date': slashed(document.supply_to ?? document.issued_on),
    }
  })
}
