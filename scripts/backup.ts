import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createBackup } from '#server/platform/commands/backup.ts'
import { backupFolder } from '#server/platform/queries/backups.ts'
import { openPortal } from '#server/portal.ts'
import { runCommand } from './command-line.ts'

/** Archives the instance into its folder of backups; fine while the server runs. */
export async function backUp(): Promise<void> {
  const config = { ...readConfig(), logLevel: 'warn' }
  const portal = await openPortal(config)
  try {
    const backup = await createBackup(portal.services, 'manual', new Date())
    console.log(`${join(backupFolder(config), backup.name)} (${backup.size} bytes)`)
    if (!backup.encrypted) console.log('Set BACKUP_KEY to have backups encrypted.')
  } finally {
    await portal.close()
  }
}

if (import.meta.main) await runCommand(backUp)
