import type { Config } from '../config.ts'
import type { Trx } from '../db/schema.ts'
import { queueMail } from '../mail/queue.ts'
import { issueToken } from './tokens.ts'

interface Recipient {
  userId: string
  email: string
  name: string
}

type MailConfig = Pick<Config, 'appName' | 'publicUrl'>

const greet = (name: string) => `Hello ${name},`

export async function mailVerification(
  trx: Trx,
  config: MailConfig,
  to: Recipient,
  now: Date,
): Promise<void> {
  const token = await issueToken(trx, to.userId, 'verify_email', now)
  await queueMail(trx, config.appName, now, {
    recipient: to.email,
    subject: `Confirm your email for ${config.appName}`,
    greeting: greet(to.name),
    paragraphs: [
      `Thank you for registering with ${config.appName}. Please confirm that this is your email address.`,
    ],
    button: { label: 'Confirm email', url: `${config.publicUrl}/?verify=${token}` },
    note: 'The link works once, for seven days. If you did not register, you can ignore this mail.',
  })
}

export async function mailPasswordReset(
  trx: Trx,
  config: MailConfig,
  to: Recipient,
  now: Date,
): Promise<void> {
  const token = await issueToken(trx, to.userId, 'reset_password', now)
  await queueMail(trx, config.appName, now, {
    recipient: to.email,
    subject: `Reset your ${config.appName} password`,
    greeting: greet(to.name),
    paragraphs: ['Somebody, hopefully you, asked to set a new password for your account.'],
    button: {
      label: 'Set a new password',
      url: `${config.publicUrl}/auth?mode=reset-password&token=${token}`,
    },
    note: 'The link works once, for 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
  })
}

export async function mailPasswordChanged(
  trx: Trx,
  config: MailConfig,
  to: Recipient,
  now: Date,
): Promise<void> {
  await queueMail(trx, config.appName, now, {
    recipient: to.email,
    subject: `Your ${config.appName} password was changed`,
    greeting: greet(to.name),
    paragraphs: [
      'The password of your account was just changed, and all other sessions were signed out.',
      'If it was not you, set a new password at once.',
    ],
    button: { label: 'Set a new password', url: `${config.publicUrl}/auth?mode=forgot-password` },
  })
}

const OWNER_LINK_DAYS = 7

/** For an owner whose agency the platform founded: the link sets the first password. */
export async function mailOwnerInvitation(
  trx: Trx,
  config: MailConfig,
  { to, agencyName, now }: { to: Recipient; agencyName: string; now: Date },
): Promise<void> {
  const token = await issueToken(trx, to.userId, 'reset_password', now, OWNER_LINK_DAYS * 24 * 60)
  await queueMail(trx, config.appName, now, {
    recipient: to.email,
    subject: `${agencyName} is ready on ${config.appName}`,
    greeting: greet(to.name),
    paragraphs: [
      `The portal of ${agencyName} is ready, and you are its owner. Choose a password to come in.`,
    ],
    button: {
      label: 'Choose a password',
      url: `${config.publicUrl}/auth?mode=reset-password&token=${token}`,
    },
    note: `The link works once, for ${OWNER_LINK_DAYS} days.`,
  })
}
