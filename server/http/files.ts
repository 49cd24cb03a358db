import { type Request, Router } from 'express'
import { z } from 'zod'
import { fileUploadQuery } from '#shared/files.ts'
import { type Action, allows } from '#shared/policies.ts'
import type { AgencyScope, Scope } from '../auth/scope.ts'
import { AppError, notFound } from '../errors.ts'
import { addFile, checkUpload } from '../files/commands.ts'
import { collectDeliverables, requireFile } from '../files/queries.ts'
import { cleanFileName, distinctNames } from '../files/rules.ts'
import { openStorage } from '../services/storage.ts'
import type { Services } from '../trpc/context.ts'
import { requestScope } from './session.ts'
import { receiveInto, sendStored, takeUpload } from './upload.ts'
import { sendZip } from './zip.ts'

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
      await sendStored(res, storage, file)
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
