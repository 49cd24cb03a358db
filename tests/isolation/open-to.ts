import type { Path } from './table.ts'

/** Needs no session. */
export const PUBLIC: Path[] = [
  'auth.info',
  'auth.linkBrand',
  'auth.requestPasswordReset',
  'auth.resetPassword',
  'auth.session',
  'auth.signIn',
  'auth.signOut',
  'auth.signUp',
  'auth.verifyEmail',
  'auth.verifyTwoFactor',
  'invitations.accept',
  'invitations.get',
  'autopay.byLink',
  'invoices.byLink',
  'invoices.viewByLink',
  'payments.confirmByLink',
  'payments.payByLink',
  'payments.provider',
]

/** All that people of a suspended agency may still call. */
export const WHILE_SUSPENDED: Path[] = [...PUBLIC, 'agencies.endViewAs', 'live.changes']

/** All that somebody may call whose role this version does not know. */
export const WITHOUT_ROLE: Path[] = [
  ...PUBLIC,
  'agencies.endViewAs',
  'auth.updateProfile',
  'live.changes',
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
