import { parseArgs } from 'node:util'
import { createPlatformAdmin, generatePassword } from '#server/auth/commands/create-admin.ts'
import { readConfig } from '#server/core/config.ts'
import { systemContext } from '#server/core/reach.ts'
import { openPortal } from '#server/portal.ts'
import { commandText, runCommand } from './command-line.ts'

const usage = () => `Usage: ${commandText('admin')} create --email you@example.com --name "Your Name"

Creates a platform administrator with the password in ADMIN_PASSWORD, or a generated one that is shown once.`

/** Keeps the command's output to what the person asked for. */
const config = () => ({ ...readConfig(), logLevel: 'warn' })

export async function createAdmin(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' } },
  })
  const { email, name } = values
  if (positionals[0] !== 'create' || email === undefined || name === undefined) throw new Error(usage())
  const given = process.env.ADMIN_PASSWORD
  const password = given || generatePassword()
  const portal = await openPortal(config())
  try {
    await createPlatformAdmin(systemContext({ services: portal.services }), { email, name, password })
  } finally {
    await portal.close()
  }
  console.log(`${name} <${email}> is now a platform administrator.`)
  if (!given) console.log(`Password (shown this once): ${password}`)
}

if (import.meta.main) await runCommand(createAdmin)
