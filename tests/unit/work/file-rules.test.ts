import fc from 'fast-check'
import { fileTypeFromBuffer } from 'file-type'
import { expect, test, vi } from 'vitest'
import { previewKind } from '#client/features/work/files/preview/preview-kind.ts'
import {
  cleanFileName,
  distinctNames,
  HEAD_BYTES,
  provenType,
  refusalOf,
  servedType,
} from '#server/work/files/rules.ts'
import { EXECUTABLE_FILES, FRAGMENTS, HOSTILE_FILES, UNUSUAL_FILES } from '#tests/support/files/samples.ts'

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

test('equal names in an archive are numbered without trying every number before', () => {
  const tried = vi.spyOn(Set.prototype, 'has')
  const distinct = distinctNames(Array.from({ length: 1000 }, () => 'image.png'))
  const times = tried.mock.calls.length
  tried.mockRestore()
  expect(distinct.at(-1)).toBe('image (1000).png')
  expect(times).toBeLessThan(3000)
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

const typeOf = async (bytes: Uint8Array) => {
  const head = bytes.subarray(0, HEAD_BYTES)
  return { head, proven: provenType(head, await fileTypeFromBuffer(bytes)) }
}

test('only empty and executable files are refused; others get the type that their bytes prove', async () => {
  for (const { name, bytes, type } of [...UNUSUAL_FILES, ...HOSTILE_FILES]) {
    const file = await typeOf(bytes)
    expect([name, refusalOf({ ...file, name, size: bytes.length })]).toEqual([name, null])
    expect([name, servedType(file.proven)]).toEqual([name, type])
  }
  for (const { name, bytes } of EXECUTABLE_FILES) {
    const reason = refusalOf({ ...(await typeOf(bytes)), name, size: bytes.length })
    expect([name, reason]).toEqual([name, 'Executable files cannot be uploaded.'])
  }
  const empty = await typeOf(new Uint8Array())
  expect(refusalOf({ ...empty, name: 'a.pdf', size: 0 })).toBe('This file is empty.')
})

/** What a browser detects from the first bytes of a file that the portal displays. */
const SIGNATURES: Record<string, RegExp> = {
  'image/png': /^\x89PNG\r\n/,
  'image/apng': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'application/pdf': /^[^<]{0,1020}%PDF-/,
}

test('displayed files have a proven, harmless type, whatever the name and the bytes', async () => {
  const beginnings = fc
    .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.uint8Array({ maxLength: 40 })), { maxLength: 5 })
    .map((parts) => Buffer.concat(parts))
  const names = fc.constantFrom('a.png', 'a.pdf', 'a.html', 'a.svg', 'a.docx', 'a.txt', 'a')
  await fc.assert(
    fc.asyncProperty(names, beginnings, async (name, bytes) => {
      const { proven } = await typeOf(bytes)
      const content_type = servedType(proven)
      expect(content_type).not.toMatch(/^text\/|html|svg|xml(?!formats)|script/)
      const shown = previewKind({ name, content_type })
      if (shown !== 'picture' && shown !== 'pdf') return
      expect(bytes.toString('latin1')).toMatch(SIGNATURES[content_type] ?? /$^/)
    }),
    { numRuns: 500 },
  )
})
