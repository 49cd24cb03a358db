import { basename } from 'node:path'
import { isSea } from 'node:sea'
import { endWith } from '#server/base/core/startup/failed-start.ts'

/** How users call the command: through npm in the project, by its own name in the executable. */
export const commandText = (name: string): string =>
  isSea() ? `${basename(process.execPath)} ${name}` : `npm run ${name} --`

/** Runs a command with its arguments; a failure prints its message and ends the process. */
export async function runCommand(
  command: (args: string[]) => Promise<void>,
  args = process.argv.slice(2),
): Promise<void> {
  try {
    await command(args)
  } catch (error) {
    endWith(error)
  }
}
