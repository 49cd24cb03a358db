import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Services } from '#server/base/core/context.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import type { Troubled } from '#server/overview/platform/backups/commands/archive-files.ts'
import { backUpToBucket } from '#server/overview/platform/backups/commands/back-up-to-bucket.ts'
import { createBackup } from '#server/overview/platform/backups/commands/create-backup.ts'
import { backupFolder } from '#server/overview/platform/backups/queries/backups.ts'
import { damagedText, nameFiles } from '#server/overview/platform/backups/queries/stored-files.ts'
import { openForCommand } from '#server/portal.ts'
import { NAMED_FILES } from '#shared/overview/platform.ts'
import { commandText, runCommand } from '../command-line.ts'
import { commandConfig } from './command-config.ts'

const usage = () => `Usage: ${commandText('backup')} [--to s3]

Archives the instance into DATA_DIR/backups, or, encrypted, into the bucket of BACKUP_S3_BUCKET.
Exit code 0: complete. 3: complete except for the listed files, which are damaged or missing in the storage.
1: no archive was made.`

const EXIT_WITH_WARNINGS = 3

/** Archives the instance into its backup folder or the bucket; safe while the server runs. */
export async function backUp(args: string[] = []): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (values.to !== undefined && values.to !== 's3') throw new Error(usage())
  const config = commandConfig()
  const portal = await openForCommand(config, 'any')
  const ctx = systemContext({ services: portal.services })
  try {
    if (values.to === 's3') {
      const { name, size, troubled } = await backUpToBucket(ctx, 'manual')
      console.log(`s3:${name} (${size} bytes)`)
      return await warn(portal.services, troubled)
    }
    const backup = await createBackup(ctx, 'manual')
    console.log(`${join(backupFolder(config), backup.name)} (${backup.size} bytes)`)
    if (!backup.encrypted) console.log('Set BACKUP_KEY to encrypt backups.')
    await warn(portal.services, backup.troubled)
  } finally {
    await portal.close()
  }
}

/** Lists what couldn't be saved completely; the archive contains everything else. */
async function warn({ db }: Services, troubled: readonly Troubled[]): Promise<void> {
  if (troubled.length === 0) return
  const named = await nameFiles(db, troubled.slice(0, NAMED_FILES))
  console.error(damagedText(named, troubled.length))
  process.exitCode = EXIT_WITH_WARNINGS
}

if (import.meta.main) await runCommand(backUp)
