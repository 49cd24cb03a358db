import { parseArgs } from 'node:util'
import { createPlatformAdmin, generatePassword } from '#server/auth/commands/create-admin.ts'
import { readConfig } from '#server/core/config.ts'
import { systemContext } from '#server/core/reach.ts'
import { acceptInstanceKey } from '#server/platform/commands/confirm-key.ts'
import { openForCommand } from '#server/portal.ts'
import { commandText, runCommand } from './command-line.ts'

const usage = () => `Usage: ${commandText('admin')} create --email you@example.com --name "Your Name"

Creates a platform administrator with the password in ADMIN_PASSWORD, or a generated one that is shown once.

       ${commandText('admin')} accept-key

Takes DATA_DIR's instance.key for the database's, whose own is lost. Webhooks and second factors must then be
set up anew.`

/** Keeps the command's output to what the person asked for. */
const config = () => ({ ...readConfig(), logLevel: 'warn' })

export async function createAdmin(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' } },
  })
  const { email, name } = values
  if (positionals[0] === 'accept-key') return acceptKey()
  if (positionals[0] !== 'create' || email === undefined || name === undefined) throw new Error(usage())
  const given = process.env.ADMIN_PASSWORD
  const password = given || generatePassword()
  const portal = await openForCommand(config(), 'own')
  try {
    await createPlatformAdmin(systemContext({ services: portal.services }), { email, name, password })
  } finally {
    await portal.close()
  }
  console.log(`${name} <${email}> is now a platform administrator.`)
  if (!given) console.log(`Password (shown this once): ${password}`)
}

async function acceptKey(): Promise<void> {
  const portal = await openForCommand(config(), 'own')
  try {
    await acceptInstanceKey(systemContext({ services: portal.services }))
  } finally {
    await portal.close()
  }
  console.log('The key in DATA_DIR is now the database’s. Set up webhooks and second factors anew.')
}

if (import.meta.main) await runCommand(createAdmin)
