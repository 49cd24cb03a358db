import type { z } from 'zod'
import { sameFigure } from '#client/lib/currencies.ts'
import {
  calculateTotals,
  type InvoiceTotals,
  PRICE_PARTS,
  type TaxRounding,
} from '#shared/base/amounts/money.ts'
import { type LineTax, rateLabel, type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { ProductDto } from '#shared/identity/letterhead/products.ts'
import { type LetterheadProfileDto, ratesWith } from '#shared/identity/letterhead/profile.ts'
import { type AdvanceDto, type InvoiceStage, isDeduction } from '#shared/money/invoices/deductions.ts'
import type { Draft } from '#shared/money/invoices/invoice-draft.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { toMoneyLine } from '#shared/money/invoices/lines/line-time.ts'
import type { invoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { ClientDto } from '#shared/people/clients.ts'

/** The form values shared by single and recurring invoices. */
export type ContentValues = Pick<
  z.input<typeof invoiceSaveInput>,
  'client_id' | 'project_id' | 'title' | 'description' | 'notes' | 'purchase_order'
> & {
  currency: string
  /** For a single invoice; empty means the current day. */
  booking_rate?: string
  prices_include_tax: boolean
  discount: { type: 'none' | 'percent' | 'amount'; value: number | null }
  items: LineValues[]
}

/** One of the agency's rates, or a custom percentage. */
export type TaxValues = {
  tax_rate_id: string | null
  tax_bps: number
}

export type LineValues = TaxValues & {
  /** The id of a line that is already saved. */
  id?: string
  description: string
  quantity: number | null
  unit: string
  /** The exact time, until the quantity or unit is changed. */
  seconds?: number | null
  rate: number | null
  discount_bps: number
  /** For billed time; null uses the invoice's rate. */
  project_id: string | null
}

export const NO_TAX: TaxValues = { tax_rate_id: null, tax_bps: 0 }

export const emptyLine = ({ tax_rate_id, tax_bps }: TaxValues): LineValues => ({
  description: '',
  quantity: 1,
  unit: '',
  rate: 0,
  discount_bps: 0,
  project_id: null,
  tax_rate_id,
  tax_bps,
})

/** Defaults of a new document for a client. */
export interface Defaults {
  currency: string
  tax: TaxValues
  /** Days. */
  payment_terms: number
}

/** The client's own terms if set, otherwise the agency's; the agency's if no client is selected. */
export function defaultsFor(
  client: Pick<ClientDto, 'billing_currency' | 'default_tax_rate_id' | 'payment_terms'> | null,
  { profile, currency }: { profile: LetterheadProfileDto; currency: string },
): Defaults {
  // A client's archived rate must not become another one.
  const id = client?.default_tax_rate_id ?? profile.default_tax_rate_id
  const rate = ratesWith(profile, id).find((other) => other.id === id)
  return {
    currency: client?.billing_currency ?? currency,
    tax: rate === undefined ? NO_TAX : { tax_rate_id: rate.id, tax_bps: rate.bps },
    payment_terms: client?.payment_terms ?? profile.payment_terms,
  }
}

export const dueOn = (today: string, { payment_terms }: Pick<Defaults, 'payment_terms'>): string =>
  shiftDate(today, payment_terms)

export const emptyContent = (
  { currency, tax }: Pick<Defaults, 'currency' | 'tax'>,
  profile?: Pick<LetterheadProfileDto, 'prices_include_tax' | 'notes'>,
): ContentValues => ({
  client_id: '',
  project_id: null,
  title: '',
  description: '',
  notes: profile?.notes ?? '',
  purchase_order: '',
  currency,
  prices_include_tax: profile?.prices_include_tax ?? false,
  discount: { type: 'none', value: 0 },
  items: [emptyLine(tax)],
})

type Content = Pick<
  InvoiceDto,
  | 'client_id'
  | 'project_id'
  | 'title'
  | 'description'
  | 'notes'
  | 'purchase_order'
  | 'currency'
  | 'prices_include_tax'
  | 'discount_given'
  | 'items'
>

export const contentOf = (invoice: Content): ContentValues => ({
  client_id: invoice.client_id ?? '',
  project_id: invoice.project_id,
  title: invoice.title,
  description: invoice.description ?? '',
  notes: invoice.notes ?? '',
  purchase_order: invoice.purchase_order ?? '',
  currency: invoice.currency,
  prices_include_tax: invoice.prices_include_tax,
  discount: invoice.discount_given,
  items: invoice.items
    .filter((item) => !isDeduction(item))
    .map((item) => ({
      id: item.id,
      description: item.description,
      quantity: item.quantity,
      unit: item.unit ?? '',
      seconds: item.seconds,
      rate: item.rate,
      discount_bps: item.discount_bps,
      project_id: item.project_id,
      tax_rate_id: item.tax_rate_id,
      tax_bps: item.tax_bps,
    })),
})

/** The form values of a single invoice. */
export type InvoiceValues = ContentValues & {
  id?: string
  version?: number
  due_date: string | null
  supply_from: string | null
  supply_to: string | null
  booking_rate: string
  /** Undefined applies the agency's rule. */
  part_minimum: number | null | undefined
  instalments: string[]
  stage: InvoiceStage
  advance_ids: string[]
}

export const valuesOf = (invoice: InvoiceDocumentDto): InvoiceValues => ({
  ...contentOf(invoice),
  id: invoice.id,
  version: invoice.version,
  due_date: invoice.dueDate,
  supply_from: invoice.supply_from,
  supply_to: invoice.supply_to,
  booking_rate: invoice.booking_rate ?? '',
  part_minimum: invoice.part_minimum,
  instalments: invoice.instalments.map(({ due_date }) => due_date),
  stage: invoice.stage,
  advance_ids: invoice.deductions.map(({ invoice_id }) => invoice_id),
})

interface Surroundings {
  rates: readonly RateOption[]
  /** The client's advance invoices; the form holds the ids of those it deducts. */
  advances: readonly AdvanceDto[]
  day: string
  taxRounding: TaxRounding
}

/** The form as a document for the preview; missing values are left out. */
export function draftOf(values: InvoiceValues, { rates, advances, day, taxRounding }: Surroundings): Draft {
  return {
    tax_rounding: taxRounding,
    title: values.title.trim(),
    description: values.description?.trim() || null,
    notes: values.notes?.trim() || null,
    purchase_order: values.purchase_order?.trim() || null,
    currency: values.currency,
    prices_include_tax: values.prices_include_tax,
    discount: { ...values.discount, value: values.discount.value ?? 0 },
    dueDate: values.due_date ?? day,
    supply_from: values.supply_from || null,
    supply_to: values.supply_to || null,
    instalments: values.instalments,
    stage: values.stage,
    advances: advances.filter(({ id }) => values.advance_ids.includes(id)),
    items: values.items.map((line) => ({
      description: line.description.trim(),
      quantity: line.quantity ?? 0,
      unit: line.unit.trim() || null,
      seconds: line.seconds ?? null,
      rate: line.rate ?? 0,
      discount_bps: line.discount_bps,
      ...taxOf(line, rates),
    })),
  }
}

/** Defaults to apply when a client is selected, except for values that the user changed. */
export function withDefaults(values: ContentValues, before: Defaults, after: Defaults): ContentValues {
  const priced = values.items.some((item) => item.rate !== null && item.rate !== 0)
  const chosen = values.currency !== before.currency
  const own = priced || chosen ? values : inCurrency(values, after.currency)
  const untouched = ({ tax_rate_id, tax_bps }: TaxValues) =>
    tax_rate_id === before.tax.tax_rate_id && tax_bps === before.tax.tax_bps
  return { ...own, items: own.items.map((item) => (untouched(item) ? { ...item, ...after.tax } : item)) }
}

/** A selectable rate; its percentage may have changed since the draft was saved. */
export interface RateOption extends LineTax {
  id: string
  label: string
  /** Only offered where it is already used. */
  archived: boolean
}

/** All of the agency's rates. */
export const rateOptions = ({
  tax_rates,
  archived_tax_rates,
}: Pick<LetterheadProfileDto, 'tax_rates' | 'archived_tax_rates'>): RateOption[] =>
  [...tax_rates, ...archived_tax_rates].map((rate) => {
    const archived = rate.archived_at !== null
    return {
      id: rate.id,
      label: archived ? `${rateLabel(rate)} (archived)` : rateLabel(rate),
      archived,
      tax_bps: rate.bps,
      tax_name: rate.name,
      tax_category: rate.category,
      tax_note: rate.note,
    }
  })

/** The lines with a product added, replacing an empty last line. */
export function withProduct(
  items: LineValues[],
  product: Pick<ProductDto, 'name' | 'unit' | 'rate' | 'tax_rate_id'>,
  { rates, defaultTax }: { rates: readonly RateOption[]; defaultTax: TaxValues },
): LineValues[] {
  const rate = rates.find(({ id }) => id === product.tax_rate_id)
  const tax = rate === undefined ? defaultTax : { tax_rate_id: rate.id, tax_bps: rate.tax_bps }
  const { name: description, rate: price } = product
  const line = { ...emptyLine(tax), description, unit: product.unit ?? '', rate: price }
  const last = items.at(-1)
  const spare = last !== undefined && last.description.trim() === '' && !last.rate
  return [...(spare ? items.slice(0, -1) : items), line]
}

/** The totals of the current input, calculated as on the server. */
export function totalsOf(
  { items, discount, prices_include_tax }: Pick<ContentValues, 'items' | 'discount' | 'prices_include_tax'>,
  taxRounding: TaxRounding,
): InvoiceTotals {
  return calculateTotals(
    items.map((line) =>
      toMoneyLine({
        ...line,
        quantity: line.quantity ?? 0,
        unit: line.unit.trim() || null,
        rate: line.rate ?? 0,
      }),
    ),
    { type: discount.type, value: discount.value ?? 0 },
    { pricesIncludeTax: prices_include_tax, taxRounding },
  )
}

/** The tax summary as shown on the document; empty if it shows no taxes. */
export function taxesOf(
  items: readonly LineValues[],
  totals: InvoiceTotals,
  rates: readonly RateOption[],
): (TaxedPart & { label: string })[] {
  const parts = items.map((item, index) => {
    const { net, tax } = totals.lines[index] ?? { net: 0, tax: 0 }
    return { ...taxOf(item, rates), net, tax }
  })
  const summary = taxSummary(parts)
  if (summary.every((part) => part.tax_category === null)) return []
  return summary.map((part) => ({ ...part, label: labelOf(part) }))
}

/** The line's tax as the server stores it. */
export function taxOf({ tax_rate_id, tax_bps }: TaxValues, rates: readonly RateOption[]): LineTax {
  const rate = rates.find(({ id }) => id === tax_rate_id)
  return {
    tax_bps,
    tax_name: rate?.tax_name ?? null,
    tax_category: rate?.tax_category ?? (tax_bps > 0 ? 'standard' : null),
    tax_note: rate?.tax_note ?? null,
  }
}

const labelOf = ({ tax_name, tax_bps, tax_category }: LineTax): string =>
  tax_category === null
    ? 'No tax'
    : rateLabel({ name: tax_name ?? 'Tax', bps: tax_bps, category: tax_category })

/** The same amounts in another currency's minor unit: 100.00 USD becomes 100 JPY, not 10000. */
export function inCurrency(values: ContentValues, currency: string): ContentValues {
  if (currency === values.currency) return values
  const rescaled = (amount: number | null) => sameFigure(amount, values.currency, currency)
  return {
    ...values,
    currency,
    // A manually entered rate belongs to the other currency.
    ...(values.booking_rate !== undefined && { booking_rate: '' }),
    discount:
      values.discount.type === 'amount'
        ? { type: 'amount', value: rescaled(values.discount.value) }
        : values.discount,
    items: values.items.map((line) => ({
      ...line,
      rate: sameFigure(line.rate, values.currency, currency, PRICE_PARTS),
    })),
  }
}
