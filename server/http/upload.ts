import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Request, RequestHandler, Response } from 'express'
import { fileTypeFromFile } from 'file-type'
import multer from 'multer'
import { MAX_FILE_SIZE, UPLOAD_FIELD } from '#shared/files.ts'
import type { FileStorage } from '../adapters/file-storage.ts'
import { AppError } from '../core/errors.ts'
import { cleanFileName, refusalOf, servedType } from '../files/rules.ts'
import { streamTo } from './zip.ts'

type Receive = (req: Request, res: Response) => Promise<Express.Multer.File>

/** Streams the one file of a multipart request into the receiving folder. */
export function receiveInto(storage: FileStorage): Receive {
  const upload: RequestHandler = multer({
    storage: multer.diskStorage({
      destination: (_req, _file, done) => {
        storage.receivingFolder().then(
          (folder) => done(null, folder),
          (error) => done(error, ''),
        )
      },
      filename: (_req, _file, done) => done(null, randomUUID()),
    }),
    limits: { fileSize: MAX_FILE_SIZE, files: 1, fields: 0, parts: 1 },
    defParamCharset: 'utf8',
  }).single(UPLOAD_FIELD)
  return (req, res) =>
    new Promise((resolve, reject) => {
      upload(req, res, (error: unknown) => {
        if (error) reject(toUploadError(error))
        else if (req.file === undefined) reject(new AppError('BAD_REQUEST', 'Please choose a file.'))
        else resolve(req.file)
      })
    })
}

/** What the sender says the body holds; 0 where it does not say. */
export const announcedSize = (req: Request): number => Number(req.headers['content-length'] ?? 0) || 0

/** What went wrong on the sender's side becomes a 4xx; a full disk and the like stay ours. */
function toUploadError(error: unknown): unknown {
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  if (errno !== undefined) return error
  if (code === 'LIMIT_FILE_SIZE') {
    const megabytes = MAX_FILE_SIZE / 1024 / 1024
    return new AppError('PAYLOAD_TOO_LARGE', `A file can have at most ${megabytes} MB.`)
  }
  return new AppError('BAD_REQUEST', 'The upload did not arrive completely. Please try again.')
}

/** Keeps a received file when its content may be kept; otherwise it is gone and the sender knows why. */
export async function takeUpload(storage: FileStorage, received: Express.Multer.File) {
  try {
    const name = cleanFileName(received.originalname)
    const detected = await fileTypeFromFile(received.path)
    const startsAsScript = (await firstBytes(received.path, 2)) === '#!'
    const refusal = refusalOf({ name, size: received.size, detected, startsAsScript })
    if (refusal !== null) throw new AppError('BAD_REQUEST', refusal, { reason: 'file_refused' })
    return { ...(await storage.adopt(received.path)), name, contentType: servedType(detected) }
  } catch (error) {
    await rm(received.path, { force: true })
    throw error
  }
}

async function firstBytes(path: string, count: number): Promise<string> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Sends a stored file as a download: a browser never shows what people uploaded. */
export async function sendStored(
  res: Response,
  storage: FileStorage,
  file: { name: string; content_type: string; size: number; storage_key: string },
): Promise<void> {
  const bytes = await storage.read(file.storage_key)
  res.attachment(file.name)
  res.setHeader('content-type', file.content_type)
  res.setHeader('content-length', file.size)
  await streamTo(res, bytes)
}
