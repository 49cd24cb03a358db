import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { issueChallenge } from '#server/identity/auth/proof/commands/issue-challenge.ts'
import { hashRecoveryCode } from '#server/identity/auth/two-factor.ts'
import { type Caller, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { mailedToken } from '#tests/support/servers/browser.ts'
import type { Calls } from '../notation/case.ts'
import { PASSWORD } from '../world/people.ts'

const newcomer = () => ({
  name: 'New Comer',
  email: `${randomUUID()}@example.test`,
  password: 'quiet-harbour-7',
  role: 'client' as const,
})

export const auth: Calls = {
  'auth.session': (caller) => caller.auth.session(),
  'auth.info': (caller) => caller.auth.info(),
  'auth.signUp': (caller) => caller.auth.signUp(newcomer()),
  'auth.signIn': (caller, { world }) =>
    caller.auth.signIn({ email: world.people.waitingClient.email, password: PASSWORD }),
  'auth.verifyTwoFactor': async (caller, { world, db }) => {
    const { userId: user_id } = world.people.waitingClient
    const code = 'abcdefgh234567ab'
    await db
      .insertInto('recovery_codes')
      .values({ user_id, code_hash: hashRecoveryCode(code), used_at: null })
      .execute()
    return caller.auth.verifyTwoFactor({ challenge: await issueChallenge(ctxFor(db, null), user_id), code })
  },
  'auth.signOut': (caller) => caller.auth.signOut(),
  'auth.requestPasswordReset': (caller) => caller.auth.requestPasswordReset({ email: newcomer().email }),
  'auth.linkBrand': async (caller, { world, db }) => {
    const { email } = world.people.waitingClient
    await caller.auth.requestPasswordReset({ email })
    return caller.auth.linkBrand({ token: await mailedToken(db, email, 'token') })
  },
  'auth.resetPassword': async (caller, { world, db }) => {
    const { email } = world.people.waitingClient
    await caller.auth.requestPasswordReset({ email })
    return caller.auth.resetPassword({
      token: await mailedToken(db, email, 'token'),
      password: 'quiet-harbour-8',
    })
  },
  'auth.verifyEmail': async (caller, { db }) => {
    const person = newcomer()
    await caller.auth.signUp(person)
    return caller.auth.verifyEmail({ token: await mailedToken(db, person.email, 'verify') })
  },
  'auth.resendVerification': (caller) => caller.auth.resendVerification(),
  'auth.updateProfile': (caller) => caller.auth.updateProfile({ company: 'Own Company' }),
}

async function turnOn(caller: Caller): Promise<string> {
  const { secret } = await caller.settings.setUpTwoFactor({ password: PASSWORD })
  return new TOTP({ secret }).generate({ timestamp: TEST_NOW.getTime() })
}

const emailOf = async (caller: Caller) => (await caller.auth.session()).user?.email ?? ''

export const settings: Calls = {
  'settings.get': (caller) => caller.settings.get(),
  'settings.savePreferences': (caller) => caller.settings.savePreferences({ theme: 'dark' }),
  'settings.saveAgency': (caller) =>
    caller.settings.saveAgency({
      name: 'Renamed',
      timezone: 'UTC',
      currency: 'USD',
      invoice_details: null,
      version: 1,
    }),
  'settings.saveRates': (caller) => caller.settings.saveRates({ billing_rate: 9000, cost_rate: 4000 }),
  'settings.requestEmailChange': (caller) =>
    caller.settings.requestEmailChange({ email: newcomer().email, password: PASSWORD }),
  'settings.confirmEmailChange': async (caller, { db }) => {
    const { email } = newcomer()
    await caller.settings.requestEmailChange({ email, password: PASSWORD })
    return caller.settings.confirmEmailChange({ token: await mailedToken(db, email, 'email_token') })
  },
  'settings.changePassword': (caller) =>
    caller.settings.changePassword({ current_password: PASSWORD, password: 'quiet-harbour-7' }),
  'settings.confirmIdentity': (caller) => caller.settings.confirmIdentity({ password: PASSWORD }),
  'settings.sessions': (caller) => caller.settings.sessions(),
  'settings.revokeSession': (caller, { own }) => caller.settings.revokeSession({ id: own.session }),
  'settings.revokeOtherSessions': (caller) => caller.settings.revokeOtherSessions(),
  'settings.setUpTwoFactor': (caller) => caller.settings.setUpTwoFactor({ password: PASSWORD }),
  'settings.confirmTwoFactor': async (caller) =>
    caller.settings.confirmTwoFactor({ code: await turnOn(caller) }),
  'settings.disableTwoFactor': async (caller) => {
    const code = await turnOn(caller)
    const { recovery_codes } = await caller.settings.confirmTwoFactor({ code })
    return caller.settings.disableTwoFactor({ password: PASSWORD, code: recovery_codes[0] ?? '' })
  },
  'settings.renewRecoveryCodes': async (caller) => {
    const code = await turnOn(caller)
    const { recovery_codes } = await caller.settings.confirmTwoFactor({ code })
    return caller.settings.renewRecoveryCodes({ password: PASSWORD, code: recovery_codes[0] ?? '' })
  },
  'settings.exportData': (caller) => caller.settings.exportData(),
  'settings.deleteAccount': async (caller) =>
    caller.settings.deleteAccount({ confirm_email: await emailOf(caller), password: PASSWORD }),
}

export const notifications: Calls = {
  'notifications.unreadCount': (caller) => caller.notifications.unreadCount(),
  'notifications.list': (caller) => caller.notifications.list({}),
  'notifications.markRead': (caller, { own }) => caller.notifications.markRead({ id: own.notification }),
  'notifications.markLinkRead': (caller, { rows }) =>
    caller.notifications.markLinkRead({ link: `/tasks?task=${rows.task.id}` }),
  'notifications.markAllRead': (caller) => caller.notifications.markAllRead(),
  'notifications.preferences': (caller) => caller.notifications.preferences(),
  'notifications.savePreferences': (caller) =>
    caller.notifications.savePreferences({ delivery: 'daily', events: [] }),
}

export const views: Calls = {
  'views.list': (caller) => caller.views.list({ list: 'tasks' }),
  'views.save': (caller, { own }) =>
    caller.views.save({ id: own.view, list: 'tasks', name: 'Mine', state: { open: true } }),
  'views.share': (caller, { own }) => caller.views.share({ id: own.view, shared: true }),
  'views.delete': (caller, { own }) => caller.views.delete({ id: own.view }),
}

export const apiTokens: Calls = {
  'apiTokens.list': (caller) => caller.apiTokens.list(),
  'apiTokens.create': (caller) =>
    caller.apiTokens.create({ name: 'Script', scopes: ['clients:read'], password: PASSWORD }),
  'apiTokens.revoke': (caller, { own }) => caller.apiTokens.revoke({ id: own.token }),
  'apiTokens.revokeAll': (caller) => caller.apiTokens.revokeAll(),
}
