import { formatBasisPoints } from '../../../base/amounts/money.ts'
import { type LineTax, TAX_CATEGORY_NAMES } from '../../../base/amounts/taxes.ts'

/**
 * By date of issue (accrual), minus later write-offs, or by date of payment (cash), where unpaid amounts are never
 * taxed.
 */
export const TAX_BASES = ['issued', 'paid'] as const
export type TaxBasis = (typeof TAX_BASES)[number]

/** Invoiced, paid, and spent. */
export const TAX_SIDES = ['issued', 'income', 'expense'] as const
export type TaxSide = (typeof TAX_SIDES)[number]

export type TaxRate = Pick<LineTax, 'tax_bps' | 'tax_name' | 'tax_category'>

/** Minor units; credit notes and refunds are negative. */
export interface TaxFigures {
  net: number
  tax: number
  gross: number
}

export interface TaxRow extends TaxRate, TaxFigures {
  /** Documents or payments. */
  count: number
}

export interface TaxReportDto {
  /** The base currency of the books. */
  currency: string
  from: string | null
  to: string | null
  basis: TaxBasis
  /** Sales by rate, in base currency. */
  output: TaxRow[]
  output_total: TaxFigures
  /** The tax in expenses, which can be reclaimed. */
  input: TaxRow[]
  input_total: TaxFigures
  /** The amount owed to the tax office: output minus input tax. */
  owed: number
  /** Paid to the tax office in the period, minus its refunds. */
  paid: number
  /** Owed minus paid. */
  unpaid: number
  /** Sales by original currency. */
  by_currency: { currency: string; rows: TaxRow[]; total: TaxFigures }[]
  /** Documents excluded from base totals because their exchange rate is missing. */
  without_rate: number
}

export interface TaxDocumentDto {
  id: string
  kind: 'invoice' | 'credit_note' | 'write_off' | 'payment' | 'refund' | 'reversal' | 'expense'
  /** The invoice or credit note itself, or the one paid. */
  invoice_id: string | null
  expense_id: string | null
  date: string
  text: string
  client_name: string | null
  currency: string
  net: number
  tax: number
  /** Null while the exchange rate is missing. */
  base_net: number | null
  base_tax: number | null
}

/**
 * Whether it is the rate of late fees: damages for late payment, which aren't sales. Others outside the scope of tax
 * have the name of one of the agency's rates.
 */
export const isLateFee = ({ tax_name, tax_category }: TaxRate): boolean =>
  tax_category === 'outside_scope' && tax_name === null

/** `VAT 19%`, `Reverse charge 0%`, `No tax stated`. */
export function taxLabel({ tax_bps, tax_name, tax_category }: TaxRate): string {
  if (tax_bps === 0 && tax_name === null && tax_category === null) return 'No tax stated'
  const percent = formatBasisPoints(tax_bps)
  const name = tax_name ?? (tax_category === null ? 'Tax' : TAX_CATEGORY_NAMES[tax_category])
  return name.includes('%') ? name : `${name} ${percent}`
}
