import { z } from 'zod'
import { fileUploadQuery } from '#shared/files.ts'
import { openStorage } from '../adapters/storage.ts'
import { AppError, notFound } from '../core/errors.ts'
import { addFile, checkUpload } from '../files/commands.ts'
import { collectDeliverables, requireFile } from '../files/queries.ts'
import { cleanFileName, distinctNames } from '../files/rules.ts'
import { type Endpoint, parameter } from './endpoint.ts'
import { announcedSize, receiveInto, sendStored, takeUpload } from './upload.ts'
import { sendZip } from './zip.ts'

/** Uploads and downloads, streamed between the network and the storage. */
export const fileEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/',
    can: 'file.upload',
    agency: true,
    handle: async (ctx, req, res) => {
      const target = parse(fileUploadQuery, req.query)
      await checkUpload(ctx, target, announcedSize(req))
      const storage = openStorage(ctx.services.config)
      const file = await takeUpload(storage, await receiveInto(storage)(req, res))
      try {
        res.status(201).json(await addFile(ctx, target, file))
      } catch (error) {
        await storage.remove(file.key)
        throw error
      }
    },
  },
  {
    method: 'get',
    path: '/projects/:id.zip',
    can: 'file.read',
    handle: async (ctx, req, res) => {
      const { name, files } = await collectDeliverables(ctx, parse(z.uuid(), parameter(req, 'id')))
      const storage = openStorage(ctx.services.config)
      const names = distinctNames(files.map((file) => file.name))
      const entries = files.map((file, index) => ({
        name: names[index] ?? file.name,
        date: new Date(file.created_at),
        size: file.size,
        open: () => storage.read(file.storage_key),
      }))
      await sendZip(ctx, res, cleanFileName(`${name}.zip`), entries)
    },
  },
  {
    method: 'get',
    path: '/:id',
    can: 'file.read',
    handle: async (ctx, req, res) => {
      const file = await requireFile(ctx, parse(z.uuid(), parameter(req, 'id')))
      await sendStored(res, openStorage(ctx.services.config), file)
    },
  },
]

/** An address that names no file is one that does not exist; a bad query says what is wrong. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (typeof value === 'string') throw notFound('This file')
  throw new AppError('BAD_REQUEST', parsed.error.issues[0]?.message ?? 'The request could not be read.')
}
