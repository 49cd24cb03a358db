import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '../core/errors.ts'
import { createWorkQueue } from './work-queue.ts'

const SIZE = 512
const MAX_PIXELS = 50_000_000
const TIME_LIMIT = { seconds: 10 }

/** One at a time takes one of the four threads that also hash passwords and read files. */
const queue = createWorkQueue({ of: 'pictures', atOnce: 1, waiting: 20, perCaller: 2 })

/** What is kept as it was sent must be small: it is shown in lists. */
const MAX_KEPT_BYTES = 1024 * 1024
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

export interface Picture {
  bytes: Buffer
  contentType: string
}

/**
 * A square WebP of at most 512 pixels made anew from the picture, so that nothing else its file carries is
 * kept. Where the native library is missing it stays as it was sent, if it is small. BAD_REQUEST when the
 * bytes are no PNG, JPEG or WebP; `caller` waits in a queue.
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
  throw new AppError('BAD_REQUEST', 'A picture may have 1 MB at most on this installation.', {
    reason: 'file_refused',
  })
}

/** The stored picture in a format that documents can carry; null where it cannot be converted. */
export async function toPrintable(bytes: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp()
  if (sharp !== null) {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).png().timeout(TIME_LIMIT)
    return queue.run(null, () => picture.toBuffer())
  }
  const contentType = await typeOf(bytes)
  return contentType === 'image/png' || contentType === 'image/jpeg' ? bytes : null
}

/** By the bytes, whatever the sender called it. */
const typeOf = async (bytes: Buffer): Promise<string | null> =>
  (await fileTypeFromBuffer(bytes))?.mime ?? null

const noPicture = (): AppError =>
  new AppError('BAD_REQUEST', 'This file is no picture. Use a PNG, JPEG or WebP.', { reason: 'file_refused' })

type Sharp = typeof import('sharp')['default']

/** A native library that the single executable does without. */
async function loadSharp(): Promise<Sharp | null> {
  try {
    const sharp = (await import('sharp')).default
    return locked ? sharp : lockDown(sharp)
  } catch {
    return null
  }
}

let locked = false

/** Of the many decoders it has, only those of the three formats may run; SVG alone can take minutes. */
function lockDown(sharp: Sharp): Sharp {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  sharp.concurrency(1)
  sharp.cache(false)
  locked = true
  return sharp
}
