import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName, distinctNames, refusalOf, servedType } from '#server/work/files/rules.ts'

test('file names lose folders and control characters, and keep their extension when truncated', () => {
  expect(cleanFileName('C:\\fake\\path\\logo.png')).toBe('logo.png')
  expect(cleanFileName('../../etc/passwd')).toBe('passwd')
  expect(cleanFileName('exe.\u202Egnp')).toBe('exe.gnp')
  expect(cleanFileName('..')).toBe('file')
  expect(cleanFileName(`${'a'.repeat(300)}.pdf`)).toMatch(/^a+\.pdf$/)
})

test('a sanitized name is always usable, and sanitizing is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const cleaned = cleanFileName(name)
      expect(cleaned.length > 0 && cleaned.length <= 200 && !/[/\\]/.test(cleaned)).toBe(true)
      expect(cleaned.isWellFormed()).toBe(true)
      expect(cleanFileName(cleaned)).toBe(cleaned)
    }),
  )
})

test('names in an archive are unique regardless of case, in the given order', () => {
  expect(distinctNames(['a.pdf', 'A.pdf', 'a.pdf', 'b'])).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf', 'b'])
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a.txt', 'A.txt', 'a (2).txt', 'b')), (names) => {
      const distinct = distinctNames(names)
      expect(distinct).toHaveLength(names.length)
      expect(new Set(distinct.map((name) => name.toLowerCase())).size).toBe(names.length)
    }),
  )
})

test('names in an archive can be unpacked on every system', () => {
  const names = [
    'a: b?.pdf',
    'CON',
    'con.txt',
    'lpt1.pdf',
    'console.log',
    'end. ',
    '...',
    'Mu\u0308ller',
    'M\u00fcller',
  ]
  expect(distinctNames(names)).toEqual([
    'a_ b_.pdf',
    '_CON',
    '_con.txt',
    '_lpt1.pdf',
    'console.log',
    'end',
    'file',
    'M\u00fcller',
    'M\u00fcller (2)',
  ])
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 }), (texts) => {
      const distinct = distinctNames(texts.map(cleanFileName))
      expect(new Set(distinct.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(texts.length)
      for (const name of distinct) expect(name).not.toMatch(/[<>:"|?*]|[. ]$/)
    }),
  )
})

test('content a browser might run is served as plain bytes', () => {
  expect(servedType({ ext: 'png', mime: 'image/png' })).toBe('image/png')
  for (const mime of ['image/svg+xml', 'text/html', 'application/xml', 'application/javascript']) {
    expect(servedType({ ext: 'x', mime })).toBe('application/octet-stream')
  }
  expect(servedType(undefined)).toBe('application/octet-stream')
})

test("content must match the file name's type", () => {
  const file = (name: string, ext?: string) => ({
    name,
    size: 1,
    detected: ext === undefined ? undefined : { ext, mime: '' },
    startsAsScript: false,
  })
  for (const accepted of [
    file('a.pdf', 'pdf'),
    file('a.docx', 'zip'),
    file('notes.md'),
    file('constructor'),
  ]) {
    expect(refusalOf(accepted), accepted.name).toBeNull()
  }
  for (const refused of [file('a.pdf', 'png'), file('a.PNG'), file('a.txt', 'exe'), file('a.ps1')]) {
    expect(refusalOf(refused), refused.name).not.toBeNull()
  }
})
