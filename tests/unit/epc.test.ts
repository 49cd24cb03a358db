import { expect, test } from 'vitest'
import { formatWrittenDate, formatWrittenRange } from '#shared/dates.ts'
import { epcPayload, readableIban } from '#shared/epc.ts'
import { paymentQrCode } from '#shared/qr.ts'

const BANK = {
  account_holder: 'Musterfirma GmbH',
  iban: 'de89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  bank_name: 'Commerzbank',
}
const DUE = { bank: BANK, seller: 'Musterfirma', currency: 'EUR', amount: 123_456, reference: 'INV-1001' }

test('a transfer in euros is what EPC069-12 says, line by line', () => {
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

test('a bank without a BIC is found by its IBAN; a name is one line of 70 characters', () => {
  const bank = { ...BANK, bic: null, account_holder: `Ännchen\n${'ü'.repeat(80)}` }
  const lines = epcPayload({ ...DUE, bank })?.split('\n') ?? []
  expect(lines[4]).toBe('')
  expect(lines[5]).toBe(`Ännchen ${'ü'.repeat(62)}`)
  expect(epcPayload({ ...DUE, bank: { ...BANK, account_holder: null } })).toContain('\nMusterfirma\n')
})

test('what no banking app could transfer has no code', () => {
  expect(epcPayload({ ...DUE, currency: 'USD' })).toBeNull()
  expect(epcPayload({ ...DUE, amount: 0 })).toBeNull()
  expect(epcPayload({ ...DUE, amount: 100_000_000_000 })).toBeNull()
  expect(epcPayload({ ...DUE, bank: { ...BANK, iban: null } })).toBeNull()
  expect(epcPayload({ ...DUE, bank: { ...BANK, iban: '12345678' } })).toBeNull()
})

test('the longest payload stays within the 331 bytes and version 13 that the guideline allows', () => {
  const bank = { ...BANK, account_holder: 'ü'.repeat(70), iban: `MT84${'A'.repeat(27)}` }
  const payload = epcPayload({ ...DUE, bank, amount: 99_999_999_999, reference: 'R'.repeat(40) }) ?? ''
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331)
  // Version 13 has 69 squares a side; four of quiet at each.
  expect(paymentQrCode(payload).size).toBeLessThanOrEqual(69 + 8)
})

test('people read an IBAN in groups of four', () => {
  expect(readableIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
})

test('dates are written in words, ranges without what they repeat', () => {
  expect(formatWrittenDate('2026-04-04')).toBe('4 Apr 2026')
  expect(formatWrittenRange('2026-03-01', '2026-03-31')).toBe('1 – 31 Mar 2026')
  expect(formatWrittenRange('2026-03-15', '2026-04-14')).toBe('15 Mar – 14 Apr 2026')
  expect(formatWrittenRange('2025-12-15', '2026-01-14')).toBe('15 Dec 2025 – 14 Jan 2026')
  expect(formatWrittenRange('2026-03-01', '2026-03-01')).toBe('1 Mar 2026')
})
