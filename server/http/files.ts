import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { fileTypeFromFile } from 'file-type'
import multer from 'multer'
import { z } from 'zod'
import { fileUploadQuery, MAX_FILE_SIZE, UPLOAD_FIELD } from '#shared/files.ts'
import { type Action, allows } from '#shared/policies.ts'
import type { AgencyScope, Scope } from '../auth/scope.ts'
import { AppError, notFound } from '../errors.ts'
import { addFile, checkUpload } from '../files/commands.ts'
import { collectDeliverables, requireFile } from '../files/queries.ts'
import { cleanFileName, distinctNames, refusalOf, servedType } from '../files/rules.ts'
import { type FileStorage, openStorage } from '../services/storage.ts'
import type { Services } from '../trpc/context.ts'
import { requestScope } from './session.ts'
import { sendZip, streamTo } from './zip.ts'

/** Uploads and downloads, streamed between the network and the storage. */
export function createFileRoutes(services: Services): Router {
  const storage = openStorage(services.config)
  const receive = receiveInto(storage)
  storage.sweep(services.clock()).catch((err) => services.log.warn({ err }, 'sweeping old uploads failed'))

  return Router()
    .post('/', async (req, res) => {
      const scope = requireAgency(await authorize(services, req, 'file.upload'))
      const target = parse(fileUploadQuery, req.query)
      await checkUpload(services.db, scope, target)
      const file = await takeUpload(storage, await receive(req, res))
      try {
        res.status(201).json(await addFile(services.db, scope, target, file))
      } catch (error) {
        await storage.remove(file.key)
        throw error
      }
    })
    .get('/projects/:id.zip', async (req, res) => {
      const scope = await authorize(services, req, 'file.read')
      const { name, files } = await collectDeliverables(services.db, scope, parse(z.uuid(), req.params.id))
      const names = distinctNames(files.map((file) => file.name))
      const entries = files.map((file, index) => ({
        name: names[index] ?? file.name,
        date: new Date(file.created_at),
        size: file.size,
        open: () => storage.read(file.storage_key),
      }))
      await sendZip(res, cleanFileName(`${name}.zip`), entries)
    })
    .get('/:id', async (req, res) => {
      const scope = await authorize(services, req, 'file.read')
      const file = await requireFile(services.db, scope, parse(z.uuid(), req.params.id))
      const bytes = await storage.read(file.storage_key)
      res.attachment(file.name)
      res.setHeader('content-type', file.content_type)
      res.setHeader('content-length', file.size)
      await streamTo(res, bytes)
    })
}

async function authorize(services: Services, req: Request, action: Action): Promise<Scope> {
  const scope = await requestScope(services, req)
  if (!allows(scope.role ?? '', action)) {
    throw new AppError('FORBIDDEN', 'You do not have permission to do this.')
  }
  return scope
}

function requireAgency(scope: Scope): AgencyScope {
  if (scope.agencyId === null) {
    throw new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
  }
  return scope as AgencyScope
}

/** An address that names no file is one that does not exist; a bad query says what is wrong. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (typeof value === 'string') throw notFound('This file')
  throw new AppError('BAD_REQUEST', parsed.error.issues[0]?.message ?? 'The request could not be read.')
}

type Receive = (req: Request, res: Response) => Promise<Express.Multer.File>

/** Streams the one file of a multipart request into the receiving folder. */
function receiveInto(storage: FileStorage): Receive {
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
async function takeUpload(storage: FileStorage, received: Express.Multer.File) {
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
