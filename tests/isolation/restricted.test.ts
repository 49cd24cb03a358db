import { TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { AppError } from '#server/base/core/calls/errors.ts'
import { appRouter } from '#server/router.ts'
import { SCOPES } from '#shared/identity/token-scopes.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { Path } from './notation/case.ts'
import { PUBLIC } from './tables/open-to.ts'
import { TABLE } from './tables/table.ts'
import { openIsolationWorld, undone } from './world/world.ts'

const open = openIsolationWorld()

/** What a read-only user can still change. */
const WHILE_READING: Path[] = ['agencies.endViewAs', 'auth.signOut']

/** Not available to tokens, besides changes that need no session. */
const PEOPLE_ONLY: Path[] = [
  'agencies.endViewAs',
  'apiTokens.create',
  'apiTokens.list',
  'apiTokens.revoke',
  'apiTokens.revokeAll',
  'live.changes',
  'auth.resendVerification',
  'finance.reopenPeriods',
  'letterhead.saveBank',
  'imports.discard',
  'imports.dryRun',
  'imports.get',
  'imports.list',
  'imports.setPaidUntil',
  'imports.start',
  'imports.undo',
  'members.resetTwoFactor',
  'members.usesTwoFactor',
  'owners.handOver',
  'owners.list',
  'owners.remove',
  'owners.setDisabled',
  'payments.account',
  'payments.connectKeys',
  'payments.refreshAccount',
  'payments.removeAccount',
  'payments.startOnboarding',
  'payouts.account',
  'payouts.saveAccount',
  'schedule.createFeed',
  'schedule.feed',
  'schedule.revokeFeed',
  'settings.changePassword',
  'settings.confirmEmailChange',
  'settings.confirmIdentity',
  'settings.confirmTwoFactor',
  'settings.deleteAccount',
  'settings.disableTwoFactor',
  'settings.renewRecoveryCodes',
  'settings.requestEmailChange',
  'settings.revokeOtherSessions',
  'settings.revokeSession',
  'settings.sessions',
  'settings.setUpTwoFactor',
]
const PUBLIC_CHANGES: Path[] = [
  'auth.requestPasswordReset',
  'auth.resetPassword',
  'auth.signIn',
  'auth.signOut',
  'auth.signUp',
  'auth.verifyEmail',
  'auth.verifyTwoFactor',
  'invitations.accept',
  'invoices.viewByLink',
  'payments.confirmByLink',
  'payments.payByLink',
]

const paths = (Object.keys(TABLE) as Path[]).sort()
const procedures = appRouter._def.procedures as unknown as Record<Path, { _def: { type: string } }>
const changes = paths.filter((path) => procedures[path]._def.type === 'mutation')
/** What an owner's role allows. */
const owners = paths.filter((path) => TABLE[path][1] !== 'FORBIDDEN')

/** Calls that this user is denied for the reason, whatever the input. */
async function refused(person: SeedPerson, reason: string): Promise<Path[]> {
  const { db } = open()
  const found: Path[] = []
  for (const path of paths) {
    await undone(db, async (trx) => {
      const [domain, name] = path.split('.') as [string, string]
      const caller = callerAs(trx, person) as unknown as Record<
        string,
        Record<string, () => Promise<unknown>>
      >
      try {
        await caller[domain]?.[name]?.()
      } catch (error) {
        const cause = error instanceof TRPCError ? error.cause : null
        if (cause instanceof AppError && cause.details.reason === reason) found.push(path)
      }
    })
  }
  return found
}

test('a user viewing as an agency changes nothing', async () => {
  const owner = open().world.people.owner
  const expected = changes.filter((path) => owners.includes(path) && !WHILE_READING.includes(path))
  expect(await refused({ ...owner, readOnly: 'view-as' }, 'read_only')).toEqual(expected)
})

const closedToPrograms = [...PEOPLE_ONLY, ...PUBLIC_CHANGES]
const forPrograms = owners.filter((path) => !closedToPrograms.includes(path))

test('a token without scopes reaches only public procedures', async () => {
  const owner = open().world.people.owner
  expect(await refused({ ...owner, scopes: [] }, 'scope_missing')).toEqual(
    forPrograms.filter((path) => !PUBLIC.includes(path)),
  )
})

test('a read-only token changes nothing', async () => {
  const owner = open().world.people.owner
  const scopes = SCOPES.filter((scope) => scope.endsWith(':read'))
  expect(await refused({ ...owner, scopes }, 'scope_missing')).toEqual(
    forPrograms.filter((path) => changes.includes(path)),
  )
})

test('a token reaches no procedure reserved for people', async () => {
  const owner = open().world.people.owner
  expect(await refused({ ...owner, scopes: SCOPES }, 'people_only')).toEqual(closedToPrograms.sort())
})
