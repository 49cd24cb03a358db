import type { Addressee } from '#shared/events/identity.ts'
import type { Tx } from '../../../core/context.ts'
import type { Handlers } from '../../../core/events.ts'
import { queueMail } from '../commands/queue.ts'

export const identity: Handlers = {
  async 'user.verification-requested'(tx, { to, secret }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: to.email,
      subject: `Confirm your email for ${appName}`,
      greeting: `Hello ${to.name},`,
      paragraphs: [
        `Thank you for registering with ${appName}. Please confirm that this is your email address.`,
      ],
      button: { label: 'Confirm email', url: `${publicUrl}/?verify=${secret}` },
      note: 'The link works once and expires after seven days. If you did not register, you can ignore this email.',
    })
  },
  async 'password.reset-requested'(tx, { to, secret }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: to.email,
      subject: `Reset your ${appName} password`,
      greeting: `Hello ${to.name},`,
      paragraphs: ['Someone, hopefully you, asked to reset the password for your account.'],
      button: {
        label: 'Set a new password',
        url: `${publicUrl}/auth?mode=reset-password&token=${secret}`,
      },
      note: 'The link works once and expires after 30 minutes. If you did not ask for it, ignore this email; your password stays the same.',
    })
  },
  'password.reset': (tx, { to }) => confirmNewPassword(tx, to),
  'password.changed': (tx, { to }) => confirmNewPassword(tx, to),
  async 'email.change-requested'(tx, { to, secret }) {
    const { appName, publicUrl } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: to.email,
      subject: `Confirm your new email for ${appName}`,
      greeting: `Hello ${to.name},`,
      paragraphs: [
        'Please confirm that this is your email address. Until you do, your previous address stays in use.',
      ],
      button: {
        label: 'Confirm email',
        url: `${publicUrl}/settings?section=profile&email_token=${secret}`,
      },
      note: 'The link works once and expires after a day. If you did not ask for it, ignore this email.',
    })
  },
  async 'email.changed'(tx, { name, from, to }) {
    const { appName } = tx.services.config
    await queueMail(tx, appName, {
      urgent: true,
      recipient: from,
      subject: `Your ${appName} email was changed`,
      greeting: `Hello ${name},`,
      paragraphs: [`You now sign in with ${to}. If you did not change it, contact your agency at once.`],
    })
  },
}

async function confirmNewPassword(tx: Tx, to: Addressee): Promise<void> {
  const { appName, publicUrl } = tx.services.config
  await queueMail(tx, appName, {
    urgent: true,
    recipient: to.email,
    subject: `Your ${appName} password was changed`,
    greeting: `Hello ${to.name},`,
    paragraphs: [
      'Your password was just changed, and all other sessions were signed out.',
      'If you did not change it, set a new password at once.',
    ],
    button: { label: 'Set a new password', url: `${publicUrl}/auth?mode=forgot-password` },
  })
}
