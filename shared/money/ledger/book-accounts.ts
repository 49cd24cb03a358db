import { isCharged, type TaxCategory } from '../../base/amounts/taxes.ts'
import { type AccountingProgram, type Chart, RATE_KINDS, type RateKind } from './books.ts'
import type { CostCategory } from './finance.ts'
import { type Whereabouts, whereIs } from './places.ts'
import type { BookAccounts, RateAccounts } from './schemas/books.ts'
import type { PurchaseTerms } from './taxes/purchases.ts'

type Account =
  | 'bank_account'
  | 'advances_account'
  | 'exchange_gain_account'
  | 'exchange_loss_account'
  | 'granted_credit_account'
  | 'dispute_account'
  | 'fee_account'
  | 'input_tax_account'

interface ChartAccounts {
  general: Record<Account, string>
  expenses: Record<CostCategory, string>
  revenue: Record<RateKind, string>
  /** For percentages without accounts of their own in the chart. */
  otherTax: string
  /** Advance payments of the tax. */
  taxPayments: string
  badDebts: string
  /** By basis points. */
  taxed: Record<number, { tax: string; badDebts: string; advances: string }>
  /** Accounts for services of which DATEV computes the tax owed and deducted, by basis points. */
  reverseCharge: Record<'union' | 'third', Record<number, string>>
  /** Accounts for which DATEV computes the tax, with its basis points. */
  automatic: Record<string, number>
}

const CHART_ACCOUNTS: Record<Chart, ChartAccounts> = {
  skr03: {
    general: {
      bank_account: '1200',
      advances_account: '1710',
      exchange_gain_account: '2660',
      exchange_loss_account: '2150',
      granted_credit_account: '8700',
      dispute_account: '2309',
      fee_account: '4970',
      input_tax_account: '1570',
    },
    expenses: {
      software: '4964',
      hosting: '4925',
      subscriptions: '4964',
      contractors: '3100',
      marketing: '4600',
      travel: '4660',
      office: '4930',
      education: '4945',
      taxes: '4340',
      other: '4900',
    },
    revenue: {
      standard: '8400',
      reduced: '8300',
      zero: '8290',
      exempt: '8100',
      reverse_charge: '8336',
      export: '8120',
      outside_scope: '8338',
      domestic_reverse_charge: '8337',
      unstated: '8200',
    },
    otherTax: '1770',
    taxPayments: '1780',
    badDebts: '2400',
    taxed: {
      1900: { tax: '1776', badDebts: '2406', advances: '1718' },
      700: { tax: '1771', badDebts: '2401', advances: '1711' },
    },
    reverseCharge: { union: { 1900: '3123', 700: '3113' }, third: { 1900: '3125', 700: '3115' } },
    automatic: { 8400: 1900, 8300: 700, 2406: 1900, 2401: 700, 1718: 1900, 1711: 700 },
  },
  skr04: {
    general: {
      bank_account: '1800',
      advances_account: '3250',
      exchange_gain_account: '4840',
      exchange_loss_account: '6880',
      granted_credit_account: '4700',
      dispute_account: '6969',
      fee_account: '6855',
      input_tax_account: '1400',
    },
    expenses: {
      software: '6837',
      hosting: '6810',
      subscriptions: '6837',
      contractors: '5900',
      marketing: '6600',
      travel: '6650',
      office: '6815',
      education: '6821',
      taxes: '7650',
      other: '6300',
    },
    revenue: {
      standard: '4400',
      reduced: '4300',
      zero: '4290',
      exempt: '4100',
      reverse_charge: '4336',
      export: '4120',
      outside_scope: '4338',
      domestic_reverse_charge: '4337',
      unstated: '4200',
    },
    otherTax: '3800',
    taxPayments: '3820',
    badDebts: '6930',
    taxed: {
      1900: { tax: '3806', badDebts: '6936', advances: '3272' },
      700: { tax: '3801', badDebts: '6931', advances: '3260' },
    },
    reverseCharge: { union: { 1900: '5923', 700: '5913' }, third: { 1900: '5925', 700: '5915' } },
    automatic: { 4400: 1900, 4300: 700, 6936: 1900, 6931: 700, 3272: 1900, 3260: 700 },
  },
}

