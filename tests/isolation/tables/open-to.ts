import type { Path } from '../notation/case.ts'
import { DOMAIN_CASES } from './domain-cases.ts'

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
  'invoices.byLink',
  'invoices.viewByLink',
  'payments.confirmByLink',
  'payments.payByLink',
  'payments.provider',
  ...DOMAIN_CASES.flatMap((cases) => cases.public ?? []),
]

/** Everything that people of a suspended agency may still call. */
export const WHILE_SUSPENDED: Path[] = [...PUBLIC, 'agencies.endViewAs', 'live.changes']

/** Everything that someone with an unknown role may call. */
export const WITHOUT_ROLE: Path[] = [
  ...PUBLIC,
  'agencies.endViewAs',
  'auth.resendVerification',
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
