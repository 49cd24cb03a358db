import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/core/config.ts'
import { systemContext } from '#server/core/reach.ts'
import { createBackup } from '#server/platform/commands/back-up.ts'
import { backUpToBucket } from '#server/platform/commands/back-up-to-bucket.ts'
import { backupFolder } from '#server/platform/queries/backups.ts'
import { openForCommand } from '#server/portal.ts'
import { commandText, runCommand } from './command-line.ts'

const usage = () => `Usage: ${commandText('backup')} [--to s3]

Archives the instance into DATA_DIR/backups, or, encrypted, into the bucket of BACKUP_S3_BUCKET.`

/** Archives the instance into its folder of backups or into the bucket; fine while the server runs. */
export async function backUp(args: string[] = []): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (values.to !== undefined && values.to !== 's3') throw new Error(usage())
  const config = { ...readConfig(), logLevel: 'warn' }
  const portal = await openForCommand(config, 'any')
  const ctx = systemContext({ services: portal.services })
  try {
    if (values.to === 's3') {
      const { name, size } = await backUpToBucket(ctx, 'manual')
      console.log(`s3:${name} (${size} bytes)`)
      return
    }
    const backup = await createBackup(ctx, 'manual')
    console.log(`${join(backupFolder(config), backup.name)} (${backup.size} bytes)`)
    if (!backup.encrypted) console.log('Set BACKUP_KEY to have backups encrypted.')
  } finally {
    await portal.close()
  }
}

if (import.meta.main) await runCommand(backUp)
