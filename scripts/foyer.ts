import { getAssetKeys, getRawAsset } from 'node:sea'
import { requireWritable } from '#server/base/adapters/storage/data-folder.ts'
import { writePrivately } from '#server/base/adapters/storage/private-files.ts'
import { readConfig } from '#server/base/core/config.ts'
import { serve } from '#server/main.ts'
import project from '../package.json' with { type: 'json' }
import { runCommand } from './command-line.ts'
import { showDemo } from './demo.ts'
import { createAdmin } from './operate/admin.ts'
import { backUp } from './operate/backup.ts'
import { writeDirectory } from './operate/directory.ts'
import { diagnose } from './operate/doctor.ts'
import { moveAllFiles } from './operate/files-move.ts'
import { move } from './operate/move.ts'
import { restore } from './operate/restore.ts'
import { unpack } from './package/unpack.ts'

const USAGE = `Usage: foyer [COMMAND]

Without a command, serves the portal on PORT (3000) and stores everything in DATA_DIR (data).

  doctor           says what keeps a portal from working here, and how to fix it; changes nothing
  demo [--reset]   serves a sample agency from data/demo; --reset starts over
  backup [--to s3] archives the whole instance into data/backups or BACKUP_S3_BUCKET; safe while it is running
  restore FILE | s3:NAME | s3:latest
                   verifies and restores an archive; stop the portal first
  files:move --to s3 | disk
                   copies all files to FILES_S3_BUCKET or back, and verifies them
  move --to URL    moves the database from SQLite to PostgreSQL or back
  move --agency NAME --to target.env
                   moves one agency to another installation
  admin create --email you@example.com --name "You"
                   creates a platform administrator
  admin agency-address NAME HOST
                   sets an agency's custom host name
  directory --map FILE NAME=URL …
                   writes a map from hosts to installations, for HAProxy or Caddy
  admin reset-two-factor EMAIL
                   turns off two-factor sign-in for someone who lost their phone
  admin accept-key uses another instance.key for the database if its own is lost
  mcp              connects an AI agent on standard input and output to the portal in FOYER_URL
                   with FOYER_TOKEN
  --version        prints the version
  --help           prints this help

Settings are environment variables; docs/hosting.md describes them.`

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  demo: showDemo,
  doctor: diagnose,
  backup: backUp,
  restore,
  'files:move': moveAllFiles,
  move,
  admin: createAdmin,
  directory: writeDirectory,
  // Loaded only when used, since serving the portal doesn't need it.
  mcp: async () => (await import('./operate/mcp.ts')).serveMcp(),
  '--help': async () => console.log(USAGE),
  '--version': async () => console.log(project.version),
}

/** These need neither data nor the files inside the executable. */
const WITHOUT_FILES = ['directory', 'mcp', '--help', '--version']

/** The folder that `scripts/package/prelude.mjs` names. */
declare const foyerAssetFolder: string

function unpackProgram(): void {
  writePrivately()
  requireWritable(readConfig())
  unpack(
    foyerAssetFolder,
    getAssetKeys().map((key) => [key, new Uint8Array(getRawAsset(key))] as const),
  )
}

/** The executable: the portal and its administration. */
async function main([name, ...args]: string[]): Promise<void> {
  const command = name === undefined ? () => serve([]) : COMMANDS[name]
  if (command === undefined) throw new Error(`Unknown command: ${name}\n\n${USAGE}`)
  if (name === undefined || !WITHOUT_FILES.includes(name)) unpackProgram()
  return command(args)
}

await runCommand(main)
