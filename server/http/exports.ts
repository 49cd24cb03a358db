import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { isEncrypted } from '../adapters/backup-encryption.ts'
import { openStorage } from '../adapters/storage.ts'
import { openAgencyExport } from '../agencies/queries/export.ts'
import { spendConfirmation } from '../auth/commands/confirm-identity.ts'
import { CLIENTS_FILE, streamClients } from '../clients/queries/export.ts'
import { AppError, notFound } from '../core/errors.ts'
import { record } from '../core/events.ts'
import { transact } from '../core/transaction.ts'
import { cleanFileName, distinctNames } from '../files/rules.ts'
import { requireBackup } from '../platform/queries/backups.ts'
import { type Endpoint, parameter } from './endpoint.ts'
import { sendZip, streamTo, type ZipEntry } from './zip.ts'

/** Backups of the instance, and everything of an agency as one archive: a JSON file for each table, and the uploaded files. */
export const exportEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/backups/:name',
    can: 'backup.manage',
    handle: async (ctx, req, res) => {
      const name = parameter(req, 'name')
      const path = await requireBackup(ctx.services.config, name)
      if (!(await isEncrypted(path))) throw unencrypted()
      await spendConfirmation(ctx)
      await transact(ctx, (tx) => record(tx, 'backup.downloaded', { id: name, agencyId: null }))
      res.attachment(name)
      await streamTo(res, createReadStream(path))
    },
  },
  {
    method: 'get',
    path: '/agencies/:id.zip',
    can: 'agency.export',
    handle: async (ctx, req, res) => {
      const id = z.uuid().safeParse(parameter(req, 'id'))
      if (!id.success) throw notFound('This agency')
      const agency = await openAgencyExport(ctx, id.data)
      await transact(ctx, (tx) => record(tx, 'agency.exported', { id: id.data, name: agency.name }))
      const storage = openStorage(ctx.services.config)
      const names = distinctNames(agency.files.map((file) => file.name))
      const entries: ZipEntry[] = [
        ...agency.tables.map((table) => ({
          name: `data/${table}.json`,
          date: ctx.now,
          text: () => agency.read(table),
        })),
        ...agency.files.map((file, index) => ({
          name: `files/${names[index] ?? file.name}`,
          date: new Date(file.created_at),
          size: file.size,
          open: () => storage.read(file.storage_key),
        })),
      ]
      await sendZip(ctx, res, cleanFileName(`${agency.name}.zip`), entries)
    },
  },
  {
    method: 'get',
    path: '/clients.csv',
    can: 'client.read',
    handle: async (ctx, _req, res) => {
      res.attachment(CLIENTS_FILE).setHeader('x-content-type-options', 'nosniff')
      res.setHeader('cache-control', 'private, no-store')
      res.setHeader('content-type', 'text/csv; charset=utf-8')
      await streamTo(res, Readable.from(streamClients(ctx), { objectMode: false }))
    },
  },
]

/** A backup holds every account and the instance's key: it leaves the server encrypted or by the operator's hand. */
const unencrypted = (): AppError =>
  new AppError(
    'CONFLICT',
    'This backup is not encrypted, so it can only be copied on the server itself. Set BACKUP_KEY there to download those made from then on.',
    { reason: 'backup_unencrypted' },
  )
