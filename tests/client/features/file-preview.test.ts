import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasThumbnail, previewKind } from '#client/features/work/files/preview/preview-kind.ts'
import { readText } from '#client/features/work/files/preview/read-text.ts'
import { withAnswer } from '#client/features/work/files/review-change.ts'
import type { FileDto } from '#shared/work/files.ts'

const PLAIN = 'application/octet-stream'
const kindOf = (name: string, content_type: string) => previewKind({ name, content_type })

test('chooses the preview by content type, and by name only for text', () => {
  expect(kindOf('holiday.txt', 'image/jpeg')).toBe('picture')
  expect(kindOf('plan', 'application/pdf')).toBe('pdf')
  expect(kindOf('notes.MD', PLAIN)).toBe('text')
  expect(kindOf('page.html', PLAIN)).toBe('text')
  expect(kindOf('page.png', PLAIN)).toBe('none')
  expect(kindOf('drawing.svg', PLAIN)).toBe('none')
  expect(kindOf('drawing.svg', 'image/svg+xml')).toBe('none')
  expect(kindOf('notes.txt', 'text/html')).toBe('none')
  expect(kindOf('notes.txt.zip', 'application/zip')).toBe('none')
  const picture = { name: 'a.png', content_type: 'image/png' }
  expect(hasThumbnail({ ...picture, size: 1024 * 1024 })).toBe(true)
  expect(hasThumbnail({ ...picture, size: 1024 * 1024 + 1 })).toBe(false)
})

/** The bytes in chunks of any size, and whether the rest was canceled. */
function streamOf(bytes: Uint8Array, piece: number) {
  let at = 0
  let left = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + piece))
      at += piece
    },
    cancel() {
      left = true
    },
  })
  return { body, wasLeft: () => left }
}

test('reads the start of a text completely, however it is chunked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🚪', '\n') }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 40 }),
      async (text, piece, limit) => {
        const bytes = new TextEncoder().encode(text)
        const shown = await readText(streamOf(bytes, piece).body, limit)
        expect(shown.cut).toBe(bytes.length > limit)
        expect(text.startsWith(shown.text ?? '?')).toBe(true)
        if (!shown.cut) expect(shown.text).toBe(text)
      },
    ),
  )
})

test('fetches only the start of a long text', async () => {
  const long = streamOf(new Uint8Array(10 * 1024 * 1024).fill(65), 64 * 1024)
  const { text, cut } = await readText(long.body, 256 * 1024)
  expect([text?.length, cut]).toEqual([256 * 1024, true])
  expect(long.wasLeft()).toBe(true)
})

test('decodes legacy text as Windows-1252, and treats files with null bytes as binary', async () => {
  const read = async (...bytes: number[]) =>
    (await readText(streamOf(Uint8Array.from(bytes), 2).body, 99)).text
  expect(await read(0x63, 0x61, 0x66, 0xe9)).toBe('café')
  expect(await read(0x41, 0x00, 0x42, 0x00)).toBeNull()
  expect(await read()).toBe('')
})

test('updates a reviewed file in every cached list', () => {
  const file = { id: '1', review: 'changes_requested', review_comment: 'Bigger' } as FileDto
  const other = { ...file, id: '2' }
  const approved = { ...file, review: 'approved', review_comment: null }
  const answer = { id: '1', review: 'approved' } as const
  expect(withAnswer(file, answer)).toEqual(approved)
  expect(withAnswer(other, answer)).toEqual(other)
  expect(withAnswer({ items: [other, file] }, answer)).toEqual({ items: [other, approved] })
  expect(withAnswer({ pages: [{ items: [file] }, { items: [other] }] }, answer)).toEqual({
    pages: [{ items: [approved] }, { items: [other] }],
  })
})
