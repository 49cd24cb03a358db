import { z } from 'zod'
import { calendarDate } from './dates.ts'
import { MAX_AMOUNT } from './invoices.ts'
import { multiplyRatio, percentOf } from './money.ts'
import { pageInput } from './paging.ts'
import { optionalText, requiredText, searchText } from './text.ts'

export const EXPENSE_CATEGORIES = [
  'software',
  'hosting',
  'subscriptions',
  'contractors',
  'marketing',
  'travel',
  'office',
  'education',
  'taxes',
  'other',
] as const
export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number]

/** Money in and out, what clients have with the agency as credit, and what was given up of invoices. */
export const LEDGER_DIRECTIONS = ['income', 'expense', 'liability', 'write_off'] as const
export type LedgerDirection = (typeof LEDGER_DIRECTIONS)[number]

export const periodInput = z
  .strictObject({ from: calendarDate.nullish(), to: calendarDate.nullish() })
  .refine((period) => !period.from || !period.to || period.from <= period.to, {
    message: 'The period must end on or after its start date.',
  })

export const transactionListInput = z.strictObject({
  ...pageInput,
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  /** The ledger's direction; `direction` belongs to paging. */
  flow: z.enum(LEDGER_DIRECTIONS).nullish(),
  category: z.string().trim().max(60).nullish(),
  client_id: z.uuid().nullish(),
  project_id: z.uuid().nullish(),
  search: searchText,
})

const REQUIRED = 'Please fill in all required fields'

export const expenseSaveInput = z
  .strictObject({
    id: z.uuid().optional(),
    version: z.int().optional(),
    category: z.enum(EXPENSE_CATEGORIES, REQUIRED),
    vendor: optionalText(),
    description: requiredText(REQUIRED),
    amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT),
    spent_on: calendarDate,
    client_id: z.uuid().nullish(),
    project_id: z.uuid().nullish(),
    /** The id returned by the receipt upload; null removes the receipt. */
    receipt_id: z.uuid().nullish(),
    rebillable: z.boolean().default(false),
    /** The tax included in the amount, and its rate in basis points. */
    tax_amount: z.int('Tax must be a number').min(0).max(MAX_AMOUNT).nullish(),
    tax_bps: z.int().min(0).max(10_000).nullish(),
  })
  .refine((expense) => (expense.tax_amount ?? 0) <= expense.amount, {
    path: ['tax_amount'],
    message: 'The tax can’t be more than the amount.',
  })
  .refine((expense) => !expense.rebillable || expense.client_id, {
    path: ['client_id'],
    message: 'Choose the client to charge.',
  })

/** The tax in an amount that includes it at a rate in basis points. */
export const taxIncluded = (amount: number, taxBps: number): number =>
  multiplyRatio(amount, taxBps, 10_000 + taxBps)

/** What a client is charged for a cost, with a markup in basis points. */
export const withMarkup = (cost: number, markupBps: number): number => cost + percentOf(cost, markupBps)

/** The rebillable expenses of a client, a project or both that are on no invoice yet. */
export const unbilledExpensesInput = z
  .strictObject({ client_id: z.uuid().nullish(), project_id: z.uuid().nullish() })
  .refine((of) => of.client_id || of.project_id, 'Name a client or a project.')

export interface UnbilledExpense {
  id: string
  description: string
  vendor: string | null
  spent_on: string
  project_id: string | null
  project_name: string | null
  /** What it cost without the tax included, in minor units of `currency`. */
  cost: number
  currency: string
  /** In the books' base currency; null while the exchange rate is missing. */
  base_cost: number | null
}

export interface ReceiptDto {
  id: string
  name: string
  /** Bytes. */
  size: number
}

/** Upload path of receipts; downloads append the id. */
export const RECEIPTS_ADDRESS = '/expenses/receipts'
export const receiptAddress = (id: string): string => `${RECEIPTS_ADDRESS}/${id}`

export interface ExpenseDto {
  id: string
  category: ExpenseCategory
  vendor: string | null
  description: string
  amount: number
  currency: string
  spent_on: string
  client_id: string | null
  project_id: string | null
  receipt: ReceiptDto | null
  rebillable: boolean
  tax_amount: number | null
  tax_bps: number | null
  /** The invoice that charges it to the client. */
  billed: { invoice_id: string; number: string | null; title: string } | null
  version: number
}

export interface Breakdown {
  key: string
  label: string
  amount: number
  /** Percent of the whole, rounded. */
  share: number
}

/** Minor units of the base currency; revenue and expenses are net of tax. */
export interface FinanceFigures {
  revenue: number
  expenses: number
  net: number
  /** What clients have paid of it is the tax office's. */
  tax_collected: number
  /** What the tax office gives back of expenses. */
  input_tax: number
  /** What the payment provider and the platform kept of card payments. */
  provider_fees: number
  /** What payments brought, with their tax, less refunds, disputes, fees and adjustments of the provider. */
  net_received: number
}

/** How long ago an amount was due, the youngest first. */
export const AGE_BUCKETS = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const
export type Ageing = Record<(typeof AGE_BUCKETS)[number] | 'total', number>

/** So many clients are named in the report of what is owed: those who owe most. */
export const MOST_DEBTORS = 200

export interface AgeingReportDto {
  /** The base currency. */
  currency: string
  today: string
  /** One row for each client and currency; the largest first. */
  clients: (Ageing & {
    client_id: string | null
    client_name: string
    currency: string
    /** Null while an exchange rate is missing. */
    base_total: number | null
  })[]
  /** Clients who owe less than those, each counted for each of their currencies. */
  other_clients: number
  by_currency: (Ageing & { currency: string })[]
  in_base: Ageing
  /** Invoices left out of the sums in base. */
  without_rate: number
}

/** So many clients, and so many projects, are named in a summary: the largest. */
export const MOST_PARTS = 100

export interface FinanceSummaryDto {
  currency: string
  from: string | null
  to: string | null
  current: FinanceFigures
  /** The previous period of the same length; null for “all time”. */
  previous: FinanceFigures | null
  outstanding: Ageing
  income_by_category: Breakdown[]
  /** The largest, `MOST_PARTS` at most; the shares are of all. */
  income_by_client: Breakdown[]
  income_by_project: Breakdown[]
  expenses_by_category: Breakdown[]
  /** Calendar months, oldest first, without gaps. */
  months: { month: string; revenue: number; expenses: number; net: number }[]
}

export interface TransactionDto {
  id: string
  date: string
  direction: LedgerDirection
  category: string
  description: string
  /** Minor units; negative if it reverses an earlier entry. */
  amount: number
  currency: string
  /** In the books' base currency; null while the exchange rate is missing. */
  base_amount: number | null
  /** What of the amounts is tax. */
  tax: number
  base_tax: number
  client_name: string | null
  project_name: string | null
  payment_id: string | null
  expense_id: string | null
  payout_id: string | null
  /** The tax in the amount of an expense; null where nobody has said. */
  tax_included: number | null
  /** Whether a rebillable expense is on an invoice; null of all else. */
  billing: 'billed' | 'unbilled' | null
}
