import { percentOf } from '../../base/amounts/money.ts'

/** Expenses that are costs, by kind. */
export const COST_CATEGORIES = [
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
export type CostCategory = (typeof COST_CATEGORIES)[number]

/** VAT or sales tax paid to the tax office, and refunded by it: they change what is owed, not the profit. */
export const TAX_PAYMENT_CATEGORIES = ['tax_payments', 'tax_refunds'] as const
export type TaxPaymentCategory = (typeof TAX_PAYMENT_CATEGORIES)[number]

export const EXPENSE_CATEGORIES = [...COST_CATEGORIES, ...TAX_PAYMENT_CATEGORIES] as const
export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number]

export const isTaxPayment = (category: string): category is TaxPaymentCategory =>
  TAX_PAYMENT_CATEGORIES.some((known) => known === category)

/** How an expense is taxed: with tax on the bill or without any, or why it has none. */
export const EXPENSE_TREATMENTS = ['taxed', 'reverse_charge', 'import', 'exempt'] as const
export type ExpenseTreatment = (typeof EXPENSE_TREATMENTS)[number]

/** Money in and out, clients' credit and tax payments (liability), and write-offs. */
export const LEDGER_DIRECTIONS = ['income', 'expense', 'liability', 'write_off'] as const
export type LedgerDirection = (typeof LEDGER_DIRECTIONS)[number]

/** The amount charged for a cost, with a markup in basis points. */
export const withMarkup = (cost: number, markupBps: number): number => cost + percentOf(cost, markupBps)

export interface UnbilledExpense {
  id: string
  description: string
  vendor: string | null
  spent_on: string
  project_id: string | null
  project_name: string | null
  /** The cost without tax, in minor units of `currency`. */
  cost: number
  currency: string
  /** In base currency; null while the exchange rate is missing. */
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
  /** The amount in base currency as it was charged; null if the exchange rate of the day is used. */
  base_amount: number | null
  spent_on: string
  client_id: string | null
  project_id: string | null
  receipt: ReceiptDto | null
  rebillable: boolean
  /** A supplier's refund or credit note, which lowers the cost and its input tax. */
  refund: boolean
  tax_amount: number | null
  tax_bps: number | null
  treatment: ExpenseTreatment
  /** ISO 3166-1; null if it isn't known. */
  supplier_country: string | null
  /** The rate at which you owe the tax yourself, in basis points; null if you owe none. */
  owed_bps: number | null
  /** The share of the tax that can be deducted, in basis points. */
  deductible_bps: number
  /** The invoice that rebills it to the client. */
  billed: { invoice_id: string; number: string | null; title: string } | null
  /** When it was reversed, after its period was closed. */
  reversed_on: string | null
  version: number
}

export interface Breakdown {
  key: string
  label: string
  amount: number
  /** Percentage of the total, rounded. */
  share: number
}

/** Minor units of the base currency; revenue and expenses are net of tax. */
export interface FinanceFigures {
  revenue: number
  expenses: number
  net: number
  /** The tax in clients' payments, owed to the tax office. */
  tax_collected: number
  /** The reclaimable tax in expenses. */
  input_tax: number
  /** The tax paid to the tax office, minus its refunds. */
  tax_paid: number
  /** The payment provider's and the platform's fees on card payments. */
  provider_fees: number
  /** Payments including tax, minus refunds, disputes, fees, and adjustments by the provider. */
  net_received: number
}

/** How long amounts are overdue, shortest first. */
export const AGE_BUCKETS = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const
export type Aging = Record<(typeof AGE_BUCKETS)[number] | 'total', number>

/** The maximum number of clients in the receivables report: those who owe the most. */
export const MAX_DEBTORS = 200

export interface AgingReportDto {
  /** The base currency. */
  currency: string
  today: string
  /** One row per client and currency, largest first. */
  clients: (Aging & {
    client_id: string | null
    client_name: string
    currency: string
    /** Null while an exchange rate is missing. */
    base_total: number | null
  })[]
  /** The remaining clients, counted once per currency. */
  other_clients: number
  by_currency: (Aging & { currency: string })[]
  in_base: Aging
  /** Invoices excluded from the base totals. */
  without_rate: number
}

/** The maximum number of clients, and of projects, in a summary: the largest. */
export const MAX_PARTS = 100

export interface FinanceSummaryDto {
  currency: string
  from: string | null
  to: string | null
  current: FinanceFigures
  /** The previous period of the same length; null for "all time". */
  previous: FinanceFigures | null
  outstanding: Aging
  income_by_category: Breakdown[]
  /** The largest, at most `MAX_PARTS`; shares refer to the total. */
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
  /** In base currency; null while the exchange rate is missing. */
  base_amount: number | null
  /** The tax included in the amounts. */
  tax: number
  base_tax: number
  client_name: string | null
  project_name: string | null
  payment_id: string | null
  expense_id: string | null
  payout_id: string | null
  /** The tax included in an expense; null if unknown. */
  tax_included: number | null
  /** Whether a rebillable expense is invoiced; null for other entries. */
  billing: 'billed' | 'unbilled' | null
}
