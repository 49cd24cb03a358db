import { createReadStream } from 'node:fs'
import { isEncrypted } from '../../../base/adapters/backups/backup-encryption.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { openAgencyExport } from '../../../identity/agencies/queries/export.ts'
import { spendConfirmation } from '../../../identity/auth/proof/commands/confirm-identity.ts'
import { requireBackup } from '../../../overview/platform/backups/queries/backups.ts'
import { CLIENTS_FILE, streamClients } from '../../../people/clients/queries/export.ts'
import { cleanFileName, distinctNames } from '../../../work/files/rules.ts'
import { type Endpoint, idOf, parameter } from '../endpoint.ts'
import { storedEntries } from './stored-files.ts'
import { sendZip, streamTo, textStream, type ZipEntry } from './zip.ts'

/**
 * Backups of the instance, and exports of an agency as an archive with a JSON file per table and the uploaded
 * files.
 */
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
      const id = idOf(req, 'This agency')
      const agency = await openAgencyExport(ctx, id)
      await transact(ctx, (tx) => record(tx, 'agency.exported', { id, name: agency.name }))
      const names = distinctNames(agency.files.map((file) => file.name))
      const named = agency.files.map((file, index) => ({ ...file, name: names[index] ?? file.name }))
      const entries: ZipEntry[] = [
        ...agency.tables.map((table) => ({
          name: `data/${table}.json`,
          date: ctx.now,
          text: () => agency.read(table),
        })),
        ...(await storedEntries(ctx, named, 'files/')),
      ]
      await sendZip(ctx, res, cleanFileName(`${agency.name}.zip`), entries)
    },
  },
  {
    method: 'get',
    path: '/clients.csv',
    can: 'client.read',
    handle: async (ctx, _req, res) => {
      res.attachment(CLIENTS_FILE).setHeader('content-type', 'text/csv; charset=utf-8')
      await streamTo(res, textStream(ctx, streamClients(ctx)))
    },
  },
]

/** A backup contains all accounts and the instance's key, so only encrypted ones can be downloaded. */
const unencrypted = (): AppError =>
  new AppError(
    'CONFLICT',
    'This backup is not encrypted, so it can only be copied on the server itself. Set BACKUP_KEY there to make later backups downloadable.',
    { reason: 'backup_unencrypted' },
  )
