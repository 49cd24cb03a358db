import { expect, test } from 'vitest'
import { formatDate, formatDateRange } from '#shared/base/format.ts'
import { paymentQrCode } from '#shared/base/qr.ts'
import { epcPayload, readableIban } from '#shared/money/invoices/epc.ts'

const BANK = {
  account_holder: 'Musterfirma GmbH',
  iban: 'de89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  bank_name: 'Commerzbank',
}
const DUE = { bank: BANK, seller: 'Musterfirma', currency: 'EUR', amount: 123_456, reference: 'INV-1001' }

test('a euro transfer follows EPC069-12 line by line', () => {
  expect(epcPayload(DUE)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'Musterfirma GmbH',
    'DE89370400440532013000',
    'EUR1234.56',
    '',
    '',
    'INV-1001',
  ])
})

test('a bank without a BIC is identified by its IBAN; a name is one line of 70 characters', () => {
  const bank = { ...BANK, bic: null, account_holder: `Ännchen\n${'ü'.repeat(80)}` }
  const lines = epcPayload({ ...DUE, bank })?.split('\n') ?? []
  expect(lines[4]).toBe('')
  expect(lines[5]).toBe(`Ännchen ${'ü'.repeat(62)}`)
  expect(epcPayload({ ...DUE, bank: { ...BANK, account_holder: null } })).toContain('\nMusterfirma\n')
})

test.each(['\n', '\r\n', '\r', '\u0085', '\u2028', '\u000b', '\u001e', '\u202e'])(
  'a name or reference with %j adds and hides no lines',
  (separator) => {
    const evil = `INV-1${separator}BCD${separator}EUR9999`
    const bank = { ...BANK, account_holder: `Muster${separator}GB29NWBK60161331926819` }
    const payload = epcPayload({ ...DUE, bank, reference: evil }) ?? ''
    expect(payload.split('\n')).toHaveLength(11)
    expect(payload.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
    expect(payload.split('\n')[6]).toBe('DE89370400440532013000')
  },
)

test('transfers no banking app supports have no code', () => {
  expect(epcPayload({ ...DUE, currency: 'USD' })).toBeNull()
  expect(epcPayload({ ...DUE, amount: 0 })).toBeNull()
  expect(epcPayload({ ...DUE, amount: 100_000_000_000 })).toBeNull()
  expect(epcPayload({ ...DUE, bank: { ...BANK, iban: null } })).toBeNull()
  expect(epcPayload({ ...DUE, bank: { ...BANK, iban: '12345678' } })).toBeNull()
})

test("the longest payload is within the guideline's 331 bytes and version 13", () => {
  const bank = { ...BANK, account_holder: 'ü'.repeat(70), iban: `MT84${'A'.repeat(27)}` }
  const payload = epcPayload({ ...DUE, bank, amount: 99_999_999_999, reference: 'R'.repeat(40) }) ?? ''
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331)
  // Version 13 has 69 modules a side, with a quiet zone of four on each.
  expect(paymentQrCode(payload).size).toBeLessThanOrEqual(69 + 8)
})

test('an IBAN is shown in groups of four', () => {
  expect(readableIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
})

test('dates are formatted, ranges without repeated parts', () => {
  expect(formatDate('2026-04-04')).toBe('Apr 04, 2026')
  expect(formatDateRange('2026-03-01', '2026-03-31')).toBe('Mar 01 – 31, 2026')
  expect(formatDateRange('2026-03-15', '2026-04-14')).toBe('Mar 15 – Apr 14, 2026')
  expect(formatDateRange('2025-12-15', '2026-01-14')).toBe('Dec 15, 2025 – Jan 14, 2026')
  expect(formatDateRange('2026-03-01', '2026-03-01')).toBe('Mar 01, 2026')
})
