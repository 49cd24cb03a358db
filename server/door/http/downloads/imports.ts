import { rm } from 'node:fs/promises'
import { readExportFile } from '../../../base/adapters/vendor-exports/vendor-export-reader.ts'
import { addImport } from '../../../overview/imports/commands/add.ts'
import { requireImportRoom } from '../../../overview/imports/queries/imports.ts'
import { cleanFileName } from '../../../work/files/rules.ts'
import type { Endpoint } from '../endpoint.ts'
import { receiveFile } from './upload.ts'

/** Export files of other products: parsed and stored row by row, without storing the file. */
export const importEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/',
    can: 'import.write',
    agency: true,
    handle: async (ctx, req, res) => {
      await requireImportRoom(ctx)
      const received = await receiveFile(ctx, req, res)
      try {
        const read = await readExportFile(ctx.actor.userId, received.path)
        res.status(201).json(await addImport(ctx, { name: cleanFileName(received.originalname), read }))
      } finally {
        await rm(received.path, { force: true })
      }
    },
  },
]