/** The programs' terms for lines without tax. */
export const XERO_UNTAXED = 'Tax Exempt'
export const QUICKBOOKS_UNTAXED = 'NON'

const XERO_TAX: Record<RateKind, string> = {
  standard: 'Tax on Sales',
  reduced: 'Tax on Sales',
  zero: 'Zero Rated Income',
  exempt: XERO_UNTAXED,
  reverse_charge: XERO_UNTAXED,
  export: 'Zero Rated Income',
  outside_scope: XERO_UNTAXED,
  domestic_reverse_charge: XERO_UNTAXED,
  unstated: XERO_UNTAXED,
}

/** The accounts that a chart determines. */
export const chartDefaults = (chart: Chart) => ({
  chart,
  ...CHART_ACCOUNTS[chart].general,
  expense_accounts: CHART_ACCOUNTS[chart].expenses,
  rates: RATE_KINDS.map((kind) => defaultRate(chart, kind)),
})

const defaultRate = (chart: Chart, kind: RateKind): RateAccounts => ({
  kind,
  tax_bps: null,
  revenue_account: CHART_ACCOUNTS[chart].revenue[kind],
  tax_account: null,
  bad_debt_account: null,
  advance_account: null,
  xero_tax_type: XERO_TAX[kind],
  quickbooks_tax_code: isTaxed(kind) ? QUICKBOOKS_TAXED : QUICKBOOKS_UNTAXED,
})

const isTaxed = (kind: RateKind): boolean =>
  kind !== 'unstated' && kind !== 'domestic_reverse_charge' && isCharged(kind)

/** The default accounts of the chart, until the agency saves its own. */
export const defaultAccounts = (chart: Chart): BookAccounts => ({
  ...chartDefaults(chart),
  consultant_number: null,
  client_number: null,
  fiscal_year_month: 1,
  account_length: 4,
  datev_expenses: true,
  tax_payments_account: null,
  first_debtor: 10_000,
  xero_account: '200',
  xero_fee_account: '404',
  xero_fee_tax_type: XERO_UNTAXED,
  quickbooks_fee_account: 'Bank charges',
  quickbooks_fee_tax_code: QUICKBOOKS_UNTAXED,
  quickbooks_item: 'Services',
  quickbooks_accounts: {
    bank: 'Checking',
    receivable: 'Accounts Receivable (A/R)',
    payable: 'Accounts Payable (A/P)',
    advances: 'Customer deposits',
    sales: 'Sales',
    tax: 'Sales Tax Payable',
    bad_debts: 'Bad debts',
    granted_credit: 'Discounts given',
    disputes: 'Disputed payments',
  },
})

/** Adds the kinds that the rows don't mention. */
export const withAllKinds = (chart: Chart, rows: readonly RateAccounts[]): RateAccounts[] => [
  ...rows,
  ...RATE_KINDS.filter((kind) => !rows.some((row) => row.kind === kind && row.tax_bps === null)).map((kind) =>
    defaultRate(chart, kind),
  ),
]

interface Taxed {
  tax_category: TaxCategory | null
  tax_bps: number
}

/** As tax returns count reverse charge, by where the buyer is. */
const REVERSE_CHARGE: Record<Whereabouts, RateKind> = {
  home: 'domestic_reverse_charge',
  union: 'reverse_charge',
  third: 'outside_scope',
  unknown: 'unstated',
}

export const rateKindOf = ({ tax_category }: Pick<Taxed, 'tax_category'>, buyer: Whereabouts): RateKind =>
  tax_category === 'reverse_charge' ? REVERSE_CHARGE[buyer] : (tax_category ?? 'unstated')

/** A line's accounts: those of its percentage, else of its kind. */
export function accountsOf(
  accounts: Pick<BookAccounts, 'chart' | 'rates'>,
  line: Taxed,
  buyer: Whereabouts = 'union',
): RateAccounts {
  const kind = rateKindOf(line, buyer)
  const rows = withAllKinds(accounts.chart, accounts.rates).filter((row) => row.kind === kind)
  return (rows.find((row) => row.tax_bps === line.tax_bps) ??
    rows.find((row) => row.tax_bps === null)) as RateAccounts
}

