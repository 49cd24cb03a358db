import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Response } from 'express'
import type { FileTrouble } from '#shared/work/files.ts'
import { troubleOf } from '../../../base/adapters/storage/checked-stream.ts'
import { digestOfRow, type FileStorage } from '../../../base/adapters/storage/file-storage.ts'
import { digestOf } from '../../../base/adapters/storage/multipart.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { clearDamage, recordDamage } from '../../../overview/platform/backups/commands/record-damage.ts'
import { streamTo, type ZipEntry } from './zip.ts'

/** A row that refers to a stored file. */
interface Stored {
  storage_key: string
  size: number
  /** Null for pictures stored before digests were recorded. */
  sha256: string | null
  trouble: FileTrouble | null
}

/** Files up to this size are verified before anything is sent; larger damaged ones are cut off. */
const CHECKED_BEFORE_SENDING = 1024 * 1024

const MESSAGES: Record<FileTrouble, string> = {
  damaged:
    'This file is damaged in the portal’s storage, so it can’t be opened. Please have it uploaded again.',
  missing: 'This file is missing from the portal’s storage. Please have it uploaded again.',
}

/** Records a file's damage and converts the error to a message; rethrows other errors. */
async function toAnswer(ctx: Ctx, key: string, error: unknown): Promise<unknown> {
  const trouble = troubleOf(error)
  if (trouble === null) return error
  await recordDamage(ctx, key, trouble)
  return new AppError(trouble === 'missing' ? 'NOT_FOUND' : 'CONFLICT', MESSAGES[trouble], {
    reason: `file_${trouble}`,
  })
}

/** Opens the file, verifying small or known-damaged ones completely first. */
async function openStored(ctx: Ctx, storage: FileStorage, file: Stored): Promise<Buffer | Readable> {
  const { storage_key: key, trouble } = file
  const read = () => storage.read(key, digestOfRow(file))
  try {
    if (file.size > 0 && file.size <= CHECKED_BEFORE_SENDING) {
      const bytes = await buffer(await read())
      if (trouble !== null) await clearDamage(ctx, key)
      return bytes
    }
    if (trouble !== null) {
      await digestOf(await read())
      await clearDamage(ctx, key)
    }
    return await read()
  } catch (error) {
    throw await toAnswer(ctx, key, error)
  }
}

/** Sends the bytes with the headers set by `describe`; a damaged end is never sent. */
export async function sendBytes(
  ctx: Ctx,
  res: Response,
  file: Stored,
  describe: (res: Response) => void,
): Promise<void> {
  const bytes = await openStored(ctx, openStorage(ctx.services.config), file)
  describe(res)
  if (Buffer.isBuffer(bytes)) return void res.send(bytes)
  try {
    await streamTo(res, bytes)
  } catch (error) {
    const answer = await toAnswer(ctx, file.storage_key, error)
    // If sending has started, the stream was destroyed; otherwise an error response can be sent.
    if (!res.headersSent || !(answer instanceof AppError)) throw answer
  }
}

/** Sends a stored file as a download, which browsers never display inline. */
export const sendStored = (
  ctx: Ctx,
  res: Response,
  file: Stored & { name: string; content_type: string },
): Promise<void> =>
  sendBytes(ctx, res, file, () => {
    res.attachment(file.name)
    res.setHeader('content-type', file.content_type)
    res.setHeader('content-length', file.size)
  })

/** The note in an archive that lists missing files. */
const LEFT_OUT = 'Files that could not be included.txt'

/** The entries of an archive; damaged files are listed in a note instead. */
export async function storedEntries(
  ctx: Ctx,
  files: readonly (Stored & { name: string; created_at: string })[],
  folder = '',
): Promise<ZipEntry[]> {
  const storage = openStorage(ctx.services.config)
  const entries: ZipEntry[] = []
  const leftOut: string[] = []
  for (const file of files) {
    const { name, trouble, storage_key: key } = file
    const read = () => storage.read(key, digestOfRow(file))
    if (trouble !== null && !(await isRepaired(ctx, key, read))) {
      leftOut.push(`${name}: ${trouble}`)
      continue
    }
    const open = async () => {
      const bytes = await read().catch(async (error) => {
        throw await toAnswer(ctx, key, error)
      })
      bytes.once('error', (error) => void toAnswer(ctx, key, error).catch(() => undefined))
      return bytes
    }
    entries.push({ name: `${folder}${name}`, date: new Date(file.created_at), size: file.size, open })
  }
  if (leftOut.length > 0) {
    const text = `These files are damaged or missing in the portal’s storage:\r\n\r\n${leftOut.join('\r\n')}\r\n`
    entries.push({ name: LEFT_OUT, date: ctx.now, text: () => Readable.from([text]) })
  }
  return entries
}

async function isRepaired(ctx: Ctx, key: string, read: () => Promise<Readable>): Promise<boolean> {
  try {
    await digestOf(await read())
  } catch (error) {
    if (troubleOf(error) === null) throw error
    return false
  }
  await clearDamage(ctx, key)
  return true
}
