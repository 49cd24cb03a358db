import { z } from 'zod'
import { fileUploadQuery } from '#shared/work/schemas/files.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import { addFile, checkUpload } from '../../../work/files/commands.ts'
import { collectDeliverables, requireFile } from '../../../work/files/queries.ts'
import { cleanFileName, distinctNames } from '../../../work/files/rules.ts'
import { type Endpoint, parameter } from '../endpoint.ts'
import { sendStored, storedEntries } from './stored-files.ts'
import { announcedSize, storeUpload } from './upload.ts'
import { sendZip } from './zip.ts'

/** Uploads and downloads, streamed between network and storage. */
export const fileEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/',
    can: 'file.upload',
    agency: true,
    handle: async (ctx, req, res) => {
      const target = parse(fileUploadQuery, req.query)
      await checkUpload(ctx, target, announcedSize(req))
      await storeUpload(ctx, req, res, (file) => addFile(ctx, target, file))
    },
  },
  {
    method: 'get',
    path: '/projects/:id.zip',
    can: 'file.read',
    handle: async (ctx, req, res) => {
      const { name, files } = await collectDeliverables(ctx, parse(z.uuid(), parameter(req, 'id')))
      const names = distinctNames(files.map((file) => file.name))
      const named = files.map((file, index) => ({ ...file, name: names[index] ?? file.name }))
      await sendZip(ctx, res, cleanFileName(`${name}.zip`), await storedEntries(ctx, named))
    },
  },
  {
    method: 'get',
    path: '/:id',
    can: 'file.read',
    handle: async (ctx, req, res) => {
      const file = await requireFile(ctx, parse(z.uuid(), parameter(req, 'id')))
      await sendStored(ctx, res, file)
    },
  },
]

/** An invalid id is a 404; an invalid query is a 400 with the reason. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (typeof value === 'string') throw notFound('This file')
  throw new AppError('BAD_REQUEST', parsed.error.issues[0]?.message ?? 'The request could not be read.')
}
