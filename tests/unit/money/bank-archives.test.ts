import fc from 'fast-check'
import { deflateSync, strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readBankUpload } from '#server/base/adapters/bank-files/read.ts'
import { AppError } from '#server/base/core/calls/errors.ts'
import { toCamt, toMt940, toOfx } from '#tests/support/money/bank/bank-files.ts'
import { lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'

const read = (bytes: Uint8Array) => readBankUpload(bytes, { mapping: null, remembered: {}, currency: 'EUR' })
const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
    ),
  )

/** An archive whose entries all declare this size and share the same content. */
function archiveOf(
  content: Uint8Array,
  { method, declared, count = 1 }: { method: 0 | 8; declared: number; count?: number },
): Uint8Array {
  const name = 'a.csv'
  const about = (start: number[]) => {
    const header = Buffer.alloc(start.length + 24)
    header.set(start)
    header.writeUInt16LE(method, start.length + 2)
    header.writeUInt32LE(content.length, start.length + 12)
    header.writeUInt32LE(declared, start.length + 16)
    header.writeUInt16LE(name.length, start.length + 20)
    return header
  }
  const file = Buffer.concat([about([0x50, 0x4b, 3, 4, 20, 0]), Buffer.from(name), content])
  const entry = Buffer.concat([about([0x50, 0x4b, 1, 2, 20, 0, 20, 0]), Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.set([0x50, 0x4b, 5, 6])
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entry.length * count, 12)
  end.writeUInt32LE(file.length, 16)
  return Buffer.concat([file, ...Array.from({ length: count }, () => entry), end])
}

const camt = (text: string) => toCamt([statementOf([lineOf(10_00, text)])])
const CSV = 'Date,Text,Amount\n2026-01-01,a,5.00\n'

test('the statements of an archive are read as if in one file', async () => {
  const bytes = zip({ '2026/01.xml': camt('one'), '2026/02.xml': camt('two'), '__MACOSX/._01.xml': '?' })
  const { format, statements } = await read(bytes)
  expect(format).toBe('camt')
  expect(statements.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(['one', 'two'])
  expect((await read(zip({ 'a.sta': toMt940([statementOf([lineOf(10_00, 'one')])]) }))).format).toBe('mt940')
})

test('one CSV file in an archive has its columns chosen; more than one is refused', async () => {
  expect((await read(zip({ 'a.csv': CSV }))).csv?.columns).toEqual(['Date', 'Text', 'Amount'])
  await expect(read(zip({ 'a.csv': CSV, 'b.csv': CSV }))).rejects.toThrow('Import CSV files one by one.')
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
  [
    'with an uncompressed file declared as smaller',
    archiveOf(strToU8(CSV), { method: 0, declared: 0 }),
    'can’t be read',
  ],
  [
    'with a compressed file declared as smaller',
    archiveOf(deflateSync(strToU8(CSV)), { method: 8, declared: CSV.length - 1 }),
    'can’t be read',
  ],
  [
    'with many files declared as empty that share the same bytes',
    archiveOf(new Uint8Array(100_000), { method: 8, declared: 0, count: 600 }),
    'too large',
  ],
])('an archive %s is refused with an explanation', async (_name, bytes, words) => {
  await expect(read(bytes)).rejects.toThrow(words)
  await expect(read(bytes)).rejects.toThrow(AppError)
})

test('a damaged archive is either refused or read', async () => {
  const whole = zip({ 'a.xml': camt('one'), 'b.xml': camt('two') })
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 5), fc.nat(255)), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(changes, async (bytes) => {
      const damaged = Uint8Array.from(whole)
      for (const [place, byte] of bytes) damaged[place + 4] = byte
      try {
        expect((await read(damaged)).statements.length).toBeLessThanOrEqual(2)
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
      }
    }),
  )
})

const TWO = ['one', 'two'].map((text) => statementOf([lineOf(10_00, text)]))
const textsOf = async (file: string) =>
  (await read(Buffer.from(file))).statements.map(({ lines }) => lines.map(({ text }) => text))

test('tags of OFX may end with a blank', async () => {
  const file = toOfx(TWO).replace(/<(\/?(?:OFX|STMTTRN))>/g, '<$1 >')
  expect(await textsOf(file)).toEqual([['one'], ['two']])
})

test.each(['25', '25P'])(
  'statements of MT940 without references begin with their accounts (:%s:)',
  async (tag) => {
    const file = toMt940(TWO)
      .replace(/:20:.*/g, 'ABNANL2A\r\n940\r\nABNANL2A')
      .replaceAll(':25:', `:${tag}:`)
    expect(await textsOf(file)).toEqual([['one'], ['two']])
  },
)
