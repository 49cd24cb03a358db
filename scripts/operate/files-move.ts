import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import type { Config } from '#server/base/core/config.ts'
import { type Move, type Moved, moveFiles } from '#server/overview/platform/backups/commands/move-files.ts'
import { openForCommand } from '#server/portal.ts'
import { commandText, runCommand } from '../command-line.ts'
import { commandConfig } from './command-config.ts'

const usage = () => `Usage: ${commandText('files:move')} --to s3 | disk

Copies all files to the bucket of FILES_S3_BUCKET, or from it to DATA_DIR, and reads each back there.
The source files are kept. Run it again to continue after an interruption.`

/** Copies files between the data folder and the bucket; fails unless all are intact at the target. */
export async function moveAllFiles(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  if (values.to !== 's3' && values.to !== 'disk') throw new Error(usage())
  const config = commandConfig()
  const portal = await openForCommand(config, 'any')
  try {
    const moved = await moveFiles(portal.services.db, moveTo(values.to, config))
    console.log(textOf(moved))
    if (moved.missing.length + moved.damaged.length > 0) {
      throw new Error('Some files were not copied. Run the command again to retry them.')
    }
  } finally {
    await portal.close()
  }
}

function moveTo(to: 's3' | 'disk', config: Config): Move {
  const { dataDir, filesBucket } = config
  if (filesBucket === null) throw new Error('Set FILES_S3_BUCKET and its location for this command.')
  const [disk, s3] = [openStorage({ dataDir }), openStorage(config)]
  const journal = join(dataDir, `files-moved-to-${to}`)
  if (to === 'disk') return { from: s3, to: disk, target: 'disk', journal }
  const { endpoint, bucket, prefix } = filesBucket
  return { from: disk, to: s3, target: `${endpoint ?? 's3:'}/${bucket}/${prefix}`, journal }
}

function textOf({ copied, present, missing, damaged }: Moved): string {
  const troubles = [
    ...missing.map((name) => `Missing: ${name}`),
    ...damaged.map((name) => `Damaged: ${name}`),
  ]
  const count = `${copied} copied and verified, ${present} already there, ${missing.length} missing, ${damaged.length} damaged.`
  return [...troubles, count].join('\n')
}

if (import.meta.main) await runCommand(moveAllFiles)
