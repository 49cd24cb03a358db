import { join } from 'node:path'
import { readConfig } from '#server/core/config.ts'
import { systemContext } from '#server/core/reach.ts'
import { createBackup } from '#server/platform/commands/back-up.ts'
import { backupFolder } from '#server/platform/queries/backups.ts'
import { openForCommand } from '#server/portal.ts'
import { runCommand } from './command-line.ts'

/** Archives the instance into its folder of backups; fine while the server runs. */
export async function backUp(): Promise<void> {
  const config = { ...readConfig(), logLevel: 'warn' }
  const portal = await openForCommand(config, 'any')
  try {
    const backup = await createBackup(systemContext({ services: portal.services }), 'manual')
    console.log(`${join(backupFolder(config), backup.name)} (${backup.size} bytes)`)
    if (!backup.encrypted) console.log('Set BACKUP_KEY to have backups encrypted.')
  } finally {
    await portal.close()
  }
}

if (import.meta.main) await runCommand(backUp)
