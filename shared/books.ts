import { z } from 'zod'
import { calendarDate } from './dates.ts'
import { TAX_BASES } from './tax-report.ts'
import { isCharged, TAX_CATEGORIES, type TaxCategory } from './taxes.ts'

/** The files of the books that can be downloaded, in the order of the screen. */
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
  'quickbooks',
  'quickbooks-fees',
] as const
export type BooksFile = (typeof BOOKS_FILES)[number]

/** Parameters of an address; a file without a period is of everything. */
export const booksFileInput = z
  .strictObject({
    from: calendarDate.nullish(),
    to: calendarDate.nullish(),
    basis: z.enum(TAX_BASES).default('issued'),
    /** Whether a file in UTF-8 begins with a byte order mark, which spreadsheets want and programs don't. */
    bom: z
      .enum(['yes', 'no'])
      .default('yes')
      .transform((answer) => answer === 'yes'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The period must end on or after its start date.',
  })

export const CHARTS = ['skr03', 'skr04'] as const
export type Chart = (typeof CHARTS)[number]
export const CHART_NAMES: Record<Chart, string> = { skr03: 'SKR03', skr04: 'SKR04' }

const ACCOUNT = 'Use an account number of 4 to 9 digits.'
const account = z
  .string()
  .trim()
  .regex(/^\d{4,9}$/, ACCOUNT)
const code = z.string().trim().min(1, 'Please fill in all required fields').max(50)

/** What a line counts as: its category, or nothing that was said. */
export const RATE_KINDS = [...TAX_CATEGORIES, 'unstated'] as const
export type RateKind = (typeof RATE_KINDS)[number]

const rateAccounts = z.strictObject({
  kind: z.enum(RATE_KINDS),
  /** Basis points; null stands for every percentage without a row of its own. */
  tax_bps: z.int().min(0).max(10_000).nullable(),
  revenue_account: account,
  xero_tax_type: code,
  quickbooks_tax_code: code,
})
export type RateAccounts = z.output<typeof rateAccounts>

const accounts = {
  chart: z.enum(CHARTS),
  /** DATEV's numbers of the tax adviser and of the client; the adviser knows both. */
  consultant_number: z.int().min(1001, 'Use a number from 1001 to 9999999.').max(9_999_999).nullable(),
  client_number: z.int().min(1, 'Use a number from 1 to 99999.').max(99_999).nullable(),
  /** The month the fiscal year begins. */
  fiscal_year_month: z.int().min(1).max(12),
  /** Digits of a general ledger account; customers' accounts have one more. */
  account_length: z.int().min(4).max(8),
  bank_account: account,
  /** The provider's fees and the platform's part. */
  fee_account: account,
  /** Clients are numbered from here in the order they were added. */
  first_debtor: z.int().min(10_000, 'Use a number from 10000.').max(699_999_999),
  xero_account: code,
  /** What fees are booked to in Xero and in QuickBooks. */
  xero_fee_account: code,
  quickbooks_fee_account: code,
  quickbooks_item: code,
  rates: z.array(rateAccounts).max(100),
}
export type BookAccounts = z.output<z.ZodObject<typeof accounts>>

export const bookAccountsInput = z.strictObject({ ...accounts, version: z.int().min(0) })
export const storedAccounts = z.object(accounts)

export type BookAccountsDto = z.output<typeof bookAccountsInput>

const REVENUE: Record<Chart, Record<RateKind, string>> = {
  skr03: {
    standard: '8400',
    reduced: '8300',
    zero: '8290',
    exempt: '8100',
    reverse_charge: '8337',
    export: '8120',
    outside_scope: '8338',
    unstated: '8200',
  },
  skr04: {
    standard: '4400',
    reduced: '4300',
    zero: '4290',
    exempt: '4100',
    reverse_charge: '4337',
    export: '4120',
    outside_scope: '4338',
    unstated: '4200',
  },
}
const BANK: Record<Chart, string> = { skr03: '1200', skr04: '1800' }
const FEES: Record<Chart, string> = { skr03: '4970', skr04: '6855' }

const XERO_TAX: Record<RateKind, string> = {
  standard: 'Tax on Sales',
  reduced: 'Tax on Sales',
  zero: 'Zero Rated Income',
  exempt: 'Tax Exempt',
  reverse_charge: 'Tax Exempt',
  export: 'Zero Rated Income',
  outside_scope: 'Tax Exempt',
  unstated: 'Tax Exempt',
}

/** What exports name until the agency says otherwise: the usual accounts of the chart. */
export const defaultAccounts = (chart: Chart): BookAccounts => ({
  chart,
  consultant_number: null,
  client_number: null,
  fiscal_year_month: 1,
  account_length: 4,
  bank_account: BANK[chart],
  fee_account: FEES[chart],
  first_debtor: 10_000,
  xero_account: '200',
  xero_fee_account: '404',
  quickbooks_fee_account: 'Bank charges',
  quickbooks_item: 'Services',
  rates: RATE_KINDS.map((kind) => ({
    kind,
    tax_bps: null,
    revenue_account: REVENUE[chart][kind],
    xero_tax_type: XERO_TAX[kind],
    quickbooks_tax_code: kind !== 'unstated' && isCharged(kind) ? 'TAX' : 'NON',
  })),
})

/** The accounts of a line's rate: its own percentage's, else its kind's. */
export function accountsOf(
  accounts: BookAccounts,
  { tax_category, tax_bps }: { tax_category: TaxCategory | null; tax_bps: number },
): RateAccounts {
  const kind = tax_category ?? 'unstated'
  const rows = [...accounts.rates, ...defaultAccounts(accounts.chart).rates].filter(
    (row) => row.kind === kind,
  )
  return (rows.find((row) => row.tax_bps === tax_bps) ??
    rows.find((row) => row.tax_bps === null)) as RateAccounts
}