/**
 * Whether DATEV will tax the rate's revenue account at this percentage. An account unknown to the chart is
 * trusted to do so if it was entered for just that percentage.
 */
export function isMapped(accounts: Pick<BookAccounts, 'chart' | 'rates'>, line: Taxed): boolean {
  const row = accountsOf(accounts, line)
  const automatic = CHART_ACCOUNTS[accounts.chart].automatic[row.revenue_account]
  if (automatic !== undefined) return automatic === line.tax_bps
  return line.tax_bps === 0 || row.tax_bps === line.tax_bps
}

/** The tax codes of accounting programs, each of which stands for one percentage there. */
const TAX_CODES = { xero: 'xero_tax_type', quickbooks: 'quickbooks_tax_code' } as const satisfies Record<
  AccountingProgram,
  keyof RateAccounts
>

/** Says only that a sale is taxed; in the United States, QuickBooks finds the percentage by address. */
const QUICKBOOKS_TAXED = 'TAX'

/** The taxed rates whose code is also that of another percentage, so that the program can't tell which one applies. */
export function ambiguousRates<Rate extends Taxed>(
  accounts: Pick<BookAccounts, 'chart' | 'rates'>,
  program: AccountingProgram,
  used: readonly Rate[],
  country: string | null,
): Rate[] {
  const codeOf = (rate: Rate) => accountsOf(accounts, rate)[TAX_CODES[program]]
  const isByAddress = (code: string) =>
    program === 'quickbooks' && country === 'US' && code === QUICKBOOKS_TAXED
  const taxed = used.filter((rate) => rate.tax_bps > 0 && !isByAddress(codeOf(rate)))
  return taxed.filter((rate) =>
    taxed.some((other) => other.tax_bps !== rate.tax_bps && codeOf(other) === codeOf(rate)),
  )
}

/** The account for a rate's tax. */
export const taxAccountOf = (accounts: BookAccounts, line: Taxed): string => {
  const { otherTax, taxed } = CHART_ACCOUNTS[accounts.chart]
  return accountsOf(accounts, line).tax_account ?? taxed[line.tax_bps]?.tax ?? otherTax
}

/** The account for payments to the tax office. */
export const taxPaymentsAccount = ({ chart, tax_payments_account }: BookAccounts): string =>
  tax_payments_account ?? CHART_ACCOUNTS[chart].taxPayments

/** The account for losses at a rate, and whether DATEV computes their tax. */
export function badDebtAccountOf(
  accounts: BookAccounts,
  line: Taxed,
): { account: string; automatic: boolean } {
  const { badDebts, taxed, automatic } = CHART_ACCOUNTS[accounts.chart]
  const row = accountsOf(accounts, line)
  const account = row.bad_debt_account ?? taxed[line.tax_bps]?.badDebts ?? badDebts
  return { account, automatic: (automatic[account] ?? row.tax_bps) === line.tax_bps && account !== badDebts }
}

/** The account for advance invoices at a rate, as for losses; undefined if they are sales at once. */
export function advanceAccountOf(
  accounts: BookAccounts,
  line: Taxed,
): { account: string; automatic: boolean } | undefined {
  const { taxed, automatic } = CHART_ACCOUNTS[accounts.chart]
  const row = accountsOf(accounts, line)
  const account = row.advance_account ?? taxed[line.tax_bps]?.advances
  if (account === undefined) return
  return { account, automatic: (automatic[account] ?? row.tax_bps) === line.tax_bps }
}

/** The account that DATEV taxes by reverse charge; undefined if the chart has none for the bill. */
export function reverseChargeAccount(
  { chart }: Pick<BookAccounts, 'chart'>,
  { kind, country, owed_bps }: PurchaseTerms,
): string | undefined {
  const where = whereIs(country, 'DE')
  if (kind !== 'reverse_charge' || owed_bps === null || (where !== 'union' && where !== 'third')) return
  return CHART_ACCOUNTS[chart].reverseCharge[where][owed_bps]
}
