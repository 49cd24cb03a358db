import { AppError } from '../../core/calls/errors.ts'
import { createWorkQueue } from '../work-queue.ts'

const SIZE = 512
const MAX_PIXELS = 50_000_000
const TIME_LIMIT = { seconds: 10 }

/** One at a time: each occupies one of the four threads that also hash passwords and read files. */
const queue = createWorkQueue({ of: 'pictures', atOnce: 1, waiting: 20, perCaller: 2 })

/** Pictures stored unchanged must be small, because lists show them. */
const MAX_KEPT_BYTES = 1024 * 1024
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

export interface Picture {
  bytes: Buffer
  contentType: string
}

/**
 * Re-encodes the picture as a square WebP of at most 512 pixels, which removes metadata. Without the native
 * library, small pictures are stored unchanged. Throws BAD_REQUEST unless it is a PNG, JPEG, or WebP; queued
 * by `caller`.
 */
export async function encodePicture(
  bytes: Buffer,
  fit: 'cover' | 'inside',
  caller: string,
): Promise<Picture> {
  const contentType = await typeOf(bytes)
  if (contentType === null || !TYPES.includes(contentType)) throw noPicture()
  const sharp = await loadSharp()
  if (sharp === null) return keepPicture(bytes, contentType)
  return queue.run(caller, async () => {
    try {
      const encoded = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .rotate()
        .resize(SIZE, SIZE, { fit, withoutEnlargement: fit === 'inside' })
        .webp({ quality: 85 })
        .timeout(TIME_LIMIT)
        .toBuffer()
      return { bytes: encoded, contentType: 'image/webp' }
    } catch {
      throw noPicture()
    }
  })
}

function keepPicture(bytes: Buffer, contentType: string): Picture {
  if (bytes.length <= MAX_KEPT_BYTES) return { bytes, contentType }
  throw new AppError('BAD_REQUEST', 'Pictures can be at most 1 MB on this installation.', {
    reason: 'file_refused',
  })
}

/** Converts a stored picture to a format for documents; null if it can't be converted. */
export async function toPrintable(bytes: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp()
  if (sharp !== null) {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).png().timeout(TIME_LIMIT)
    return queue.run(null, () => picture.toBuffer())
  }
  const contentType = await typeOf(bytes)
  return contentType === 'image/png' || contentType === 'image/jpeg' ? bytes : null
}

/** Detected from the content, not the file name. */
async function typeOf(bytes: Buffer): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(bytes))?.mime ?? null
}

const noPicture = (): AppError =>
  new AppError('BAD_REQUEST', 'This file isn’t a supported image. Use a PNG, JPEG or WebP file.', {
    reason: 'file_refused',
  })

type Sharp = typeof import('sharp')['default']

/** A native library that isn't part of the single executable. */
async function loadSharp(): Promise<Sharp | null> {
  try {
    const sharp = (await import('sharp')).default
    return locked ? sharp : restrictDecoders(sharp)
  } catch {
    return null
  }
}

let locked = false

/** Allows only the decoders of the three formats; others can be slow, SVG taking minutes. */
function restrictDecoders(sharp: Sharp): Sharp {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  sharp.concurrency(1)
  sharp.cache(false)
  locked = true
  return sharp
}
