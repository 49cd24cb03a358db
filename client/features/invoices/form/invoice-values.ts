import type { z } from 'zod'
import type { InvoiceDto, invoiceSaveInput } from '#shared/invoices.ts'
import { calculateTotals, currencyDigits, type InvoiceTotals, toThousandths } from '#shared/money.ts'

/** The form values shared by single and recurring invoices. */
export type ContentValues = Pick<
  z.input<typeof invoiceSaveInput>,
  'client_id' | 'project_id' | 'title' | 'description' | 'notes'
> & {
  currency: string
  /** Of a single invoice; empty takes the day's. */
  booking_rate?: string
  discount: { type: 'none' | 'percent' | 'amount'; value: number | null }
  items: LineValues[]
}

export interface LineValues {
  /** Of a line that is saved already. */
  id?: string
  description: string
  /** Text while being edited. */
  quantity: number | string
  rate: number | null
  tax_bps: number
}

export const EMPTY_LINE: LineValues = { description: '', quantity: 1, rate: 0, tax_bps: 0 }

export const emptyContent = (currency: string): ContentValues => ({
  client_id: '',
  project_id: null,
  title: '',
  description: '',
  notes: '',
  currency,
  discount: { type: 'none', value: 0 },
  items: [EMPTY_LINE],
})

type Content = Pick<
  InvoiceDto,
  'client_id' | 'project_id' | 'title' | 'description' | 'notes' | 'currency' | 'discount_given' | 'items'
>

export const contentOf = (invoice: Content): ContentValues => ({
  client_id: invoice.client_id ?? '',
  project_id: invoice.project_id,
  title: invoice.title,
  description: invoice.description ?? '',
  notes: invoice.notes ?? '',
  currency: invoice.currency,
  discount: invoice.discount_given,
  items: invoice.items.map(({ id, description, quantity, rate, tax_bps }) => ({
    id,
    description,
    quantity,
    rate,
    tax_bps,
  })),
})

/** The totals of the current input, from the same calculator as on the server. */
export function totalsOf({ items, discount }: Pick<ContentValues, 'items' | 'discount'>): InvoiceTotals {
  return calculateTotals(
    items.map((line) => ({
      quantity: toThousandths(Number(line.quantity) || 0),
      rate: line.rate ?? 0,
      tax_bps: line.tax_bps,
    })),
    { type: discount.type, value: discount.value ?? 0 },
  )
}

/** The same amounts in another currency's minor unit: 100.00 USD becomes 100 JPY, not 10000. */
export function inCurrency(values: ContentValues, currency: string): ContentValues {
  const factor = 10 ** (currencyDigits(currency) - currencyDigits(values.currency))
  const rescaled = (amount: number | null) => (amount === null ? null : Math.round(amount * factor))
  return {
    ...values,
    currency,
    // A rate that was typed is that of the other currency.
    ...(values.booking_rate !== undefined && { booking_rate: '' }),
    discount:
      values.discount.type === 'amount'
        ? { type: 'amount', value: rescaled(values.discount.value) }
        : values.discount,
    items: values.items.map((line) => ({ ...line, rate: rescaled(line.rate) })),
  }
}
