import { z } from 'zod'
import { taxRateInput } from '../../../base/amounts/schemas/rates.ts'
import { REQUIRED } from '../../../base/errors.ts'
import { calendarDate, IN_ORDER, inOrder } from '../../../base/schemas/dates.ts'
import { requiredText } from '../../../base/schemas/text.ts'
import { type AccountingProgram, CHARTS, QUICKBOOKS_ACCOUNTS, RATE_KINDS, type UsedRate } from '../books.ts'
import { COST_CATEGORIES } from '../finance.ts'
import { TAX_BASES } from '../taxes/tax-report.ts'

/** Query parameters; without a period, the file includes everything. */
export const booksFileInput = z
  .strictObject({
    from: calendarDate.nullish(),
    to: calendarDate.nullish(),
    basis: z.enum(TAX_BASES).default('issued'),
    /**
     * Whether a UTF-8 file starts with a byte order mark, which spreadsheets need and other programs don't
     * expect.
     */
    bom: z
      .enum(['yes', 'no'])
      .default('yes')
      .transform((answer) => answer === 'yes'),
  })
  .refine(inOrder, IN_ORDER)

const ACCOUNT = 'Use an account number of 4 to 9 digits.'
const account = z
  .string()
  .trim()
  .regex(/^\d{4,9}$/, ACCOUNT)
const code = requiredText(REQUIRED, 50)

const rateAccounts = z.strictObject({
  kind: z.enum(RATE_KINDS),
  /** Basis points; null is the default for percentages without an entry. */
  tax_bps: taxRateInput.nullable(),
  revenue_account: account,
  /** Where the tax is owed, and losses with this tax; null for the chart's own. */
  tax_account: account.nullable().default(null),
  bad_debt_account: account.nullable().default(null),
  /** Where advance invoices are owed until their final invoice; null for the chart's own, if it has one. */
  advance_account: account.nullable().default(null),
  xero_tax_type: code,
  quickbooks_tax_code: code,
})
export type RateAccounts = z.output<typeof rateAccounts>

const accounts = {
  chart: z.enum(CHARTS),
  /** DATEV's numbers for tax adviser and client, which the adviser can provide. */
  consultant_number: z.int().min(1001, 'Use a number from 1001 to 9999999.').max(9_999_999).nullable(),
  client_number: z.int().min(1, 'Use a number from 1 to 99999.').max(99_999).nullable(),
  /** The first month of the fiscal year. */
  fiscal_year_month: z.int().min(1).max(12),
  /** Digits of a general ledger account; debtor accounts have one more. */
  account_length: z.int().min(4).max(8),
  bank_account: account,
  /** Clients' credit: deposits, overpayments, and credit notes that became credit. */
  advances_account: account,
  exchange_gain_account: account,
  exchange_loss_account: account,
  /** Credit granted without a payment. */
  granted_credit_account: account,
  /** Disputed payments that the provider has withdrawn. */
  dispute_account: account,
  /** The provider's and the platform's fees. */
  fee_account: account,
  input_tax_account: account,
  /** What is paid to the tax office; null for the chart's own. */
  tax_payments_account: account.nullable().default(null),
  expense_accounts: z.record(z.enum(COST_CATEGORIES), account),
  /** Whether the DATEV file contains expenses and payouts to contributors. */
  datev_expenses: z.boolean(),
  /** The first debtor account; clients are numbered from here by creation. */
  first_debtor: z.int().min(10_000, 'Use a number from 10000.').max(699_999_999),
  xero_account: code,
  /** The accounts for fees in Xero and QuickBooks. */
  xero_fee_account: code,
  quickbooks_fee_account: code,
  /** Their tax, for example one for reverse charge, which the programs compute themselves. */
  xero_fee_tax_type: code.default('Tax Exempt'),
  quickbooks_fee_tax_code: code.default('NON'),
  quickbooks_item: code,
  quickbooks_accounts: z.record(z.enum(QUICKBOOKS_ACCOUNTS), code),
  rates: z.array(rateAccounts).max(100),
}
export type BookAccounts = z.output<z.ZodObject<typeof accounts>>

export const bookAccountsInput = z.strictObject({ ...accounts, version: z.int().min(0) })
export const storedAccounts = z.object(accounts)

export type StoredAccounts = z.output<typeof bookAccountsInput>

export interface BookAccountsDto extends StoredAccounts {
  /** Rates of the agency and its documents whose percentage no account is known to tax. */
  unmapped_rates: UsedRate[]
  /** Rates of the agency and its documents that share their tax code in a program with another percentage. */
  ambiguous_rates: Record<AccountingProgram, UsedRate[]>
}
