/** By the date of the work and its invoices, or by the date money was received and paid. */
export const PROFIT_BASES = ['issued', 'paid'] as const
export type ProfitBasis = (typeof PROFIT_BASES)[number]

/** The parts of the revenue; credit notes and write-offs are negative. */
export const REVENUE_PARTS = ['invoices', 'credit_notes', 'write_offs', 'other_income'] as const
/** The parts of the cost. */
export const COST_PARTS = ['hours', 'payouts', 'expenses'] as const
export const PROFIT_PARTS = [...REVENUE_PARTS, ...COST_PARTS] as const
export type ProfitPart = (typeof PROFIT_PARTS)[number]

/** Minor units of the base currency, net of tax. */
export interface ProfitFigures {
  revenue: number
  cost: number
  margin: number
}

export interface ProfitDto extends ProfitFigures {
  currency: string
  basis: ProfitBasis
  parts: Record<ProfitPart, number>
  /** Payments received in the period, net of tax, whichever the basis. */
  received: number
  /** The recorded time behind `parts.hours`. */
  seconds: number
  /** Documents and entries excluded because their exchange rate is missing. */
  without_rate: number
}

export const PROFIT_GROUPS = ['project', 'client'] as const
export type ProfitGroup = (typeof PROFIT_GROUPS)[number]

export interface ProfitListDto {
  currency: string
  total: ProfitFigures
  /** The largest, at most `MAX_PARTS`, and last, with a null id, what has no project or client. */
  rows: (ProfitFigures & { id: string | null; name: string | null })[]
  /** The remaining ones. */
  others: ProfitFigures & { count: number }
  without_rate: number
}

/** The maximum number of rows of one part; its lists on other screens have all. */
export const MAX_PROFIT_ROWS = 100

/** One document, contributor or entry with its share of a part. */
export interface ProfitRow {
  id: string
  /** Null for a contributor's hours. */
  date: string | null
  label: string
  /** For a contributor's hours. */
  seconds: number | null
  amount: number
  invoice_id: string | null
  expense_id: string | null
}

export interface ProfitRowsDto {
  currency: string
  rows: ProfitRow[]
  /** The rows left out, and their sum. */
  others: { count: number; amount: number }
}

/** The margin as a percentage of the revenue, rounded; null without revenue. */
export const marginPercent = ({ revenue, margin }: ProfitFigures): number | null =>
  revenue > 0 ? Math.round((100 * margin) / revenue) : null
