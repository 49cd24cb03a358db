import { type EventKind, event } from '../base/events/kind.ts'
import { formatDate } from '../base/format.ts'
import { ALL_DOMAINS } from '../base/live.ts'

/** The recipient of a mail about their account. */
export interface Addressee {
  email: string
  name: string
}

/** A mail with a single-use link, whose secret is only stored in the mail. */
export interface MailedLink {
  to: Addressee
  secret: string
}

const SECURITY = ['auth', 'settings'] as const
const PICTURES = ['auth', 'settings', 'people', 'platform'] as const

/** Events of accounts and access to them. */
export const IDENTITY_EVENTS = {
  'user.registered': event<{ name: string }>({
    subject: 'user',
    touches: ['agencies'],
    activity: ({ name }) => `${name} registered`,
  }),
  /** Someone registered with the address of an existing account; only its owner is informed. */
  'user.registered-again': event<{ to: Addressee }>({ subject: 'user', touches: [] }),
  'user.verification-requested': event<MailedLink>({ subject: 'user', touches: [] }),
  'user.verified': event({ subject: 'user', touches: ['auth'] }),
  'session.sign-in': event<{ device: string; ip: string }>({
    subject: 'user',
    touches: [],
    audit: ({ device, ip }) => `${device}, ${ip}`,
  }),
  'session.sign-in-failed': event<{ email: string }>({
    subject: 'user',
    touches: [],
    audit: ({ email }) => email,
  }),
  'session.opened': event({ subject: 'user', touches: ['settings'] }),
  'session.closed': event({ subject: 'user', touches: SECURITY }),
  'session.revoked': event<{ which: string }>({
    subject: 'user',
    touches: SECURITY,
    audit: ({ which }) => which,
  }),
  /** How the person signs in changed, or to which agency, or the account ended. */
  'access.changed': event({ effect: 'sets', subject: 'user', touches: ['auth'] }),
  /** Someone else ended all of the person's access, which deletes their API tokens and calendar link. */
  'access.ended': event<{ name: string }>({
    effect: 'removes',
    subject: 'user',
    touches: ['auth'],
  }),
  'password.reset-requested': event<MailedLink>({ subject: 'user', touches: [] }),
  'password.reset': event<{ to: Addressee; factorEnded: boolean }>({
    subject: 'user',
    touches: ['auth'],
    audit: ({ factorEnded }) =>
      `With an emailed link; all sessions, API tokens and the calendar link revoked${factorEnded ? '; two-factor sign-in turned off' : ''}`,
  }),
  'password.changed': event<{ to: Addressee }>({
    subject: 'user',
    touches: SECURITY,
    audit: () => 'With the current password; all other sessions, API tokens and the calendar link revoked',
  }),
  'two-factor.enabled': event({
    subject: 'user',
    touches: SECURITY,
    audit: () => 'Other sessions, API tokens and the calendar link revoked',
  }),
  'two-factor.disabled': event({
    subject: 'user',
    touches: SECURITY,
    audit: () => 'With password and code; other sessions ended',
  }),
  /** By someone else, for a person who lost their phone and recovery codes. */
  'two-factor.reset': event<{ to: Addressee; resetBy: string }>({
    effect: 'removes',
    subject: 'user',
    touches: SECURITY,
    audit: ({ to }) => `Turned off for ${to.email}, who was signed out everywhere`,
  }),
  'two-factor.recovery-codes': event({
    subject: 'user',
    touches: SECURITY,
    audit: () => 'Ten new codes; other sessions ended',
  }),
  'email.change-requested': event<MailedLink>({ subject: 'user', touches: ['settings'] }),
  'email.changed': event<{ name: string; from: string; to: string }>({
    subject: 'user',
    touches: ['auth', 'settings', 'people'],
    audit: ({ from, to }) => `${from} → ${to}`,
  }),
  'profile.updated': event({ effect: 'sets', subject: 'user', touches: ['auth', 'people', 'settings'] }),
  'preferences.updated': event<{ emails?: boolean }>({
    notifies: [],
    effect: 'sets',
    subject: 'user',
    touches: ['settings', 'notifications'],
  }),
  /** The person's time zone changed, which affects almost all screens and is part of the session. */
  'preferences.days-moved': event({ subject: 'user', touches: ['auth', ALL_DOMAINS] }),
  'picture.changed': event({ subject: 'picture', touches: PICTURES }),
  'account.deleted': event({
    subject: 'user',
    touches: ['people', 'messages', 'activity'],
    audit: () => 'By its owner',
  }),
  'api-token.created': event<{ name: string; scopes: string; until: string; to: Addressee }>({
    subject: 'api_token',
    touches: ['apiTokens'],
    audit: ({ name, scopes, until }) => `${name} (${scopes}), until ${formatDate(until)}`,
  }),
  'api-token.expiring': event<{ userId: string; name: string; expiresAt: string; isLast: boolean }>({
    subject: 'api_token',
    touches: [],
    notifies: ['token_expiry'],
  }),
  'api-token.revoked': event<{ name: string }>({
    subject: 'api_token',
    touches: ['apiTokens'],
    audit: ({ name }) => name,
  }),
  'api-token.revoked-all': event<{ revoked: number; to: Addressee }>({
    subject: 'user',
    touches: ['apiTokens'],
    audit: ({ revoked }) => (revoked === 1 ? 'The only token' : `${revoked} tokens`),
  }),
} satisfies Record<string, EventKind<never>>
