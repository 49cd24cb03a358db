import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '../core/errors.ts'

const SIZE = 512
const MAX_PIXELS = 50_000_000

/** What is kept as it was sent must be small: it is shown in lists. */
const MAX_KEPT_BYTES = 1024 * 1024
const KEPT_TYPES = ['image/png', 'image/jpeg', 'image/webp']

export interface Picture {
  bytes: Buffer
  contentType: string
}

/**
 * A square WebP of at most 512 pixels made anew from the picture, so that nothing else its file carries is
 * kept. Where the native library is missing it stays as it was sent, if it is small. BAD_REQUEST when the
 * bytes are no picture.
 */
export async function encodePicture(bytes: Buffer, fit: 'cover' | 'inside'): Promise<Picture> {
  const sharp = await loadSharp()
  if (sharp === null) return keepPicture(bytes)
  try {
    const encoded = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIZE, SIZE, { fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 85 })
      .toBuffer()
    return { bytes: encoded, contentType: 'image/webp' }
  } catch {
    throw noPicture()
  }
}

async function keepPicture(bytes: Buffer): Promise<Picture> {
  const contentType = await typeOf(bytes)
  if (contentType === null || !KEPT_TYPES.includes(contentType)) throw noPicture()
  if (bytes.length <= MAX_KEPT_BYTES) return { bytes, contentType }
  throw new AppError('BAD_REQUEST', 'A picture may have 1 MB at most on this installation.', {
    reason: 'file_refused',
  })
}

/** The stored picture in a format that documents can carry; null where it cannot be converted. */
export async function toPrintable(bytes: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp()
  if (sharp !== null) return sharp(bytes, { limitInputPixels: MAX_PIXELS }).png().toBuffer()
  const contentType = await typeOf(bytes)
  return contentType === 'image/png' || contentType === 'image/jpeg' ? bytes : null
}

/** By the bytes, whatever the sender called it. */
const typeOf = async (bytes: Buffer): Promise<string | null> =>
  (await fileTypeFromBuffer(bytes))?.mime ?? null

const noPicture = (): AppError =>
  new AppError('BAD_REQUEST', 'This file is no picture. Use a PNG, JPEG or WebP.', { reason: 'file_refused' })

/** A native library that the single executable does without. */
async function loadSharp() {
  try {
    return (await import('sharp')).default
  } catch {
    return null
  }
}
