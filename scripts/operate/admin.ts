import { parseArgs } from 'node:util'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { setHost } from '#server/identity/agencies/commands/set-host.ts'
import { agencyUrl } from '#server/identity/agencies/queries/host.ts'
import { resetTwoFactorOf } from '#server/identity/auth/access/commands/reset-two-factor.ts'
import {
  createPlatformAdmin,
  generatePassword,
} from '#server/identity/auth/accounts/commands/create-admin.ts'
import { agencyNamed } from '#server/overview/platform/agencies/queries/moving-agency.ts'
import { acceptInstanceKey } from '#server/overview/platform/backups/commands/confirm-key.ts'
import { openForCommand } from '#server/portal.ts'
import { emailText } from '#shared/base/schemas/text.ts'
import { commandText, runCommand } from '../command-line.ts'
import { commandConfig } from './command-config.ts'

const usage = () => `Usage: ${commandText('admin')} create --email you@example.com --name "Your Name"

Creates a platform administrator with the password in ADMIN_PASSWORD, or a generated one that is shown once.

       ${commandText('admin')} accept-key

Uses DATA_DIR's instance.key for the database if its own key is lost. Webhooks and two-factor authentication
must then be set up again.

       ${commandText('admin')} reset-two-factor EMAIL

Turns off two-factor sign-in for someone who lost their phone and recovery codes, and signs them out everywhere.

       ${commandText('admin')} agency-address NAME HOST | none

Sets the custom host name of an agency, given by its exact name or ID, which is then used in its links.`

export async function createAdmin(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { email, name } = values
  if (values.help) return console.log(usage())
  if (positionals[0] === 'accept-key') return acceptKey()
  if (positionals[0] === 'reset-two-factor') return resetTwoFactor(positionals[1])
  if (positionals[0] === 'agency-address') return setAddress(positionals.slice(1))
  if (positionals[0] !== 'create' || email === undefined || name === undefined) throw new Error(usage())
  const given = process.env.ADMIN_PASSWORD
  const password = given || generatePassword()
  const portal = await openForCommand(commandConfig(), 'new')
  try {
    await createPlatformAdmin(systemContext({ services: portal.services }), { email, name, password })
  } finally {
    await portal.close()
  }
  console.log(`${name} <${email}> is now a platform administrator.`)
  if (!given) console.log(`Password (shown only once): ${password}`)
}

async function acceptKey(): Promise<void> {
  const portal = await openForCommand(commandConfig(), 'own')
  const changed = await acceptInstanceKey(systemContext({ services: portal.services })).finally(() =>
    portal.close(),
  )
  console.log(
    changed
      ? 'The database now uses the key in DATA_DIR. Set up webhooks and two-factor authentication again.'
      : 'The database already uses the key in DATA_DIR.',
  )
}

async function resetTwoFactor(email: string | undefined): Promise<void> {
  if (email === undefined) throw new Error(usage())
  const portal = await openForCommand(commandConfig(), 'own')
  try {
    await resetTwoFactorOf(systemContext({ services: portal.services }), emailText().parse(email))
  } finally {
    await portal.close()
  }
  console.log(`${email} can sign in with the password alone. Set up two-factor authentication again.`)
}

async function setAddress([agency, host]: string[]): Promise<void> {
  if (agency === undefined || host === undefined) throw new Error(usage())
  const portal = await openForCommand(commandConfig(), 'own')
  try {
    const ctx = systemContext({ services: portal.services })
    const { agency_id, name } = await agencyNamed(ctx, agency)
    await setHost(ctx, agency_id, host === 'none' ? null : host)
    console.log(`“${name}” is now at ${await agencyUrl(ctx, agency_id)}.`)
  } finally {
    await portal.close()
  }
}

if (import.meta.main) await runCommand(createAdmin)
