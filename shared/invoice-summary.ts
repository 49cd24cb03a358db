/** Minor units; `paid` is what was received on invoices settled in the last 30 days. */
export interface InvoiceSums {
  currency: string
  outstanding: number
  /** Of what is outstanding. */
  overdue: number
  paid: number
}

/** What the caller issued, apart from what they owe themselves. */
export interface InvoiceSummaryDto {
  issued: InvoiceSums[]
  received: InvoiceSums[]
}
