import { randomUUID } from 'node:crypto'
import { issueChallenge } from '#server/auth/commands/challenge.ts'
import { hashRecoveryCode } from '#server/auth/two-factor.ts'
import { mailedToken } from '#tests/support/browser.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import type { IsolationCases } from '../case.ts'

const newcomer = () => ({
  name: 'New Comer',
  email: `${randomUUID()}@example.test`,
  password: 'quiet-harbour-7',
  role: 'client' as const,
})

export const authCases: IsolationCases = {
  'auth.session': {
    can: 'public',
    call: (caller) => caller.auth.session(),
    hidden: (world) => [world.foreign.agencyId],
  },
  'auth.info': { can: 'public', call: (caller) => caller.auth.info() },
  'auth.signUp': { can: 'public', call: (caller) => caller.auth.signUp(newcomer()) },
  'auth.signIn': {
    can: 'public',
    call: async (caller) => {
      const person = newcomer()
      await caller.auth.signUp(person)
      return caller.auth.signIn({ email: person.email, password: person.password })
    },
  },
  'auth.verifyTwoFactor': {
    can: 'public',
    call: async (caller, world, db) => {
      await db.deleteFrom('two_factors').execute()
      await db.deleteFrom('recovery_codes').execute()
      const code = 'abcdefgh234567ab'
      await db
        .insertInto('recovery_codes')
        .values({ user_id: world.home.owner.userId, code_hash: hashRecoveryCode(code), used_at: null })
        .execute()
      const challenge = await issueChallenge(db, world.home.owner.userId, TEST_NOW)
      return caller.auth.verifyTwoFactor({ challenge, code })
    },
  },
  'auth.signOut': { can: 'public', call: (caller) => caller.auth.signOut() },
  'auth.requestPasswordReset': {
    can: 'public',
    call: (caller) => caller.auth.requestPasswordReset({ email: newcomer().email }),
  },
  'auth.resetPassword': {
    can: 'public',
    call: async (caller, world, db) => {
      const { email } = world.home.owner
      await caller.auth.requestPasswordReset({ email })
      const token = await mailedToken(db, email, 'token')
      await db.deleteFrom('mail_outbox').execute()
      return caller.auth.resetPassword({ token, password: 'quiet-harbour-8' })
    },
  },
  'auth.verifyEmail': {
    can: 'public',
    call: async (caller, _world, db) => {
      const person = newcomer()
      await caller.auth.signUp(person)
      return caller.auth.verifyEmail({ token: await mailedToken(db, person.email, 'verify') })
    },
  },
  'auth.updateProfile': {
    can: 'profile.own',
    call: (caller) => caller.auth.updateProfile({ company: 'Own Company' }),
    hidden: (world) => [world.foreign.agencyId],
  },
}
