import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWindows1252 } from '#server/base/adapters/tables/windows-1252.ts'
import { decodeText, hasLostCharacters, LOST_CHARACTER } from '#shared/base/text/decoding.ts'

const TEXT = 'name,email\nJürgen Müller “Büro” – 5 €,j@example.test\n'
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16 with a mark, high bytes first', bigEndian(`\uFEFF${TEXT}`)],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 without a mark, high bytes first', bigEndian(TEXT)],
  ['Windows-1252', toWindows1252(TEXT)],
])('a file in %s is decoded', (_encoding, bytes) => expect(decodeText(bytes)).toBe(TEXT))

test('any text round-trips through UTF-8 and Windows-1252', () => {
  // A capital letter before a symbol or another capital can be valid UTF-8; words have letters between them.
  const letters = fc
    .string({ unit: fc.constantFrom(...('aé ßs€ “Ž,;\n1ÄrÖs'.match(/[^\0-\x7f]?[\0-\x7f]/g) ?? [])) })
    .map((text) => `Name\n${text}`)
  fc.assert(
    fc.property(letters, (text) => {
      expect(decodeText(Buffer.from(text))).toBe(text)
      expect(decodeText(toWindows1252(text))).toBe(text)
    }),
  )
})

test('a damaged byte in UTF-8 affects only one character', () => {
  const bytes = Buffer.concat([Buffer.from('Jürgen Mü'), Buffer.from([0xff]), Buffer.from('ller, Köln')])
  expect(decodeText(bytes)).toBe(`Jürgen Mü${LOST_CHARACTER}ller, Köln`)
  expect(hasLostCharacters(decodeText(bytes))).toBe(true)
})

test('the end of truncated text is dropped if it is within a character', () => {
  for (const bytes of [Buffer.from('Köln 🚪'), Buffer.from('\uFEFFKöln 🚪', 'utf16le')]) {
    expect(decodeText(bytes.subarray(0, -1), { cut: true })).toBe('Köln ')
  }
})

test('files of unknown encoding are decoded in one place', () => {
  const files = execFileSync('git', ['ls-files', 'client', 'server', 'shared'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
  const others = files.filter((path) =>
    /TextDecoder|file\.text\(\)|readAsText/.test(readFileSync(path, 'utf8')),
  )
  expect(others).toEqual(['server/base/adapters/documents/document-fonts.ts', 'shared/base/text/decoding.ts'])
})
