import type { Discount, TaxRounding } from '../../base/amounts/money.ts'
import { chargeStep } from '../../base/amounts/stripe-units.ts'
import type { DocumentParties } from '../../identity/letterhead/parties.ts'
import { type AdvanceDto, deductionLines, type InvoiceStage, totalsAfterAdvances } from './deductions.ts'
import { installmentsOf } from './installments.ts'
import type { InvoicePaper } from './invoice-paper.ts'
import type { InvoiceItemDto } from './invoices.ts'
import { toMoneyLine } from './lines/line-time.ts'

/** A line with its tax, as on the document. */
export type DraftLine = Pick<
  InvoiceItemDto,
  | 'description'
  | 'quantity'
  | 'unit'
  | 'seconds'
  | 'rate'
  | 'discount_bps'
  | 'tax_bps'
  | 'tax_name'
  | 'tax_category'
  | 'tax_note'
>

/** A draft being edited. */
export type Draft = Pick<
  InvoicePaper,
  | 'title'
  | 'description'
  | 'notes'
  | 'currency'
  | 'dueDate'
  | 'supply_from'
  | 'supply_to'
  | 'purchase_order'
  | 'prices_include_tax'
> & {
  discount: Discount
  tax_rounding: TaxRounding
  stage: InvoiceStage
  items: DraftLine[]
  /** Those that a final invoice deducts. */
  advances: readonly AdvanceDto[]
  /** The due dates of equal parts. */
  instalments: string[]
}

/** Previews the draft as a document, using the same calculation as the server. */
export function draftPaper(
  { discount, tax_rounding, items: work, advances, instalments, ...draft }: Draft,
  parties: DocumentParties,
): InvoicePaper {
  const pricesIncludeTax = draft.prices_include_tax
  const items = [
    ...work.map((line) => ({ ...line, deducted_invoice_id: null })),
    ...deductionLines(advances, work, { pricesIncludeTax }),
  ]
  const totals = totalsAfterAdvances(items.map(toMoneyLine), discount, {
    pricesIncludeTax,
    taxRounding: tax_rounding,
  })
  const plan = { total: totals.total, settled: 0, step: chargeStep(draft.currency) }
  return {
    ...draft,
    kind: 'invoice',
    number: null,
    issued_on: null,
    credited: null,
    voided: false,
    tax_in_base: null,
    dueDate: instalments.at(-1) ?? draft.dueDate,
    items: items.map((item, index) => ({
      ...item,
      id: String(index),
      tax_rate_id: null,
      project_id: null,
      ...(totals.lines[index] ?? { amount: 0, discount: 0, net: 0, tax: 0 }),
    })),
    subtotal: totals.subtotal,
    discount: totals.discount,
    discount_given: discount,
    tax: totals.tax,
    amount: totals.total,
    prepaid: 0,
    prepaid_granted: 0,
    parties,
    instalments: installmentsOf(instalments, plan).map(({ due_date, amount }) => ({ due_date, amount })),
  }
}
