import type { TaxBasis, TaxDocumentDto } from './taxes/tax-report.ts'

/** In display order; the names are those of their files, too. */
export const TAX_RETURNS = [
  'german-advance-return',
  'ec-sales-list',
  'oss-return',
  'uk-vat-return',
  'us-sales',
  'form-1099-nec',
  'exchange-differences',
] as const
export type TaxReturn = (typeof TAX_RETURNS)[number]

export const TAX_RETURN_NAMES: Record<TaxReturn, string> = {
  'german-advance-return': 'German advance return (UStVA)',
  'ec-sales-list': 'EC sales list',
  'oss-return': 'OSS return',
  'uk-vat-return': 'UK VAT return',
  'us-sales': 'US sales by state',
  'form-1099-nec': 'Form 1099-NEC',
  'exchange-differences': 'Exchange gains and losses',
}

/** Minor units of the base currency. */
export interface ReturnBox {
  key: string
  /** The box's number on the form; null for a figure without one. */
  code: string | null
  label: string
  /** As the form requires it: rounded, or computed from other boxes. */
  form: number
  /** The exact sum of its rows. */
  exact: number
  /** How many parts of documents it adds up; null if it is computed from other boxes. */
  count: number | null
}

/** Sales or expenses that are in the tax report, but in none of the return's figures. */
export interface ReturnRest {
  key: string
  label: string
  net: number
  tax: number
  count: number
}

export interface ReturnColumn {
  name: string
  /** Whether its cells are amounts in minor units of the base currency. */
  money: boolean
}

export interface ReturnLine {
  key: string
  /** One for each column. */
  cells: (string | number | null)[]
  count: number
}

export interface ReturnTable {
  columns: ReturnColumn[]
  lines: ReturnLine[]
  /** Totals of all lines; null for columns that don't add up. */
  totals: (number | null)[]
  /** How many lines the screen leaves off; the file has them all. */
  left_off: number
}

export interface ReturnFigures {
  net: number
  tax: number
}

export interface TaxReturnDto {
  kind: TaxReturn
  /** The returns for the agency's country and base currency. */
  offered: TaxReturn[]
  /** The base currency of the books. */
  currency: string
  /** The currency that the form requires; null if it has none of its own. */
  form_currency: string | null
  from: string
  to: string
  basis: TaxBasis
  boxes: ReturnBox[]
  table: ReturnTable | null
  rest: ReturnRest[]
  /** All sales and input tax of the tax report, in this return or not; null if it is about neither. */
  output_total: ReturnFigures | null
  input_total: ReturnFigures | null
  /** Sales that are left out because their exchange rate is missing. */
  without_rate: number
}

/** The documents behind a figure of a return. */
export interface ReturnDocumentDto extends Omit<TaxDocumentDto, 'kind'> {
  kind: TaxDocumentDto['kind'] | 'payout' | 'exchange_difference'
}
