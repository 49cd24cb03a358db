import { basename } from 'node:path'
import { isSea } from 'node:sea'

/** How a person calls the command: by npm in the project, by its own name in the executable. */
export const commandText = (name: string): string =>
  isSea() ? `${basename(process.execPath)} ${name}` : `npm run ${name} --`

/** Runs a command with what follows its name; a failure is its sentence and exit code 1. */
export async function runCommand(
  command: (args: string[]) => Promise<void>,
  args = process.argv.slice(2),
): Promise<void> {
  try {
    await command(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
