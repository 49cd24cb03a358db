import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readBankFile } from '#server/base/adapters/bank-files/read.ts'
import { AppError } from '#server/base/core/calls/errors.ts'
import { toCamt, toMt940 } from '#tests/support/money/bank-files.ts'
import { lineOf, statementOf } from '#tests/support/money/bank-import.ts'

const read = (bytes: Uint8Array) => readBankFile(bytes, { mapping: null, remembered: {}, currency: 'EUR' })
const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
    ),
  )

const camt = (text: string) => toCamt([statementOf([lineOf(10_00, text)])])
const CSV = 'Date,Text,Amount\n2026-01-01,a,5.00\n'

test('the statements of an archive are read as if in one file', () => {
  const bytes = zip({ '2026/01.xml': camt('one'), '2026/02.xml': camt('two'), '__MACOSX/._01.xml': '?' })
  const { format, statements } = read(bytes)
  expect(format).toBe('camt')
  expect(statements.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(['one', 'two'])
  expect(read(zip({ 'a.sta': toMt940([statementOf([lineOf(10_00, 'one')])]) })).format).toBe('mt940')
})

test('one CSV file in an archive has its columns chosen; more than one is refused', () => {
  expect(read(zip({ 'a.csv': CSV })).csv?.columns).toEqual(['Date', 'Text', 'Amount'])
  expect(() => read(zip({ 'a.csv': CSV, 'b.csv': CSV }))).toThrow('Import CSV files one by one.')
})

test.each([
  ['empty', zip({ 'folder/': new Uint8Array() }), 'This archive is empty.'],
  ['a workbook', zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<w/>' }), 'Excel workbook'],
  ['with another file', zip({ 'a.xml': camt('one'), 'liesmich.txt': 'Hello' }), 'liesmich.txt: This is not'],
  ['in an archive', zip({ 'a.zip': zip({ 'a.xml': camt('one') }) }), 'a.zip: This is not'],
  ['cut off', zip({ 'a.xml': camt('one') }).subarray(0, 200), 'This archive can’t be read'],
  ['of zeros', zip({ 'a.xml': new Uint8Array(51 * 1024 * 1024) }), 'too large'],
  [
    'with many files',
    zip(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}`, '']))),
    'too large',
  ],
])('an archive %s is refused with an explanation', (_name, bytes, words) => {
  expect(() => read(bytes)).toThrow(words)
  expect(() => read(bytes)).toThrow(AppError)
})

test('a damaged archive is either refused or read', () => {
  const whole = zip({ 'a.xml': camt('one'), 'b.xml': camt('two') })
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 5), fc.nat(255)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(changes, (bytes) => {
      const damaged = Uint8Array.from(whole)
      for (const [place, byte] of bytes) damaged[place + 4] = byte
      try {
        expect(read(damaged).statements.length).toBeLessThanOrEqual(2)
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
      }
    }),
  )
})
