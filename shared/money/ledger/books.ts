import { formatBasisPoints } from '../../base/amounts/money.ts'
import { TAX_CATEGORIES, TAX_CATEGORY_NAMES } from '../../base/amounts/taxes.ts'

/** The downloadable exports of the books, in display order. */
export const BOOKS_FILES = [
  'journal',
  'invoices',
  'invoice-lines',
  'payments',
  'provider-payouts',
  'taxes',
  'ageing',
  'datev',
  'xero',
  'xero-fees',
  'xero-payments',
  'xero-credit',
  'quickbooks',
  'quickbooks-fees',
  'quickbooks-journal',
] as const
export type BooksFile = (typeof BOOKS_FILES)[number]

/** Accounts of QuickBooks, by name, that journal entries use. */
export const QUICKBOOKS_ACCOUNTS = [
  'bank',
  'receivable',
  'payable',
  'advances',
  'sales',
  'tax',
  'bad_debts',
  'granted_credit',
  'disputes',
] as const

export const CHARTS = ['skr03', 'skr04'] as const
export type Chart = (typeof CHARTS)[number]
export const CHART_NAMES: Record<Chart, string> = { skr03: 'SKR03', skr04: 'SKR04' }

/** A line's tax category, reverse charge within the seller's country, or `unstated`. */
export const RATE_KINDS = [...TAX_CATEGORIES, 'domestic_reverse_charge', 'unstated'] as const
export type RateKind = (typeof RATE_KINDS)[number]

export const RATE_KIND_NAMES: Record<RateKind, string> = {
  ...TAX_CATEGORY_NAMES,
  domestic_reverse_charge: 'Reverse charge within the country',
  unstated: 'No tax stated',
}

/** Programs in whose files each tax percentage has a code. */
export type AccountingProgram = 'xero' | 'quickbooks'

/** A kind of tax with a percentage in basis points. */
export interface UsedRate {
  kind: RateKind
  tax_bps: number
}

/** `Standard rate 8.1%`. */
export const rateName = ({ kind, tax_bps }: { kind: RateKind; tax_bps: number | null }): string =>
  tax_bps === null ? RATE_KIND_NAMES[kind] : `${RATE_KIND_NAMES[kind]} ${formatBasisPoints(tax_bps)}`
