import { pastPooler } from '#server/base/core/config.ts'
import { restoreBackup } from '#server/overview/platform/backups/commands/restore.ts'
import { damagedText } from '#server/overview/platform/backups/queries/stored-files.ts'
import { commandText, runCommand } from '../command-line.ts'
import { commandConfig } from './command-config.ts'

const usage = () => `Usage: ${commandText('restore')} FILE | s3:NAME | s3:latest

Verifies an archive and replaces the instance's data with it. Stop the portal first.
“s3:” alone lists the archives in BACKUP_S3_BUCKET.`

/** Maximum number of missing files listed. */
const NAMED = 20

/** Verifies the archive, then replaces the instance's data with it. */
export async function restore([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error(usage())
  const { archive, files, replaced, missing, damaged, damagedCount } = await restoreBackup(
    pastPooler(commandConfig()),
    file,
    new Date(),
    (name) => console.log(`Restoring ${name} …`),
  )
  console.log(`Restored the database and ${files} files from ${archive}.`)
  if (damagedCount > 0) console.log(`When the backup was made:\n${damagedText(damaged, damagedCount)}`)
  if (missing.length > 0) {
    const names = missing.slice(0, NAMED).join(', ')
    const more = missing.length > NAMED ? `, and ${missing.length - NAMED} more` : ''
    console.log(`Files missing from the backup: ${names}${more}`)
  }
  if (replaced !== null) {
    console.log(`The replaced database was kept. To go back to it: ${commandText('restore')} ${replaced}`)
  }
}

if (import.meta.main) await runCommand(restore)
