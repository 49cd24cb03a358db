import { TOTP } from 'otpauth'
import { hashPassword } from '#server/auth/passwords.ts'
import { newSecret } from '#server/auth/sessions.ts'
import type { Db } from '#server/db/schema.ts'
import { mailedToken } from '#tests/support/browser.ts'
import { type Caller, TEST_NOW } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const PASSWORD = 'correct horse'

async function givePassword(db: Db): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute()
}

async function turnOn(caller: Caller, db: Db): Promise<string> {
  await givePassword(db)
  const { secret } = await caller.settings.setUpTwoFactor({ password: PASSWORD })
  return new TOTP({ secret }).generate({ timestamp: TEST_NOW.getTime() })
}

async function addSession(db: Db, userId: string): Promise<string> {
  const id = newSecret()
  const later = '2027-01-01T00:00:00.000Z'
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      created_at: later,
      expires_at: later,
      absolute_expires_at: later,
      last_seen_at: later,
      ip: null,
      user_agent: null,
    })
    .execute()
  return id
}

/** The caller's own user, which the session query tells. */
async function ownId(caller: Caller): Promise<string> {
  return (await caller.auth.session()).user?.user_id ?? 'nobody'
}

const agencyCard = { name: 'Renamed', timezone: 'UTC', currency: 'USD', invoice_details: null, version: 1 }

export const settingsCases: IsolationCases = {
  'settings.get': {
    can: 'settings.own',
    call: (caller) => caller.settings.get(),
    hidden: (world: World) => [world.foreign.agencyId, world.foreign.owner.email],
  },
  'settings.savePreferences': {
    can: 'settings.own',
    call: (caller) => caller.settings.savePreferences({ theme: 'dark' }),
  },
  'settings.saveAgency': {
    can: 'agency.write-own',
    call: (caller) => caller.settings.saveAgency(agencyCard),
  },
  'settings.requestEmailChange': {
    can: 'security.own',
    call: async (caller, _world, db) => {
      await givePassword(db)
      return caller.settings.requestEmailChange({ email: 'new@example.test', password: PASSWORD })
    },
  },
  'settings.confirmEmailChange': {
    can: 'security.own',
    call: async (caller, _world, db) => {
      await givePassword(db)
      await db.deleteFrom('mail_outbox').execute()
      const email = `${newSecret().toLowerCase()}@example.test`
      await caller.settings.requestEmailChange({ email, password: PASSWORD })
      return caller.settings.confirmEmailChange({ token: await mailedToken(db, email, 'email_token') })
    },
  },
  'settings.changePassword': {
    can: 'security.own',
    call: async (caller, _world, db) => {
      await givePassword(db)
      return caller.settings.changePassword({ current_password: PASSWORD, password: 'quiet-harbour-7' })
    },
  },
  'settings.sessions': {
    can: 'security.own',
    call: (caller) => caller.settings.sessions(),
    hidden: async (world, db) => [await addSession(db, world.foreign.owner.userId)],
  },
  'settings.revokeSession': {
    can: 'security.own',
    call: async (caller, world, db) => {
      const mine = await ownId(caller)
      const id = await addSession(db, mine === 'nobody' ? world.home.owner.userId : mine)
      return caller.settings.revokeSession({ id })
    },
    foreign: async (caller, world, db) =>
      caller.settings.revokeSession({ id: await addSession(db, world.foreign.owner.userId) }),
  },
  'settings.revokeOtherSessions': {
    can: 'security.own',
    call: (caller) => caller.settings.revokeOtherSessions(),
  },
  'settings.setUpTwoFactor': {
    can: 'security.own',
    call: async (caller, _world, db) => {
      await givePassword(db)
      return caller.settings.setUpTwoFactor({ password: PASSWORD })
    },
  },
  'settings.confirmTwoFactor': {
    can: 'security.own',
    call: async (caller, _world, db) => caller.settings.confirmTwoFactor({ code: await turnOn(caller, db) }),
  },
  'settings.disableTwoFactor': {
    can: 'security.own',
    call: async (caller, _world, db) =>
      caller.settings.disableTwoFactor({ password: PASSWORD, code: await turnOn(caller, db) }),
  },
  'settings.renewRecoveryCodes': {
    can: 'security.own',
    call: async (caller, _world, db) => {
      await caller.settings.confirmTwoFactor({ code: await turnOn(caller, db) })
      return caller.settings.renewRecoveryCodes({ password: PASSWORD })
    },
  },
  'settings.exportData': {
    can: 'settings.own',
    call: (caller) => caller.settings.exportData(),
    hidden: (world) => [world.foreign.agencyId],
  },
  'settings.deleteAccount': {
    can: 'security.own',
    call: async (caller, world, db) => {
      await givePassword(db)
      const { user } = await caller.auth.session()
      const confirm_email = user?.email ?? world.home.owner.email
      return caller.settings.deleteAccount({ confirm_email, password: PASSWORD })
    },
  },
}
