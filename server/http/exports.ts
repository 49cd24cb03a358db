import { createReadStream } from 'node:fs'
import { Router } from 'express'
import { z } from 'zod'
import { openAgencyExport } from '../agencies/queries/export.ts'
import { recordAudit } from '../audit/commands.ts'
import { notFound } from '../errors.ts'
import { cleanFileName, distinctNames } from '../files/rules.ts'
import { requireBackup } from '../platform/queries/backups.ts'
import { openStorage } from '../services/storage.ts'
import type { Services } from '../trpc/context.ts'
import { requestScope } from './session.ts'
import { sendZip, streamTo, type ZipEntry } from './zip.ts'

/** Backups of the instance, and everything of an agency as one archive: a JSON file for each table, and the uploaded files. */
export function createExportRoutes(services: Services): Router {
  const { db } = services
  const storage = openStorage(services.config)
  const routes = Router()
  routes.get('/backups/:name', async (req, res) => {
    const scope = await requestScope(services, req, 'platform.manage')
    const path = await requireBackup(services.config, req.params.name)
    await recordAudit(db, scope, {
      action: 'backup.downloaded',
      subject: { type: 'backup', id: req.params.name },
      detail: req.params.name,
    })
    res.attachment(req.params.name)
    await streamTo(res, createReadStream(path))
  })
  routes.get('/agencies/:id.zip', async (req, res) => {
    const scope = await requestScope(services, req, 'agency.export')
    const id = z.uuid().safeParse(req.params.id)
    if (!id.success) throw notFound('This agency')
    const agency = await openAgencyExport(db, scope, id.data)
    await recordAudit(db, scope, {
      action: 'agency.exported',
      subject: { type: 'agency', id: id.data },
      detail: agency.name,
    })
    const names = distinctNames(agency.files.map((file) => file.name))
    const entries: ZipEntry[] = [
      ...agency.tables.map((table) => ({
        name: `data/${table}.json`,
        date: scope.now,
        text: () => agency.read(table),
      })),
      ...agency.files.map((file, index) => ({
        name: `files/${names[index] ?? file.name}`,
        date: new Date(file.created_at),
        size: file.size,
        open: () => storage.read(file.storage_key),
      })),
    ]
    await sendZip(res, cleanFileName(`${agency.name}.zip`), entries)
  })
  return routes
}
