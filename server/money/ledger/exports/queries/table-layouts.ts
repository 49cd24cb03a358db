import { fromThousandths, plainNumber, toHours, toPercent } from '#shared/base/amounts/money.ts'
import { signedQuantity } from '#shared/money/invoices/deductions.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import type { NumberedDocument } from './numbered-documents.ts'

export const numberOrNull = (amount: number | null, currency: string): number | null =>
  amount === null ? null : plainNumber(amount, currency)

export const INVOICE_COLUMNS = [
  'number',
  'kind',
  'issued_on',
  'due_on',
  'supply_from',
  'supply_to',
  'status',
  'client',
  'client_tax_id',
  'credited_invoice',
  'purchase_order',
  'title',
  'currency',
  'net',
  'tax',
  'total',
  'paid',
  'credited',
  'due',
  'booking_rate',
  'base_currency',
  'base_net',
  'base_tax',
  'base_total',
  'last_due_on',
  'applied',
  'written_off',
]

export function invoiceRow(document: NumberedDocument): CsvRow {
  const { currency, base, sign, parts } = document
  const open = document.kind === 'invoice' && document.status !== 'paid'
  const own = (amount: number) => plainNumber(sign * amount, currency)
  const sum = (key: 'net' | 'tax') => parts.reduce((total, part) => total + part[key], 0)
  const inBase = (key: 'base_net' | 'base_tax') =>
    parts.some((part) => part[key] === null)
      ? null
      : parts.reduce((total, part) => total + (part[key] ?? 0), 0)
  const [net, tax] = [inBase('base_net'), inBase('base_tax')]
  const booked = (amount: number | null) => (amount === null ? null : plainNumber(sign * amount, base))
  return {
    number: document.number,
    kind: document.kind,
    issued_on: document.issued_on,
    due_on: document.due_on,
    supply_from: document.supply_from,
    supply_to: document.supply_to,
    status: document.status,
    client: document.buyer?.company ?? document.buyer?.name ?? document.client_name,
    client_tax_id: document.buyer?.tax_id ?? null,
    credited_invoice: document.credited_number,
    purchase_order: document.purchase_order,
    title: document.title,
    currency,
    net: own(sum('net')),
    tax: own(sum('tax')),
    total: own(document.total),
    paid: plainNumber(document.amount_paid, currency),
    credited: plainNumber(document.amount_credited, currency),
    due: open ? plainNumber(dueOf(document), currency) : 0,
    booking_rate:
      currency === base ? 1 : document.booking_rate === null ? null : Number(document.booking_rate),
    base_currency: base,
    base_net: booked(net),
    base_tax: booked(tax),
    base_total: booked(net === null || tax === null ? null : net + tax),
    last_due_on: document.last_due_on,
    applied: plainNumber(document.amount_applied, currency),
    written_off: plainNumber(document.amount_written_off, currency),
  }
}

export const LINE_COLUMNS = [
  'number',
  'kind',
  'issued_on',
  'client',
  'position',
  'description',
  'quantity',
  'unit',
  'rate',
  'line_discount_percent',
  'discount',
  'net',
  'tax_name',
  'tax_category',
  'tax_percent',
  'tax',
  'gross',
  'currency',
]

const dueOf = (document: NumberedDocument): number =>
  Math.max(
    0,
    document.total -
      document.amount_paid -
      document.amount_credited -
      document.amount_applied -
      document.amount_written_off,
  )

export const lineRows = (document: NumberedDocument): CsvRow[] =>
  document.lines.map((line) => {
    const own = (amount: number) => plainNumber(document.sign * amount, document.currency)
    return {
      number: document.number,
      kind: document.kind,
      issued_on: document.issued_on,
      client: document.buyer?.company ?? document.buyer?.name ?? document.client_name,
      position: line.position + 1,
      description: line.description,
      quantity: line.seconds === null ? fromThousandths(signedQuantity(line)) : toHours(line.seconds),
      unit: line.unit,
      rate: plainNumber(line.rate, document.currency),
      line_discount_percent: toPercent(line.discount_bps),
      discount: own(line.discount),
      net: own(line.net),
      tax_name: line.tax_name,
      tax_category: line.tax_category,
      tax_percent: toPercent(line.tax_bps),
      tax: own(line.tax),
      gross: own(line.net + line.tax),
      currency: document.currency,
    }
  })
