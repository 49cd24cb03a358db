import { serve } from '#server/main.ts'
import project from '../package.json' with { type: 'json' }
import { createAdmin } from './admin.ts'
import { backUp } from './backup.ts'
import { runCommand } from './command-line.ts'
import { showDemo } from './demo.ts'
import { moveAllFiles } from './files-move.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'

const USAGE = `Usage: foyer [COMMAND]

Without a command, serves the portal on PORT (3000) and stores everything in DATA_DIR (data).

  demo [--reset]   serves a populated sample agency from data/demo; --reset starts over
  backup [--to s3] archives the whole instance into data/backups or BACKUP_S3_BUCKET; safe while it is running
  restore FILE | s3:NAME | s3:latest
                   verifies and restores an archive; stop the portal first
  files:move --to s3 | disk
                   copies all files to FILES_S3_BUCKET or back, and verifies them
  move --to URL    moves the database from SQLite to PostgreSQL or back
  admin create --email you@example.com --name "You"
                   creates a platform administrator
  admin accept-key takes another instance.key for the database, if its own is lost
  mcp              offers a portal's procedures to an agent on standard input and output,
                   by FOYER_URL and FOYER_TOKEN
  --version        prints the version
  --help           prints this help

Settings are environment variables; the README describes them.`

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  demo: showDemo,
  backup: backUp,
  restore,
  'files:move': moveAllFiles,
  move,
  admin: createAdmin,
  // The protocol's code is nothing to whoever serves the portal.
  mcp: async () => (await import('./mcp.ts')).serveMcp(),
  '--help': async () => console.log(USAGE),
  '--version': async () => console.log(project.version),
}

/** The executable: the portal and its administration. */
async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined) return serve([])
  const command = COMMANDS[name]
  if (command === undefined) throw new Error(`Unknown command: ${name}\n\n${USAGE}`)
  return command(args)
}

await runCommand(main)
