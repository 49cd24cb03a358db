import { plainNumber } from '#shared/base/amounts/money.ts'
import { accountsOf } from '#shared/money/ledger/book-accounts.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import { customerNamed, type NumberedDocument } from './numbered-documents.ts'

/** Common to Xero's templates; an asterisk marks required columns. See docs/accounting-exports.md. */
export const XERO_CONTACT = [
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
]
export const XERO_TRACKING = [
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
]

/** Xero's template for sales invoices. */
export const XERO_COLUMNS = [
  ...XERO_CONTACT,
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'Total',
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  'Discount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  ...XERO_TRACKING,
  'BrandingTheme',
]

/** One row per line with its net amount: Xero would round discounts and tax-inclusive prices differently. */
export function xeroRows(document: NumberedDocument, accounts: BookAccounts): CsvRow[] {
  const { buyer, currency, sign } = document
  const address = buyer?.address?.split('\n') ?? []
  return document.lines.map((line) => {
    const rate = accountsOf(accounts, line, document.domestic ? 'home' : 'union')
    return {
      '*ContactName': customerNamed(document).slice(0, 255),
      EmailAddress: (buyer?.email ?? document.client_email)?.slice(0, 255) ?? null,
      POAddressLine1: address[0] ?? null,
      POAddressLine2: address[1] ?? null,
      POAddressLine3: address[2] ?? null,
      POAddressLine4: address.slice(3).join(', ') || null,
      POCity: buyer?.city ?? null,
      PORegion: buyer?.region ?? null,
      POPostalCode: buyer?.postal_code ?? null,
      POCountry: buyer?.country ?? null,
      '*InvoiceNumber': document.number,
      Reference: (document.credited_number ?? document.purchase_order ?? document.title).slice(0, 255),
      '*InvoiceDate': slashed(document.issued_on),
      '*DueDate': slashed(document.due_on),
      Total: plainNumber(sign * document.total, currency),
      InventoryItemCode: null,
      '*Description': line.description.slice(0, 4000),
      '*Quantity': 1,
      '*UnitAmount': plainNumber(sign * line.net, currency),
      Discount: null,
      '*AccountCode': accounts.xero_account,
      '*TaxType': rate.xero_tax_type,
      TaxAmount: plainNumber(sign * line.tax, currency),
      TrackingName1: null,
      TrackingOption1: null,
      TrackingName2: null,
      TrackingOption2: null,
      Currency: currency,
      BrandingTheme: null,
    }
  })
}

/** DD/MM/YYYY */
export const slashed = (date: string): string => date.split('-').toReversed().join('/')
