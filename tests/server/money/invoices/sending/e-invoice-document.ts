import { calculateTotals, type TaxRounding, USUAL_TAX_ROUNDING } from '#shared/base/amounts/money.ts'
import type { Party } from '#shared/identity/letterhead/parties.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { toMoneyLine } from '#shared/money/invoices/lines/line-time.ts'

const SELLER: Party = {
  name: 'Nordlicht',
  company: 'Nordlicht Studio GmbH',
  address: 'Speicherstraße 12',
  postal_code: '20457',
  city: 'Hamburg',
  region: null,
  country: 'DE',
  tax_id: 'DE123456788',
  registration_number: 'HRB 12345',
  electronic_address: '0204:991-12345-06',
  buyer_reference: null,
  email: 'billing@nordlicht.example',
  phone: '+49 40 123456',
}

const BUYER: Party = {
  ...SELLER,
  name: 'Jordan Blake',
  company: 'Harbor & Co',
  address: 'Kai 3\nHinterhaus',
  postal_code: '1010',
  city: 'Wien',
  country: 'AT',
  tax_id: 'ATU12345675',
  registration_number: null,
  electronic_address: '9915:b',
  buyer_reference: '04011000-12345-34',
}

type Line = Pick<InvoiceDocumentDto['items'][number], 'description' | 'quantity' | 'rate'> &
  Partial<InvoiceDocumentDto['items'][number]>

interface Given extends Partial<Omit<InvoiceDocumentDto, 'items' | 'discount'>> {
  items?: Line[]
  taxRounding?: TaxRounding
}

const WORK: Line = {
  description: 'Design',
  quantity: 12.5,
  unit: 'hour',
  rate: 9000,
  tax_bps: 1900,
  tax_name: 'VAT',
  tax_category: 'standard',
}

/** A sent invoice from Hamburg to Vienna with calculated totals. */
export function documentOf({
  items = [WORK],
  taxRounding = USUAL_TAX_ROUNDING,
  ...given
}: Given): InvoiceDocumentDto {
  const lines = items.map((item) => ({
    id: '',
    unit: null,
    seconds: null,
    discount_bps: 0,
    tax_rate_id: null,
    project_id: null,
    deducted_invoice_id: null,
    tax_bps: 0,
    tax_name: null,
    tax_category: null,
    tax_note: null,
    ...item,
  }))
  const discount = given.discount_given ?? { type: 'none', value: 0 }
  const totals = calculateTotals(lines.map(toMoneyLine), discount, {
    pricesIncludeTax: given.prices_include_tax ?? false,
    taxRounding,
  })
  return {
    id: 'a1c1f7de-3a4e-4b1c-9f55-0f6d9a1b2c3d',
    kind: 'invoice',
    stage: 'whole',
    number: 'INV-1001',
    title: 'Website',
    description: null,
    notes: 'Thank you.',
    amount: totals.total,
    prepaid: 0,
    prepaid_granted: 0,
    amount_kept: 0,
    amount_processing: 0,
    part_minimum: null,
    instalments: [],
    parts: null,
    processing: [],
    waiting: [],
    currency: 'EUR',
    status: 'sent',
    dueDate: '2026-04-03',
    due_next: '2026-04-03',
    clientName: 'Jordan Blake',
    items: lines.map((line, index) => ({ ...line, ...(totals.lines[index] ?? fail()) })),
    subtotal: totals.subtotal,
    discount: totals.discount,
    discount_given: discount,
    tax: totals.tax,
    prices_include_tax: false,
    supply_from: null,
    supply_to: null,
    purchase_order: 'PO-7',
    card_notice: null,
    amount_paid: 0,
    amount_credited: 0,
    amount_applied: 0,
    amount_written_off: 0,
    late_fee_of: null,
    written_off_on: null,
    write_off_reason: null,
    amount_due: totals.total,
    booking: null,
    booking_rate: null,
    issuer: 'agency',
    issuer_name: 'Nordlicht',
    agency_id: null,
    client_id: null,
    project_id: null,
    credited_invoice_id: null,
    issued_on: '2026-03-04',
    sent_at: null,
    viewed_at: null,
    reminded_at: null,
    reopened: 0,
    paid_at: null,
    has_pay_link: false,
    payable: false,
    manageable: false,
    version: 1,
    created_at: '2026-03-04T10:00:00.000Z',
    tax_in_base: null,
    credited: null,
    deductions: [],
    deducted_in: null,
    late_fees: [],
    amount_granted: 0,
    receipts: [],
    parties: {
      seller: SELLER,
      buyer: BUYER,
      bank: {
        account_holder: 'Nordlicht Studio GmbH',
        iban: 'DE75 5121 0800 1245 1261 99',
        bic: 'SOGEDEFF',
        bank_name: 'Bank',
      },
      logo: null,
      details: null,
      footer: null,
    },
    ...given,
  }
}

function fail(): never {
  throw new Error('a line without its totals')
}
