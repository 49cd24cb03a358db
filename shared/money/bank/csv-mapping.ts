export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
export const DECIMALS = ['.', ','] as const
export type Decimal = (typeof DECIMALS)[number]

/** The parts of a transaction that a column can hold, with their labels. */
export const CSV_FIELDS = {
  booked_on: 'Booking date',
  valued_on: 'Value date',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  side: 'In or out',
  currency: 'Currency',
  fee: 'Fee on top',
  gross: 'Amount before fees',
  status: 'Status',
  party_name: 'Payer or payee',
  payer_name: 'Payer',
  payee_name: 'Payee',
  merchant: 'Merchant',
  party_iban: 'Their account number',
  text: 'Text',
  reference: 'Structured reference',
  end_to_end_id: 'End-to-end id',
  bank_ref: 'Bank’s id',
  balance: 'Balance',
} as const
export type CsvField = keyof typeof CSV_FIELDS
export const CSV_FIELD_NAMES = Object.keys(CSV_FIELDS) as CsvField[]

/** The maximum number of columns a mapping can refer to. */
export const MAX_CSV_COLUMNS = 100

/** Which column, counted from 0, holds what, and how its values are written. */
export interface CsvMapping {
  columns: { [Field in CsvField]?: number | null | undefined }
  decimal: Decimal
  date_order: DateOrder
}

/** A mapping needs a date and an amount, or one column each for money in and out. */
export const isCompleteMapping = ({ columns }: CsvMapping): boolean =>
  columns.booked_on != null && (columns.amount != null || columns.credit != null || columns.debit != null)
