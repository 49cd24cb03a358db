/** Minor units; `paid` is what was received for invoices settled in the last 30 days. */
export interface InvoiceSums {
  currency: string
  outstanding: number
  /** Part of the outstanding amount. */
  overdue: number
  paid: number
}

/** What the caller has issued, separate from what they owe. */
export interface InvoiceSummaryDto {
  issued: InvoiceSums[]
  received: InvoiceSums[]
}
