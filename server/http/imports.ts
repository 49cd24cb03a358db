import { rm } from 'node:fs/promises'
import { openStorage } from '../adapters/storage.ts'
import { readExportFile } from '../adapters/vendor-export-reader.ts'
import { cleanFileName } from '../files/rules.ts'
import { addImport } from '../imports/commands/add.ts'
import { requireImportRoom } from '../imports/queries/imports.ts'
import type { Endpoint } from './endpoint.ts'
import { receiveInto } from './upload.ts'

/** Files that other products exported: read, stored row by row, and not kept themselves. */
export const importEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/',
    can: 'import.write',
    agency: true,
    handle: async (ctx, req, res) => {
      await requireImportRoom(ctx)
      const received = await receiveInto(openStorage(ctx.services.config))(req, res)
      try {
        const read = await readExportFile(ctx.actor.userId, received.path)
        res.status(201).json(await addImport(ctx, { name: cleanFileName(received.originalname), read }))
      } finally {
        await rm(received.path, { force: true })
      }
    },
  },
]
