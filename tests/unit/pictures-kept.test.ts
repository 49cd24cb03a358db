import { expect, test, vi } from 'vitest'
import { encodePicture, toPrintable } from '#server/adapters/picture.ts'

vi.mock('sharp', () => {
  throw new Error('The native library is not there')
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')

test('without the native library a small PNG, JPEG or WebP is kept as it was sent', async () => {
  expect(await encodePicture(PNG, 'cover', 'ann')).toEqual({ bytes: PNG, contentType: 'image/png' })
  expect(await encodePicture(WEBP, 'inside', 'ann')).toEqual({ bytes: WEBP, contentType: 'image/webp' })
})

test('what is large, or no picture by its bytes, is refused', async () => {
  const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)])
  await expect(encodePicture(large, 'cover', 'ann')).rejects.toThrow('A picture may have 1 MB at most')
  for (const bytes of ['<svg onload="x">', 'GIF89a', '%PDF-1.7', ''].map((text) => Buffer.from(text))) {
    await expect(encodePicture(bytes, 'cover', 'ann')).rejects.toThrow('This file is no picture.')
  }
})

test('a document carries the logo where it needs no conversion, and none otherwise', async () => {
  expect(await toPrintable(PNG)).toEqual(PNG)
  expect(await toPrintable(WEBP)).toBeNull()
})
