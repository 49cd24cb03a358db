import { formatDate } from '#shared/base/format.ts'
import { secretLinks } from '#shared/base/links.ts'
import { TWO_FACTOR_ENDED } from '#shared/identity/auth.ts'
import type { Addressee } from '#shared/identity/events.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { addDays, addMinutes } from '../../../base/db/values.ts'
import { LIFETIME_MINUTES } from '../../../identity/auth/tokens/commands/issue-token.ts'
import { queueMail } from '../commands/queue.ts'
import { plainName } from '../plain-name.ts'
import { whileWorks } from '../rules.ts'

export const identity: Handlers = {
  async 'user.verification-requested'(tx, { to, secret }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: to.email,
      subject: `Confirm your email for ${appName}`,
      greeting: `Hello ${plainName(to.name)},`,
      paragraphs: [
        `Thank you for registering with ${appName}. Please confirm that this is your email address.`,
      ],
      button: { label: 'Confirm email', url: `${publicUrl}${secretLinks.confirmEmail(secret)}` },
      notAfter: addMinutes(tx.now, LIFETIME_MINUTES.verify_email),
      reason: whileWorks(secret),
      note: 'The link works once and expires after seven days. If you did not register, you can ignore this email.',
    })
  },
  async 'user.registered-again'(tx, { to }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      recipient: to.email,
      subject: `You already have an account at ${appName}`,
      greeting: `Hello ${plainName(to.name)},`,
      paragraphs: [
        `Someone, hopefully you, tried to register at ${appName} with this email address, which already has an account. Sign in with it, or set a new password if you have forgotten yours.`,
      ],
      button: { label: 'Set a new password', url: `${publicUrl}/auth?mode=forgot-password` },
      note: 'If it was not you, ignore this email; your account is unchanged.',
    })
  },
  async 'password.reset-requested'(tx, { to, secret }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: to.email,
      subject: `Reset your ${appName} password`,
      greeting: `Hello ${plainName(to.name)},`,
      paragraphs: ['Someone, hopefully you, asked to reset the password for your account.'],
      button: {
        label: 'Set a new password',
        url: `${publicUrl}${secretLinks.setPassword(secret)}`,
      },
      notAfter: addMinutes(tx.now, LIFETIME_MINUTES.reset_password),
      reason: whileWorks(secret),
      note: 'The link works once and expires after 30 minutes. If you did not ask for it, ignore this email; your password stays the same.',
    })
  },
  'password.reset': (tx, { to, factorEnded }) =>
    confirmNewPassword(
      tx,
      to,
      factorEnded ? [`${TWO_FACTOR_ENDED} You can set it up again in the settings.`] : [],
    ),
  'password.changed': (tx, { to }) => confirmNewPassword(tx, to),
  async 'two-factor.reset'(tx, { to, resetBy }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: to.email,
      subject: `Two-factor sign-in to ${appName} was turned off`,
      greeting: `Hello ${plainName(to.name)},`,
      paragraphs: [
        `${plainName(resetBy)} turned off two-factor sign-in for your account and signed you out everywhere. You can sign in with your password alone. Please set up two-factor sign-in again.`,
        'If you did not ask for this, change your password and contact your agency at once.',
      ],
      button: { label: 'Set it up again', url: `${publicUrl}/settings?section=security` },
    })
  },
  async 'email.change-requested'(tx, { to, secret }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: to.email,
      subject: `Confirm your new email for ${appName}`,
      greeting: `Hello ${plainName(to.name)},`,
      paragraphs: [
        'Please confirm that this is your email address. Until you do, your previous address stays in use.',
      ],
      button: {
        label: 'Confirm email',
        url: `${publicUrl}${secretLinks.confirmNewEmail(secret)}`,
      },
      notAfter: addDays(tx.now, 1),
      reason: whileWorks(secret),
      note: 'The link works once and expires after a day. If you did not ask for it, ignore this email.',
    })
  },
  async 'email.changed'(tx, { name, from, to }) {
    const { appName } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: from,
      subject: `Your ${appName} email was changed`,
      greeting: `Hello ${plainName(name)},`,
      paragraphs: [`You now sign in with ${to}. If you did not change it, contact your agency at once.`],
    })
  },
  async 'api-token.created'(tx, { to, name, until }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      recipient: to.email,
      subject: `A new API token for your ${appName} account`,
      greeting: `Hello ${to.name},`,
      paragraphs: [
        `The API token "${name}" was just created. Until ${formatDate(until)}, programs that have it can act as you in the areas it covers.`,
        'If you did not create it, revoke it and change your password at once: a new password revokes all tokens.',
      ],
      button: { label: 'Review your tokens', url: `${publicUrl}/settings?section=programs` },
    })
  },
  async 'api-token.revoked-all'(tx, { to, revoked }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      recipient: to.email,
      subject: `Your ${appName} API tokens were revoked`,
      greeting: `Hello ${to.name},`,
      paragraphs: [
        `All your API tokens (${revoked}) were just revoked. Programs that used them no longer have access.`,
        'If you did not do this, change your password at once.',
      ],
      button: { label: 'Open settings', url: `${publicUrl}/settings?section=security` },
    })
  },
}

async function confirmNewPassword(tx: Tx, to: Addressee, more: string[] = []): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  await queueMail(tx, appName, {
    urgent: true,
    recipient: to.email,
    subject: `Your ${appName} password was changed`,
    greeting: `Hello ${plainName(to.name)},`,
    paragraphs: [
      'Your password was just changed. All other sessions were signed out, and your API tokens and calendar link no longer work.',
      ...more,
      'If you did not change it, set a new password at once.',
    ],
    button: { label: 'Set a new password', url: `${publicUrl}/auth?mode=forgot-password` },
  })
}
