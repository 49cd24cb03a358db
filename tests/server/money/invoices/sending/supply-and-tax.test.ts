import { expect, test } from 'vitest'
import { renderEInvoice } from '#server/base/adapters/documents/e-invoice.ts'
import type { LineTax } from '#shared/base/amounts/taxes.ts'
import type { EInvoiceFormat } from '#shared/identity/letterhead/e-invoice-formats.ts'
import {
  paperColumns,
  paperFacts,
  paperOf,
  paperRows,
  paperSums,
  paperTaxNotes,
} from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { documentOf } from './e-invoice-document.ts'

/** An invoice by a seller in the country, with one line of 1,000.00 for each tax. */
function from(country: string | null, taxes: Partial<LineTax>[], given: Partial<InvoiceDocumentDto> = {}) {
  const { parties } = documentOf({})
  const items = taxes.map((tax) => ({ description: 'Work', quantity: 1, rate: 1000_00, ...tax }))
  return documentOf({ ...given, items, parties: { ...parties, seller: { ...parties.seller, country } } })
}

const STANDARD = { tax_bps: 1900, tax_name: 'USt', tax_category: 'standard' } as const
const supplyOf = (document: InvoiceDocumentDto) =>
  paperFacts(paperOf(document)).filter(([label]) => label.startsWith('Supply'))

test.each(['DE', 'FR', 'GB'])(
  'an invoice from %s says that the supply was made on the day of issue',
  (country) => {
    expect(supplyOf(from(country, [STANDARD]))).toEqual([['Supply date', 'As issue date']])
    expect(supplyOf(from(country, [{}]))).toEqual([['Supply date', 'As issue date']])
  },
)

test('a date or period that was entered is stated instead', () => {
  const day = { supply_from: '2026-02-01', supply_to: null }
  expect(supplyOf(from('DE', [STANDARD], day))).toEqual([['Supply date', 'Feb 01, 2026']])
  const period = { supply_from: '2026-02-01', supply_to: '2026-02-28' }
  expect(supplyOf(from('DE', [STANDARD], period))).toMatchObject([['Supply period', expect.any(String)]])
})

test('nothing is stated elsewhere, on credit notes and for fees outside the scope of tax', () => {
  for (const country of ['US', 'JP', 'CH', null]) expect(supplyOf(from(country, [STANDARD]))).toEqual([])
  expect(supplyOf(from('DE', [STANDARD], { kind: 'credit_note' }))).toEqual([])
  expect(supplyOf(from('DE', [{ tax_category: 'outside_scope' }]))).toEqual([])
})

const FORMATS: [EInvoiceFormat, string][] = [
  ['xrechnung', '<cbc:ActualDeliveryDate>2026-03-04<'],
  ['peppol', '<cbc:ActualDeliveryDate>2026-03-04<'],
]

test.each(FORMATS)('%s contains the same date of supply', async (format, element) => {
  const xmlOf = async (document: InvoiceDocumentDto) =>
    Buffer.from(await renderEInvoice({ document, format, pdf: null })).toString()
  expect(await xmlOf(from('DE', [STANDARD]))).toContain(element)
  expect(await xmlOf(from('CH', [STANDARD]))).not.toContain('ActualDeliveryDate')
  const period = { supply_from: '2026-02-01', supply_to: '2026-02-28' }
  const xml = await xmlOf(from('DE', [STANDARD], period))
  expect(xml).toContain('<cbc:StartDate>2026-02-01<')
  expect(xml).toContain('<cbc:EndDate>2026-02-28<')
  expect(xml).toContain('<cbc:ActualDeliveryDate>2026-02-28<')
})

test('an invoice without tax from a country without VAT has no line for it', () => {
  for (const tax of [{}, { tax_category: 'outside_scope' }, { tax_category: 'exempt' }] as const) {
    const paper = paperOf(from('US', [tax]))
    expect(paperColumns(paper)).toEqual(['Description', 'Quantity', 'Rate', 'Amount'])
    expect(paperRows(paper)[0]).toHaveLength(4)
    expect(paperSums(paper)).toEqual([['Total', '€1,000.00 EUR']])
    expect(paperTaxNotes(paper)).toEqual([])
  }
})

test('a note required by law is preserved, and so are taxes', () => {
  const note = { tax_category: 'exempt', tax_note: 'Exempt under section 4' } as const
  const paper = paperOf(from('US', [note]))
  expect(paperTaxNotes(paper)).toEqual(['Exempt: Exempt under section 4'])
  expect(paperSums(paper).map(([label]) => label)).toEqual(['Subtotal', 'Exempt on €1,000.00', 'Total'])
  const sales = paperOf(from('US', [{ tax_bps: 800 }, { tax_category: 'exempt' }]))
  expect(paperSums(sales)).toContainEqual(['Tax 8% on €1,000.00', '€80.00'])
  const reverse = paperOf(from('DE', [{ tax_category: 'reverse_charge' }]))
  expect(paperSums(reverse)).toContainEqual(['Reverse charge on €1,000.00', '€0.00'])
})
