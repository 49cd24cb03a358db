import { readConfig } from '#server/config.ts'
import { restoreBackup } from '#server/platform/commands/restore.ts'

const USAGE = `Usage: npm run restore -- FILE

Puts a backup in place of what the instance holds. Stop the server first.`

async function main(): Promise<void> {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Error(USAGE)
  const { files, replaced } = await restoreBackup(readConfig(), file, new Date())
  console.log(`Restored the database and ${files} files from ${file}.`)
  if (replaced !== null) {
    console.log(`The database that was replaced is kept; go back to it with: npm run restore -- ${replaced}`)
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
