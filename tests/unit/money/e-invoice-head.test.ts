import { expect, test } from 'vitest'
import { type EInvoiceContent, toUbl } from '#server/base/adapters/documents/e-invoice.ts'

test.for([
  ['number', { number: null, issued_on: '2026-03-04' }],
  ['date', { number: 'INV-1', issued_on: null }],
] as const)('a document without a %s is no e-invoice', ([missing, head]) => {
  const content = { document: head, format: 'xrechnung' } as unknown as EInvoiceContent
  expect(() => toUbl(content)).toThrow(`The ${missing} of an issued document is missing`)
})
