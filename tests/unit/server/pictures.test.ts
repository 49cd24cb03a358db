import { afterAll, expect, test, vi } from 'vitest'

vi.doMock('sharp', () => {
  throw new Error('The native library is not there')
})
vi.resetModules()
const { encodePicture, toPrintable } = await import('#server/base/adapters/documents/picture.ts')
afterAll(() => {
  vi.doUnmock('sharp')
  vi.resetModules()
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')

test('without the native library a small PNG, JPEG or WebP is stored as sent', async () => {
  expect(await encodePicture(PNG, 'cover', 'ann')).toEqual({ bytes: PNG, contentType: 'image/png' })
  expect(await encodePicture(WEBP, 'inside', 'ann')).toEqual({ bytes: WEBP, contentType: 'image/webp' })
})

test('large files and files without an image signature are rejected', async () => {
  const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)])
  await expect(encodePicture(large, 'cover', 'ann')).rejects.toThrow('Pictures can be at most 1 MB')
  for (const bytes of ['<svg onload="x">', 'GIF89a', '%PDF-1.7', ''].map((text) => Buffer.from(text))) {
    await expect(encodePicture(bytes, 'cover', 'ann')).rejects.toThrow('This file isn’t a supported image.')
  }
})

test('a document shows the logo only if it needs no conversion', async () => {
  expect(await toPrintable(PNG)).toEqual(PNG)
  expect(await toPrintable(WEBP)).toBeNull()
})
