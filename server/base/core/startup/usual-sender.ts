import { unescape as decoded } from 'node:querystring'
import { storedEmail } from '#shared/base/text/email.ts'

/** The sender's address without MAIL_FROM: mail servers usually accept only that of the user who signs in. */
export function usualSender(smtpUrl: string | null, publicUrl: string): string {
  const user = smtpUrl === null ? '' : decoded(new URL(smtpUrl).username)
  return storedEmail(user) ?? `no-reply@${new URL(publicUrl).hostname}`
}
