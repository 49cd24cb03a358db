import { ALL_DOMAINS } from '../live.ts'
import { type EventKind, event } from './kind.ts'

/** Somebody whom an e-mail about their account goes to. */
export interface Addressee {
  email: string
  name: string
}

/** An e-mail with a link that works once; nothing keeps the secret but the e-mail itself. */
export interface MailedLink {
  to: Addressee
  secret: string
}

const SECURITY = ['auth', 'settings'] as const
const PICTURES = ['auth', 'settings', 'people', 'platform'] as const

/** What happens to accounts and to the ways into them. */
export const IDENTITY_EVENTS = {
  'user.registered': event<{ name: string }>({
    subject: 'user',
    touches: ['agencies'],
    activity: ({ name }) => `${name} registered`,
  }),
  /** Somebody registered with an address that has an account; its owner alone hears of it. */
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
  /** Somebody else ended the person's sessions, or moved them out of an agency or into one. */
  'access.changed': event({ subject: 'user', touches: ['auth'] }),
  'password.reset-requested': event<MailedLink>({ subject: 'user', touches: [] }),
  'password.reset': event<{ to: Addressee }>({
    subject: 'user',
    touches: ['auth'],
    audit: () => 'By an emailed link; all sessions, API tokens and the calendar link ended',
  }),
  'password.changed': event<{ to: Addressee }>({
    subject: 'user',
    touches: SECURITY,
    audit: () => 'By the current password; all other sessions, API tokens and the calendar link ended',
  }),
  'two-factor.enabled': event({
    subject: 'user',
    touches: SECURITY,
    audit: () => 'Other sessions, API tokens and the calendar link ended',
  }),
  'two-factor.disabled': event({
    subject: 'user',
    touches: SECURITY,
    audit: () => 'By password and code; other sessions ended',
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
  'profile.updated': event({ subject: 'user', touches: ['auth', 'people', 'settings'] }),
  'preferences.updated': event<{ emails?: 'instant' | 'off' }>({
    notifies: [],
    subject: 'user',
    touches: ['settings', 'notifications'],
  }),
  /** Days begin elsewhere for the person: the session says where, and hardly a screen stays as it was. */
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
    audit: ({ name, scopes, until }) => `${name} (${scopes}), until ${until}`,
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
