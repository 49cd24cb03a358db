import { readConfig } from '#server/config.ts'
import { restoreBackup } from '#server/platform/commands/restore.ts'
import { commandText, runCommand } from './command-line.ts'

const usage = () => `Usage: ${commandText('restore')} FILE

Puts a backup in place of what the instance holds. Stop the server first.`

/** Puts the backup named first in place of what the instance holds. */
export async function restore([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error(usage())
  const { files, replaced } = await restoreBackup(readConfig(), file, new Date())
  console.log(`Restored the database and ${files} files from ${file}.`)
  if (replaced !== null) {
    console.log(
      `The database that was replaced is kept; go back to it with: ${commandText('restore')} ${replaced}`,
    )
  }
}

if (import.meta.main) await runCommand(restore)
