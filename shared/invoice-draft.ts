import { instalmentsOf } from './instalments.ts'
import type { InvoicePaper } from './invoice-paper.ts'
import type { InvoiceItemDto } from './invoices.ts'
import { calculateTotals, type Discount, toThousandths } from './money.ts'
import type { DocumentParties } from './parties.ts'
import { chargeStep } from './stripe-units.ts'

/** A line with its tax as it stands on the document. */
export type DraftLine = Pick<
  InvoiceItemDto,
  | 'description'
  | 'quantity'
  | 'unit'
  | 'rate'
  | 'discount_bps'
  | 'tax_bps'
  | 'tax_name'
  | 'tax_category'
  | 'tax_note'
>

/** A draft that is being written. */
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
  items: DraftLine[]
  /** When equal parts are due. */
  instalments: string[]
}

/** The paper that the draft would be once it is saved, by the calculator that the server saves by. */
export function draftPaper(
  { discount, items, instalments, ...draft }: Draft,
  parties: DocumentParties,
): InvoicePaper {
  const totals = calculateTotals(
    items.map((item) => ({ ...item, quantity: toThousandths(item.quantity) })),
    discount,
    { pricesIncludeTax: draft.prices_include_tax },
  )
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
    parties,
    instalments: instalmentsOf(instalments, plan).map(({ due_date, amount }) => ({ due_date, amount })),
  }
}
