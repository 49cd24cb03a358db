import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Request, RequestHandler, Response } from 'express'
import multer from 'multer'
import { MAX_FILE_SIZE, UPLOAD_FIELD } from '#shared/work/files.ts'
import type { FileStorage } from '../../../base/adapters/storage/file-storage.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { cleanFileName, HEAD_BYTES, provenType, refusalOf, servedType } from '../../../work/files/rules.ts'
import { allowSlowBody } from '../guards/slow-bodies.ts'

/** Streams the single file of a multipart request to the folder for uploads. */
export function receiveFile({ services }: Ctx, req: Request, res: Response): Promise<Express.Multer.File> {
  const upload: RequestHandler = multer({
    storage: multer.diskStorage({
      destination: (_req, _file, done) => {
        openStorage(services.config)
          .receivingFolder()
          .then(
            (folder) => done(null, folder),
            (error) => done(error, ''),
          )
      },
      filename: (_req, _file, done) => done(null, randomUUID()),
    }),
    limits: { fileSize: MAX_FILE_SIZE, files: 1, fields: 0, parts: 1 },
    defParamCharset: 'utf8',
  }).single(UPLOAD_FIELD)
  return new Promise((resolve, reject) => {
    allowSlowBody(req)
    upload(req, res, (error: unknown) => {
      if (error) reject(toUploadError(error))
      else if (req.file === undefined) reject(new AppError('BAD_REQUEST', 'Please choose a file.'))
      else resolve(req.file)
    })
  })
}

/** The declared size of the body; 0 if unknown. */
export const announcedSize = (req: Request): number => Number(req.headers['content-length'] ?? 0) || 0

/** Converts the sender's errors to 4xx; a full disk and similar errors remain server errors. */
function toUploadError(error: unknown): unknown {
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  if (errno !== undefined) return error
  if (code === 'LIMIT_FILE_SIZE') {
    const megabytes = MAX_FILE_SIZE / 1024 / 1024
    return new AppError('PAYLOAD_TOO_LARGE', `A file can be at most ${megabytes} MB.`)
  }
  if (typeof code === 'string' && /^(LIMIT|MISSING)_/.test(code)) {
    const message = `Send exactly one file, as the form field “${UPLOAD_FIELD}” with a file name; everything else belongs in the query.`
    return new AppError('BAD_REQUEST', message, { reason: 'upload_form' })
  }
  return new AppError('BAD_REQUEST', 'The upload was interrupted. Please try again.')
}

/** Responds with what `add` makes of the uploaded file, which is deleted again if that fails. */
export async function storeUpload(
  ctx: Ctx,
  req: Request,
  res: Response,
  add: (file: Awaited<ReturnType<typeof takeUpload>>) => Promise<unknown>,
): Promise<void> {
  const storage = openStorage(ctx.services.config)
  const file = await takeUpload(storage, await receiveFile(ctx, req, res))
  try {
    res.status(201).json(await add(file))
  } catch (error) {
    await storage.remove(file.key)
    throw error
  }
}

/** Stores an uploaded file if its content is allowed; otherwise deletes it and throws the reason. */
async function takeUpload(storage: FileStorage, received: Express.Multer.File) {
  try {
    const name = cleanFileName(received.originalname)
    const head = await firstBytes(received.path)
    const { fileTypeFromFile } = await import('file-type')
    const proven = provenType(head, await fileTypeFromFile(received.path))
    const refusal = refusalOf({ name, size: received.size, head, proven })
    if (refusal !== null) throw new AppError('BAD_REQUEST', refusal, { reason: 'file_refused' })
    return { ...(await storage.adopt(received.path)), name, contentType: servedType(proven) }
  } catch (error) {
    await rm(received.path, { force: true })
    throw error
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
