import { AppError } from '../errors.ts'

const SIZE = 512
const MAX_PIXELS = 50_000_000

/**
 * A square WebP of at most 512 pixels made anew from the picture, so that nothing else its file carries is
 * kept. BAD_REQUEST when the bytes are no picture.
 */
export async function encodePicture(bytes: Buffer, fit: 'cover' | 'inside'): Promise<Buffer> {
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIZE, SIZE, { fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 85 })
      .toBuffer()
  } catch {
    throw new AppError('BAD_REQUEST', 'This file is no picture. Use a PNG, JPEG or WebP.', {
      reason: 'file_refused',
    })
  }
}

/** The stored picture in a format that documents can carry. */
export async function toPng(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels: MAX_PIXELS }).png().toBuffer()
}

/** A native library that the single executable does without. */
async function loadSharp() {
  try {
    return (await import('sharp')).default
  } catch {
    throw new AppError('SERVICE_UNAVAILABLE', 'Pictures cannot be uploaded on this installation.')
  }
}
