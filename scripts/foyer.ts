import { serve } from '#server/main.ts'
import project from '../package.json' with { type: 'json' }
import { createAdmin } from './admin.ts'
import { backUp } from './backup.ts'
import { runCommand } from './command-line.ts'
import { showDemo } from './demo.ts'
import { restore } from './restore.ts'

const USAGE = `Usage: foyer [COMMAND]

Without a command it serves the portal on PORT (3000) and keeps everything in DATA_DIR (data).

  demo [--reset]   serves a lively sample agency from data/demo; --reset starts it over
  backup           archives the whole instance into data/backups; fine while it runs
  restore FILE     proves a backup sound and puts it in place; stop the portal first
  admin create --email you@example.com --name "You"
                   makes a platform administrator
  --version        prints the version
  --help           prints this

Settings are environment variables; the README names them.`

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  demo: showDemo,
  backup: backUp,
  restore,
  admin: createAdmin,
  '--help': async () => console.log(USAGE),
  '--version': async () => console.log(project.version),
}

/** The executable: the portal, and all that an administrator does to it. */
async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined) return serve([])
  const command = COMMANDS[name]
  if (command === undefined) throw new Error(`There is no command ${name}.\n\n${USAGE}`)
  return command(args)
}

await runCommand(main)
